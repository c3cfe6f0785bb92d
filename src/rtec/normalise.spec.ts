import { describe, expect, it } from 'vitest';
import { normaliseClause } from './normalise.js';

describe('a clause as it is exported', () => {
  it.each([
    ['a :- not b.', [5], 'a :- \\+ b.'],
    ['a:-not b.', [3], 'a:- \\+ b.'],
    ['a :- not\\+b.', [5], 'a :- \\+ \\+b.'],
    ['a :- (not (b, not c)). % not d', [6, 14], 'a :- (\\+ (b, \\+ c)). % not d'],
    ["a :- b(not, 'not x').", [], "a :- b(not, 'not x')."],
  ])('%s', (text, prefixNots, expected) => {
    expect(normaliseClause({ text, prefixNots })).toBe(expected);
  });
});
