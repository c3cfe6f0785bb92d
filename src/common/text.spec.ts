import { describe, expect, it } from 'vitest';
import { byId, compare, cutAt, firstCharacters, oneLine } from './text.js';

describe('one line', () => {
  it.each([
    ['  a \n b\t\tc ', 'a b c'],
    ['a\u0085b\u2028c', 'a b c'],
    ['', ''],
  ])('of %j is %j', (text, line) => expect(oneLine(text)).toBe(line));
});

it('orders by code units and not as a language would', () => {
  expect(['b', 'ä', 'a', 'B', ''].sort(compare)).toEqual(['', 'B', 'a', 'b', 'ä']);
  expect(compare('a', 'a')).toBe(0);
  expect([{ id: 'b' }, { id: 'a' }].toSorted(byId)).toEqual([{ id: 'a' }, { id: 'b' }]);
});

describe('a text that is cut', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['😀😀😀', 2, '😀😀'],
    ['a😀b', 2, 'a😀'],
    ['😀', 0, ''],
  ])('%s by characters has %i of them', (text, length, cut) => expect(firstCharacters(text, length)).toBe(cut));

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['😀😀', 2, '😀'],
    ['😀😀', 3, '😀'],
    ['😀', 1, ''],
  ])('%s by code units ends at %i or before half a character', (text, length, cut) =>
    expect(cutAt(text, length)).toBe(cut),
  );
});
