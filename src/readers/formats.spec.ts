import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { cutOrRefuse } from '../../test/documents/cut.js';
import { docxOf, pdfOf, pptxOf, xlsxOf } from '../../test/documents/samples.js';

/** The rows of the table below a heading of docs/documents.md, without its header. */
function rowsOf(header: string): string[][] {
  const page = readFileSync('docs/documents.md', 'utf8').split('\n');
  const start = page.findIndex((line) => line.startsWith(header));
  const end = page.findIndex((line, n) => n > start && !line.startsWith('|'));
  return page.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}
const itemsOf = (cell = '') => cell.split('; ').filter((item) => item !== '' && item !== '–');

type Sample = string | Uint8Array;
const HEAD = '<!doctype html><html><head><title>T</title></head><body>';
const cells = (...items: object[]) => JSON.stringify({ cells: items, metadata: {} });
const printed = (data: object) =>
  cells({ cell_type: 'code', source: '1', outputs: [{ output_type: 'display_data', data }] });
const slides = (title: string, point: string) => pptxOf([{ title, points: [point] }]);
const WORD = 'heron';

/** For each format its file name, and for each item of the table a file that has the word only in it. */
const SAMPLES: Readonly<Record<string, { readonly name: string; readonly items: Readonly<Record<string, Sample>> }>> = {
  Markdown: {
    name: 'a.md',
    items: {
      'front matter': `---\nowner: ${WORD}\n---\nText.`,
      headings: `# ${WORD}`,
      paragraphs: WORD,
      lists: `- ${WORD}`,
      tables: `| a | b |\n|---|---|\n| ${WORD} | 1 |`,
      code: `\`\`\`\n${WORD}\n\`\`\``,
      footnotes: `Text[^1].\n\n[^1]: ${WORD}`,
      'addresses of links': `[a](https://${WORD}.example)`,
      'texts of pictures': `![${WORD}](a.png)`,
      'HTML as below': `<table><tr><td>${WORD}</td></tr></table>`,
      comments: `Text.\n\n<!-- ${WORD} -->`,
      'addresses of pictures': `Text. ![a](${WORD}.png)`,
      'links within the page': `[a](#${WORD})`,
    },
  },
  MDX: {
    name: 'a.mdx',
    items: {
      'as Markdown': `# A\n\n${WORD}`,
      'attributes of components': `<Card title="${WORD}" />`,
      exports: `export const a = '${WORD}'`,
      imports: `import a from '${WORD}'\n\nText.`,
      comments: `Text.\n\n{/* ${WORD} */}`,
      functions: `Text.\n\n<Card onClick={() => ${WORD}()} />`,
    },
  },
  HTML: {
    name: 'a.html',
    items: {
      headings: `${HEAD}<h1>${WORD}</h1>`,
      paragraphs: `${HEAD}<p>${WORD}</p>`,
      lists: `${HEAD}<ul><li>${WORD}</li></ul>`,
      tables: `${HEAD}<table><tr><th>a</th></tr><tr><td>${WORD}</td></tr></table>`,
      code: `${HEAD}<pre>${WORD}</pre>`,
      forms: `${HEAD}<form><p>${WORD}</p></form>`,
      'addresses of links': `${HEAD}<a href="https://${WORD}.example">a</a>`,
      'texts of pictures': `${HEAD}<img alt="${WORD}">`,
      'what is hidden': `${HEAD}<p>Text.</p><p hidden>${WORD}</p>`,
      'navigation and footers of the site': `${HEAD}<p>Text.</p><nav>${WORD}</nav><footer>${WORD}</footer>`,
      'fields and buttons': `${HEAD}<p>Text.</p><input value="${WORD}"><button>${WORD}</button>`,
      'scripts and styles': `${HEAD}<p>Text.</p><script>${WORD}</script><style>${WORD}</style>`,
      drawings: `${HEAD}<p>Text.</p><svg><text>${WORD}</text></svg>`,
    },
  },
  reStructuredText: {
    name: 'a.rst',
    items: {
      headings: `${WORD}\n=====\n\nText.`,
      paragraphs: WORD,
      lists: `- ${WORD}`,
      'simple tables': `== ==\na  b\n== ==\n1  ${WORD}\n== ==`,
      code: `.. code::\n\n   ${WORD}`,
      notes: `.. note:: ${WORD}`,
      comments: `Text.\n\n.. ${WORD}`,
      'lists of contents': `Text.\n\n.. toctree::\n\n   ${WORD}`,
    },
  },
  'Jupyter notebook': {
    name: 'a.ipynb',
    items: {
      texts: cells({ cell_type: 'markdown', source: WORD }),
      code: cells({ cell_type: 'code', source: WORD, outputs: [] }),
      'what it printed': printed({ 'text/plain': WORD }),
      pictures: printed({ 'image/png': WORD }),
    },
  },
  PDF: {
    name: 'a.pdf',
    items: {
      paragraphs: pdfOf([[[`The ${WORD} stands here.`]]]),
      'larger text as headings': pdfOf([[[WORD, 22], ['Text of some words.']]]),
    },
  },
  DOCX: {
    name: 'a.docx',
    items: {
      'headings by style': docxOf([{ heading: WORD, level: 1 }, 'Text.']),
      paragraphs: docxOf([WORD]),
      tables: docxOf([
        [
          ['a', 'b'],
          [WORD, '1'],
        ],
      ]),
    },
  },
  PPTX: {
    name: 'a.pptx',
    items: { 'titles of slides as headings': slides(WORD, 'Text'), texts: slides('Title', WORD) },
  },
  XLSX: {
    name: 'a.xlsx',
    items: {
      'names of sheets as headings': xlsxOf({
        [WORD]: [
          ['a', 'b'],
          ['c', 1],
        ],
      }),
      'tables as their cells show them': xlsxOf({
        A: [
          ['a', 'b'],
          [WORD, 1],
        ],
      }),
      'formulas without a value': zipWith(xlsxOf({ A: [] }), 'xl/worksheets/sheet1.xml', `<worksheet><sheetData><row><c><f>${WORD}</f></c></row></sheetData></worksheet>`), // prettier-ignore
      'hidden sheets': hidden(xlsxOf({ A: [['a']], [WORD]: [[WORD]] })),
    },
  },
  'CSV, TSV': { name: 'a.csv', items: { 'one table': `a,b\n${WORD},1`, 'lines above it': `${WORD}\na,b\n1,2\n3,4` } },
  'source code, JSON, YAML and the like': { name: 'a.yaml', items: { 'the text as it is': `a: ${WORD}` } },
  text: { name: 'a.txt', items: { paragraphs: WORD } },
};

