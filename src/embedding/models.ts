import { ownValue } from '../common/json.js';

/** Minimum match at which the best hit is likely to answer the question (npm run bench:match). */
export interface LeastMatch {
  readonly usual: number;
  /** The minimum for a question about something that occurs in no text. */
  readonly ofUnknown: number;
  /** The minimum for a question in a script that no text is in; 1 for models of one language. */
  readonly ofForeign: number;
}

/**
 * Minimum match for searches by words alone. It is barely more than one common word, since right answers often share no
 * other word with their question.
 */
export const LEAST_MATCH_OF_WORDS: LeastMatch = { usual: 0.01, ofUnknown: 0.3, ofForeign: 0.3 };

/** Facts about an embedding model beside its name. */
export interface EmbeddingModelFacts {
  /**
   * How the vectors of the tokens are combined: `cls` takes the vector of the first token, `mean` the mean of all. Used
   * by EMBEDDER=local.
   */
  readonly pooling: 'cls' | 'mean';
  /** The prefixes that the model was trained to see before a question and before a text. Used by EMBEDDER=local. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  /** Maximum number of tokens of a text, including special ones; the rest is not embedded. Used by EMBEDDER=local. */
  readonly longestInput: number;
  /** Length of the model's vectors; undefined if the first vector determines it. */
  readonly dimensions: number | undefined;
  /**
   * Cosine of unrelated texts, 0..1; it adds nothing to a score. If undefined, it is measured once there are vectors.
   */
  readonly floor: number | undefined;
  /** Minimum cosine of a candidate that contains no word of the query. */
  readonly leastCosine: number;
  /**
   * Minimum match for contexts that do not set one. Models that were not measured use the value for searches by words.
   */
  readonly leastMatch: LeastMatch;
  /**
   * True if a vector depends on the other texts of its batch, so that each call embeds one text only: dynamic int8
   * quantisation scales by the whole batch (the same question alone and beside another had a cosine of .997).
   */
  readonly embedsAlone: boolean;
}

const SMALL_BERT = {
  prefixes: { query: '', passage: '' },
  longestInput: 512,
  dimensions: 384,
  embedsAlone: true,
} as const;

/** The model of EMBEDDER=auto and, unless EMBEDDING_MODEL names another, of EMBEDDER=local. */
export const DEFAULT_LOCAL_MODEL = 'bge-small-en-v1.5';

/**
 * The known models. The floors are measured (docs/search.md): with bge-small, unrelated texts have cosines of .26 to
 * .5, and any floor from .3 to .55 gives the same ranking.
 */
const MODELS: Readonly<Record<string, EmbeddingModelFacts>> = {
  [DEFAULT_LOCAL_MODEL]: {
    ...SMALL_BERT,
    pooling: 'cls',
    // The instruction that the makers of the model recommend. By nearness alone, nDCG@5 of the public tasks is .438
    // with it and .391 without; that of procedures .629 and .613, of two-hop questions .690 and .687, of conversations
    // .254 and .261 (npm run bench:retrieval has the sets).
    prefixes: { query: 'Represent this sentence for searching relevant passages: ', passage: '' },
    floor: 0.4,
    leastCosine: 0.4,
    leastMatch: { usual: 0.26, ofUnknown: 0.4, ofForeign: 1 },
  },
  'all-MiniLM-L6-v2': { ...SMALL_BERT, pooling: 'mean', floor: 0, leastCosine: 0.25, leastMatch: LEAST_MATCH_OF_WORDS },
  'multilingual-e5-small': {
    ...SMALL_BERT,
    pooling: 'mean',
    prefixes: { query: 'query: ', passage: 'passage: ' },
    floor: undefined,
    leastCosine: 0.25,
    leastMatch: LEAST_MATCH_OF_WORDS,
  },
};

/** Facts that are assumed for a model without a row here: those of most sentence-transformers. */
const UNKNOWN: EmbeddingModelFacts = {
  pooling: 'mean',
  prefixes: { query: '', passage: '' },
  longestInput: 512,
  dimensions: undefined,
  floor: undefined,
  leastCosine: 0.25,
  leastMatch: LEAST_MATCH_OF_WORDS,
  embedsAlone: false,
};

/** True if the table contains the model, with or without an owner before its name. */
export function isKnown(model: string): boolean {
  return Object.hasOwn(MODELS, shortName(model));
}

function shortName(model: string): string {
  return model.split('/').at(-1) ?? model;
}

/** @param model name of the model; an owner before it (`BAAI/bge-small-en-v1.5`) is ignored */
export function factsOf(model: string): EmbeddingModelFacts {
  return ownValue(MODELS, shortName(model)) ?? UNKNOWN;
}
