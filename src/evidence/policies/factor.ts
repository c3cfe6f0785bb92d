import { EvidenceKind } from '../evidence.model.js';
import { type FactorConstants, listTrustSamples, recordFactor } from '../ledger.statements.js';
import { bySequence, constantsOf, type Entry, isOut, markOf, NOTHING, type Policy, type Standing } from '../policy.js';

/** A failure costs 5 % of a trust, down to one half (KB-attached learning design, "Execution & Failure"). */
export const FAILURE = { factor: 0.95, floor: 0.5 } as const;

/** A success recovers 5 % of the distance to 1. Together with the factor for failures, this gives a moving average. */
export const SUCCESS = { share: 0.05 } as const;

/** How much a failure keeps of a trust, and which share of the distance to 1 a success recovers. */
interface Rates {
  readonly factor: number;
  readonly share: number;
}

/** The weight of an observation with this share. For a share of 1, it equals the constant exactly. */
export function averageWeight(
  share: number,
  success: boolean,
  rates: Rates = { factor: FAILURE.factor, share: SUCCESS.share },
): number {
  return success ? rates.share * share : rates.factor ** share;
}

/**
 * A moving average. An observation against a node multiplies the trust by a weight, but not below a floor. An
 * observation in favour of it recovers a share of the distance to 1. If the failure of a step is retracted, the
 * correction of the same step causes the loss instead.
 */
export function factorPolicy(
  constants: FactorConstants & Policy['constants'],
  samples: Policy['samples'] = listTrustSamples,
): Policy {
  const fold: Policy['fold'] = (initial, entries, without = NOTHING) =>
    weighed(entries, without).reduce<Standing>(
      ({ trust, since }, entry) => ({ trust: moved(trust, entry, constants), since }),
      initial,
    );
  return {
    mark: markOf('factor', constants),
    statement: recordFactor,
    constants,
    samples,
    fold,
    refold: (initial, entries, without) => ({
      standing: fold(initial, entries, without),
      counted: new Map(
        weighed(entries, without).flatMap(({ id, positive, weight }) =>
          // An entry that changes nothing, such as a correction of a step that failed before, does not count as a try.
          positive || weight !== 1 ? [[id, weight]] : [],
        ),
      ),
      properties: {},
      decided: [],
    }),
  };
}

/** The entries that count, in the order of the ledger, each with its weight. */
function weighed(entries: readonly Entry[], without: ReadonlySet<string>): Entry[] {
  const kept = entries.filter((entry) => !isOut(entry, without)).sort(bySequence);
  if (kept.length === entries.length) return kept;
  const failedSteps = new Set(kept.filter(isFailure).map(stepOf));
  const lost = new Map(
    entries
      .filter((entry) => isFailure(entry) && isOut(entry, without) && !failedSteps.has(stepOf(entry)))
      .map((entry) => [stepOf(entry), entry.weight]),
  );
  return kept.map((entry) => {
    if (entry.kind !== EvidenceKind.HUMAN_CORRECTION || entry.weight !== 1) return entry;
    const weight = lost.get(stepOf(entry));
    if (weight === undefined) return entry;
    // If there are several corrections, the first one takes the factor.
    lost.delete(stepOf(entry));
    return { ...entry, weight };
  });
}

function isFailure({ kind, planId }: Entry): boolean {
  return kind === EvidenceKind.STEP_FAILURE && (planId ?? null) !== null;
}

function stepOf({ planId, stepNum }: Entry): string {
  return `${planId ?? ''}\n${stepNum ?? ''}`;
}

function moved(trust: number, entry: Entry, assumed: FactorConstants): number {
  const { positive, weight } = entry;
  return positive ? trust + weight * (1 - trust) : Math.max(constantsOf(entry, assumed).floor, trust * weight);
}
