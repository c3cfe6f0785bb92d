import { inChunks } from '../graph/chunks.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { findProfiles, type MetadataRow } from '../entities/entities.statements.js';
import type { StoredProfile } from '../entities/proposal.js';

/** Computes the metadata record to write, or returns the reason why the stored one stays unchanged. */
export type Settle = (id: string, stored: StoredProfile | undefined) => MetadataRow | string;

/** Metadata records to write. Additions to stored records are merged with them under the lock of the namespace. */
export async function settledMetadata(
  transaction: GraphTransaction,
  namespace: string,
  { metadata, settle }: { readonly metadata: readonly MetadataRow[]; readonly settle?: Settle | undefined },
): Promise<{ rows: readonly MetadataRow[]; left: readonly { readonly id: string; readonly reason: string }[] }> {
  if (!settle) return { rows: metadata, left: [] };
  const ids = metadata.map(({ id }) => id);
  const found = await inChunks(ids, (chunk) => transaction.run(findProfiles, { namespace, ids: chunk }));
  const stored = new Map(found.map((profile) => [profile.id, profile]));
  const settled = ids.map((id) => ({ id, made: settle(id, stored.get(id)) }));
  return {
    rows: settled.flatMap(({ made }) => (typeof made === 'string' ? [] : [made])),
    left: settled.flatMap(({ id, made }) => (typeof made === 'string' ? [{ id, reason: made }] : [])),
  };
}
