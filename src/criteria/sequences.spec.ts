import { describe, expect, it } from 'vitest';
import { expectedNumbers, propertyNamed } from './sequences.js';

const holds = (name: string, value: number) => propertyNamed(name)?.holds(value);

describe('primality', () => {
  it.each([2, 3, 7919, 1_299_709, 1_299_721, 2_147_483_647, 1_000_000_000_039])('%i is prime', (value) =>
    expect(holds('prime', value)).toBe(true),
  );

  // 7921 = 89², 1299711 = 3 · 433237, 3215031751 = 151 · 751 · 28351, 2^53 − 1 = 6361 · …
  it.each([-7, 0, 1, 4, 7921, 1_299_711, 3_215_031_751, 9_007_199_254_740_991, 2.5])('%d is not', (value) =>
    expect(holds('prime', value)).toBe(false),
  );

  it('says nothing of numbers that are too large or not exact', () => {
    expect(holds('prime', 9_007_199_254_740_881)).toBeUndefined();
    expect(holds('prime', 2 ** 53 + 2)).toBeUndefined();
    expect(holds('prime', Number.POSITIVE_INFINITY)).toBeUndefined();
  });
});

it.each<[string, number[], number[]]>([
  ['even', [-4, 0], [7, 1.5]],
  ['odd', [-3, 5], [0, 1.5]],
  ['square', [0, 16], [15, -4]],
  ['cube', [-8, 27], [9]],
  ['fibonacci', [0, 144], [145, -1]],
  ['multiple of 3', [-9, 0], [10]],
  ['power of 2', [1, 64], [0, 48]],
  ['positive', [0.5], [0]],
  ['negative', [-0.5], [0]],
])('%s holds of %j, and not of %j', (name, yes, no) => {
  expect(yes.map((value) => holds(name, value))).toEqual(yes.map(() => true));
  expect(no.map((value) => holds(name, value))).toEqual(no.map(() => false));
});

it('explains a composite by its factors, and knows properties by their names alone', () => {
  expect(propertyNamed('prime')?.why?.(7921)).toBe('89 · 89');
  const unknown = ['nice', 'multiple of 0', 'power of 1', 'multiple of x', ''];
  expect(unknown.map(propertyNamed)).toEqual(unknown.map(() => undefined));
});

describe('the numbers that are expected', () => {
  it.each<[object, number[][]]>([
    [{ first: 3, property: ['even'] }, [[2, 4, 6], [0, 2, 4]]],
    [{ first: 3, property: ['odd'] }, [[1, 3, 5], [1, 3, 5]]],
    [{ first: 3, property: ['square'] }, [[1, 4, 9], [0, 1, 4]]],
    [{ first: 3, property: ['fibonacci'] }, [[1, 1, 2], [1, 2, 3], [0, 1, 1]]],
    [{ first: 3, property: ['multiple of 7'] }, [[7, 14, 21], [0, 7, 14]]],
    [{ first: 3, property: ['power of 2'] }, [[1, 2, 4], [2, 4, 8]]],
    [{ first: 2, property: ['even', 'square'], between: { above: 4 } }, [[16, 36]]],
    [{ first: 2, property: ['negative'] }, []],
    [{ all: true, property: ['prime'], between: { min: 5, max: 13 } }, [[5, 7, 11, 13], [7, 11]]],
    [{ all: true, property: ['fibonacci'], between: { above: 0, below: 4 } }, [[1, 1, 2, 3], [1, 2, 3]]],
    [{ all: true, property: ['negative', 'even'], between: { min: -4.5, below: 9 } }, [[-4, -2]]],
    [{ all: true, property: ['cube'], between: { min: -9, below: 28 } }, [[-8, -1, 0, 1, 8, 27]]],
    [{ all: true, property: ['integer'], between: { min: 0, below: 9_000_000 } }, []],
    [{ all: true, property: ['prime'], between: { min: 1_689_971_400_000, max: 1_689_971_400_200 } }, []],
  ])('of %j are %j', (check, expected) => expect(expectedNumbers(check)).toEqual(expected)); // prettier-ignore

  it('are listed up to the 100,000th prime', () => {
    const [primes = []] = expectedNumbers({ first: 100_000, property: ['prime'] });
    expect([primes.length, primes[0], primes[999], primes.at(-1)]).toEqual([100_000, 2, 7919, 1_299_709]);
    expect(expectedNumbers({ first: 2, property: ['prime'], between: { above: 1e9 } })).toEqual([[1e9 + 7, 1e9 + 9]]);
  });
});
