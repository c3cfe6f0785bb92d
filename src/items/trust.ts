import type { Config } from '../config/config.js';
import { factorPolicy } from '../evidence/policies/factor.js';
import type { Policy } from '../evidence/policy.js';
import { listTrustSamples } from './items.statements.js';

/** A failure costs 5 % of the trust score, down to one half (KB-attached learning design, "Execution & Failure"). */
export const FAILURE = { factor: 0.95, floor: 0.5 } as const;

/**
 * A success gives back 5 % of what is missing to 1: with the failure's factor the two halves of one moving average.
 * TRUST_RECOVERY says which successes do.
 */
export const SUCCESS = { share: 0.05 } as const;

/**
 * What observations do to the trust of an item, in [0.5,1].
 *
 * @param recovery successes that count: 'none', 'verified' (the step followed a verified learning of its item), 'all'
 */
export function itemTrust(recovery: Config['TRUST_RECOVERY']): Policy {
  return factorPolicy({ ...FAILURE, ...SUCCESS, recovery }, listTrustSamples);
}
