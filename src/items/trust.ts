import type { Config } from '../config/config.js';
import { averageWeight, FAILURE, factorPolicy, SUCCESS } from '../evidence/policies/factor.js';
import type { Policy } from '../evidence/policy.js';
import type { Credit } from '../knowledge/kind.js';
import { listTrustSamples } from './items.statements.js';

/**
 * Defines how observations change the trust of an item, which stays in [0.5,1].
 *
 * @param recovery which successes raise trust: 'none' or 'all'
 */
export function itemTrust(recovery: Config['TRUST_RECOVERY']): Policy {
  return factorPolicy({ ...FAILURE, ...SUCCESS, recovery }, listTrustSamples);
}

/** Defines how the outcome of a context changes the trust of items that the agent named. */
export function itemCredit(recovery: Config['TRUST_RECOVERY']): Credit {
  return {
    onlyNamed: true,
    weigh: (share, success) => (success && recovery === 'none' ? undefined : averageWeight(share, success)),
  };
}
