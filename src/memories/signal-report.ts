import { ConflictError } from '../common/errors.js';
import type { LedgerAnswer } from '../evidence/ledger.statements.js';
import type { Signal } from './confidence.js';
import { reported } from './memories.counters.js';
import type { MemoryFeedbackResult } from './memories.model.js';

/** What a caller says of a memory. */
export interface SignalReport {
  readonly memoryId: string;
  readonly kind: Signal;
  readonly positive: boolean;
  readonly comment?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The key as version 0.2.0 had it, where that was another one. */
  readonly formerKey?: string | undefined;
}

/** What became of it. */
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
