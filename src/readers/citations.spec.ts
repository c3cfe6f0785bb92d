import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutDocument } from '../../test/documents/cut.js';
import { pdfOf, pptxOf } from '../../test/documents/samples.js';
import type { Chunk } from './chunks.js';
import { citationOf } from './citation.js';

const chunksOf = async (content: string | Uint8Array, name: string) => (await cutDocument(content, name)).chunks;
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

/** The words of a chunk that the lines it cites lack, and whether the outermost of them have text. */
function compared({ text, place: { fromLine, toLine } }: Chunk, source: readonly string[]) {
  const cited = source.slice((fromLine ?? 0) - 1, toLine ?? 0);
  const words = wordsOf(text);
  // Marks may stand within a word: `DomainError`s.
  const there = cited.join('').replace(/[^\p{L}\p{N}]/gu, '');
  return {
    missing: words.filter((word) => !there.includes(word)),
    isTight: [cited[0] ?? '', cited.at(-1) ?? ''].every((line) => !/^[\s>]*(?:$|```|~~~)/.test(line)),
  };
}

describe('a citation names the lines of its chunk', () => {
  it('in every file of this project’s code, to the line', async () => {
    const files = [...filesIn('src/documents', /\.ts$/), ...filesIn('cypher/documents', /\.cypher$/), 'package.json', 'docker-compose.yml']; // prettier-ignore
    for (const file of files) {
      const source = readFileSync(file, 'utf8');
      for (const { text, place } of await chunksOf(source, file)) {
        if (text.includes('[redacted')) continue;
        const cited = source.split('\n').slice((place.fromLine ?? 0) - 1, place.toLine ?? 0);
        expect(cited.join('\n').trim(), file).toBe(text.trim());
      }
    }
  });

  it('in every page of this project’s documentation', async () => {
    const wrong: object[] = [];
    let chunks = 0;
    for (const file of [...filesIn('docs', /\.md$/), 'README.md', 'CONTRIBUTING.md']) {
      const source = readFileSync(file, 'utf8').split('\n');
      for (const chunk of await chunksOf(source.join('\n'), file)) {
        chunks += 1;
        const { missing, isTight } = compared(chunk, source);
        // The names of columns are those of the header, which each chunk of a table repeats.
        const [header = ''] = (chunk.searched ?? chunk.text).split('\n');
        const names = new Set([
          'redacted',
          ...(chunk.searched !== null || header.includes(' | ') ? wordsOf(header) : []),
        ]);
        const lost = missing.filter((word) => !names.has(word));
        if (lost.length > 0 || !isTight) wrong.push({ file, lost, isTight, citation: chunk.place, text: chunk.text });
      }
    }
    expect(chunks).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  it('whether or not the file ends in a newline, or begins with blank lines', async () => {
    for (const [text, from, to] of [
      ['a: 1\nb: 2', 1, 2],
      ['a: 1\nb: 2\n', 1, 2],
      ['\n\na: 1\nb: 2\n\n\n', 3, 4],
    ] as const) {
      // prettier-ignore
      const [chunk] = await chunksOf(text, 'a.yaml');
      expect(chunk?.place).toMatchObject({ fromLine: from, toLine: to });
    }
  });

  it('in a loose list, a list with code, and a table of values with line breaks', async () => {
    const list = ['1. One', '', '   ```sh', '   run it', '   ```', '', '2. Two', '', '3. Three'].join('\n');
    expect((await chunksOf(list, 'a.md')).map(({ place }) => [place.fromLine, place.toLine])).toEqual([[1, 9]]);
    const rows = Array.from({ length: 60 }, (_, n) => `${n},"the pump\nof hall ${n}\nis leaking",open`);
    const table = ['id,text,state', ...rows].join('\n');
    for (const { text, place } of await chunksOf(table, 'a.csv')) {
      const cited = table.split('\n').slice((place.fromLine ?? 0) - 1, place.toLine ?? 0);
      expect(cited[0]).toMatch(new RegExp(`^${/id: (\d+)/.exec(text)?.[1]},`));
      expect(cited).toHaveLength(3 * text.split('\n').length);
    }
  });
});

describe('a citation names the pages of its chunk', () => {
  it('each slide, with or without a title', async () => {
    const slides = pptxOf([
      { title: 'Pumps', points: ['They run', 'They stop'] },
      { title: '', points: ['They leak'] },
      { title: '', points: ['They rust'] },
    ]);
    const chunks = await chunksOf(slides, 'a.pptx');
    expect(chunks.map(({ text, place }) => [place.headings.join(), place.page, place.toPage, text])).toEqual([
      ['Pumps', 1, 1, '- They run\n- They stop'],
      ['', 2, 2, 'They leak'],
      ['', 3, 3, 'They rust'],
    ]);
  });

  it('the first and the last of a section over several pages', async () => {
    const pages = [
      [['Manual', 22] as const, ['The pump runs all day and needs'] as const],
      [['oil once a week.'] as const, ['Seals', 22] as const, ['They leak now and then.'] as const],
    ];
    const chunks = await chunksOf(pdfOf(pages), 'a.pdf');
    expect(chunks.map(({ place }) => citationOf({ root: '', source: 'a.pdf' }, place))).toEqual([
      'a.pdf › Manual, pages 1–2',
      'a.pdf › Seals, page 2',
    ]);
  });
});
