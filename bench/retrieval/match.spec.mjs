import { describe, expect, it } from 'vitest';
import { chosenBound, effectOf, nothingSet } from './match.mjs';

const NOTHING = [0, 0.1, 0.2, 0.4];
const ANSWERS = [
  { matches: [0.5, 0.1], right: [0.1] },
  { matches: [0.3, 0.2], right: [0.3, 0.2] },
  { matches: [0.15], right: [] },
];

describe('what a bound does', () => {
  it('keeps back contexts without a hit of that match, with all that is right in them', () => {
    expect(effectOf(0.25, NOTHING, ANSWERS)).toEqual({ bound: 0.25, kept: 0.75, lost: 0, lostAlone: 2 / 3 });
    expect(effectOf(0.4, NOTHING, ANSWERS)).toEqual({ bound: 0.4, kept: 0.75, lost: 2 / 3, lostAlone: 1 });
  });

  it('is chosen as high as right answers allow', () => {
    expect(chosenBound(NOTHING, ANSWERS)).toMatchObject({ bound: 0.3, lost: 0 });
  });
});

it('asks a hundred questions about nothing, in two halves', () => {
  const { queries, groups } = nothingSet();
  expect(queries).toHaveLength(100);
  expect(new Set(queries.map(({ text }) => text)).size).toBe(100);
  expect(groups.map(({ ids }) => ids.length)).toEqual([50, 50]);
});
