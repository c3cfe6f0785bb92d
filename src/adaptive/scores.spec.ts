import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  normalObjective,
  rankActions,
  recencyOf,
  scoreOf,
  similarityOf,
  type Standing,
  trustFor,
} from './scores.js';
import { keyOf } from './actions.js';
import { trustOf } from './trust.js';

const NOW = new Date('2026-11-23T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const SCORING = { now: NOW, exploration: 0.1, halfLifeDays: 180 };

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const tried = (match: number, success: boolean, isEqual = false) => ({ match, success, isEqual });
const standing = (attempts: number, successes: number, more: Partial<Standing> = {}): Standing => ({
  attempts,
  successes,
  lastTried: NOW,
  relevance: 1,
  tried: [],
  ...more,
});
const candidate = (action: string, known?: Standing, more: Partial<Candidate> = {}): Candidate => ({
  name: { method: 'm', action, approach: 'deliver' },
  fit: 0,
  place: 0,
  standing: known,
  ...more,
});
const order = (candidates: readonly Candidate[], scoring = SCORING) =>
  rankActions(candidates, scoring).map(({ name }) => name.action);

describe('the score', () => {
  it('is relevance · recency · (trust + c·√(ln(1+N)/(1+n)))', () => {
    const { score, exploration } = scoreOf(
      { relevance: 0.8, recency: 0.5, trust: 2 / 3 },
      { attempts: 3, allAttempts: 9 },
      0.2,
    );
    expect(exploration).toBeCloseTo(0.2 * Math.sqrt(Math.log(10) / 4), 12);
    expect(score).toBeCloseTo(0.8 * 0.5 * (2 / 3 + 0.2 * Math.sqrt(Math.log(10) / 4)), 12);
  });

  it('halves with each half-life, in whole days', () => {
    expect(recencyOf(daysAgo(180), SCORING)).toBe(0.5);
    expect(recencyOf(daysAgo(360.9), SCORING)).toBe(0.25);
    expect(recencyOf(daysAgo(0.9), SCORING)).toBe(1);
    // Another replica's clock may be ahead.
    expect(recencyOf(daysAgo(-3), SCORING)).toBe(1);
  });

  it('takes the trust of the strategy to the bit where all attempts are alike, or none is', () => {
    const next = random(7);
    for (let n = 0; n < 200; n++) {
      const attempts = Math.floor(next() * 50);
      const results = Array.from({ length: attempts }, () => next() < 0.5);
      const successes = results.filter(Boolean).length;
      const trust = trustOf({ attempts, successes });
      for (const match of [0, 1]) {
        expect(trustFor(standing(attempts, successes, { tried: results.map((one) => tried(match, one)) }))).toBe(trust);
      }
    }
  });

  it('follows what happened to requests like this one', () => {
    const mixed = [...Array.from({ length: 20 }, () => tried(0.1, true)), tried(0.9, false), tried(0.9, false)];
    const trust = trustFor(standing(22, 20, { tried: mixed }));
    expect(trust).toBeGreaterThan(0.3);
    expect(trust).toBeLessThan(trustOf({ attempts: 22, successes: 20 }) - 0.3);
  });
});

describe('the ranking', () => {
  it('puts 95 of 100 before 1 of 1, and what always failed last', () => {
    expect(
      order([
        candidate('always_failed', standing(4, 0)),
        candidate('once', standing(1, 1)),
        candidate('often', standing(100, 95)),
      ]),
    ).toEqual(['often', 'once', 'always_failed']);
  });

  it('tries something new where what is known fails, and keeps what works', () => {
    expect(order([candidate('known', standing(10, 4)), candidate('new')])[0]).toBe('new');
    expect(order([candidate('known', standing(10, 9)), candidate('new')])[0]).toBe('known');
    expect(order([candidate('known', standing(20, 11)), candidate('new')], { ...SCORING, exploration: 0 })[0]).toBe(
      'known',
    );
  });

  it('puts first what last served an equal request, however it did elsewhere', () => {
    const served = standing(9, 1, { tried: [tried(0.2, false), tried(1, true, true), tried(1, false, true)] });
    const failed = standing(9, 8, { tried: [tried(1, false, true), tried(1, true, true)] });
    expect(order([candidate('failed', failed), candidate('served', served)])).toEqual(['served', 'failed']);
  });

  it('prefers what fits the words of the request among equals, then place, then key', () => {
    const all = [
      candidate('d', undefined, { place: 2 }),
      candidate('c', undefined, { place: 1 }),
      candidate('b', undefined, { place: 1 }),
      candidate('a', undefined, { place: 3, fit: 1 }),
    ];
    expect(order(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is the same for the same input in any order, and total', () => {
    const next = random(42);
    for (let n = 0; n < 100; n++) {
      const all = Array.from({ length: 8 }, (_, index) => {
        const attempts = Math.floor(next() * 6);
        const results = Array.from({ length: attempts }, () => tried(next(), next() < 0.5, next() < 0.2));
        const known = standing(attempts, results.filter(({ success }) => success).length, {
          tried: results,
          relevance: 0.5 + next() / 2,
          lastTried: daysAgo(Math.floor(next() * 400)),
        });
        return candidate(`a${index}`, attempts > 0 ? known : undefined, {
          fit: Math.floor(next() * 2),
          place: index % 3,
        });
      });
      const ranked = rankActions(all, SCORING);
      const shuffled = all.toSorted((a, b) => keyOf(b.name).localeCompare(keyOf(a.name)));
      expect(rankActions(shuffled, SCORING)).toEqual(ranked);
      for (const [at, { explain }] of ranked.slice(1).entries()) {
        const before = ranked[at]?.explain;
        if (before?.servedEqual === explain.servedEqual) expect(before.score).toBeGreaterThanOrEqual(explain.score);
        expect(explain.score).toBeCloseTo(
          explain.relevance * explain.recency * (explain.trust + explain.exploration),
          12,
        );
      }
    }
  });
});

it.each([
  ['  List the  First 10 primes. ', 'list the first 10 primes'],
  ['“Straße”?', 'straße'],
  ['ＡＢＣ!', 'abc'],
])('%j is the request %j', (given, expected) => expect(normalObjective(given)).toBe(expected));

it.each([
  ['Compute the first 1000 prime numbers', 'List the first 1000 primes', 0.8],
  ['Calculate first 10 prime numbers', 'List the first 20 even numbers', 2 / 3],
  ['List all prime numbers below 10', 'First 5 squares', 0],
  ['Translate the menu into Polish', 'Write a poem about the sea', 0],
  ['List 5', 'list 5.', 1],
  ['List 5', 'Give me 6', 0],
])('%j and %j are similar by %d', (one, other, similarity) => {
  expect(similarityOf(one, other)).toBeCloseTo(similarity, 12);
});
