import { describe, expect, it } from 'vitest';
import { propertyNamed } from './sequences.js';

const named = (name: string) => propertyNamed(name)!;
const [PRIME, EVEN, ODD] = [named('prime'), named('even'), named('odd')];
const [SQUARE, FIBONACCI, INTEGER] = [named('square'), named('fibonacci'), named('integer')];
const isPrime = (value: number) => PRIME.holds(value);

describe('primality', () => {
  it.each([2, 3, 7919, 1_299_709, 1_299_721, 2_147_483_647, 1_000_000_000_039])('%i is prime', (value) =>
    expect(isPrime(value)).toBe(true),
  );

  // 7921 = 89², 1299711 = 3 · 433237, 3215031751 = 151 · 751 · 28351, 2^53 − 1 = 6361 · …
  it.each([-7, 0, 1, 4, 7921, 1_299_711, 3_215_031_751, 9_007_199_254_740_991, 2.5])('%d is not', (value) =>
    expect(isPrime(value)).toBe(false),
  );

  it('says nothing of numbers that are too large or not exact', () => {
    expect(isPrime(9_007_199_254_740_881)).toBeUndefined();
    expect(isPrime(2 ** 53 + 2)).toBeUndefined();
    expect(isPrime(Number.POSITIVE_INFINITY)).toBeUndefined();
  });
});

describe('sequences', () => {
  it('knows the first 1000 primes: 2 to 7919', () => {
    const [primes = []] = PRIME.first(1000);
    expect([primes.length, primes[0], primes[999]]).toEqual([1000, 2, 7919]);
    expect(PRIME.first(100_000)[0]?.at(-1)).toBe(1_299_709);
    expect(PRIME.first(100_001)).toEqual([]);
  });

  it.each([
    [
      EVEN,
      [
        [2, 4, 6],
        [0, 2, 4],
      ],
    ],
    [ODD, [[1, 3, 5]]],
    [
      SQUARE,
      [
        [1, 4, 9],
        [0, 1, 4],
      ],
    ],
    [
      FIBONACCI,
      [
        [0, 1, 1],
        [1, 1, 2],
        [1, 2, 3],
      ],
    ],
    [
      INTEGER,
      [
        [1, 2, 3],
        [0, 1, 2],
      ],
    ],
    [
      named('multiple of 7'),
      [
        [7, 14, 21],
        [0, 7, 14],
      ],
    ],
  ])('of %o begins in every reading in use', (property, expected) => {
    expect(property.first(3)).toEqual(expected);
    for (const value of expected.flat()) expect(property.holds(value)).toBe(true);
  });

  it('tells what has a property from what has not', () => {
    expect([EVEN.holds(-4), EVEN.holds(7), ODD.holds(-3), ODD.holds(0), ODD.holds(1.5)]).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    expect([SQUARE.holds(16), SQUARE.holds(15), SQUARE.holds(-4)]).toEqual([true, false, false]);
    expect([FIBONACCI.holds(144), FIBONACCI.holds(145)]).toEqual([true, false]);
    expect([named('multiple of 3').holds(-9), named('multiple of 3').holds(10)]).toEqual([true, false]);
    expect(PRIME.why?.(7921)).toBe('89 · 89');
  });
});

it('knows properties by their names alone', () => {
  expect(named('power of 2').first(3)).toEqual([
    [1, 2, 4],
    [2, 4, 8],
  ]);
  const unknown = ['nice', 'multiple of 0', 'power of 1', 'multiple of x', ''];
  expect(unknown.map(propertyNamed)).toEqual(unknown.map(() => undefined));
});
