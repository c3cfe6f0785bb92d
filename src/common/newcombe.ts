/** Successes among a number of trials. */
export interface Proportion {
  readonly successes: number;
  readonly n: number;
}

/** Quantile of the normal distribution for a two-sided 95 % interval. */
const Z = 1.959963984540054;

/**
 * The 95 % interval of the difference of two independent proportions, first minus second: the hybrid score interval
 * without continuity correction, method 10 of R. G. Newcombe, "Interval estimation for the difference between
 * independent proportions", Statistics in Medicine 17 (1998). It stays within [−1,1], even if none or all trials
 * succeeded.
 *
 * @param first has at least one trial, as must the second
 */
export function differenceInterval(first: Proportion, second: Proportion): readonly [lower: number, upper: number] {
  const [p1, p2] = [first.successes / first.n, second.successes / second.n];
  const [[lower1, upper1], [lower2, upper2]] = [scoreInterval(first), scoreInterval(second)];
  return [
    Math.max(-1, p1 - p2 - Math.hypot(p1 - lower1, upper2 - p2)),
    Math.min(1, p1 - p2 + Math.hypot(upper1 - p1, p2 - lower2)),
  ];
}

/** The score interval of one proportion (E. B. Wilson 1927). */
function scoreInterval({ successes, n }: Proportion): readonly [lower: number, upper: number] {
  const centre = successes + Z ** 2 / 2;
  const spread = Z * Math.sqrt((successes * (n - successes)) / n + Z ** 2 / 4);
  return [(centre - spread) / (n + Z ** 2), (centre + spread) / (n + Z ** 2)];
}

/** Minimum number of trials per side, because a difference of rates between fewer means nothing. */
export const LEAST_TRIALS = 10;

/** The difference of two rates, first minus second, with its 95 % interval; both null if a side has too few trials. */
export interface Comparison {
  readonly difference: number | null;
  readonly interval: { readonly lower: number; readonly upper: number } | null;
}

export function comparisonOf(first: Proportion, second: Proportion): Comparison {
  if (Math.min(first.n, second.n) < LEAST_TRIALS) return { difference: null, interval: null };
  const [lower, upper] = differenceInterval(first, second);
  return { difference: first.successes / first.n - second.successes / second.n, interval: { lower, upper } };
}
