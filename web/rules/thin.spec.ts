import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thin } from './thin.js';

describe('a line of fewer points', () => {
  it('keeps first, last, lowest and highest, in order, and no more than it may', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3_000 }),
        fc.integer({ min: 4, max: 40 }),
        (values, most) => {
          const points = values.map((trust, at) => ({ at, trust }));
          const kept = thin(points, ({ trust }) => trust, most);
          const trusts = kept.map(({ trust }) => trust);
          expect(kept.length).toBeLessThanOrEqual(Math.max(most, 1));
          expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
          const extremes = (from: number[]) =>
            from.reduce<[number, number]>(
              ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
              [Infinity, -Infinity],
            );
          expect(extremes(trusts)).toEqual(extremes(values));
          expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((one, other) => one - other));
        },
      ),
      { numRuns: 50 },
    );
  });
});
