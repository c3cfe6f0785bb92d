import { type Found, type Hit, HITS, hitsOf } from './context.js';
import type { CallOptions, Json, Requests } from './request.js';

/** Request for a search. */
export interface SearchRequest {
  /** The task or question, in plain words. */
  readonly query: string;
  /** Maximum number of hits, 1–100; default 5. */
  readonly first?: number;
  /** Kinds of knowledge to search: ITEM, MEMORY, …; default all. */
  readonly kinds?: readonly string[];
  /** Conditions that every hit meets, such as `{ tags: ['git'] }`: the API's SearchFilter. */
  readonly filter?: Json;
  /** Match in [0,1] that the best hit must reach; 0 returns the best hits in any case. */
  readonly minMatch?: number;
  /** Maximum number of tokens of all hits. */
  readonly maxTokens?: number;
  /** ISO 8601: what was known then, and what held then. */
  readonly asOf?: string;
  readonly validAt?: string;
}

const SEARCH = `query ($query: String!, $first: Int! = 5, $kinds: [KnowledgeKind!], $filter: SearchFilter,
  $minMatch: Float, $maxTokens: Int, $asOf: DateTime, $validAt: DateTime) {
  search(query: $query, first: $first, kinds: $kinds, filter: $filter, minMatch: $minMatch, maxTokens: $maxTokens,
    asOf: $asOf, validAt: $validAt) { ${HITS} } }`;

export async function search(
  requests: Requests,
  request: string | SearchRequest,
  options?: CallOptions,
): Promise<Hit[]> {
  const variables = typeof request === 'string' ? { query: request } : { ...request };
  const { search } = await requests.graphql(SEARCH, variables, options);
  return hitsOf((search as Found).hits);
}
