import { averageWeight, FAILURE, factorPolicy, SUCCESS } from '../evidence/policies/factor.js';
import type { Policy } from '../evidence/policy.js';
import type { Credit } from './kind.js';

// What kinds share whose trust moves by outcomes of contexts alone, both ways: a moving average in [0.5,1].

export function averageTrust(samples: Policy['samples']): Policy {
  return factorPolicy({ ...FAILURE, ...SUCCESS }, samples);
}

export const averageCredit: Credit = { onlyNamed: false, weigh: averageWeight };
