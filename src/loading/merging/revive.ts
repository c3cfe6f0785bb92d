import { inChunks } from '../../graph/chunks.js';
import type { GraphTransaction } from '../../graph/graph.service.js';
import { entityName } from '../../mentions/entity-name.js';
import { reviveEntities } from './merging.statements.js';

/** Turns aliases of undone merges back into entities, which keep their marks of loads and their links to check-ins. */
export async function reviveMerged(
  transaction: GraphTransaction,
  namespace: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const rows = ids.map((id) => ({ id, name: entityName(id, null) }));
  await inChunks(rows, (chunk) => transaction.run(reviveEntities, { namespace, now, rows: chunk }));
}
