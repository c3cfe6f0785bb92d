import type { Author } from '../common/caller.js';
import { newId } from '../common/seeded-time.js';
import { inChunks } from '../graph/chunks.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { type AuditRow, recordActs } from './audit.statements.js';

/** The kinds of acts that are recorded in the audit, because neither a change nor evidence records them. */
export type Act = 'DELETE' | 'RESET' | 'IMPORT' | 'EXPORT' | 'CREATE_KEY' | 'REVOKE_KEY' | 'CYPHER' | 'REFUSE';

/** An act to be recorded. It contains no content, only who did what to which thing, and when. */
export type NewAct = AuditRow & { readonly act: Act };

export function newAct(
  { agent, keyId }: Author,
  act: Act,
  { namespace, ref }: { readonly namespace: string; readonly ref: string },
  at: Date,
): NewAct {
  return { namespace, id: newId(at.getTime()), act, ref, by: agent ?? null, keyId: keyId ?? null, at };
}

/**
 * Records acts in the transaction that carries them out. If several transactions carry out parts of an act, each of
 * them may record the same act again.
 */
export async function record(transaction: GraphTransaction, acts: readonly NewAct[]): Promise<void> {
  await inChunks(acts, (rows) => transaction.run(recordActs, { rows }));
}
