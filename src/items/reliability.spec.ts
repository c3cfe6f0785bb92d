import { expect, it } from 'vitest';
import { betaQuantile, reliabilityOf } from './reliability.js';

it('an item that was never used is as good as its prior, and not better', () => {
  const { mean, lowerBound, ...counts } = reliabilityOf({ uses: 0, failures: 0 });
  expect(counts).toEqual({ uses: 0, failures: 0 });
  expect(mean).toBe(0.9);
  // The distribution function of Beta(9, 1) is x^9.
  expect(lowerBound).toBeCloseTo(0.05 ** (1 / 9), 10);
});

it('counts failures and successes upon 9 good uses and a bad one', () => {
  expect(reliabilityOf({ uses: 10, failures: 10 }).mean).toBe(0.45);
  expect(reliabilityOf({ uses: 90, failures: 0 }).mean).toBe(0.99);
  expect(reliabilityOf({ uses: 1, failures: 1 }).mean).toBeCloseTo(9 / 11, 12);
});

it('its lower bound is the 5 % quantile of the Beta distribution', () => {
  // 10 x^9 - 9 x^10 = 0.05: the exact lower bound of Clopper and Pearson for 9 of 10.
  expect(reliabilityOf({ uses: 1, failures: 1 }).lowerBound).toBeCloseTo(0.6058367, 6);
  // Beta(1, 1) is even, Beta(2, 2) has the distribution function 3x² - 2x³, Beta(1, 5) is 1 - (1 - x)^5.
  expect(betaQuantile(0.05, 1, 1)).toBeCloseTo(0.05, 10);
  expect(betaQuantile(0.5, 2, 2)).toBeCloseTo(0.5, 10);
  expect(betaQuantile(0.05, 2, 2)).toBeCloseTo(0.1353503, 6);
  expect(betaQuantile(0.05, 1, 5)).toBeCloseTo(1 - 0.95 ** 0.2, 10);
});

it('nears the share of successes as uses grow, from below', () => {
  const bounds = [10, 100, 1_000, 100_000].map((uses) => reliabilityOf({ uses, failures: uses / 10 }).lowerBound);
  expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
  expect(bounds.at(-1)).toBeGreaterThan(0.898);
  expect(bounds.at(-1)).toBeLessThan(0.9);
  const many = reliabilityOf({ uses: 1_000_000, failures: 500_000 });
  // Normal approximation: 0.500004 - 1.644854 * 0.0005.
  expect(many.lowerBound).toBeCloseTo(0.499181, 5);
});
