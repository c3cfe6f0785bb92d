import { sha256 } from '../common/hash.js';
import type { KnowledgeKind } from './knowledge.model.js';
import { symbolTokens } from './symbols.js';

// Facets are exact tokens stored with the words of a node in the full-text index, so that a filter runs inside the
// index. A plain name would be changed by the analyzer: the english analyzer makes `running` `runs`, drops `the`, and
// lets `acme` find `acme-corp`. A hash of the name that ends in a digit is a single token that no stemmer changes.

/** Groups of facets; a node must have at least one facet of each group. */
export type FacetGroups = readonly (readonly string[])[];

/** The data from which the facet tokens of a node are made; searches filter by these inside the index. */
export interface FacetsOf {
  readonly namespace: string;
  readonly kind: KnowledgeKind;
  /**
   * Further tokens of the node, each made by {@link hashedToken} or a function based on it:
   * `[applicationToken('asammdf')]`.
   */
  readonly tokens?: readonly string[];
  /** Title and text of the node, of which words with symbols become tokens; absent for kinds that need none. */
  readonly text?: string;
}

/** The value of the `facets` property of a Knowledge node. */
export function facetsOf({ namespace, kind, tokens = [], text = '' }: FacetsOf): string[] {
  return [namespaceToken(namespace), kindToken(kind), ...tokens, ...symbolTokens(text)];
}

export function namespaceToken(namespace: string): string {
  return hashedToken('n', namespace);
}

/** @param prefix a letter that is unique to this type of facet; kinds of knowledge choose theirs in their folders */
export function hashedToken(prefix: string, name: string): string {
  return `${prefix}${sha256(name)}0`;
}

export function kindToken(kind: KnowledgeKind): string {
  return `k${kind.toLowerCase()}0`;
}

// Tokens for search filters that are independent of the kind.

/** Token for the application that an item is about. `filter.application` of a search looks for it. */
export function applicationToken(application: string): string {
  return hashedToken('a', application);
}

export function tagToken(tag: string): string {
  return hashedToken('t', tag);
}

/** Token for the domain that a fluent belongs to. */
export function domainToken(domain: string): string {
  return hashedToken('d', domain);
}

/** Token for the entity that a piece belongs to; `entityToken('')` if the piece belongs to none. */
export function entityToken(entityId: string): string {
  return hashedToken('e', entityId);
}
