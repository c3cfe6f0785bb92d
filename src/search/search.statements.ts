import { readStatement, schemaStatement, writeStatement } from '../graph/statement.js';
import type { FacetGroups } from '../knowledge/facets.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { GraphProfile } from '../knowledge/profiles.js';
import type { Slot } from './embedding/embedding.statements.js';
import type { CountQueries } from './lucene.js';

/** Conditions that a candidate must meet. */
export interface CandidateFilter {
  readonly namespace: string;
  readonly kinds: readonly KnowledgeKind[];
  readonly minTrust: number;
  readonly updatedAfter: Date | undefined;
  /** Facets that nodes of a kind must have. */
  readonly required: Partial<Readonly<Record<KnowledgeKind, FacetGroups>>>;
}

/** Parameters of a search by words. */
export interface TextSearch extends CandidateFilter {
  readonly lucene: string;
  readonly wide: number;
  /** Weight of the full-text score, by profile for nodes that have one, otherwise by kind. */
  readonly weights: Readonly<Record<string, number>>;
  readonly gamma: number;
  /** Factor by scope; a node without a scope has the factor 1. */
  readonly scopeWeights: Readonly<Record<string, number>>;
  /**
   * True if several kinds compete, so that tried knowledge is weighted by its estimated success instead of its trust.
   */
  readonly estimates: boolean;
  /** Maximum factor of an estimate, which is 1 if nothing was tried. */
  readonly lift: number;
  /** Loss of trust per millisecond, by kind. */
  readonly decayPerMs: Partial<Readonly<Record<KnowledgeKind, number>>>;
  readonly nowMs: number;
  /** A hit may fall below `minTrust` by this much because of decay. */
  readonly decayGrace: number;
  /** Names of the properties that hits return, by kind. */
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
  /** Cosine of unrelated texts, which adds nothing to a score; at most `minCosine`. */
  readonly floor: number;
  readonly minCosine: number;
}

/** Parameters of a search that asks the vector index. */
export interface IndexSearch extends VectorSearch {
  readonly vectorIndex: string;
  /** Number of nodes that are fetched from the vector index, before filters that the index does not check. */
  readonly fetch: number;
  /** The cosine of this many best full-text hits is always computed. */
  readonly sure: number;
}

/** Parameters that differ in size or type between searches. */
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
 * The parameters of a search statement. The database creates and caches a plan for each size of a text or list
 * parameter, and for null, but not for values inside a map.
 */
export type Asked<Search extends TextSearch> = Omit<Search, Varying> & { readonly question: Pick<Search, Varying> };

/** The entities that a question names. */
export interface EntityLinks {
  /** Number of documents in the namespace, at least 1. */
  readonly documents: number;
  /** Entities whose documents are all examined. */
  readonly named: readonly { readonly id: string; readonly idf: number }[];
  /** Rarity by id of entities with so many documents that only the candidates are checked for mentions. */
  readonly crowded: Readonly<Record<string, number>>;
  readonly hubs: readonly string[];
  /** Words of the hubs' names. */
  readonly hubWords: ReadonlySet<string>;
}

/**
 * Parameters of a search that also uses entities, neighbours and sessions. Without an embedder, parameters about
 * vectors are null.
 */
export interface GraphSearch extends Omit<TextSearch, Varying> {
  /** The varying parameters in one map, as in {@link Asked}. */
  readonly question: Pick<TextSearch, Exclude<Varying, 'weights'>> &
    Pick<EntityLinks, 'named' | 'crowded' | 'hubs'> & {
      /** The query without the names of hubs; null if the question names none. */
      readonly luceneWithoutHubs: string | null;
      readonly profiles: Readonly<Record<string, GraphProfile>>;
    };
  /** In one map as well, so that searches with and without an embedder have one plan; without, all are null. */
  readonly embedded: {
    readonly vector: Float32Array | null;
    readonly model: string | null;
    readonly slot: number | null;
    readonly vectorIndex: string | null;
    readonly vectorProperty: string | null;
    readonly modelProperty: string | null;
  };
  /** Like `minCosine`, unused without an embedder. */
  readonly floor: number;
  readonly minCosine: number;
  /** Number of nodes that are fetched from the vector index before the filter; with 0 the index is not used. */
  readonly fetch: number;
  /** True if the cosine of every node that passes the filter is computed. */
  readonly scan: boolean;
  readonly documents: number;
  /** The cosine of this many best full-text hits is always computed. */
  readonly sure: number;
  /** Entities with more links than this are not followed. */
  readonly mostLinks: number;
  /** Entities with more documents than this are not reached through links. */
  readonly mostDocuments: number;
  /** Number of best hits whose neighbours are examined. */
  readonly strong: number;
  /** Maximum weight of the cosine in a profile. */
  readonly open: number;
}

