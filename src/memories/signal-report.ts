import { ConflictError } from '../common/errors.js';
import type { LedgerAnswer } from '../evidence/ledger.statements.js';
import type { Signal } from './confidence.js';
import { reported } from './memories.counters.js';
import type { MemoryFeedbackResult } from './memories.model.js';

/** A signal that a caller reports about a memory. */
export interface SignalReport {
  readonly memoryId: string;
  readonly kind: Signal;
  readonly positive: boolean;
  readonly comment?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The idempotency key as version 0.2.0 built it, if that differs. */
  readonly formerKey?: string | undefined;
}

/** Turns the ledger's answer into the result that callers see. */
export function resultOf(
  { kind, positive }: Pick<SignalReport, 'kind' | 'positive'>,
  { outcome, applied, trustAfter, retracted }: LedgerAnswer,
  what: string,
): MemoryFeedbackResult {
  if (outcome === 'CREATED') reported.inc({ kind, positive: String(positive), applied: String(applied) });
  const message = applied
    ? `${what} recorded`
    : `${what} recorded; it counts when another one agrees within seven days`;
  return { success: true, newConfidence: trustAfter, applied, message, retracted };
}

export function keyConflict(key: string | undefined): ConflictError {
  return new ConflictError(`The idempotency key "${key ?? ''}" was used for something else`);
}
