import { averageWeight, FAILURE, factorPolicy, SUCCESS } from '../evidence/policies/factor.js';
import type { Policy } from '../evidence/policy.js';
import type { Credit } from './kind.js';

// Policy for kinds whose trust changes only through outcomes of contexts: a moving average in [0.5,1].

export function averageTrust(samples: Policy['samples']): Policy {
  return factorPolicy({ ...FAILURE, ...SUCCESS }, samples);
}

export const averageCredit: Credit = { onlyNamed: false, weigh: averageWeight };
