import type { GraphTransaction } from '../graph/graph.service.js';
import { ChunkMoved } from './chunk-moved.js';
import {
  type BroughtEntity,
  findUnreadChunk,
  type ReadChunk,
  recordCheckIn,
  type StoredCheckIn,
} from '../entities/entities.statements.js';

/** A check-in that a load stores together with its records. */
export interface CheckInToRecord extends Omit<StoredCheckIn, 'at'> {
  /** The chunk of a document whose text is ingested; absent if the text is not from a document. */
  readonly chunk?: ReadChunk | undefined;
}

/**
 * Stores a check-in and links it to the records that it contained. Runs under the lock of the namespace.
 *
 * @throws ChunkMoved when the chunk was read concurrently, so that its facts are not stored twice
 */
export async function writeCheckIn(
  transaction: GraphTransaction,
  {
    checkIn: { chunk, ...checkIn },
    ...brought
  }: {
    readonly namespace: string;
    readonly now: Date;
    readonly checkIn: CheckInToRecord;
    readonly entities: readonly BroughtEntity[];
    readonly pieces: readonly string[];
  },
): Promise<void> {
  if (chunk) {
    const { namespace } = brought;
    const [found] = await transaction.run(findUnreadChunk, { namespace, ...chunk, text: checkIn.text });
    if (!found) throw new ChunkMoved(`Chunk "${chunk.id}" changed, or was read, in the meantime; nothing was stored`);
  }
  await transaction.run(recordCheckIn, { ...brought, checkIn, chunk: chunk ?? null });
}
