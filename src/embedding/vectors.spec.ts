import { describe, expect, it } from 'vitest';
import { checkVectors } from './vectors.js';

const vector = (...values: number[]) => Float32Array.from(values);

describe('checkVectors', () => {
  it('gives back their length', () => {
    expect(checkVectors([vector(1, 0, 0), vector(0, 1, 0)], 2)).toBe(3);
    expect(checkVectors([], 0, 7)).toBe(7);
    expect(checkVectors([], 0)).toBeUndefined();
  });

  it.each([
    ['one is missing', [vector(1, 0)], 2, undefined, false],
    ['one is longer than the first', [vector(1, 0), vector(1, 0, 0)], 2, undefined, false],
    ["one is shorter than the model's", [vector(1, 0)], 1, 3, false],
    ['one is empty', [vector()], 1, undefined, false],
    ['one is zero', [vector(1, 0), vector(0, 0)], 2, 2, true],
    ['the squares of one vanish', [vector(1e-20, 1e-20)], 1, 2, true],
    ['one holds NaN', [vector(1, Number.NaN)], 1, 2, true],
    ['one holds an infinite number', [vector(1, Number.POSITIVE_INFINITY)], 1, 2, true],
  ])('refuses them when %s', (_, vectors, expected, dimensions, refused) => {
    expect(() => checkVectors(vectors, expected, dimensions)).toThrow(
      expect.objectContaining({ name: 'EmbeddingError', refused }),
    );
  });
});
