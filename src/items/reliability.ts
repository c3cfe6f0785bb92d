import type { Reliability } from './items.model.js';

/** The prior for an unused item: equivalent to 9 successes in 10 uses. */
const PRIOR = { successes: 9, failures: 1 } as const;
/** The quantile that is reported as the lower bound: the reliability exceeds it with 95 % probability. */
const QUANTILE = 0.05;

/** Reported steps that used an item. */
export interface Uses {
  readonly uses: number;
  /** Number of uses that failed; the others succeeded. */
  readonly failures: number;
}

/** Estimates the reliability as the mean of a Beta posterior, so that a single failed use does not give zero. */
export function reliabilityOf({ uses, failures }: Uses): Reliability {
  const a = PRIOR.successes + uses - failures;
  const b = PRIOR.failures + failures;
  return { uses, failures, mean: a / (a + b), lowerBound: betaQuantile(QUANTILE, a, b) };
}

/** Quantile of Beta(a, b) at probability p, by bisection, accurate to 1e-12. */
export function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (regularizedBeta(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Cumulative distribution function of Beta(a, b) at x in (0,1). */
function regularizedBeta(x: number, a: number, b: number): number {
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The continued fraction converges quickly below the mean; above it, the symmetry of the function is used.
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(x, a, b)) / a
    : 1 - (front * continuedFraction(1 - x, b, a)) / b;
}

/** Lentz's method. The number of terms grows with the square root of a and b. */
function continuedFraction(x: number, a: number, b: number): number {
  const tiny = Number.MIN_VALUE * 1e16;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return fraction;
}

/** Stirling's series, which is accurate enough from 10 on; smaller arguments are shifted up to 10 first. */
function logGamma(z: number): number {
  let shift = 0;
  let x = z;
  for (; x < 10; x++) shift += Math.log(x);
  const inverse = 1 / x;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
