import { type LaplaceConstants, recordLaplace } from '../ledger.statements.js';
import { constantsOf, markOf, type Policy } from '../policy.js';

/**
 * The share of successes among attempts, of which some are assumed beforehand: 1 of 2 makes 1 of 1 worth ⅔, not 1. An outcome
 * of a context weighs as much as its share.
 */
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
      const attempts = entries.filter(({ share }) => isAttempt(share));
      const successes = attempts.filter(({ positive }) => positive).length;
      // In the order in which the database adds them up, so that both give the same bits.
      const credits = entries
        .filter(({ share }) => !isAttempt(share))
        .sort((a, b) => a.sequence - b.sequence)
        .reduce(
          (sums, { share, positive }) => ({
            all: sums.all + (share ?? 0),
            successful: sums.successful + (positive ? (share ?? 0) : 0),
          }),
          { all: 0, successful: 0 },
        );
      const trust = (successes + credits.successful + priorSuccesses) / (attempts.length + credits.all + priorAttempts);
      return { ...initial, trust };
    },
  };
}

function isAttempt(share: number | null | undefined): boolean {
  return share === undefined || share === null;
}
