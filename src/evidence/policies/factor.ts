import { type FactorConstants, recordFactor } from '../ledger.statements.js';
import { constantsOf, type Entry, markOf, type Policy, type Standing } from '../policy.js';

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
