import { type LaplaceConstants, recordLaplace } from '../ledger.statements.js';
import { constantsOf, markOf, type Policy } from '../policy.js';

/** The share of successes among attempts, of which some are assumed beforehand: 1 of 2 makes 1 of 1 worth ⅔, not 1. */
export function laplacePolicy(constants: LaplaceConstants & Policy['constants'], samples: Policy['samples']): Policy {
  return {
    mark: markOf('laplace', constants),
    statement: recordLaplace,
    constants,
    samples,
    fold: (initial, entries) => {
      const last = entries.toSorted((a, b) => a.sequence - b.sequence).at(-1);
      if (!last) return initial;
      const { priorSuccesses, priorAttempts } = constantsOf(last, constants);
      const successes = entries.filter(({ positive }) => positive).length;
      return { ...initial, trust: (successes + priorSuccesses) / (entries.length + priorAttempts) };
    },
  };
}
