import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharesOf } from './shares.js';

it('gives each of what was used the same, and the last the rest', () => {
  expect(sharesOf([0.9, 0.5, 0.1, 0.1], [true, false, true, true])).toEqual([1 / 3, 0, 1 / 3, 1 - 2 / 3]);
  expect(sharesOf([0.9], [true])).toEqual([1]);
});

it('goes by the scores where nobody said what was used', () => {
  expect(sharesOf([0.6, 0.3, 0.1], undefined)).toEqual([
    expect.closeTo(0.6, 12),
    expect.closeTo(0.3, 12),
    expect.closeTo(0.1, 12),
  ]);
  expect(sharesOf([1, 0, 1, 0], undefined)).toEqual([0.5, 0, 0.5, 0]);
  // Nothing distinguishes the two.
  expect(sharesOf([0, 0], undefined)).toEqual([0.5, 0.5]);
});

it('gives nothing where nothing was used, or given', () => {
  expect(sharesOf([0.9, 0.5], [false, false])).toEqual([0, 0]);
  expect(sharesOf([], undefined)).toEqual([]);
});

it('gives shares in [0,1] that sum to 1, whatever the scores', () => {
  const given = fc.array(
    fc.record({ score: fc.double({ min: 0, max: 1e300, noNaN: true }), used: fc.option(fc.boolean(), { nil: true }) }),
    { minLength: 1, maxLength: 50 },
  );
  fc.assert(
    fc.property(given, fc.boolean(), (items, said) => {
      const used = said ? items.map((item) => item.used) : undefined;
      const shares = sharesOf(
        items.map(({ score }) => score),
        used,
      );
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      const sum = shares.reduce((total, share) => total + share, 0);
      expect(sum).toBeCloseTo(used?.every((named) => !named) ? 0 : 1, 12);
      used?.forEach((named, place) => expect((shares[place] ?? 0) > 0).toBe(named));
    }),
    { numRuns: 2_000 },
  );
});
