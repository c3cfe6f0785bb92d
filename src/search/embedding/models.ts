import { LEAST_MATCH_OF_WORDS, type LeastMatch } from '../match.js';

/** What has to be known of an embedding model beside its name. */
export interface EmbeddingModelFacts {
  /** How the vectors of the tokens become one: the first token's (`cls`), or the mean of all. For EMBEDDER=local. */
  readonly pooling: 'cls' | 'mean';
  /** What the model was trained to see before a question and before a text. For EMBEDDER=local. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  /** Tokens of a text, special ones included; what comes after them is not embedded. For EMBEDDER=local. */
  readonly longestInput: number;
  /** Length of its vectors; undefined where the first vector tells. */
  readonly dimensions: number | undefined;
  /** Cosine that unrelated texts have, 0..1: it counts as no nearness. Undefined: measured once there are vectors. */
  readonly floor: number | undefined;
  /** Minimum cosine of a candidate without a word of the query, where SEARCH_MIN_COSINE is not set. */
  readonly leastCosine: number;
  /** Minimum match of contexts that set none. Models that were not measured have the one of search by words. */
  readonly leastMatch: LeastMatch;
  /**
   * The bytes of a vector depend on what is embedded with it, so that a call has one text: dynamic int8 quantisation scales
   * by the whole batch (the same question alone and beside another had a cosine of .997).
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
 * The models that are known. The floors are measured (docs/search.md): bge-small gives unrelated texts .26 to .5, and
 * anything from .3 to .55 ranks alike.
 */
const MODELS: Readonly<Record<string, EmbeddingModelFacts>> = {
  [DEFAULT_LOCAL_MODEL]: {
    ...SMALL_BERT,
    pooling: 'cls',
    // Its makers' instruction. By nearness alone nDCG@5 of the public tasks is .438 with it and .391 without; of procedures
    // .629 and .613, of two-hop questions .690 and .687, of conversations .254 and .261 (npm run bench:retrieval has the sets).
    prefixes: { query: 'Represent this sentence for searching relevant passages: ', passage: '' },
    floor: 0.4,
    leastCosine: 0.4,
    leastMatch: { usual: 0.26, ofUnknown: 0.4 },
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

/** Facts assumed for a model without a row: those of most sentence-transformers. */
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

/** Whether a model is one of the table, with an owner before its name or not. */
export function isKnown(model: string): boolean {
  return shortName(model) in MODELS;
}

function shortName(model: string): string {
  return model.split('/').at(-1) ?? model;
}

/** @param model its name; an owner before it (`BAAI/bge-small-en-v1.5`) makes no difference */
export function factsOf(model: string): EmbeddingModelFacts {
  return MODELS[shortName(model)] ?? UNKNOWN;
}
