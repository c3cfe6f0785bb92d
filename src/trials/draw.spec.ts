import { describe, expect, it } from 'vitest';
import { isWithheld, judge } from './draw.js';
import { TrialVerdict } from './trials.model.js';

/** Pseudo-random numbers in [0,1) (mulberry32), the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SEEDS = 400;
const OUTCOMES = 400;
const SHARE = 0.5;

/** Which sessions of a trial are drawn to do without, for each seed. */
const DRAWN = Array.from({ length: SEEDS }, (_, seed) =>
  Array.from({ length: OUTCOMES }, (__, session) => isWithheld(`trial ${seed}`, `session ${session}`, SHARE)),
);

/** The verdicts of trials, one a seed, in which sessions succeed at these rates. */
function verdicts(given: number, withheld: number): TrialVerdict[] {
  return DRAWN.map((sessions, seed) => {
    const next = numbers(1 + seed);
    const ends = sessions.map((isWithout) => ({ isWithout, success: next() < (isWithout ? withheld : given) }));
    const side = (without: boolean) => {
      const own = ends.filter(({ isWithout }) => isWithout === without);
      return { n: own.length, successes: own.filter(({ success }) => success).length };
    };
    return judge(side(false), side(true)).verdict;
  });
}

const shareOf = (found: readonly TrialVerdict[], ...wanted: readonly TrialVerdict[]) =>
  found.filter((one) => wanted.includes(one)).length / found.length;

describe(`at ${OUTCOMES} outcomes around a success of .6, over ${SEEDS} seeds, a trial`, () => {
  const { HELPED, HARMED } = TrialVerdict;

  it.each([
    ['help', 0.7, 0.5, HELPED],
    ['help', 0.8, 0.6, HELPED],
    ['harm', 0.5, 0.7, HARMED],
    ['harm', 0.4, 0.6, HARMED],
  ] as const)('finds a planted %s (%d with it, %d without)', (_, given, withheld, verdict) => {
    expect(shareOf(verdicts(given, withheld), verdict)).toBeGreaterThanOrEqual(0.95);
  });

  it('claims an effect where there is none in at most 5 % of the seeds, within the error of the count', () => {
    const error = 1.96 * Math.sqrt((0.05 * 0.95) / SEEDS);
    expect(shareOf(verdicts(0.6, 0.6), HELPED, HARMED)).toBeLessThanOrEqual(0.05 + error);
  });
});

describe('the draw', () => {
  const sessions = Array.from({ length: 10_000 }, (_, n) => `s${n}`);
  const drawn = (trial: string, share: number) => sessions.filter((session) => isWithheld(trial, session, share));

  it.each([0.1, 0.5, 0.9])('withholds from a share of %d of the sessions', (share) => {
    const error = 4 * Math.sqrt((share * (1 - share)) / sessions.length);
    expect(Math.abs(drawn('a', share).length / sessions.length - share)).toBeLessThan(error);
  });

  it('is independent from one trial to the next', () => {
    const first = new Set(drawn('a', 0.5));
    const both = drawn('b', 0.5).filter((session) => first.has(session)).length / sessions.length;
    expect(Math.abs(both - 0.25)).toBeLessThan(4 * Math.sqrt((0.25 * 0.75) / sessions.length));
  });
});

it('a trial whose arms have fewer than ten sessions shows nothing', () => {
  expect(judge({ n: 9, successes: 9 }, { n: 391, successes: 0 })).toEqual({
    difference: null,
    interval: null,
    verdict: TrialVerdict.NOT_SHOWN,
  });
});
