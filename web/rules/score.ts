/** The factors from which a score is computed. */
export interface ScoreFactors {
  readonly relevance: number;
  readonly trustFactor: number;
  readonly gamma: number;
  readonly scopeWeight: number | null;
}

/** The formula with the numbers of a hit, as one line of text. */
export function arithmetic(factors: ScoreFactors): string {
  const { relevance, trustFactor, gamma, scopeWeight } = factors;
  const score = relevance * trustFactor ** gamma * (scopeWeight ?? 1);
  const scope = scopeWeight === null ? '' : ` · ${number(scopeWeight)}`;
  return `${number(relevance)} · ${number(trustFactor)}^${number(gamma)}${scope} = ${number(score)}`;
}

/** Formats with at most four decimals, without trailing zeros. */
export function number(value: number): string {
  return String(Number(value.toFixed(4)));
}
