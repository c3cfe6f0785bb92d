import { readStatement, writeStatement } from '../graph/statement.js';
import type { FacetGroups } from '../knowledge/facets.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { GraphProfile } from '../knowledge/profiles.js';
import type { Slot } from './embedding/embedding.statements.js';
import type { CountQueries } from './lucene.js';

/** What a node must fulfil to be a candidate. */
export interface CandidateFilter {
  readonly namespace: string;
  readonly kinds: readonly KnowledgeKind[];
  readonly minTrust: number;
  readonly updatedAfter: Date | undefined;
  /** Facets that nodes of a kind must carry. */
  readonly required: Partial<Readonly<Record<KnowledgeKind, FacetGroups>>>;
}

/** Parameters of a search by words. */
export interface TextSearch extends CandidateFilter {
  readonly lucene: string;
  readonly wide: number;
  /** Weight of the full-text score by the node's own profile, else by its kind. */
  readonly weights: Readonly<Record<string, number>>;
  readonly gamma: number;
  /** Factor of a scope; 1 where a node has none. */
  readonly scopeWeights: Readonly<Record<string, number>>;
  /** Whether kinds compete, so that what was tried counts by its estimate of success in place of its trust. */
  readonly estimates: boolean;
  /** The largest factor that an estimate gives: 1 where nothing was tried. */
  readonly lift: number;
  /** What a trust loses in a millisecond, by kind. */
  readonly decayPerMs: Partial<Readonly<Record<KnowledgeKind, number>>>;
  readonly nowMs: number;
  /** What decay may take before a trust counts as under `minTrust`. */
  readonly decayGrace: number;
  /** Names of the properties that are wanted of a hit, by kind. */
  readonly whole: Partial<Readonly<Record<KnowledgeKind, readonly string[]>>>;
  readonly first: number;
}

/** Parameters of a search by words and vectors. */
export interface VectorSearch extends TextSearch {
  readonly vector: Float32Array;
  readonly model: string;
  readonly slot: Slot;
  readonly vectorProperty: string;
  readonly modelProperty: string;
  /** Cosine that counts as no nearness, at most `minCosine`. */
  readonly floor: number;
  readonly minCosine: number;
}

/** Parameters of a search that asks the vector index. */
export interface IndexSearch extends VectorSearch {
  readonly vectorIndex: string;
  /** Vector hits looked at, before what of the filter the index does not check. */
  readonly fetch: number;
  /** Full-text hits whose cosine is always measured. */
  readonly sure: number;
}

/** What differs in size or type from search to search. */
type Varying =
  | 'namespace'
  | 'lucene'
  | 'kinds'
  | 'updatedAfter'
  | 'required'
  | 'weights'
  | 'scopeWeights'
  | 'estimates'
  | 'lift'
  | 'decayPerMs'
  | 'whole';

/**
 * A search as its statement takes it. The database makes and keeps a plan for each size of a text or list that is a
 * parameter, and for null, but not for what is in a map.
 */
export type Asked<Search extends TextSearch> = Omit<Search, Varying> & { readonly question: Pick<Search, Varying> };

/** What a question says about the graph of entities. */
export interface EntityLinks {
  /** Documents of the namespace, at least 1. */
  readonly documents: number;
  /** Entities whose documents are all looked at. */
  readonly named: readonly { readonly id: string; readonly idf: number }[];
  /** Rarity by id of those with so many documents that only the candidates are asked whether they mention them. */
  readonly crowded: Readonly<Record<string, number>>;
  readonly hubs: readonly string[];
  /** Words of the hubs' names. */
  readonly hubWords: ReadonlySet<string>;
}

/** A search that looks at entities, neighbours and sessions too. What is about vectors is null without an embedder. */
export interface GraphSearch extends Omit<TextSearch, Varying> {
  /** As in {@link Asked}. */
  readonly question: Pick<TextSearch, Exclude<Varying, 'weights'>> &
    Pick<EntityLinks, 'named' | 'crowded' | 'hubs'> & {
      /** Without the names of hubs; null where the question names none. */
      readonly luceneWithoutHubs: string | null;
      readonly profiles: Readonly<Record<string, GraphProfile>>;
    };
  readonly vector: Float32Array | null;
  readonly model: string | null;
  readonly slot: number | null;
  readonly vectorIndex: string | null;
  readonly vectorProperty: string | null;
  readonly modelProperty: string | null;
  /** As `minCosine` of no account without an embedder. */
  readonly floor: number;
  readonly minCosine: number;
  /** Vector hits looked at, before the filter; 0 leaves the index aside. */
  readonly fetch: number;
  /** Whether the cosine of everything is measured that the filter lets through. */
  readonly scan: boolean;
  readonly documents: number;
  /** Full-text hits that are always measured. */
  readonly sure: number;
  /** An entity with more links passes nothing on. */
  readonly mostLinks: number;
  /** Documents of an entity that something is passed on to. */
  readonly mostDocuments: number;
  /** Best hits whose neighbours are looked at. */
  readonly strong: number;
  /** Largest weight that nearness has in a profile. */
  readonly open: number;
}

/** A hit with every factor of its score. */
export interface RankedHit {
  readonly ref: string;
  readonly id: string;
  readonly kind: KnowledgeKind;
  /** The node's own, where it differs from its kind's. */
  readonly profile: string | null;
  /** What are duplicates of each other share it. */
  readonly group: string | null;
  /** At this moment. */
  readonly trust: number;
  /** Estimated probability of success, in (0,1); null unless kinds competed. */
  readonly estimate: number | null;
  readonly scopeWeight: number | null;
  readonly lexical: number;
  readonly vector: number | null;
  readonly cosine: number | null;
  /** The next four only of find-by-graph, and null where the profile does without. */
  readonly graph?: number | null;
  readonly chain?: number | null;
  readonly neighbours?: number | null;
  readonly session?: number | null;
  readonly relevance: number;
  readonly score: number;
  /** Values of its node, in the order they were asked for; null where none were. */
  readonly properties: readonly unknown[] | null;
}