/** Parameters of a search of what was known at another time. */
export interface PastSearch extends Omit<GraphSearch, 'question'> {
  readonly question: GraphSearch['question'] & {
    readonly known: Date;
    /** True if knowledge was archived or restored since; `lucene` then does not filter by what the caller may see. */
    readonly archived: boolean;
    /** Queries for earlier texts; the second one is without the names of hubs, as `luceneWithoutHubs`. */
    readonly earlier: string;
    readonly earlierWithoutHubs: string | null;
  };
  /** Number of best full-text hits of each index that are checked for the time. */
  readonly considered: number;
}

/** State of a hit at the time of a search of another time. */
export interface HitThen {
  readonly updatedAt: Date;
  /** The version that was current then; null if it still is. */
  readonly version: {
    readonly state: string;
    readonly title: string | null;
    readonly text: string | null;
    readonly from: Date;
  } | null;
}

/** A hit with every factor of its score. */
export interface RankedHit {
  readonly ref: string;
  readonly id: string;
  readonly kind: KnowledgeKind;
  /** Profile of the node itself; null if that of its kind applies. */
  readonly profile: string | null;
  /** Group of duplicates that the hit belongs to. */
  readonly group: string | null;
  /** Trust at the time of the search, including decay. */
  readonly trust: number;
  /** Estimated probability of success, in (0,1); null unless kinds competed. */
  readonly estimate: number | null;
  readonly scopeWeight: number | null;
  readonly lexical: number;
  readonly vector: number | null;
  readonly cosine: number | null;
  /** The next four are null if the profile does not use them, and absent unless find-by-graph found the hit. */
  readonly graph?: number | null;
  readonly chain?: number | null;
  readonly neighbours?: number | null;
  readonly session?: number | null;
  readonly relevance: number;
  readonly score: number;
  /** Times of the node, in milliseconds since 1970. */
  readonly createdMs: number;
  readonly updatedMs: number;
  /** Values of the node's other properties, in the requested order; null if none were requested. */
  readonly properties: readonly unknown[] | null;
  /** Set by find-at only. */
  readonly then?: HitThen;
}

/** The best hits, and an upper bound on the score of any node that was not examined. */
export interface RankedHits {
  readonly totalFound: number;
  /** Number of vector hits that passed the filter. */
  readonly near: number;
  readonly hits: readonly RankedHit[];
  /** Upper bound on the score of any node that was not examined. */
  readonly unseen: number;
}

/** The best hits of another time. */
export interface HitsThen extends RankedHits {
  /** Number of further full-text hits that could change the answer, whose states at that time were not read. */
  readonly unread: number;
  /** True if full-text hits that were not considered could change the answer. */
  readonly wider: boolean;
  /** True if one of the full-text indexes may have further hits. */
  readonly filled: boolean;
}

export const findByText = readStatement<Asked<TextSearch>, RankedHits>('search/find-by-text');

export const findByTextAndScan = readStatement<Asked<VectorSearch>, RankedHits>('search/find-by-text-and-scan');

export const findByTextAndIndex = readStatement<Asked<IndexSearch>, RankedHits>('search/find-by-text-and-index');

/** Parameters for an index that checks namespace and kind itself (Neo4j 2026). */
export type FilteredIndexSearch = Omit<IndexSearch, 'vectorIndex'>;

export const findByTextAndFilteredIndex = {
  0: readStatement<Asked<FilteredIndexSearch>, RankedHits>('search/find-by-text-and-filtered-index-0'),
  1: readStatement<Asked<FilteredIndexSearch>, RankedHits>('search/find-by-text-and-filtered-index-1'),
};

export const findByGraph = readStatement<GraphSearch, RankedHits>('search/find-by-graph');

export const findAt = readStatement<PastSearch, HitsThen>('search/find-at');

/** When the history of a namespace begins. */
export interface Beginning {
  /** Time of the first knowledge or entity; null if it is unknown. */
  readonly since: Date | null;
  /** Time before which versions were deleted; null if all are kept. */
  readonly keptSince: Date | null;
}

export const findBeginning = readStatement<{ namespace: string }, Beginning>('search/find-beginning');

/** State of knowledge at another time. */
export interface FoundThen extends HitThen {
  readonly ref: string;
  readonly trust: number;
  readonly decaysSince: Date | null;
}

export const findThen = readStatement<{ namespace: string; refs: readonly string[]; known: Date }, FoundThen>(
  'search/find-then',
);

/** Tells that something was written to a namespace after a time. */
export interface Newer {
  /** Number of earlier texts in the index of all namespaces. */
  readonly texts: number;
  /** True if knowledge of the namespace was archived, or taken out of the archive, after that time. */
  readonly archived: boolean;
}

export const findNewer = readStatement<
  { namespace: string; kinds: readonly KnowledgeKind[]; known: Date },
  Newer & { readonly newer: true }
>('search/find-newer');

/** Counts of a word among the titles and texts of earlier versions, and the number of these. */
export interface EarlierWord {
  readonly word: string;
  readonly inTitle: number;
  readonly inText: number;
  readonly documents: number;
}

