import { KnowledgeKind } from './knowledge.model.js';

/** How knowledge is ranked. */
export interface Profile {
  readonly name: string;
  /** Weight of the full-text score; the nearness in meaning has the rest. */
  readonly lexicalWeight: number;
}

// Weights found on public retrieval sets and on the GUI catalog (docs/search.md).
const CATALOG: Profile = { name: 'catalog', lexicalWeight: 0.15 };

const FACTUAL: Profile = { name: 'factual', lexicalWeight: 0.4 };
const EPISODIC: Profile = { name: 'episodic', lexicalWeight: 0.6 };
const PROCEDURAL: Profile = { name: 'procedural', lexicalWeight: 0.8 };

const BY_KIND: Readonly<Record<KnowledgeKind, Profile>> = {
  [KnowledgeKind.ITEM]: CATALOG,
  [KnowledgeKind.FLUENT]: PROCEDURAL,
  [KnowledgeKind.MEMORY]: PROCEDURAL,
  [KnowledgeKind.PIECE]: FACTUAL,
  [KnowledgeKind.STRATEGY]: PROCEDURAL,
};

/** Where the nodes of one kind differ, their `profile` names another than the kind's. */
const BY_NAME: ReadonlyMap<string, Profile> = new Map([EPISODIC, PROCEDURAL].map((profile) => [profile.name, profile]));

/** @param named the node's own `profile`, where it has one */
export function profileOf(kind: KnowledgeKind, named?: string | null): Profile {
  return BY_NAME.get(named ?? '') ?? BY_KIND[kind];
}

/**
 * Weight of the full-text score by the node's own profile, else by its kind, as the statements take it. Without vectors
 * the words are all there is.
 */
export function lexicalWeights(kinds: readonly KnowledgeKind[], withVectors: boolean): Record<string, number> {
  const weights = [...kinds.map((kind) => [kind, BY_KIND[kind]] as const), ...BY_NAME];
  return Object.fromEntries(weights.map(([key, { lexicalWeight }]) => [key, withVectors ? lexicalWeight : 1]));
}
