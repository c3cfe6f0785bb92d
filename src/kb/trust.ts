/** A failure costs 5 % of the trust score, down to one half (KB-attached learning design, "Execution & Failure"). */
export const FAILURE = { factor: 0.95, floor: 0.5 } as const;

/** What a replay needs of an observation. */
export interface TrustEvidence {
  /** Factor of the trust, 0..1. */
  readonly weight: number;
}

/**
 * The trust of an item after its evidence, in the order it was applied. The stored value is always this one.
 *
 * @param initial in [0.5,1]
 */
export function replayTrust(initial: number, evidence: readonly TrustEvidence[]): number {
  return evidence.reduce((trust, { weight }) => Math.max(FAILURE.floor, trust * weight), initial);
}
