import { describe, expect, it } from 'vitest';
import { contradictions, type Report } from './history.js';

const report = (key: string, begin: number, end: number, trustBefore: number, trustAfter: number): Report => ({
  key,
  item: 'a',
  begin,
  end,
  trustBefore,
  trustAfter,
});
const stored = (failures: number, trust: number) => [{ item: 'a', trust, failures }];
const [ONE, TWO] = [0.95, 0.9025];

describe('a history', () => {
  it('of concurrent reports that some order explains has no contradiction', () => {
    expect(contradictions([report('x', 0, 10, ONE, TWO), report('y', 5, 15, 1, ONE)], stored(2, TWO))).toEqual([]);
  });
  it('may have a gap for a report that was made but not acknowledged', () => {
    expect(contradictions([report('x', 0, 10, ONE, TWO)], stored(2, TWO))).toEqual([]);
  });
  it.each([
    ['a lost update', [report('x', 0, 10, 1, ONE), report('y', 5, 15, 1, ONE)], stored(2, TWO), 'both changed a'],
    ['a lost report', [report('x', 0, 10, 1, ONE), report('y', 5, 15, ONE, TWO)], stored(1, ONE), 'y was failure 2'],
    ['another trust than the fold', [], stored(2, ONE), 'after 2 failures'],
    ['a step that no failure makes', [report('x', 0, 10, 1, TWO)], stored(2, TWO), 'from 1 to'],
    [
      'an order against time',
      [report('x', 0, 10, ONE, TWO), report('y', 20, 30, 1, ONE)],
      stored(2, TWO),
      'x ended before y',
    ],
    ['an item that is gone', [report('x', 0, 10, 1, ONE)], [], 'which is gone'],
  ])('with %s has one', (_name, reports, items, what) => {
    expect(contradictions(reports, items)).toEqual([expect.stringContaining(what)]);
  });
});
