import { inChunks } from '../graph/chunks.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { leaveSessions, orderSessions, type PieceRow, type SavedPiece } from '../entities/entities.statements.js';

/** Updates the order of the sessions whose pieces changed. */
export async function orderChangedSessions(
  transaction: GraphTransaction,
  namespace: string,
  rows: readonly PieceRow[],
  saved: readonly SavedPiece[],
): Promise<void> {
  const before = new Map(saved.map((piece) => [piece.id, piece]));
  const changed = rows.filter(({ id }) => before.get(id)?.outcome !== 'UNCHANGED');
  const moved = changed.filter(({ id, properties: { session } }) => {
    const old = before.get(id)?.session ?? null;
    return old !== null && old !== session;
  });
  await inChunks(moved, (chunk) => transaction.run(leaveSessions, { namespace, ids: chunk.map(({ id }) => id) }));
  const sessions = changed.flatMap(({ id, properties: { session } }) => [session, before.get(id)?.session ?? null]);
  const named = [...new Set(sessions.filter((session) => session !== null))].sort();
  await inChunks(named, (chunk) => transaction.run(orderSessions, { namespace, sessions: chunk }));
}