/** The workbook with its last sheet hidden. */
function hidden(file: Uint8Array): Uint8Array {
  const part = 'xl/workbook.xml';
  const text = strFromU8(unzipSync(file)[part] ?? new Uint8Array());
  return zipWith(file, part, text.replace('sheetId="2"', 'sheetId="2" state="hidden"'));
}

function zipWith(file: Uint8Array, part: string, text: string): Uint8Array {
  return zipSync({ ...unzipSync(file), [part]: strToU8(text) });
}

describe('the table of formats in the documentation', () => {
  const rows = rowsOf('| format | read | dropped |');
  it('names each format and each part of it that is tested here', () => {
    const told = Object.fromEntries(
      rows.map(([format = '', read, dropped]) => [format, [...itemsOf(read), ...itemsOf(dropped)]]),
    );
    expect(told).toEqual(
      Object.fromEntries(Object.entries(SAMPLES).map(([format, { items }]) => [format, Object.keys(items)])),
    );
  });

  it.each(rows)('is true of %s', async (format = '', read, dropped) => {
    const { name = '', items = {} } = SAMPLES[format] ?? {};
    const isRead = async (item: string) => {
      const cut = await cutOrRefuse(items[item] ?? '', name);
      if ('refused' in cut) throw new Error(`${item}: ${cut.message}`);
      return `${cut.title ?? ''} ${cut.chunks.map(({ text, place }) => [...place.headings, text].join(' ')).join(' ')}`.includes(
        WORD,
      );
    };
    for (const item of itemsOf(read)) expect([item, await isRead(item)]).toEqual([item, true]);
    for (const item of itemsOf(dropped)) expect([item, await isRead(item)]).toEqual([item, false]);
  });
});

describe('the table of refusals in the documentation', () => {
  const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
  const FILES: Readonly<Record<string, readonly (readonly [name: string, content: Sample])[]>> = {
    EMPTY: [['a.md', ' \n']],
    ENCRYPTED: [['a.pdf', pdfOf([[['Secret text of ten letters']]], { encrypted: true })]],
    NO_TEXT: [
      ['a.pdf', pdfOf([[]])],
      ['a.html', `${HEAD}<img src="a.png">`],
    ],
    BINARY: [
      ['photo', PNG],
      ['a.txt', Buffer.from([1, 2, 3, 0, 0, 9, 200, 0, 0, 1])],
    ],
    UNSUPPORTED: ['eml', 'msg', 'mhtml', 'rtf', 'epub', 'odt', 'svg', 'dot', 'drawio', 'unknown'].map((end) => [
      `a.${end}`,
      'Text',
    ]),
    WRONG_ENCODING: [['a.txt', Buffer.from([0xff, 0xfe, 0xff, 0xff, 1, 0, 2, 0, 0xff, 0xff])]],
    TOO_LARGE: [['a.txt', 'word '.repeat(1_100_000)]],
    TOO_COMPLEX: [['a.html', `${'<div>'.repeat(5_000)}x`]],
    BROKEN: [
      ['a.docx', 'no archive'],
      ['a.ipynb', '[]'],
    ],
  };
  it('names each reason, and each is given', async () => {
    // What takes too long is tested with the process that ends it.
    expect(rowsOf('| reason | meaning |').map(([reason = '']) => reason.replaceAll('`', ''))).toEqual([
      ...Object.keys(FILES).slice(0, -1),
      'TIMED_OUT',
      'BROKEN',
    ]);
    for (const [reason, files] of Object.entries(FILES)) {
      for (const [name, content] of files) {
        expect([name, await cutOrRefuse(content, name)]).toEqual([name, expect.objectContaining({ refused: reason })]);
      }
    }
  });
});
