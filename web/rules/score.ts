/** The factors from which a score is computed. */
export interface ScoreFactors {
  readonly relevance: number;
  readonly trust: number;
  readonly estimate: number | null;
  readonly gamma: number;
  readonly scopeWeight: number | null;
}

/** A score split into parts that add up to it: the relevance, less or plus the effect of each further factor. */
export interface ScoreParts {
  /** The estimated probability that the next use succeeds, or the trust, raised to the power gamma. */
  readonly trustFactor: number;
  readonly scopeFactor: number;
  readonly score: number;
  /**
   * Loss because the relevance is below the best possible, and because of trust and scope; 0 where they raise the
   * score.
   */
  readonly lostToFit: number;
  readonly lostToTrust: number;
  readonly lostToScope: number;
  /** Gain through trust and scope. */
  readonly gained: number;
}

/**
 * Same formula as in the service: score = relevance · trust^gamma · scopeWeight, where 2 · estimate may replace
 * trust.
 */
export function scoreParts({ relevance, trust, estimate, gamma, scopeWeight }: ScoreFactors): ScoreParts {
  const trustFactor = (estimate === null ? trust : 2 * estimate) ** gamma;
  const scopeFactor = scopeWeight ?? 1;
  const trusted = relevance * trustFactor;
  const score = trusted * scopeFactor;
  return {
    trustFactor,
    scopeFactor,
    score,
    lostToFit: Math.max(0, 1 - relevance),
    lostToTrust: Math.max(0, relevance - trusted),
    lostToScope: Math.max(0, trusted - score),
    gained: Math.max(0, score - relevance),
  };
}

/** The formula with the numbers of a hit, as one line of text. */
export function arithmetic(factors: ScoreFactors): string {
  const { score } = scoreParts(factors);
  const { relevance, trust, estimate, gamma, scopeWeight } = factors;
  const base = estimate === null ? number(trust) : `(2 · ${number(estimate)})`;
  const scope = scopeWeight === null ? '' : ` · ${number(scopeWeight)}`;
  return `${number(relevance)} · ${base}^${number(gamma)}${scope} = ${number(score)}`;
}

/** Formats with at most four decimals, without trailing zeros. */
export function number(value: number): string {
  return String(Number(value.toFixed(4)));
}
