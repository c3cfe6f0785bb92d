import { zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { docxOf, pdfOf, pptxOf, xlsxOf } from '../../test/documents/samples.js';
import type { Block } from './blocks.js';
import type { ReadingLimits } from './limits.js';
import { readBlocks } from './read.js';

const LIMITS: ReadingLimits = {
  fileBytes: 1_000_000,
  characters: 100_000,
  pages: 50,
  unzippedBytes: 5_000_000,
  unzipRatio: 100,
};
const read = (content: string | Uint8Array, name: string, limits: Partial<ReadingLimits> = {}) =>
  readBlocks(typeof content === 'string' ? Buffer.from(content) : content, { name }, { ...LIMITS, ...limits });
const refusal = async (content: string | Uint8Array, name: string, limits: Partial<ReadingLimits> = {}) =>
  read(content, name, limits).then(
    () => 'READ',
    (error: unknown) => (error as { reason?: string }).reason,
  );

/** Describes a block in one line: its type, its position and its text. */
const told = ({ type, headings, page, fromLine, toLine, ...block }: Block) => {
  const place = page === null ? (fromLine === null ? '' : ` ${fromLine}-${toLine}`) : ` p${page}`;
  const said =
    'items' in block
      ? block.items.join('; ')
      : 'rows' in block
        ? [block.header, ...block.rows].map((row) => row.join('|')).join('; ')
        : block.text;
  return `${type}${place} [${headings.join('>')}] ${said}`;
};

describe('documents are read into blocks', () => {
  it('Markdown, with lines', async () => {
    const text = [
      '---',
      'owner: ann',
      '---',
      '# Pumps',
      '',
      'The *main* pump [P1](p1.md) runs',
      'all day.',
      '',
      '## Repair',
      '',
      '- [ ] stop it',
      '  - wait',
      '- open it',
      '',
      '| part | price |',
      '| --- | --- |',
      '| seal | 4 |',
      '',
      '```sh',
      'stop p1',
      '```',
    ].join('\n');
    const { title, mediaType, blocks } = await read(text, 'pumps.md');
    expect([title, mediaType]).toEqual(['Pumps', 'text/markdown']);
    expect(blocks.map(told)).toEqual([
      'paragraph 2-2 [] owner: ann',
      'heading 4-4 [] Pumps',
      'paragraph 6-7 [Pumps] The main pump P1 (p1.md) runs\nall day.',
      'heading 9-9 [Pumps] Repair',
      'list 11-13 [Pumps>Repair] - [ ] stop it;   - wait; - open it',
      'table 15-17 [Pumps>Repair] part|price; seal|4',
      'code 20-20 [Pumps>Repair] stop p1',
    ]);
  });

  it('HTML, without what surrounds its text', async () => {
    const text = `<!doctype html><html><head><title>Pump guide</title><style>p{}</style></head><body>
<nav><a href="/">Home</a></nav>
<h1>Pumps</h1><p>Run <b>daily</b>.</p><script>alert(1)</script>
<h2>Parts</h2><table><tr><th>part</th><th>price</th></tr><tr><td>seal</td><td>4</td></tr></table>
<article><p>Oil it.</p><footer>As of May.</footer></article><footer>Imprint</footer></body></html>`;
    const { title, blocks } = await read(text, 'pumps.html');
    expect(title).toBe('Pump guide');
    expect(blocks.map(told)).toEqual([
      'heading 3-3 [] Pumps',
      'paragraph 3-3 [Pumps] Run daily.',
      'heading 4-4 [Pumps] Parts',
      'table 4-4 [Pumps>Parts] part|price; seal|4',
      'paragraph 5-5 [Pumps>Parts] Oil it.',
      'paragraph [Pumps>Parts] As of May.',
    ]);
  });

  it('PDF, whose large letters are headings', async () => {
    const pages = [
      [['Pump manual', 22] as const, ['The pump runs all day and needs'] as const, ['oil once a week.'] as const],
      [['Repair', 16] as const, ['Stop the pump before it is opened.'] as const],
    ];
    const { title, mediaType, blocks } = await read(pdfOf(pages), 'manual.pdf');
    expect([title, mediaType]).toEqual(['Pump manual', 'application/pdf']);
    expect(blocks.map(told)).toEqual([
      'heading p1 [] Pump manual',
      'paragraph p1 [Pump manual] The pump runs all day and needs oil once a week.',
      'heading p2 [Pump manual] Repair',
      'paragraph p2 [Pump manual>Repair] Stop the pump before it is opened.',
    ]);
  });

  it('DOCX, PPTX and XLSX', async () => {
    const word = docxOf([{ heading: 'Pumps', level: 1 }, 'Oil & water.', [['part', 'price'], ['seal', '4']]]); // prettier-ignore
    expect((await read(word, 'a.docx')).blocks.map(told)).toEqual([
      'heading [] Pumps',
      'paragraph [Pumps] Oil & water.',
      'table [Pumps] part|price; seal|4',
    ]);
    const slides = pptxOf([
      { title: 'Pumps', points: ['They run', 'They stop'] },
      { title: 'Seals', points: ['They leak'] },
    ]);
    expect((await read(slides, 'a.pptx')).blocks.map(told)).toEqual([
      'heading p1 [] Pumps',
      'list p1 [Pumps] - They run; - They stop',
      'heading p2 [] Seals',
      'paragraph p2 [Seals] They leak',
    ]);
    const workbook = xlsxOf({ Parts: [['part', 'price'], ['seal', 4.5]] }); // prettier-ignore
    expect((await read(workbook, 'a.xlsx')).blocks.map(told)).toEqual(['heading [] Parts', 'table 1-2 [Parts] part|price; seal|4.5']); // prettier-ignore
  });

  it('CSV with any delimiter, source code and plain text', async () => {
    expect((await read('part;price\n"seal; large";4\n', 'a.csv')).blocks.map(told)).toEqual([
      'table 1-2 [] part|price; seal; large|4',
    ]);
    expect((await read('Price list\n\npart,price\nseal,4\n', 'a.csv')).blocks.map(told)).toEqual([
      'paragraph 1-1 [] Price list',
      'table 3-4 [] part|price; seal|4',
    ]);
    const { mediaType, blocks } = await read('let a = 1;\n\nlet b = 2;\n', 'src/a.ts');
    expect([mediaType, ...blocks.map(told)]).toEqual(['text/x-typescript', 'code 1-3 [] let a = 1;\n\nlet b = 2;']);
    expect((await read('One\ntwo.\n\nThree.', 'notes')).blocks.map(told)).toEqual([
      'paragraph 1-2 [] One\ntwo.',
      'paragraph 4-4 [] Three.',
    ]);
  });

  it('in the charset of their bytes', async () => {
    const said = 'Größere Pumpen dürfen nur geübte Männer öffnen. Für Öl ist Herr Müller zuständig.';
    for (const [charset, addBOM] of [
      ['utf-8', false],
      ['utf-8', true],
      ['utf-16le', false],
      ['utf-16le', true],
      ['utf-16be', true],
      ['windows-1252', false],
    ] as const) {
      const bytes = iconv.encode(said, charset, { addBOM });
      expect((await read(bytes, 'a.txt')).blocks.map(told), charset).toEqual([`paragraph 1-1 [] ${said}`]);
    }
  });
});

describe('the charset of a text', () => {
  const TEXTS = {
    czech:
      'Čerpadlo běží celý den. Ventil se otevírá pomalu. Příští týden přijede údržbář. Olej je třeba vyměnit každý měsíc, jinak se ložisko přehřívá. Náhradní díly dodává firma z Ostravy.',
    polish: 'Pompa działa cały dzień. Zawór otwiera się powoli. W przyszłym tygodniu przyjedzie żółty wóz.',
    turkish: 'Pompa bütün gün çalışır. Vana yavaş açılır. Gelecek hafta şef geliyor ve yağ değiştirecek.',
    french: 'La pompe fonctionne toute la journée. Le clapet s’ouvre très lentement à côté du réservoir.',
    greek: 'Η αντλία λειτουργεί όλη την ημέρα και χρειάζεται λάδι.',
    russian: 'Насос работает весь день и требует масла раз в неделю. Клапан открывается медленно.',
    japanese: '日本語の文書です。ポンプは毎日動きます。バルブはゆっくり開きます。',
    chinese: '水泵每天运行。阀门缓慢打开。请每周加油一次。',
  };
  it.each([
    ['czech', 'iso-8859-2'],
    ['czech', 'windows-1250'],
    ['polish', 'iso-8859-2'],
    ['turkish', 'windows-1254'],
    ['french', 'windows-1252'],
    ['greek', 'windows-1253'],
    ['russian', 'windows-1251'],
    ['russian', 'koi8-r'],
    ['japanese', 'shift_jis'],
    ['japanese', 'euc-jp'],
    ['chinese', 'gb18030'],
  ] as const)('is told from its words: %s in %s', async (language, charset) => {
    const { blocks } = await read(iconv.encode(TEXTS[language], charset), 'a.txt');
    expect(blocks.map(told)).toEqual([`paragraph 1-1 [] ${TEXTS[language]}`]);
  });

  it('is the one that is stated with the file, or in it', async () => {
    const said = 'Größe';
    const latin = iconv.encode(said, 'windows-1252');
    // Too few bytes to tell the charset.
    expect(await refusal(latin, 'a.txt')).toBe('WRONG_ENCODING');
    const stated = await readBlocks(latin, { name: 'a.txt', mediaType: 'text/plain; charset=windows-1252' }, LIMITS);
    expect(stated.blocks.map(told)).toEqual([`paragraph 1-1 [] ${said}`]);
    const page = `<html><head><meta charset="windows-1252"></head><body><p>${said}</p></body></html>`;
    expect((await read(iconv.encode(page, 'windows-1252'), 'a.html')).blocks.map(told)).toEqual([`paragraph 1-1 [] ${said}`]); // prettier-ignore
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<a>${said}</a>`;
    expect((await read(iconv.encode(xml, 'latin1'), 'a.xml')).blocks.map(told)).toEqual([`code 1-2 [] ${xml}`]);
    // A wrong statement does not harm a text in UTF-8.
    expect((await read(page, 'a.html')).blocks.map(told)).toEqual([`paragraph 1-1 [] ${said}`]);
  });
});

describe('documents are refused by name', () => {
  it('what is empty, encrypted, scanned, broken or no document', async () => {
    expect(await refusal('', 'a.md')).toBe('EMPTY');
    expect(await refusal(' \n\n', 'a.md')).toBe('EMPTY');
    expect(await refusal(pdfOf([[['Secret text of ten letters']]], { encrypted: true }), 'a.pdf')).toBe('ENCRYPTED');
    expect(await refusal(pdfOf([[]]), 'a.pdf')).toBe('NO_TEXT');
    expect(await refusal('%PDF-1.4\nnothing', 'a.pdf')).toBe('BROKEN');
    expect(await refusal('no archive', 'a.docx')).toBe('BROKEN');
    expect(await refusal(docxOf(['Text']).slice(0, 300), 'a.docx')).toBe('BROKEN');
    expect(await refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'a.txt')).toBe('BINARY');
    expect(await refusal(Buffer.from([1, 2, 3, 0, 0, 9, 200, 0, 0, 1]), 'a.txt')).toBe('BINARY');
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    expect(await refusal(compound, 'a.doc')).toBe('BINARY');
    const locked = Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await refusal(locked, 'a.docx')).toBe('ENCRYPTED');
    expect(await refusal(Buffer.from([0xff, 0xfe, 0xff, 0xff, 1, 0, 2, 0, 0xff, 0xff]), 'a.txt')).toBe(
      'WRONG_ENCODING',
    );
  });

  it('what is larger than it may be, packed or not', async () => {
    expect(await refusal('a'.repeat(100), 'a.txt', { fileBytes: 99 })).toBe('TOO_LARGE');
    expect(await refusal('word '.repeat(100), 'a.txt', { characters: 400 })).toBe('TOO_LARGE');
    expect(await refusal(pdfOf(Array.from({ length: 3 }, () => [['Text of a page']])), 'a.pdf', { pages: 2 })).toBe('TOO_LARGE'); // prettier-ignore
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(4_000_000), '[Content_Types].xml': new Uint8Array(1) });
    expect(await refusal(bomb, 'a.docx')).toBe('TOO_LARGE');
    expect(await refusal(bomb, 'a.docx', { unzipRatio: 10_000, unzippedBytes: 1_000_000 })).toBe('TOO_LARGE');
    const rows = Array.from({ length: 400 }, (_, n) => [`a cell of row ${n}`]);
    expect(await refusal(xlsxOf({ Rows: rows }), 'a.xlsx', { characters: 1_000 })).toBe('TOO_LARGE');
  });

  it('what is nested more deeply than anybody writes', async () => {
    expect(await refusal(`${'<div>'.repeat(5_000)}x`, 'a.html')).toBe('TOO_COMPLEX');
    expect(await refusal(`${'> '.repeat(2_000)}x`, 'a.md')).not.toBeUndefined();
  });
});