export type EarlierWordQueries = readonly (Pick<CountQueries, 'title' | 'text'> & { readonly word: string })[];

export const countEarlierWords = readStatement<{ words: EarlierWordQueries; limit: number }, EarlierWord>(
  'search/count-earlier-words',
);

/** An entity whose name occurs in the query. */
export interface NamedEntity {
  readonly name: string;
  readonly id: string;
  /** Number of documents that mention the entity. */
  readonly documents: number;
}

export const findNamedEntities = readStatement<{ asked: { namespace: string; names: readonly string[] } }, NamedEntity>(
  'search/find-named-entities',
);

export const countKnowledge = readStatement<
  { asked: Pick<CandidateFilter, 'namespace' | 'kinds'> },
  { matching: number; total: number }
>('search/count-knowledge');

export const countFiltered = readStatement<
  Pick<CandidateFilter, 'minTrust'> & { question: Omit<CandidateFilter, 'minTrust'>; limit: number },
  { matching: number }
>('search/count-filtered');

export const findAnyKnowledge = readStatement<object, { namespace: string; title: string }>(
  'search/find-any-knowledge',
);

export const findTried = readStatement<{ asked: { namespace: string } }, { tried: boolean }>('search/find-tried');

/** The epoch of a namespace's word counts: counts of one epoch are comparable. */
export interface WordEpoch {
  /** The namespace; '' for the whole index. */
  readonly namespace: string;
  /** Counted from 1. */
  readonly epoch: number;
  /** Number of documents when the epoch began. */
  readonly documents: number;
  /** The index's epoch on which the namespace's epoch is based; null for the index itself. */
  readonly indexEpoch: number | null;
  readonly since: Date;
}

/** How many titles and texts contain a word. */
export interface CountedWord {
  /** The namespace; '' for the whole index. */
  readonly namespace: string;
  readonly word: string;
  readonly inTitle: number;
  readonly inText: number;
}

export const findWordStatistics = readStatement<{ asked: { namespaces: readonly string[] } }, WordEpoch>(
  'search/find-word-statistics',
);

/** A new epoch of word counts. If several replicas begin one, only one succeeds. */
export interface NewWordEpoch extends Pick<WordEpoch, 'namespace' | 'documents' | 'indexEpoch'> {
  /** The outdated epoch; 0 if there was none. */
  readonly seen: number;
  readonly now: Date;
  /** Maximum number of counts of earlier epochs to delete. */
  readonly forgotten: number;
}

export const beginWordEpoch = writeStatement<{ asked: NewWordEpoch }, WordEpoch>('search/begin-word-epoch');

export const findWordCounts = readStatement<
  { asked: { words: readonly string[]; of: readonly Pick<WordEpoch, 'namespace' | 'epoch'>[] } },
  CountedWord
>('search/find-word-counts');

/** Words that have not been counted in an epoch yet. */
export interface WordsToCount {
  readonly namespace: string;
  readonly epoch: number;
  readonly indexEpoch: number;
  /** The words in order, each with its queries and whether the index's count is still unknown. */
  readonly words: readonly (CountQueries & { readonly word: string; readonly isNew: boolean })[];
  readonly limit: number;
}

export const countWords = writeStatement<{ asked: WordsToCount }, CountedWord>('search/count-words');

export const endWordEpochs = writeStatement<object, object>('search/end-word-epochs');

/** State and analyzer of a full-text index. */
export interface TextIndexState {
  readonly name: string;
  readonly state: string;
  readonly analyzer: string;
}

export const findTextIndex = readStatement<object, TextIndexState>('search/find-text-index');

/** A full-text analyzer. */
export interface Analyzer {
  readonly analyzer: string;
  /** Words that the analyzer drops (stop words), in lower case. */
  readonly stopwords: readonly string[];
}

export const listAnalyzers = readStatement<object, Analyzer>('search/list-analyzers');

export const dropTextIndex = schemaStatement<object>('search/drop-text-index');

export const createTextIndex = schemaStatement<{ options: object }>('search/create-text-index');

export const dropVersionIndex = schemaStatement<object>('search/drop-version-index');

export const createVersionIndex = schemaStatement<{ options: object }>('search/create-version-index');

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

/** Finds the targets of merged entities by id. */
export const findAliases = readStatement<{ namespace: string; ids: readonly string[] }, { id: string; target: string }>(
  'search/find-aliases',
);

/** Finds the merges, by a time, of ids that no entity had then. The targets may have been merged further by then. */
export const findAliasesAt = readStatement<
  { namespace: string; ids: readonly string[]; known: Date },
  {
    id: string;
    target: string;
    /** Id of the change. */
    merge: string;
    /** Undos of the merge, and of one another, by that time. */
    undos: readonly { readonly id: string; readonly undoes: string }[];
  }
>('search/find-aliases-at');
