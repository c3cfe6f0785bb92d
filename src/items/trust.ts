import type { Config } from '../config/config.js';
import { averageWeight, FAILURE, factorPolicy, SUCCESS } from '../evidence/policies/factor.js';
import type { Policy } from '../evidence/policy.js';
import type { Credit } from '../knowledge/kind.js';
import { listTrustSamples } from './items.statements.js';

/**
 * What observations do to the trust of an item, in [0.5,1].
 *
 * @param recovery successes that count: 'none', 'verified' (the step followed a verified learning of its item), 'all'
 */
export function itemTrust(recovery: Config['TRUST_RECOVERY']): Policy {
  return factorPolicy({ ...FAILURE, ...SUCCESS, recovery }, listTrustSamples);
}

/**
 * An outcome of a context tells something of the items that the agent named. A success does only where all successes count:
 * no step says that a verified learning was followed.
 */
export function itemCredit(recovery: Config['TRUST_RECOVERY']): Credit {
  return {
    onlyNamed: true,
    weigh: (share, success) => (success && recovery !== 'all' ? undefined : averageWeight(share, success)),
  };
}
