import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { amendedBelow } from './amending.js';

interface Pair {
  readonly earlier: string;
  readonly later: string;
}
const { amending, other } = JSON.parse(readFileSync(new URL('written.json', import.meta.url), 'utf8')) as Readonly<
  Record<'amending' | 'other', readonly Pair[]>
>;

/** The times of texts, in the order in which they are returned. */
const ordered = (...texts: readonly (readonly [text: string, at: number])[]) =>
  amendedBelow(
    texts.map(([text, at]) => ({ text, at })),
    (one, other) => one.at > other.at,
  ).map(({ at }) => at);
const UNRELATED = 'The kitchen is on the second floor.';

describe('hits in which', () => {
  it.each(amending)('"$later" is below what it amends: it comes directly above it', ({ earlier, later }) => {
    expect(ordered([UNRELATED, 1], [earlier, 2], [UNRELATED, 3], [later, 4])).toEqual([1, 4, 2, 3]);
    // Above it, or said before it, it stays where it is.
    expect(ordered([later, 4], [UNRELATED, 3], [earlier, 2])).toEqual([4, 3, 2]);
    expect(ordered([earlier, 2], [later, 1])).toEqual([2, 1]);
  });

  it.each(other)('"$later" amends nothing: the order stays', ({ earlier, later }) => {
    expect(ordered([earlier, 1], [UNRELATED, 2], [later, 3])).toEqual([1, 2, 3]);
  });
});

it('the latest of two amendments stands on top, if it amends the first of them', () => {
  const first = 'The staging cluster is wiped every Sunday night.';
  const second = 'The staging cluster is no longer wiped on Sunday nights. It is wiped on Monday nights.';
  const third = 'The staging cluster is no longer wiped on Monday nights.';
  expect(ordered([first, 1], [second, 2], [third, 3])).toEqual([3, 2, 1]);
});
