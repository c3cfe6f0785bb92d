import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textDiff } from './text-diff.js';

describe('the difference of two texts', () => {
  it('is by words', () => {
    expect(textDiff('open the File menu', 'open the Edit menu')).toEqual([
      { text: 'open the ', is: 'same' },
      { text: 'File', is: 'gone' },
      { text: 'Edit', is: 'new' },
      { text: ' menu', is: 'same' },
    ]);
  });

  it('gives either text back, also where the texts are long', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'long word', ' ', '\n'), { maxLength: 30 })
      .map((parts) => parts.join(' '));
    const sides = (before: string, after: string) => {
      const parts = textDiff(before, after);
      const side = (not: string) =>
        parts
          .filter(({ is }) => is !== not)
          .map((part) => part.text)
          .join('');
      expect([side('new'), side('gone')]).toEqual([before, after]);
    };
    fc.assert(fc.property(text, text, sides), { numRuns: 200 });
    sides('x y '.repeat(10_000), 'y z '.repeat(10_000));
  });
});
