import { describe, expect, it } from 'vitest';
import { breakEven, fetchFor } from './selectivity.js';

describe('the choice between every cosine and the vector index', () => {
  it.each([
    [5, 10_000, 1_284],
    [5, 200_000, 5_744],
    [5, 1_000_000, 12_845],
  ])('for %i of %i nodes has its break-even at %i', (first, total, matching) => {
    expect(Math.floor(breakEven(first, total))).toBe(matching);
  });

  it.each([
    ['everything matches', 5, 10_000, 10_000, 50],
    ['a tenth matches', 5, 1_000, 10_000, 200],
    ['a hundredth matches', 5, 2_000, 200_000, 2_000],
    ['nothing matches', 5, 0, 1_000, 20_000],
  ])('fetches so many that four times the answer is left when %s', (_, first, matching, total, fetch) => {
    expect(fetchFor(first, matching, total)).toBe(fetch);
  });
});
