import { type LaplaceConstants, listTrustSamples, recordLaplace } from '../ledger.statements.js';
import { bySequence, constantsOf, type Entry, isOut, markOf, NOTHING, type Policy } from '../policy.js';

/**
 * The share of successes among attempts, with some attempts assumed in advance: if 1 success in 2 attempts is assumed,
 * a single success gives ⅔ and not 1. An outcome of a context counts with its share as weight.
 */
export function laplacePolicy(constants: LaplaceConstants & Policy['constants']): Policy {
  const fold: Policy['fold'] = (initial, entries, without = NOTHING) => {
    const kept = entries.filter((entry) => !isOut(entry, without)).sort(bySequence);
    const last = kept.at(-1);
    if (!last) return initial;
    const { priorSuccesses, priorAttempts } = constantsOf(last, constants);
    const { attempts, successes, credited, creditedSuccesses } = sumsOf(kept);
    return {
      ...initial,
      trust: (successes + creditedSuccesses + priorSuccesses) / (attempts + credited + priorAttempts),
    };
  };
  return {
    mark: markOf('laplace', constants),
    statement: recordLaplace,
    constants,
    samples: listTrustSamples,
    fold,
    refold: (initial, entries, without) => {
      const kept = entries.filter((entry) => !isOut(entry, without)).sort(bySequence);
      return {
        standing: fold(initial, entries, without),
        counted: new Map(kept.map(({ id, weight }) => [id, weight])),
        properties: { ...sumsOf(kept) },
        decided: [],
      };
    },
  };
}

/** Adds in the same order as the database, so that both get bitwise equal sums. */
function sumsOf(entries: readonly Entry[]) {
  const sums = { attempts: 0, successes: 0, credited: 0, creditedSuccesses: 0 };
  for (const { share, positive } of entries) {
    if (isAttempt(share)) {
      sums.attempts += 1;
      sums.successes += positive ? 1 : 0;
    } else {
      sums.credited += share;
      sums.creditedSuccesses += positive ? share : 0;
    }
  }
  return sums;
}

function isAttempt(share: number | null | undefined): share is null | undefined {
  return share === undefined || share === null;
}
