import { type Sign, SignKind, signsOf } from './signs.js';

// Decides whether two statements of one entity and type are the same, may contradict one another, or are unrelated. Pure
// functions.

export enum Likeness {
  /**
   * The content is the same: only case, spaces, punctuation, articles, or the notation of numbers, units or dates
   * differ.
   */
  SAME = 'SAME',
  /**
   * The statements are equal except for a few signs or the order of words. Only a person can decide whether one
   * replaces the other.
   */
  DOUBTFUL = 'DOUBTFUL',
  OTHER = 'OTHER',
}

/** Kinds of difference between two nearly equal statements. */
export enum Difference {
  NUMBER = 'NUMBER',
  DATE = 'DATE',
  NAME = 'NAME',
  NEGATION = 'NEGATION',
  WORDS = 'WORDS',
}

export interface Comparison {
  readonly likeness: Likeness;
  /** Kinds of difference in a fixed order; empty if the statements are the same or unrelated. */
  readonly differences: readonly Difference[];
}

/** Thresholds, chosen on the half "tune" of test/layers/data/likeness.json. */
const RULES = {
  /** Minimum Jaccard similarity of runs of three words. */
  jaccard: 0.9,
  /** If only a name differs: minimum number of shared words, and their minimum share of all words. */
  sharedWords: 2,
  sharedPart: 0.5,
} as const;

/**
 * @param cosine cosine similarity of both vectors; undefined if there are none
 * @param leastCosine minimum cosine of nearly equal statements
 */
export function compared(a: string, b: string, cosine: number | undefined, leastCosine: number): Comparison {
  const [first, second] = [signsOf(a), signsOf(b)];
  if (first.length > 0 && valuesOf(first) === valuesOf(second)) return { likeness: Likeness.SAME, differences: [] };
  const isNear =
    (cosine !== undefined && cosine >= leastCosine) ||
    jaccard(
      first.map(({ value }) => value),
      second.map(({ value }) => value),
    ) >= RULES.jaccard ||
    jaccard(frameOf(first), frameOf(second)) >= RULES.jaccard ||
    differInName(first, second);
  if (!isNear || first.length === 0 || second.length === 0) return { likeness: Likeness.OTHER, differences: [] };
  return { likeness: Likeness.DOUBTFUL, differences: differencesOf(first, second) };
}

/** A text that is equal for statements that are the {@link Likeness.SAME}. A statement without signs equals only itself. */
export function contentOf(statement: string): string {
  const signs = signsOf(statement);
  return signs.length === 0 ? statement.trim() : valuesOf(signs);
}

/** A text that is equal for statements with the same content. */
export function valuesOf(signs: readonly Sign[]): string {
  return signs.map(({ kind, value }) => (kind === SignKind.UNIT ? `[${value}]` : value)).join(' ');
}

const KINDS: readonly (readonly [Difference, readonly SignKind[]])[] = [
  [Difference.NUMBER, [SignKind.NUMBER, SignKind.UNIT]],
  [Difference.DATE, [SignKind.DATE]],
  [Difference.NAME, [SignKind.NAME]],
  [Difference.NEGATION, [SignKind.NEGATION]],
];

function differencesOf(a: readonly Sign[], b: readonly Sign[]): Difference[] {
  const found = KINDS.flatMap(([difference, kinds]) => {
    const of = (signs: readonly Sign[]) => valuesOf(signs.filter(({ kind }) => kinds.includes(kind)));
    return of(a) === of(b) ? [] : [difference];
  });
  return found.length > 0 ? found : [Difference.WORDS];
}

/** Words that are added or removed together with a negation. */
const HELPERS = new Set('do does did any more longer anymore mehr'.split(' '));

/** Base forms that removing an ending does not give. */
const BASE: ReadonlyMap<string, string> = new Map([['has', 'have']]);

/** The words without endings and negations, with a placeholder for each number, unit or date. */
function frameOf(signs: readonly Sign[]): string[] {
  const frame: string[] = [];
  for (const { kind, value } of signs) {
    if (kind === SignKind.NEGATION || HELPERS.has(value)) continue;
    const isCount = kind === SignKind.NUMBER || kind === SignKind.UNIT || kind === SignKind.DATE;
    const word = isCount ? '#' : (BASE.get(value) ?? value).replace(/(?:en|es|ed|e|s|t)$/, '');
    if (!(isCount && frame.at(-1) === '#')) frame.push(word);
  }
  return frame;
}

/** Jaccard similarity of the sets of runs of three words. A shorter text is one run. */
function jaccard(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [runsOf(a), runsOf(b)];
  const shared = [...first].filter((run) => second.has(run)).length;
  const all = first.size + second.size - shared;
  return all === 0 ? 0 : shared / all;
}

function runsOf(words: readonly string[]): Set<string> {
  if (words.length < 3) return new Set(words.length === 0 ? [] : [words.join(' ')]);
  return new Set(words.slice(2).map((_, n) => words.slice(n, n + 3).join(' ')));
}

/** True if both sequences are equal except for one run of signs that contains a name on both sides. */
function differInName(a: readonly Sign[], b: readonly Sign[]): boolean {
  const [first, second] = [a.map(({ value }) => value), b.map(({ value }) => value)];
  const most = Math.min(first.length, second.length);
  let start = 0;
  while (start < most && first[start] === second[start]) start++;
  let end = 0;
  while (end < most - start && first.at(-1 - end) === second.at(-1 - end)) end++;
  const middles = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isNamed = middles.every((run) => run.length > 0 && run.every(({ kind }) => kind === SignKind.NAME));
  const shared = start + end;
  return isNamed && shared >= RULES.sharedWords && shared / Math.max(first.length, second.length) >= RULES.sharedPart;
}
