import { averageWeight, FAILURE, factorPolicy } from '../evidence/policies/factor.js';
import type { Credit } from './kind.js';

// Policy for kinds whose trust changes only through outcomes of contexts: a moving average in [0.5,1].

/**
 * Twice the rates of items: what a text says can become wrong from one day to the next. With those of items, .903 instead
 * of .938 of the tasks with changing facts were done; 0.8 and 0.2 are no better (bench/learning/results.md).
 */
const RATES = { factor: 0.9, share: 0.1 } as const;

export const averageTrust = factorPolicy({ floor: FAILURE.floor, ...RATES });

export const averageCredit: Credit = {
  onlyNamed: false,
  weigh: (share, success) => averageWeight(share, success, RATES),
};
