import type { Statement } from '../graph/statement.js';
import type { Sample } from './calibration.js';
import type { Evidence } from './evidence.model.js';
import type { PolicyMark, RecordStatement } from './ledger.statements.js';

/** A trust as a node keeps it: its value at a moment. */
export interface Standing {
  readonly trust: number;
  /** From when on it decays, where the policy has it decay. */
  readonly since: Date;
}

/** What a fold needs of an entry. */
export interface Entry extends Pick<Evidence, 'id' | 'kind' | 'positive' | 'weight' | 'at' | 'appliedAt' | 'sequence'> {
  /** Of an outcome of a context: the share this node was given; null of what was observed of it alone. */
  readonly share?: number | null;
  /** As it was recorded. Entries of 0.1 have none: they are folded with the constants of the policy that folds. */
  readonly policyConstants?: string | null;
}

/** What observations do to the trust of one kind of knowledge, as one value. */
export interface Policy {
  /** Kept with each entry. */
  readonly mark: PolicyMark;
  readonly statement: RecordStatement<object>;
  /** Parameters of `statement`; they are also what each entry keeps. */
  readonly constants: Readonly<Record<string, number | string>>;
  /**
   * The trust after these entries, in the order in which they were applied. The stored value is always this one.
   *
   * @param initial as the node began
   * @param entries in any order
   */
  fold(initial: Standing, entries: readonly Entry[]): Standing;
  /** What its calibration compares: each trust that was acted on with what came of it. */
  readonly samples: Statement<{ namespace: string }, Sample>;
}

export function markOf(policy: string, constants: Policy['constants']): PolicyMark {
  return { policy, policyConstants: JSON.stringify(constants) };
}

/** The constants an entry was recorded with, or these where it keeps none. */
export function constantsOf<Constants extends object>({ policyConstants }: Entry, assumed: Constants): Constants {
  return policyConstants ? { ...assumed, ...(JSON.parse(policyConstants) as Partial<Constants>) } : assumed;
}
