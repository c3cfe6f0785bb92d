import { readStatement, schemaStatement, writeStatement } from '../graph/statement.js';
import type { FacetGroups } from '../knowledge/facets.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { RankProfile } from '../knowledge/profiles.js';
import type { Slot } from '../embedding/embedding.statements.js';
import type { CountQueries } from './lucene.js';

/** Conditions that a candidate must meet. */
export interface CandidateFilter {
  readonly namespace: string;
  readonly kinds: readonly KnowledgeKind[];
  /** Minimum stored trust, before decay. */
  readonly minTrust: number;
  readonly updatedAfter: Date | undefined;
  /** Facets that nodes of a kind must have. */
  readonly required: Partial<Readonly<Record<KnowledgeKind, FacetGroups>>>;
}

/** The entities that a question names. */
export interface EntityLinks {
  /** Number of texts in the namespace that may mention entities. */
  readonly documents: number;
  /** Entities whose texts are candidates, with their rarity. */
  readonly named: readonly { readonly id: string; readonly idf: number }[];
  /** Entities in so many texts that their names tell nothing as words. */
  readonly hubs: readonly string[];
  readonly hubWords: ReadonlySet<string>;
}

/**
 * What varies between two searches, in one map: the database creates and caches a plan for each size of a text or list
 * parameter, and for null, but not for values inside a map.
 */
export interface AskedQuestion extends Omit<EntityLinks, 'hubWords'>, TextLinks {
  readonly namespace: string;
  /** Kinds looked for. */
  readonly names: readonly KnowledgeKind[];
  /** Refs of knowledge that is no candidate. */
  readonly withheld: readonly string[];
  readonly kinds: Readonly<Record<KnowledgeKind, AskedKind>>;
  /** By the profile that a node names, otherwise by its kind. */
  readonly profiles: Readonly<Record<string, RankProfile>>;
  /** Factor by scope; a node without a scope has the factor 1. */
  readonly scopeWeights: Readonly<Record<string, number>>;
  readonly minTrust: number;
  /** A hit may fall below `minTrust` by this much because of decay. */
  readonly decayGrace: number;
  readonly updatedAfter: Date | undefined;
  readonly nowMs: number;
  /** Exponent of the trust factor. */
  readonly gamma: number;
  /** Maximum gain of the trust factor, for the highest trust. */
  readonly bonus: number;
  readonly first: number;
  /** True if only the best of a group of duplicates is a hit. */
  readonly isApart: boolean;
  readonly lucene: string;
  /** The query for earlier texts; null in a search of the present. */
  readonly earlier: string | null;
  /** Time of which the search asks; null for the present. */
  readonly known: Date | null;
  /** Number of texts that are read from a full-text index, and maximum number of candidates by words. */
  readonly read: number;
  readonly wide: number;
  /** Number of texts that are fetched from the vector index, and maximum number of candidates by vector. */
  readonly fetch: number;
  readonly nearest: number;
  /** Maximum number of candidates by entities. */
  readonly linked: number;
  readonly mostLinks: number;
  readonly mostDocuments: number;
}

/** How nodes of a kind are ranked. */
export interface AskedKind {
  /** Trust of an untried entry, in (0,1]. */
  readonly usual: number;
  /** Loss of trust per millisecond. */
  readonly decayPerMs: number;
  readonly required: FacetGroups;
  /** Names of the properties that hits return; null if none. */
  readonly whole: readonly string[] | null;
}

/** The vector of a question, and the model whose vectors it is compared with; all null if words alone decide. */
export interface AskedVector {
  readonly vector: Float32Array | null;
  readonly model: string | null;
  readonly slot: Slot | null;
  readonly vectorIndex: string | null;
  readonly vectorProperty: string | null;
  readonly modelProperty: string | null;
  /** Cosine of unrelated texts, which adds nothing to a score; at most `minCosine`. */
  readonly floor: number;
  readonly minCosine: number;
}

