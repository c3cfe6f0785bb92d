import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorPosition } from './json-position.js';

describe('where a text stops being JSON', () => {
  it.each([
    ['', 1, 1],
    ['nope', 1, 1],
    ['[1, 2', 1, 6],
    ['[1,, 2]', 1, 4],
    ['[\n  {"a": 1},\n  {"b" 2}\n]', 3, 8],
    ['{"a": 1,}', 1, 9],
    ['[1]]', 1, 4],
    ['{"a": "x\ny"}', 1, 7],
    ['[01]', 1, 3],
    ['["é🔥", nil]', 1, 8],
    ["{'a': 1}", 1, 2],
  ])('%j is line %i, column %i', (text, line, column) => {
    expect(jsonErrorPosition(text)).toEqual({ line, column });
  });

  it('is nowhere in JSON, however deep', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonErrorPosition(text)).toBeUndefined();
      }),
    );
    expect(jsonErrorPosition('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined();
  });

  it('is somewhere in everything that JSON.parse refuses', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', 'x', '0'))
      .map(([text, at, put]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + put + text.slice(cut + 1);
      });
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(broken, (text) => {
        expect(jsonErrorPosition(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
