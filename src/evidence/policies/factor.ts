import { EvidenceKind } from '../evidence.model.js';
import { type FactorConstants, recordFactor } from '../ledger.statements.js';
import { bySequence, constantsOf, type Entry, isOut, markOf, NOTHING, type Policy, type Standing } from '../policy.js';

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
 * back a share of what is missing to 1. A correction of a step whose failure is taken back costs what the failure did.
 */
export function factorPolicy(constants: FactorConstants & Policy['constants'], samples: Policy['samples']): Policy {
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
          // What moves nothing, as a correction of a step that failed before, is no try of its own.
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
    // Of several corrections the first takes the factor.
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
