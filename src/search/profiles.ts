import { KnowledgeKind } from './knowledge.model.js';

/** How a kind is ranked. */
export interface Profile {
  readonly name: string;
  /** Weight of the full-text score; the nearness in meaning has the rest. */
  readonly lexicalWeight: number;
}

// Weights found on public retrieval sets and on the GUI catalog (docs/search.md).
const CATALOG: Profile = { name: 'catalog', lexicalWeight: 0.15 };

const PROFILES: Readonly<Record<KnowledgeKind, Profile>> = { [KnowledgeKind.ITEM]: CATALOG };

export function profileOf(kind: KnowledgeKind): Profile {
  return PROFILES[kind];
}

/** Weight of the full-text score by kind, as the statements take it. Without vectors the words are all there is. */
export function lexicalWeights(kinds: readonly KnowledgeKind[], withVectors: boolean): Record<string, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, withVectors ? profileOf(kind).lexicalWeight : 1]));
}
