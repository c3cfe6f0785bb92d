import { describe, expect, it } from 'vitest';
import { estimate, foundOf, fused, packed, scoresOf, standsBefore } from './metrics.mjs';

const grades = new Map([
  ['best', 2],
  ['good', 1],
  ['fair', 1],
  ['judged', 0],
]);

describe('the scores of a ranking', () => {
  it('weighs grades by 2^grade − 1 and places by their logarithm', () => {
    // Gains 0, 1, 0, 3 at ranks 1 to 4: 1/log2(3) + 3/log2(5); ideal 3, 1, 1: 3 + 1/log2(3) + 1/2.
    const scores = scoresOf(['judged', 'good', 'unknown', 'best'], grades);
    expect(scores['nDCG@5']).toBeCloseTo((0.63093 + 1.29203) / (3 + 0.63093 + 0.5), 5);
    expect(scores['nDCG@10']).toBe(scores['nDCG@5']);
    expect(scores['recall@5']).toBeCloseTo(2 / 3, 10);
    expect(scores.MRR).toBe(1 / 2);
  });

  it('counts what stands behind the fifth place for ten answers only', () => {
    const scores = scoresOf(['a', 'b', 'c', 'd', 'e', 'best'], grades);
    expect(scores).toMatchObject({ 'recall@5': 0, 'nDCG@5': 0, MRR: 1 / 6 });
    expect(scores['recall@10']).toBeCloseTo(1 / 3, 10);
    // 3 / log2(7) of the ideal.
    expect(scores['nDCG@10']).toBeCloseTo(1.06862 / 4.13093, 5);
  });

  it('asks of five answers no more than five relevant documents', () => {
    const seven = new Map('abcdefg'.split('').map((id) => [id, 1]));
    const scores = scoresOf(['a', 'b', 'c', 'x', 'd', 'e', 'f'], seven);
    expect(scores['recall@5']).toBe(4 / 5);
    expect(scores['recall@10']).toBe(6 / 7);
  });

  it('does not look at an eleventh answer', () => {
    const eleven = [...'abcdefghij'.split(''), 'best'];
    expect(scoresOf(eleven, grades)).toEqual({ 'recall@5': 0, 'recall@10': 0, 'nDCG@5': 0, 'nDCG@10': 0, MRR: 0 });
  });

  it('has none for a question without a relevant document', () => {
    expect(() => scoresOf(['a'], new Map([['a', 0]]))).toThrow('without a relevant document');
  });
});

describe('a question that needs several documents', () => {
  const needed = new Set('abcdefgh'.split(''));

  it('counts what was found against all that it needs, so that five answers cannot be enough', () => {
    const found = ['a', 'x', 'b', 'c', 'd', 'e', ...Array(24).fill('y'), 'f'];
    expect(foundOf(found, [['a'], ['a', 'x', 'b'], ['h', 'h']], needed)).toEqual({
      'found@5': 4 / 8,
      'found@10': 5 / 8,
      'found@30': 5 / 8,
      'in 500 tokens': 1 / 8,
      'in 1,000 tokens': 2 / 8,
      'in 2,000 tokens': 1 / 8,
    });
  });

  it('packs a context with the best that fit, past one that is too long', () => {
    const tokens = { long: 90, short: 30, other: 50, last: 20 };
    expect(packed(['other', 'long', 'short', 'last'], (id) => tokens[id], 100)).toEqual(['other', 'short', 'last']);
  });

  it('has an amending text first only if it is found, and before all that it amends', () => {
    const [later, earlier] = [new Set(['new', 'newer']), new Set(['old'])];
    expect(standsBefore(['x', 'newer', 'old', 'new'], later, earlier)).toBe(true);
    expect(standsBefore(['x', 'old', 'new'], later, earlier)).toBe(false);
    expect(standsBefore(['x'], later, earlier)).toBe(false);
  });
});

describe('two rankings merged by reciprocal ranks', () => {
  it('put what both found before what one found first', () => {
    // b: 1/62 + 1/62, a and c: 1/61, d: 1/63.
    expect(
      fused([
        ['a', 'b'],
        ['c', 'b', 'd'],
      ]),
    ).toEqual(['b', 'a', 'c', 'd']);
  });
});

describe('the interval of a mean', () => {
  it('is near that of the normal distribution', () => {
    // 60 of 100: the standard error is √(.6 · .4 / 100) = .049, so that 95 % lie within .504 and .696.
    const { mean, low, high } = estimate([...Array(60).fill(1), ...Array(40).fill(0)]);
    expect(mean).toBe(0.6);
    expect(Math.abs(low - 0.504)).toBeLessThan(0.015);
    expect(Math.abs(high - 0.696)).toBeLessThan(0.015);
  });

  it('is the same in every run', () => {
    const values = [0.1, 0.9, 0.4, 0.4, 0.7];
    expect(estimate(values)).toEqual(estimate(values));
  });

  it('has no width where all values are the same, and follows their shift', () => {
    expect(estimate([0.25, 0.25, 0.25])).toEqual({ mean: 0.25, low: 0.25, high: 0.25 });
    const [one, shifted] = [estimate([0, 1, 1, 0, 1]), estimate([10, 11, 11, 10, 11])];
    expect(shifted.low - one.low).toBeCloseTo(10, 10);
    expect(shifted.high - one.high).toBeCloseTo(10, 10);
  });

  it('is narrow for differences that are all alike, however far apart the questions are', () => {
    const before = [0, 0.1, 0.5, 0.9, 1, 0.2, 0.8, 0.4];
    const after = before.map((value) => value + 0.05);
    const { low, high } = estimate(after.map((value, i) => value - before[i]));
    expect(low).toBeCloseTo(0.05, 10);
    expect(high).toBeCloseTo(0.05, 10);
    expect(estimate(before).high - estimate(before).low).toBeGreaterThan(0.3);
  });
});
