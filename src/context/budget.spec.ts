import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noRoomFor } from '../common/prompt-grammar.js';
import { cutText } from '../common/prompt-text.js';
import { countTokens } from '../common/tokens.js';
import type { SectionText, Shortened } from '../knowledge/section.js';
import { assemble } from './budget.js';

/** One token per word, so that a reader can count the numbers below. */
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

/** Hits are texts. The prerequisites of each come in a section of their own. */
const writer =
  (hits: readonly string[], needs: readonly string[] = []) =>
  (taken: readonly number[], { bare }: Shortened): SectionText[] => {
    if (taken.length === 0) return [];
    const needed = taken.filter((index) => !bare.has(index)).flatMap((index) => needs[index] ?? []);
    return [
      { infoType: 'hits', parts: ['# hits', ...taken.map((index) => hits[index] ?? '')] },
      ...(needed.length > 0 ? [{ infoType: 'needed', parts: ['# needed', ...needed] }] : []),
    ];
  };

describe('assemble', () => {
  it('puts in what fits, best first, with headings counted', async () => {
    expect(await assemble(2, 6, writer(['a b', 'c d']), words)).toEqual({
      text: '# hits\n\na b\n\nc d',
      tokens: 6,
      taken: [0, 1],
      sections: [{ infoType: 'hits', text: '# hits\n\na b\n\nc d', tokens: 6 }],
    });
  });

  it('passes over what is too long and goes on with smaller ones', async () => {
    const { taken, text } = await assemble(4, 15, writer(['a b', 'c '.repeat(20), 'f', 'g']), words);
    expect(taken).toEqual([0, 2, 3]);
    expect(text).toBe('# hits\n\na b\n\nf\n\ng\n\n1 more was found, but had no room.');
  });

  it('cuts a hit at the end of a sentence, and says so, instead of leaving it out', async () => {
    const sentence = 'The pump of line seven needs a new seal every spring. ';
    const texts = [sentence.repeat(2), sentence.repeat(40)];
    const cutting: Parameters<typeof assemble>[2] = (taken, { cut }) => [
      {
        infoType: 'hits',
        parts: taken.map((index) => cutText(`piece:${index}`, texts[index] ?? '', cut.get(index), (text) => text)),
      },
    ];
    const { taken, text } = await assemble(2, 150, cutting, words);
    expect(taken).toEqual([0, 1]);
    expect(text).toMatch(/every spring\.\nCut here: \d+ of 2160 characters\. A search gives all of piece:1\.$/);
    expect(words(text)).toBeGreaterThan(100);
    const [, last] = text.split('\n\n');
    expect(sentence.repeat(40).startsWith(last?.split('\n')[0] ?? '?')).toBe(true);
  });

  it('leaves out what a hit needs before it leaves out the hit', async () => {
    const { taken, sections } = await assemble(2, 9, writer(['a', 'b'], ['x y z', 'u v']), words);
    expect(taken).toEqual([0, 1]);
    expect(sections.map(({ text }) => text)).toEqual(['# hits\n\na\n\nb', '# needed\n\nx y z']);
  });

  it('writes what stands alone where no hit fits, if that fits', async () => {
    const alone = () => [{ infoType: 'profile', parts: ['# me', 'aero'] }];
    expect(await assemble(0, 3, alone, words)).toMatchObject({ text: '# me\n\naero', tokens: 3, taken: [] });
    expect(await assemble(0, 2, alone, words)).toEqual({ text: '', tokens: 0, taken: [], sections: [] });
  });

  it('is empty when nothing fits, without a heading', async () => {
    const nothing = { text: '', tokens: 0, taken: [], sections: [] };
    expect(await assemble(1, 2, writer(['a']), words)).toEqual(nothing);
    expect(await assemble(1, 8, writer(['a '.repeat(20)]), words)).toMatchObject({
      text: '1 more was found, but had no room.',
      tokens: 8,
    });
    expect(await assemble(0, 100, writer([]), words)).toEqual(nothing);
  });

  it('never goes over the budget, counts the text as it is, and gives the same for the same', async () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'word', ' ', '\n', '.', '/', '---', '⚠️', '7', '字'),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 12 }),
        fc.array(part, { maxLength: 12 }),
        fc.nat(150),
        async (hits, needs, budget) => {
          const assembled = await assemble(hits.length, budget, writer(hits, needs), countTokens);
          expect(assembled.tokens).toBeLessThanOrEqual(budget);
          expect(assembled.tokens).toBe(countTokens(assembled.text));
          const omitted = hits.length - assembled.taken.length;
          const told = omitted > 0 && assembled.tokens > 0 ? [noRoomFor(omitted)] : [];
          expect(assembled.text).toBe([...assembled.sections.map(({ text }) => text), ...told].join('\n\n'));
          expect(await assemble(hits.length, budget, writer(hits, needs), countTokens)).toEqual(assembled);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes everything where there is room for everything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 12 }), async (hits) => {
        expect((await assemble(hits.length, 10_000, writer(hits), countTokens)).taken).toEqual(
          hits.map((_, index) => index),
        );
      }),
    );
  });
});
