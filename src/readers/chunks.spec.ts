import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../common/tokens.js';
import type { Block } from './blocks.js';
import { type Chunk, cutIntoChunks } from './chunks.js';

const NOWHERE = { page: null, fromLine: null, toLine: null };
const paragraph = (text: string, headings: readonly string[] = [], lines: [number, number] | null = null): Block => ({
  type: 'paragraph',
  text,
  headings,
  page: null,
  fromLine: lines?.[0] ?? null,
  toLine: lines?.[1] ?? null,
});
const heading = (text: string, level: number, headings: readonly string[] = []): Block => {
  return { type: 'heading', text, level, headings, ...NOWHERE };
};
const ROW_LINES = [1, 2, 3, 4, 5, 6].map((line) => ({ fromLine: line, toLine: line }));
const cut = (blocks: readonly Block[], tokens = 400, overlap = 40) => cutIntoChunks({ blocks }, { tokens, overlap });
const texts = (chunks: readonly Chunk[]) => chunks.map(({ text }) => text);
/** Each sentence has ten tokens, including its blank. */
const sentence = (n: number) => `Pump ${n} runs all day and needs oil.`;

describe('chunks', () => {
  it('hold what fits under one heading, and never cross one', () => {
    const blocks = [
      paragraph('Before.'),
      heading('A', 1),
      paragraph('One.', ['A']),
      { type: 'list', items: ['- two', '- three'], headings: ['A'], ...NOWHERE } as const,
      heading('B', 2, ['A']),
      paragraph('Four.', ['A', 'B']),
    ];
    expect(cut(blocks).map(({ text, place }) => [place.headings.join('>'), text])).toEqual([
      ['', 'Before.'],
      ['A', 'One.\n\n- two\n- three'],
      ['A>B', 'Four.'],
    ]);
  });

  it('keep a heading that stands above nothing, and not one that stands above another', () => {
    expect(texts(cut([heading('A', 1), heading('B', 2, ['A']), heading('C', 2, ['A'])]))).toEqual(['B', 'C']);
  });

  it('repeat the end of the one before, of whole sentences', () => {
    const text = [1, 2, 3, 4, 5, 6].map(sentence).join(' ');
    expect(texts(cut([paragraph(text)], 50, 15))).toEqual([
      [1, 2, 3, 4].map(sentence).join(' '),
      [4, 5, 6].map(sentence).join(' '),
    ]);
    expect(texts(cut([paragraph(text)], 50, 0))).toEqual([
      [1, 2, 3, 4].map(sentence).join(' '),
      [5, 6].map(sentence).join(' '),
    ]);
  });

  it('keep a paragraph whole that fits into the next one', () => {
    const [one, two] = [[1, 2, 3].map(sentence).join(' '), [4, 5, 6].map(sentence).join(' ')];
    expect(texts(cut([paragraph(one), paragraph(two)], 50, 0))).toEqual([one, two]);
  });

  it('name the column of each value of a table', () => {
    const rows = [1, 2, 3, 4, 5].map((n) => [`seal of pump ${n}`, `${n}`]);
    const table = { type: 'table', header: ['part', 'price'], rows, lines: ROW_LINES, ...NOWHERE, headings: [], fromLine: 1, toLine: 6 } as const; // prettier-ignore
    const chunks = cut([paragraph('Parts:'), table, paragraph('Sold out.')], 42, 10);
    expect(texts(chunks)).toEqual([
      'Parts:',
      'part: seal of pump 1; price: 1\npart: seal of pump 2; price: 2\npart: seal of pump 3; price: 3',
      'part: seal of pump 4; price: 4\npart: seal of pump 5; price: 5',
      'Sold out.',
    ]);
    expect(chunks.map(({ place: { fromLine, toLine } }) => [fromLine, toLine])).toEqual([[null, null], [2, 4], [5, 6], [null, null]]); // prettier-ignore
    expect(chunks.map(({ searched }) => searched)).toEqual([
      null,
      'part | price\nseal of pump 1 | 1\nseal of pump 2 | 2\nseal of pump 3 | 3',
      'part | price\nseal of pump 4 | 4\nseal of pump 5 | 5',
      null,
    ]);
  });

  it('cut a row that is longer than a chunk between its values', () => {
    const header = Array.from({ length: 8 }, (_, n) => `measure ${String.fromCharCode(97 + n)}`);
    const table = { type: 'table', header, rows: [header.map((_, n) => `about ${n} bar`)], headings: [], ...NOWHERE } as const; // prettier-ignore
    const value = (n: number) => `${header[n]}: about ${n} bar`;
    expect(texts(cut([table], 50, 0))).toEqual([
      [0, 1, 2, 3, 4, 5].map(value).join('; '),
      [6, 7].map(value).join('; '),
    ]);
  });

  it('repeat the first row of a table that does not name its columns', () => {
    const rows = [1, 2, 3, 4, 5].map((n) => [`seal of pump ${n}`, `${n}`]);
    const table = { type: 'table', header: ['seals', '12'], rows, lines: ROW_LINES, ...NOWHERE, headings: [], fromLine: 1, toLine: 6 } as const; // prettier-ignore
    const chunks = cut([paragraph('Parts:'), table], 32, 10);
    expect(texts(chunks)).toEqual([
      'Parts:',
      'seals | 12\nseal of pump 1 | 1\nseal of pump 2 | 2\nseal of pump 3 | 3',
      'seals | 12\nseal of pump 4 | 4\nseal of pump 5 | 5',
    ]);
    expect(chunks.map(({ place: { fromLine, toLine } }) => [fromLine, toLine])).toEqual([[null, null], [2, 4], [5, 6]]); // prettier-ignore
  });

  it('part code at blank lines before the margin', () => {
    const part = (n: number) => `function pump${n}() {\n  run(${n});\n\n  stop(${n});\n}`;
    const code = { type: 'code', text: `${part(1)}\n\n${part(2)}`, language: 'js', headings: [], page: null, fromLine: 1, toLine: 11 } as const; // prettier-ignore
    const chunks = cut([code], 40, 0);
    expect(texts(chunks)).toEqual([part(1), part(2)]);
    expect(chunks.map(({ place: { fromLine, toLine } }) => [fromLine, toLine])).toEqual([[1, 5], [7, 11]]); // prettier-ignore
  });

  it('know their lines', () => {
    const text = [1, 2, 3, 4, 5, 6].map(sentence).join('\n');
    const chunks = cut([paragraph(text, [], [11, 16])], 50, 0);
    expect(chunks.map(({ place: { fromLine, toLine } }) => [fromLine, toLine])).toEqual([[11, 14], [15, 16]]); // prettier-ignore
  });

  it('have no more tokens than they may, and lose no word, whatever the text is', () => {
    const word = fc.oneof(fc.constantFrom('pump', 'seal.', 'Öl', 'a', '数据', '😀', '\n', 'x'.repeat(300)), fc.string({ maxLength: 12 })); // prettier-ignore
    const any = fc.array(word, { maxLength: 120 }).map((words) => words.join(' ').trim());
    const block = fc.oneof(
      any.map((text) => paragraph(text)),
      fc.array(any, { maxLength: 5 }).map((items): Block => ({ type: 'list', items, headings: [], ...NOWHERE })),
      any.map((text): Block => ({ type: 'code', text, language: null, headings: [], ...NOWHERE })),
      fc
        .tuple(
          fc.array(any, { minLength: 1, maxLength: 3 }),
          fc.array(fc.array(any, { maxLength: 3 }), { maxLength: 4 }),
        )
        .map(([header, rows]): Block => ({ type: 'table', header, rows, headings: [], ...NOWHERE })),
    );
    const letters = (text: string) => text.replace(/[\s|]/gu, '');
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const chunks = cut(blocks, 60, 10);
        for (const { text } of chunks) expect(countTokens(text)).toBeLessThanOrEqual(66);
        const said = letters(texts(cut(blocks, 60, 0)).join(''));
        for (const each of blocks) {
          if (each.type !== 'paragraph') continue;
          expect(said).toContain(letters(each.text));
        }
      }),
      { numRuns: 200, seed: 21 },
    );
  });
});
