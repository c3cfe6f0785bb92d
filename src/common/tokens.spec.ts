import fc from 'fast-check';
import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../test/support/cpu-time.js';
import { countTokens } from './tokens.js';

describe('countTokens', () => {
  it('counts as o200k_base does', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('hello world')).toBe(2);
    expect(countTokens('a <|endoftext|> b')).toBe(9);
  });

  it('counts long words as the library does', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'e', 'th', 'ing', 'ü', '字', '👩‍👩‍👧', '-', '=', ' '),
      minLength: 520,
      maxLength: 1_200,
    });
    fc.assert(
      fc.property(letters, (word) => {
        const text = `before ${word.replaceAll(' ', '')} after ${word}`;
        expect(countTokens(text)).toBe(reference(text, { disallowedSpecial: new Set() }));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['one letter', 'a'.repeat(200_000), 25_000],
    ['blanks', `x${' '.repeat(200_000)}y`, undefined],
    ['emoji', '👩‍👩‍👧'.repeat(20_000), 160_000],
    ['signs in turns', '-='.repeat(100_000), undefined],
    ['all letters', letters(200_000), undefined],
  ])('takes time in proportion to a word without end: %s', (_, text, tokens) => {
    let counted: number | undefined;
    const time = cpuTime(() => void (counted = countTokens(text)));
    // Merging in quadratic time takes more than ten seconds for each text, and a heap of all pairs took two for the
    // blanks.
    expect(time).toBeLessThan(1_500);
    if (tokens !== undefined) expect(counted).toBe(tokens);
  });
});

/** Returns letters in random order, the same in each run. */
function letters(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (seed % 26));
  }).join('');
}
