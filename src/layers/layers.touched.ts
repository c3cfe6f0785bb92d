import { compare } from '../common/text.js';
import type { Touched } from '../versions/keeping.service.js';
import type { BroughtEntity, LinkOutcome, NamedRow, SavedNode, SavedRecord } from './layers.statements.js';
import type { LayersChange } from './layers.writer.js';

// What a load touches. Pure.

/** Every entity that a change may write, in the order of their ids. */
export function touchedEntities({ metadata, nodes, named, cleared = [], change, expected }: LayersChange): Touched[] {
  const ids = new Set([...metadata, ...nodes, ...named, ...cleared].map(({ id }) => id));
  return [...ids]
    .sort(compare)
    .map((id) => `entity:${id}`)
    .map((ref) => ({ ref, change, expected: expected?.(ref) }));
}

export function touchedBy({ change, expected }: LayersChange, ref: string): Touched {
  return { ref, change, expected: expected?.(ref) };
}

/** Refs of those that it may have changed. */
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

/** Which records a check-in brought, by entity; relations by their source. */
export function broughtEntities(change: LayersChange, outcomes: readonly LinkOutcome[]): BroughtEntity[] {
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
