import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differenceInterval } from './newcombe.js';

// Expected values: Newcombe 1998, table II, method 10.
it.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
  [0, 10, 0, 10, -0.2775, 0.2775],
  [10, 10, 0, 20, 0.6791, 1],
  [10, 10, 0, 10, 0.6075, 1],
])('gives the published interval of %i/%i against %i/%i', (x1, n1, x2, n2, lower, upper) => {
  const interval = differenceInterval({ successes: x1, n: n1 }, { successes: x2, n: n2 });
  expect(interval[0]).toBeCloseTo(lower, 4);
  expect(interval[1]).toBeCloseTo(upper, 4);
});

it('holds the difference, stays in [−1,1], and turns round with its sides', () => {
  const proportion = fc
    .tuple(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([n, share]) => ({ n, successes: Math.round(n * share) }));
  fc.assert(
    fc.property(proportion, proportion, (first, second) => {
      const [lower, upper] = differenceInterval(first, second);
      const difference = first.successes / first.n - second.successes / second.n;
      expect(lower).toBeGreaterThanOrEqual(-1);
      expect(upper).toBeLessThanOrEqual(1);
      expect(lower).toBeLessThanOrEqual(difference + 1e-12);
      expect(upper).toBeGreaterThanOrEqual(difference - 1e-12);
      const [turnedLower, turnedUpper] = differenceInterval(second, first);
      expect(turnedLower).toBeCloseTo(-upper, 12);
      expect(turnedUpper).toBeCloseTo(-lower, 12);
    }),
  );
});
