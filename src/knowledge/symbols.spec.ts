import { describe, expect, it } from 'vitest';
import { symbolTokens } from './symbols.js';

const wordsIn = (text: string) =>
  symbolTokens(text).map((token) => Buffer.from(token.slice(1, -1), 'hex').toString('utf8'));

describe('words with symbols', () => {
  it.each([
    ['Use C++, not C#; F# is fine.', ['c++', 'c#', 'f#']],
    ['Run it with --force or -x on .NET.', ['--force', '-x', '.net']],
    ['From +5 to −5, then node@22', ['+5', '−5', 'node@22']],
    ['50% of a=b', ['50%', 'a=b']],
  ])('are found in %j', (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  it.each(['A well-known drive.mf4 at 10:30', 'ends - here. And and/or', '+++ --- ...', 'x'.repeat(40) + '+', ''])(
    'are not seen in %j',
    (text) => {
      expect(wordsIn(text)).toEqual([]);
    },
  );

  it('are one token each, which no analyzer changes', () => {
    expect(symbolTokens('C++ C++')).toEqual([`s${Buffer.from('c++').toString('hex')}0`]);
  });
});
