import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesIn, normalizedName, possibleNames } from './entity-names.js';

describe('names of entities', () => {
  it.each([
    ['  Large-Eddy  Simulation ', 'large eddy simulation'],
    ['ＬＥＳ', 'les'],
    ['Å. Ström (2nd)', 'å ström 2nd'],
    ['k-ω SST', 'k ω sst'],
    ['🚀!?', ''],
  ])('normalises %j to %j', (text, name) => {
    expect(normalizedName(text)).toBe(name);
  });

  it('links the longest name, and one behind it', () => {
    const known = new Set(['new york', 'york', 'new york city', 'city hall', 'alice']);
    expect(namesIn('Did Alice go to New York City Hall, or to York?', known)).toEqual([
      'alice',
      'new york city',
      'york',
    ]);
  });

  it('links a name once, however often it stands there', () => {
    expect(namesIn('LES, les and Les', new Set(['les']))).toEqual(['les']);
  });

  it.each(['who', 'is', 'it', 'the', 'ai', 'what'])('links %j only as part of a longer name', (word) => {
    expect(namesIn(`${word} ${word}`, new Set([word]))).toEqual([]);
    expect(namesIn(`${word} band`, new Set([word, `${word} band`]))).toEqual([`${word} band`]);
  });

  it('looks for as many names as a question can have, and no more', () => {
    expect(possibleNames('who is Ann Lee')).toEqual([
      'who is ann lee',
      'who is ann',
      'who is',
      'is ann lee',
      'is ann',
      'ann lee',
      'ann',
      'lee',
    ]);
    expect(possibleNames('word '.repeat(10_000))).toHaveLength(6);
    expect(possibleNames(Array.from({ length: 1_000 }, (_, i) => `word${i}`).join(' ')).length).toBeLessThanOrEqual(
      6 * 64,
    );
    expect(possibleNames(' ?! ')).toEqual([]);
  });

  it('finds only names that it looked for', () => {
    const word = fc.constantFrom('ann', 'lee', 'who', 'of', 'city', 'x');
    fc.assert(
      fc.property(fc.array(word), fc.array(fc.array(word, { minLength: 1, maxLength: 4 })), (question, names) => {
        const text = question.join(' ');
        const known = new Set(names.map((name) => name.join(' ')));
        const possible = new Set(possibleNames(text));
        for (const name of namesIn(text, known)) expect(known.has(name) && possible.has(name)).toBe(true);
      }),
    );
  });
});
