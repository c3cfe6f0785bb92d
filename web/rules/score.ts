/** The factors from which a score is computed. */
export interface ScoreFactors {
  readonly relevance: number;
  readonly trustFactor: number;
  readonly gamma: number;
  readonly scopeWeight: number | null;
}

/** A score split into parts that add up to it: the relevance, less or plus the effect of each further factor. */
export interface ScoreParts {
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

/** Splits a score by the factors that the service returned: score = relevance · trustFactor^gamma · scopeWeight. */
export function scoreParts({ relevance, trustFactor, gamma, scopeWeight }: ScoreFactors): ScoreParts {
  const trusted = relevance * trustFactor ** gamma;
  const score = trusted * (scopeWeight ?? 1);
  return {
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
  const { relevance, trustFactor, gamma, scopeWeight } = factors;
  const scope = scopeWeight === null ? '' : ` · ${number(scopeWeight)}`;
  return `${number(relevance)} · ${number(trustFactor)}^${number(gamma)}${scope} = ${number(score)}`;
}

/** Formats with at most four decimals, without trailing zeros. */
export function number(value: number): string {
  return String(Number(value.toFixed(4)));
}