/** The best hits, and a bound on the score of any node that was not looked at. */
export interface RankedHits {
  readonly totalFound: number;
  /** Vector hits that passed the filter. */
  readonly near: number;
  readonly hits: readonly RankedHit[];
  /** The highest score that a node could have which was not looked at. */
  readonly unseen: number;
}

export const findByText = readStatement<Asked<TextSearch>, RankedHits>('search/find-by-text');

export const findByTextAndScan = readStatement<Asked<VectorSearch>, RankedHits>('search/find-by-text-and-scan');

export const findByTextAndIndex = readStatement<Asked<IndexSearch>, RankedHits>('search/find-by-text-and-index');

/** Where the index checks namespace and kind itself (Neo4j 2026). */
export type FilteredIndexSearch = Omit<IndexSearch, 'vectorIndex'>;

export const findByTextAndFilteredIndex = {
  0: readStatement<Asked<FilteredIndexSearch>, RankedHits>('search/find-by-text-and-filtered-index-0'),
  1: readStatement<Asked<FilteredIndexSearch>, RankedHits>('search/find-by-text-and-filtered-index-1'),
};

export const findByGraph = readStatement<GraphSearch, RankedHits>('search/find-by-graph');

/** An entity whose name occurs in the query. */
export interface NamedEntity {
  readonly name: string;
  readonly id: string;
  /** How many mention it. */
  readonly documents: number;
}

export const findNamedEntities = readStatement<{ namespace: string; names: readonly string[] }, NamedEntity>(
  'search/find-named-entities',
);

export const countKnowledge = readStatement<
  Pick<CandidateFilter, 'namespace' | 'kinds'>,
  { matching: number; total: number }
>('search/count-knowledge');

export const countFiltered = readStatement<CandidateFilter & { limit: number }, { matching: number }>(
  'search/count-filtered',
);

export const findTried = readStatement<{ namespace: string }, { tried: boolean }>('search/find-tried');

/** Since when the words of a namespace are counted as they are. */
export interface WordEpoch {
  /** '' of the whole index. */
  readonly namespace: string;
  /** Counted from 1. */
  readonly epoch: number;
  /** Documents at its beginning. */
  readonly documents: number;
  /** The index's, on which the namespace's rests; null of the index. */
  readonly indexEpoch: number | null;
  readonly since: Date;
}

/** How many titles and texts contain a word. */
export interface CountedWord {
  /** '' of the whole index. */
  readonly namespace: string;
  readonly word: string;
  readonly inTitle: number;
  readonly inText: number;
}

export const findWordStatistics = readStatement<{ namespaces: readonly string[] }, WordEpoch>(
  'search/find-word-statistics',
);

/** An epoch of word counts to be begun; only one replica succeeds. */
export interface NewWordEpoch extends Pick<WordEpoch, 'namespace' | 'documents' | 'indexEpoch'> {
  /** The one that no longer holds; 0 where there was none. */
  readonly seen: number;
  readonly now: Date;
  /** Counts of earlier epochs that are taken away. */
  readonly forgotten: number;
}

export const beginWordEpoch = writeStatement<NewWordEpoch, WordEpoch>('search/begin-word-epoch');

export const findWordCounts = readStatement<
  { words: readonly string[]; of: readonly Pick<WordEpoch, 'namespace' | 'epoch'>[] },
  CountedWord
>('search/find-word-counts');

/** Words whose counts an epoch lacks. */
export interface WordsToCount {
  readonly namespace: string;
  readonly epoch: number;
  readonly indexEpoch: number;
  /** Each with its queries, and whether the count of the index is not known yet; in the order of the words. */
  readonly words: readonly (CountQueries & { readonly word: string; readonly isNew: boolean })[];
  readonly limit: number;
}

export const countWords = writeStatement<WordsToCount, CountedWord>('search/count-words');

export const endWordEpochs = writeStatement<object, object>('search/end-word-epochs');

/** State and analyzer of the full-text index. */
export interface TextIndexState {
  readonly state: string;
  readonly analyzer: string;
}

export const findTextIndex = readStatement<object, TextIndexState>('search/find-text-index');

/** A way to cut words. */
export interface Analyzer {
  readonly analyzer: string;
  /** Words that it leaves out, in lower case. */
  readonly stopwords: readonly string[];
}

export const listAnalyzers = readStatement<object, Analyzer>('search/list-analyzers');

export const dropTextIndex = writeStatement<object, object>('search/drop-text-index');

export const createTextIndex = writeStatement<{ options: object }, object>('search/create-text-index');

interface Works {
  readonly plans: readonly string[];
  readonly tasks: readonly string[];
  readonly receipts: readonly string[];
}

export const expandOrigins = readStatement<{ namespace: string } & Works, Works>('search/expand-origins');

export const listRecoveredLearnings = readStatement<
  { namespace: string; plans: readonly string[] },
  { learningId: string }
>('search/list-recovered-learnings');

/** What ids of entities stand for that were merged into others. */
export const findAliases = readStatement<{ namespace: string; ids: readonly string[] }, { id: string; target: string }>(
  'search/find-aliases',
);
