import { createHash } from 'node:crypto';
import { type Comparison, comparisonOf, type Proportion } from '../common/newcombe.js';
import { TrialVerdict } from './trials.model.js';

/** Number of bytes of the hash that are used: what a double holds exactly. */
const BYTES = 6;

/**
 * Whether a session is drawn for the arm from which the knowledge is withheld. The same session of a trial is always in
 * the same arm; the arms of two trials are independent.
 *
 * @param share share of the sessions from which it is withheld, in (0,1)
 */
export function isWithheld(trialId: string, session: string, share: number): boolean {
  const hash = createHash('sha256')
    .update(JSON.stringify([trialId, session]))
    .digest();
  return hash.readUIntBE(0, BYTES) < share * 2 ** (8 * BYTES);
}

/** Says whether the arms differ: that the 95 % interval of the difference does not contain 0. */
export function judge(given: Proportion, withheld: Proportion): Comparison & { readonly verdict: TrialVerdict } {
  const comparison = comparisonOf(given, withheld);
  const { lower, upper } = comparison.interval ?? { lower: -1, upper: 1 };
  const verdict = lower > 0 ? TrialVerdict.HELPED : upper < 0 ? TrialVerdict.HARMED : TrialVerdict.NOT_SHOWN;
  return { ...comparison, verdict };
}
