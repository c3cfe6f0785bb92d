/** A failure costs 5 % of the trust score, down to one half (KB-attached learning design, "Execution & Failure"). */
export const FAILURE = { factor: 0.95, floor: 0.5 } as const;

/**
 * A success gives back 5 % of what is missing to 1: with the failure's factor the two halves of one moving average.
 * TRUST_RECOVERY says which successes do.
 */
export const SUCCESS = { share: 0.05 } as const;

/** What a replay needs of an observation. */
export interface TrustEvidence {
  /** Speaks for the item. */
  readonly positive: boolean;
  /** 0..1: against it the factor of the trust, for it the share of what is missing to 1. */
  readonly weight: number;
}

/**
 * The trust of an item after its evidence, in the order it was applied. The stored value is always this one.
 *
 * @param initial in [0.5,1]
 */
export function replayTrust(initial: number, evidence: readonly TrustEvidence[]): number {
  return evidence.reduce(
    (trust, { positive, weight }) =>
      positive ? trust + weight * (1 - trust) : Math.max(FAILURE.floor, trust * weight),
    initial,
  );
}
