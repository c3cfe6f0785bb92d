import { sha256 } from '../common/hash.js';
import type { KnowledgeKind } from './knowledge.model.js';

// Facets are exact tokens beside the words of a node in the full-text index, so that a filter runs inside the index.
// A name as it is would leak there: the english analyzer makes `running` `runs`, drops `the`, and lets `acme` find
// `acme-corp`. A hash of the name that ends in a digit is one token that no stemmer touches.

/** Of each group a node must carry one token. */
export type FacetGroups = readonly (readonly string[])[];

export interface FacetsOf {
  readonly namespace: string;
  readonly kind: KnowledgeKind;
  /** Further tokens of the node, each made by one of the functions below: `[applicationToken('asammdf')]`. */
  readonly tokens?: readonly string[];
}

/** The `facets` of a Knowledge node. */
export function facetsOf({ namespace, kind, tokens = [] }: FacetsOf): string[] {
  return [namespaceToken(namespace), kindToken(kind), ...tokens];
}

export function namespaceToken(namespace: string): string {
  return `n${sha256(namespace)}0`;
}

export function kindToken(kind: KnowledgeKind): string {
  return `k${kind.toLowerCase()}0`;
}

/** The application an item is about; what `filter.application` of a search looks for. */
export function applicationToken(application: string): string {
  return `a${sha256(application)}0`;
}

export function tagToken(tag: string): string {
  return `t${sha256(tag)}0`;
}

/** The domain a fluent belongs to. */
export function domainToken(domain: string): string {
  return `d${sha256(domain)}0`;
}

/** The entity a piece belongs to; `entityToken('')` of a piece that is nobody's. */
export function entityToken(entityId: string): string {
  return `e${sha256(entityId)}0`;
}

/** One of these is on every piece for which this entity, or who is none, may ask: its own and those of nobody. */
export function piecesSeenBy(entityId: string | undefined): string[] {
  return [entityToken(''), ...(entityId === undefined ? [] : [entityToken(entityId)])];
}

/** What a piece is: `knowledgeTypeToken('FACT')`. */
export function knowledgeTypeToken(type: string): string {
  return `y${sha256(type)}0`;
}

/** Who sees a memory: one project, one team, or (the name left out) the whole namespace. */
export function visibilityToken(scope: 'project' | 'team' | 'org', name = ''): string {
  return `v${sha256(`${scope} ${name}`)}0`;
}

/** Whether a memory is a strategy that worked or one that failed. */
export function outcomeToken(outcome: 'SUCCESS' | 'FAILURE'): string {
  return `o${outcome.toLowerCase()}0`;
}
