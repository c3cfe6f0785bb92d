import { describe, expect, it } from 'vitest';
import { hashOf, hashOfParts } from './hash.js';
import { canonicalJson, isAtMostDeep, mayFit, ownValue } from './json.js';

describe('a key from outside', () => {
  it('finds what the object itself holds, and nothing that all objects inherit', () => {
    const units: Readonly<Record<string, number>> = { km: 1_000 };
    expect(ownValue(units, 'km')).toBe(1_000);
    for (const key of ['constructor', 'valueOf', '__proto__', 'mm']) expect(ownValue(units, key)).toBeUndefined();
  });
});

describe('canonical JSON', () => {
  it('sorts the keys of every object and leaves lists as they are', () => {
    expect(canonicalJson({ b: [2, { d: 1, c: null }], a: 'ä' })).toBe('{"a":"ä","b":[2,{"c":null,"d":1}]}');
  });

  it('keeps a field called __proto__, and is empty for undefined', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1},"b":1}');
    expect(canonicalJson(undefined)).toBe('');
  });
});

describe('a hash', () => {
  // Computed independently: printf '{"a":1,"b":2}' | sha256sum
  it('is that of the canonical JSON, so the order of keys does not count', () => {
    expect(hashOf({ b: 2, a: 1 })).toBe('43258cff783fe7036d8a43033f830adf');
    expect(hashOf({ a: 1, b: 2 })).toBe('43258cff783fe7036d8a43033f830adf');
  });

  // printf '["a",null]' | sha256sum
  it('of parts is that of their list', () => {
    expect(hashOfParts(['a', undefined])).toBe(hashOfParts(['a', null]));
    expect(hashOfParts(['a', null])).toBe('aebb0474c57695b854a70d8afca0a4decd3f73ef508ae2419475af2f153659bf');
  });
});

it.each([
  [1, 0, true],
  [[], 0, false],
  [[], 1, true],
  [{ a: [1] }, 1, false],
  [{ a: [1] }, 2, true],
])('%j at most %i deep: %s', (value, depth, fits) => expect(isAtMostDeep(value, depth)).toBe(fits));

it.each([{ a: [1, 'b', { c: null }], d: '' }, [], {}, 'abc', 17])(
  '%j fits into its length, not into less than it must have',
  (value) => {
    const { length } = JSON.stringify(value);
    expect(mayFit(value, length, 5)).toBe(true);
    expect(mayFit(value, 0, 5)).toBe(false);
  },
);

it('reads no more of a value than shows that it is too long', () => {
  let read = 0;
  const entry = () => ({
    get a() {
      read += 1;
      return 1;
    },
  });
  expect(mayFit(Array.from({ length: 1_000 }, entry), 100, 5)).toBe(false);
  expect(read).toBeLessThan(20);
});