interface Asked {
  readonly question: AskedQuestion;
  readonly embedded: AskedVector;
}

/** Texts that one source found, best first. */
export interface SourceRefs {
  readonly refs: readonly string[];
}

export interface SourceScores extends SourceRefs {
  readonly scores: readonly number[];
}

export const candidatesByWords = readStatement<Pick<Asked, 'question'>, SourceScores>('search/candidates-by-words');

export const candidatesThen = readStatement<Pick<Asked, 'question'>, SourceScores>('search/candidates-then');

export const candidatesByVector = readStatement<Asked, SourceRefs>('search/candidates-by-vector');

/** By an index that checks namespace and kind itself (Neo4j 2026). */
export const candidatesByFilteredVector = {
  0: readStatement<Asked, SourceRefs>('search/candidates-by-filtered-vector-0'),
  1: readStatement<Asked, SourceRefs>('search/candidates-by-filtered-vector-1'),
};

export const candidatesByScan = readStatement<Asked, SourceRefs>('search/candidates-by-scan');

export const candidatesByEntities = readStatement<Pick<Asked, 'question'>, SourceScores>(
  'search/candidates-by-entities',
);

export const candidatesByChain = readStatement<
  {
    namespace: string;
    best: { readonly refs: readonly string[]; readonly relevances: readonly number[] };
    documents: number;
  },
  SourceScores
>('search/candidates-by-chain');

export const candidatesBeside = readStatement<{ namespace: string } & SourceRefs, SourceRefs>(
  'search/candidates-beside',
);

/** Candidates of all sources, as lists of equal length; a score is 0 where its source did not find the text. */
export interface Candidates extends SourceRefs {
  readonly words: readonly number[];
  readonly links: readonly number[];
  readonly chain: readonly number[];
  /** Relevance that the caller knows, in (0,1]; 0 if it is computed. */
  readonly given: readonly number[];
}

/** What holds of a node instead of its own properties, at another time or without some evidence. */
export interface HoldsInstead {
  readonly trust: number;
  readonly decaysSince: Date | null;
  /** Null if the node's own facets hold. */
  readonly facets?: readonly string[] | null;
  readonly updatedAt?: Date | null;
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
  readonly score: number;
  readonly relevance: number;
  /** Trust at the time of the search, including decay. */
  readonly trust: number;
  /** Trust of an untried entry of the kind. */
  readonly usual: number;
  /** Factor of the score before the exponent. */
  readonly trustFactor: number;
  readonly scopeWeight: number | null;
  /** Parts of the relevance. */
  readonly lexical: number;
  /** Null if the text has no vector. */
  readonly vector: number | null;
  /** Part that the words have in place of a missing vector. */
  readonly imputed: number;
  readonly graph: number;
  readonly chain: number;
  readonly neighbours: number;
  readonly session: number;
  /** Relevance that the caller gave; 0 if it was computed. */
  readonly given: number;
  readonly cosine: number | null;
  /** Number of candidates that passed the filter. */
  readonly totalFound: number;
  /** Times of the node, in milliseconds since 1970. */
  readonly createdMs: number;
  readonly updatedMs: number;
  /** Values of the node's other properties, in the requested order; null if none were requested. */
  readonly properties: readonly unknown[] | null;
}

export const rank = readStatement<
  Asked & { candidates: Candidates; then: Readonly<Record<string, HoldsInstead>> },
  RankedHit
>('search/rank');

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
  /** Facets of that time; null if they are those of today. */
  readonly facets: readonly string[] | null;
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

/** What links the texts of a namespace to one another. */
export interface TextLinks {
  /** True if texts belong to sessions. */
  readonly hasSessions: boolean;
  /** True if texts mention entities. */
  readonly hasMentions: boolean;
}

export const describeLinks = readStatement<{ asked: { namespace: string } }, TextLinks>('search/describe-links');

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
