import { readStatement } from '../graph/statement.js';
import type { FacetGroups } from './facets.js';
import type { KnowledgeKind } from './knowledge.model.js';

export interface CandidateFilter {
  readonly namespace: string;
  readonly kinds: readonly KnowledgeKind[];
  readonly minTrust: number;
  readonly updatedAfter: Date | undefined;
  /** Facets that nodes of a kind must carry. */
  readonly required: Partial<Readonly<Record<KnowledgeKind, FacetGroups>>>;
}

export interface TextSearch extends CandidateFilter {
  readonly lucene: string;
  readonly wide: number;
  /** Weight of the full-text score by the node's own profile, else by its kind. */
  readonly weights: Readonly<Record<string, number>>;
  readonly gamma: number;
  /** Factor of a scope; 1 where a node has none. */
  readonly scopeWeights: Readonly<Record<string, number>>;
  /** What a trust loses in a millisecond, by kind. */
  readonly decayPerMs: Partial<Readonly<Record<KnowledgeKind, number>>>;
  readonly nowMs: number;
  readonly first: number;
}

export interface VectorSearch extends TextSearch {
  readonly vector: Float32Array;
  readonly model: string;
  readonly slot: number;
  readonly vectorProperty: string;
  readonly modelProperty: string;
  readonly minCosine: number;
}

export interface IndexSearch extends VectorSearch {
  readonly vectorIndex: string;
  /** Vector hits looked at, before the filter. */
  readonly fetch: number;
  /** Full-text hits whose cosine is always measured. */
  readonly sure: number;
}

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
  readonly scopeWeight: number | null;
  readonly lexical: number;
  readonly vector: number | null;
  readonly cosine: number | null;
  readonly relevance: number;
  readonly score: number;
}

export interface RankedHits {
  readonly totalFound: number;
  /** Vector hits that passed the filter. */
  readonly near: number;
  readonly hits: readonly RankedHit[];
  /** The highest score that a node could have which was not looked at. */
  readonly unseen: number;
}

const columns = { totalFound: true, near: true, hits: true, unseen: true } as const;

export const findByText = readStatement<TextSearch, RankedHits>('search/find-by-text', columns);

export const findByTextAndScan = readStatement<VectorSearch, RankedHits>('search/find-by-text-and-scan', columns);

export const findByTextAndIndex = readStatement<IndexSearch, RankedHits>('search/find-by-text-and-index', columns);

export const countKnowledge = readStatement<
  Pick<CandidateFilter, 'namespace' | 'kinds'>,
  { matching: number; total: number }
>('search/count-knowledge', { matching: true, total: true });

export const countFiltered = readStatement<CandidateFilter & { limit: number }, { matching: number }>(
  'search/count-filtered',
  { matching: true },
);
