import { expect, it } from 'vitest';
import { holdsAt } from './validity.js';

const year = (of: number) => new Date(Date.UTC(of, 0, 1));

it('holds from its beginning up to its end, which is not part of it', () => {
  const validity = { validFrom: year(2020), validTo: year(2022) };
  expect([2019, 2020, 2021, 2022].map((of) => holdsAt(validity, year(of)))).toEqual([false, true, true, false]);
});

it('is open where nothing is said, and holds whenever no time is asked for', () => {
  expect(holdsAt({ validFrom: null, validTo: year(2022) }, year(1900))).toBe(true);
  expect(holdsAt({ validFrom: year(2020) }, year(2900))).toBe(true);
  expect(holdsAt({}, year(2020))).toBe(true);
  expect(holdsAt({ validTo: year(1900) }, null)).toBe(true);
});
