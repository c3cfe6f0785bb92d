import { averageWeight, FAILURE, factorPolicy, SUCCESS } from '../evidence/policies/factor.js';
import type { Credit } from './kind.js';

// Policy for kinds whose trust changes only through outcomes of contexts: a moving average in [0.5,1].

export const averageTrust = factorPolicy({ ...FAILURE, ...SUCCESS });

export const averageCredit: Credit = { onlyNamed: false, weigh: averageWeight };
