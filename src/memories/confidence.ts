import { compare } from '../common/text.js';
import { EvidenceKind } from '../evidence/evidence.model.js';

const DAY_MS = 24 * 3_600_000;

/** What a signal moves a confidence by (seed 003, "Signal Weights"). */
export const WEIGHTS = {
  [EvidenceKind.EXPLICIT_FEEDBACK]: { positive: 0.3, negative: -0.2 },
  [EvidenceKind.TASK_COMPLETION]: { positive: 0.1, negative: -0.05 },
  [EvidenceKind.CODE_STABILITY]: { positive: 0.2, negative: -0.15 },
} as const;

export type Signal = keyof typeof WEIGHTS;

/** What a confidence loses in a millisecond: 0.05 a month of 30 days (seed 003, WeightMonthlyDecay). */
export const DECAY_PER_MS = 0.05 / (30 * DAY_MS);

/** From so many uses on a memory is no longer new, and one signal is enough (seed 003, RequiresConsensus). */
export const SETTLED_USES = 3;

/** What a memory has when it comes out of the archive, unless evidence has brought it higher. */
export const RESTORED_CONFIDENCE = 0.5;

/** A confidence as it is kept: its value at a moment, from which on it decays. */
export interface Confidence {
  readonly base: number;
  readonly since: Date;
}

/** The confidence at a moment, in [0,1]. */
export function confidenceAt({ base, since }: Confidence, at: Date): number {
  return Math.max(0, base - DECAY_PER_MS * Math.max(0, at.getTime() - since.getTime()));
}

/** What of a piece of evidence its replay needs. */
export interface Observation {
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly weight: number;
  readonly at: Date;
  /** Null while it has moved nothing. */
  readonly appliedAt: Date | null;
}

/**
 * Folds a ledger: at a signal of weight w the confidence becomes clamp(c + w), and a restored memory's at least the
 * weight; between them it decays. Only what was applied counts, in the order of its application.
 *
 * @param initial as recorded
 * @returns what the memory's node keeps
 */
export function replay(initial: Confidence, ledger: readonly Observation[]): Confidence {
  const applied = ledger
    .flatMap((observation) => (observation.appliedAt ? [{ ...observation, appliedAt: observation.appliedAt }] : []))
    .sort(
      (a, b) => a.appliedAt.getTime() - b.appliedAt.getTime() || a.at.getTime() - b.at.getTime() || compare(a.id, b.id),
    );
  return applied.reduce<Confidence>((confidence, { kind, weight, appliedAt }) => {
    const before = confidenceAt(confidence, appliedAt);
    const base = kind === EvidenceKind.RESTORED ? Math.max(before, weight) : clamp(before + weight);
    return { base, since: appliedAt };
  }, initial);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
