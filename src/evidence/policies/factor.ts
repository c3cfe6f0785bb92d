import { type FactorConstants, recordFactor } from '../ledger.statements.js';
import { constantsOf, type Entry, markOf, type Policy, type Standing } from '../policy.js';

/** A failure costs 5 % of a trust, down to one half (KB-attached learning design, "Execution & Failure"). */
export const FAILURE = { factor: 0.95, floor: 0.5 } as const;

/** A success gives back 5 % of what is missing to 1: with the failure's factor the two halves of one moving average. */
export const SUCCESS = { share: 0.05 } as const;

/** The weight of an observation that counts by a share of 1; of all of it, exactly the constants. */
export function averageWeight(share: number, success: boolean): number {
  return success ? SUCCESS.share * share : FAILURE.factor ** share;
}

/**
 * A moving average: an observation against a node multiplies its trust by a weight, not below a floor; one for it gives
 * back a share of what is missing to 1. An entry that was taken back stays, and so does the RETRACTION that undoes it.
 */
export function factorPolicy(constants: FactorConstants & Policy['constants'], samples: Policy['samples']): Policy {
  return {
    mark: markOf('factor', constants),
    statement: recordFactor,
    constants,
    samples,
    fold: (initial, entries) =>
      entries
        .toSorted((a, b) => a.sequence - b.sequence)
        .reduce<Standing>(({ trust, since }, entry) => ({ trust: moved(trust, entry, constants), since }), initial),
  };
}

function moved(trust: number, entry: Entry, assumed: FactorConstants): number {
  const { positive, weight } = entry;
  return positive ? trust + weight * (1 - trust) : Math.max(constantsOf(entry, assumed).floor, trust * weight);
}
