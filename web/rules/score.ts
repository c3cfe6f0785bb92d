/** What of an explanation makes the score. */
export interface ScoreFactors {
  readonly relevance: number;
  readonly trust: number;
  readonly estimate: number | null;
  readonly gamma: number;
  readonly scopeWeight: number | null;
}

/** A score parted so that the parts add up: what fits the question, less or more by each further factor. */
export interface ScoreParts {
  /** Of the next use going well, or the trust, to the power of gamma. */
  readonly trustFactor: number;
  readonly scopeFactor: number;
  readonly score: number;
  /** What is lost because it fits less than the best, and what trust and scope take from the rest; 0 where they add. */
  readonly lostToFit: number;
  readonly lostToTrust: number;
  readonly lostToScope: number;
  /** What trust and scope add. */
  readonly gained: number;
}

/** The same arithmetic as the service: score = relevance · trust^gamma · scopeWeight, where 2 · estimate may stand for trust. */
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

/** A line of arithmetic that says the score, with the numbers of the hit. */
export function arithmetic(factors: ScoreFactors): string {
  const { score } = scoreParts(factors);
  const { relevance, trust, estimate, gamma, scopeWeight } = factors;
  const base = estimate === null ? number(trust) : `(2 · ${number(estimate)})`;
  const scope = scopeWeight === null ? '' : ` · ${number(scopeWeight)}`;
  return `${number(relevance)} · ${base}^${number(gamma)}${scope} = ${number(score)}`;
}

/** Four decimals, without zeros that say nothing. */
export function number(value: number): string {
  return String(Number(value.toFixed(4)));
}
