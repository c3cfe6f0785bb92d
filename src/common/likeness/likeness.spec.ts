import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compared, Difference, Likeness } from './likeness.js';

interface Pair {
  /** RULES were chosen on "tune" and are measured on "report". Related pairs are in the same half. */
  readonly half: 'tune' | 'report';
  readonly language: string;
  readonly family: string;
  readonly a: string;
  readonly b: string;
  readonly is: Likeness;
}

const PAIRS = JSON.parse(
  readFileSync(new URL('../../../test/layers/data/likeness.json', import.meta.url), 'utf8'),
) as readonly Pair[];

const of = (a: string, b: string, cosine?: number) => compared(a, b, cosine, 0.95);
const judged = (half: Pair['half']) =>
  PAIRS.filter((pair) => pair.half === half).map((pair) => ({ ...pair, as: of(pair.a, pair.b).likeness }));

describe('compared', () => {
  it.each([
    ['tune', 52, 0],
    // One pair is judged wrongly: "im Jahr" and "im Monat" are units, so it counts as doubtful, while a person would
    // see two different prices.
    ['report', 48, 1],
  ] as const)('judges what people wrote: half "%s"', (half, all, wrong) => {
    const pairs = judged(half);
    expect(pairs).toHaveLength(all);
    expect(pairs.filter(({ is, as }) => is !== as)).toHaveLength(wrong);
    // There must be no false duplicates, because duplicates are not stored.
    expect(pairs.filter(({ is, as }) => as === Likeness.SAME && is !== Likeness.SAME)).toEqual([]);
  });

  it('is the same both ways', () => {
    for (const { a, b } of PAIRS) expect(of(b, a)).toEqual(of(a, b));
  });

  it.each([
    ['It needs 10² cells', 'It needs 102 cells'],
    ['Use 1/2 cup', 'Use 12 cup'],
    ['Deploys on Fridays 👍', 'Deploys on Fridays 👎'],
    ['a != b', 'a = b'],
    ['Run rm -rf build', 'Run rm rf build'],
    ['The pump starts.', 'The pump starts?'],
    ['5 Mb of memory', '5 MB of memory'],
    ['Ann called before Bob', 'Bob called before Ann'],
    ['Enable the cache', 'Disable the cache'],
    ['Version 2.1', 'Version 2.10'],
    ['1.000 entries', '1000 entries'],
    ['المنفذ ٨٠', 'المنفذ ٩٠'],
    ['', ''],
  ])('never takes %j for %j', (a, b) => {
    for (const cosine of [undefined, 0.999]) expect(of(a, b, cosine).likeness).not.toBe(Likeness.SAME);
  });

  it('never takes similar statements for the same: similarity does not tell whether they mean the same', () => {
    const near = JSON.parse(
      readFileSync(new URL('../../../test/layers/data/near.json', import.meta.url), 'utf8'),
    ) as readonly { readonly a: string; readonly b: string }[];
    expect(near).toHaveLength(20);
    // docs/decisions/0013-similar-is-not-the-same.md has the cosines of these pairs.
    for (const { a, b } of near)
      expect(of(a, b, 0.99)).toEqual({ likeness: Likeness.DOUBTFUL, differences: [Difference.WORDS] });
  });

  it('says what differs, also where only the vectors are near', () => {
    expect(of('The port is 80', 'The port is 81').differences).toEqual([Difference.NUMBER]);
    expect(of('It runs on 2024-01-05 at 10:00', 'It runs on 2024-01-06 at 10:00').differences).toEqual([
      Difference.DATE,
    ]);
    expect(of('The owner is Ann', 'The owner is Bob').differences).toEqual([Difference.NAME]);
    expect(of('It works', 'It never works').differences).toEqual([Difference.NEGATION]);
    expect(of('The seal has to be replaced', 'The seal does not have to be replaced').differences).toEqual([
      Difference.NEGATION,
    ]);
    expect(of('Enable the cache', 'Switch the cache on', 0.96)).toEqual({
      likeness: Likeness.DOUBTFUL,
      differences: [Difference.WORDS],
    });
    expect(of('Enable the cache', 'Switch the cache on', 0.94).likeness).toBe(Likeness.OTHER);
  });

  it('takes no longer for a hostile text than its length says', () => {
    for (const text of [
      '-'.repeat(50_000),
      'a.'.repeat(25_000),
      '1.'.repeat(25_000),
      'may '.repeat(12_500),
      ' '.repeat(50_000),
    ]) {
      expect(of(text, `${text}!`).likeness).toBeDefined();
    }
  });
});
