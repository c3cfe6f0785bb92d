import { compare } from '../common/text.js';
import type { Touched } from '../versions/keeping.service.js';
import type { BroughtEntity, LinkOutcome, NamedRow, SavedNode, SavedRecord } from '../entities/entities.statements.js';
import type { NewChange } from '../versions/change.model.js';

// Determines which entities a load may change, and which records it contains. The functions are pure.

interface Named {
  readonly id: string;
}

interface KnowledgeChange {
  readonly metadata: readonly Named[];
  readonly nodes: readonly Named[];
  readonly named: readonly Named[];
  readonly links: readonly { readonly sourceId: string; readonly key: string }[];
  readonly cleared?: readonly Named[] | undefined;
  readonly change: NewChange;
  readonly expected?: ((ref: string) => number | undefined) | undefined;
}

/** All entities that a change may write, ordered by id. */
export function touchedEntities({
  metadata,
  nodes,
  named,
  cleared = [],
  change,
  expected,
}: KnowledgeChange): Touched[] {
  const ids = new Set([...metadata, ...nodes, ...named, ...cleared].map(({ id }) => id));
  return [...ids]
    .sort(compare)
    .map((id) => `entity:${id}`)
    .map((ref) => ({ ref, change, expected: expected?.(ref) }));
}

export function touchedBy({ change, expected }: KnowledgeChange, ref: string): Touched {
  return { ref, change, expected: expected?.(ref) };
}

/** Refs of the entities that a save may have changed. */
export function changedEntities(
  saved: {
    readonly metadata: readonly SavedRecord[];
    readonly nodes: readonly SavedNode[];
    cleared: readonly { id: string }[];
  },
  named: readonly NamedRow[],
): ReadonlySet<string> {
  const written = [...saved.metadata, ...saved.nodes].filter(({ outcome }) => outcome !== 'UNCHANGED');
  return new Set([...written, ...saved.cleared, ...named].map(({ id }) => `entity:${id}`));
}

/** The records that a check-in contained, by entity. A relation is listed with its source. */
export function broughtEntities(change: KnowledgeChange, outcomes: readonly LinkOutcome[]): BroughtEntity[] {
  const brought = new Map<string, { id: string; metadata: boolean; node: boolean; links: string[] }>();
  const of = (id: string) => {
    const entity = brought.get(id) ?? { id, metadata: false, node: false, links: [] };
    brought.set(id, entity);
    return entity;
  };
  for (const { id } of change.metadata) of(id).metadata = true;
  for (const { id } of change.nodes) of(id).node = true;
  for (const { id } of change.named) of(id);
  change.links.forEach(({ sourceId, key }, n) => {
    if (!outcomes[n]?.startsWith('NO_')) of(sourceId).links.push(key);
  });
  return [...brought.values()];
}
