import { type BlockList, ReadRefusal } from '../blocks.js';
import type { ReadingLimits } from '../limits.js';
import { relationsOf, walkXml } from './xml.js';
import { unzip } from './zip.js';

/** Maximum number of columns, as defined by the format. */
const MOST_COLUMNS = 16_384;

/** Reads a workbook: for each sheet a heading and a table, with the first row as its header. Lines are rows. */
export function readXlsx(bytes: Uint8Array, blocks: BlockList, limits: ReadingLimits): void {
  const parts = unzip(bytes, (name) => /^xl\/.*\.(?:xml|rels)$/.test(name), limits);
  const workbook = parts.get('xl/workbook.xml');
  if (!workbook) throw new ReadRefusal('BROKEN', 'The archive holds no workbook');
  const texts = sharedTexts(parts.get('xl/sharedStrings.xml'));
  const dates = dateStyles(parts.get('xl/styles.xml'));
  const targets = relationsOf(parts.get('xl/_rels/workbook.xml.rels'));
  const sheets: { readonly name: string; readonly target: string }[] = [];
  walkXml(workbook, {
    open: ({ name, attributes }) => {
      const target = targets.get(attributes['id'] ?? '')?.target;
      if (name !== 'sheet' || target === undefined || attributes['state'] === 'veryHidden') return;
      sheets.push({ name: attributes['name'] ?? '', target: target.replace(/^\/xl\//, '') });
    },
  });
  if (sheets.length > limits.pages)
    throw new ReadRefusal('TOO_LARGE', `The document has more than ${limits.pages} sheets`);
  for (const { name, target } of sheets) {
    const bytesOfSheet = parts.get(`xl/${target}`);
    if (!bytesOfSheet) continue;
    const rows = rowsOf(bytesOfSheet, texts, dates, limits);
    const [first] = rows;
    if (!first) continue;
    blocks.heading(name, 1, { page: null, fromLine: null, toLine: null });
    const cells = rows.map((row) => row.cells);
    const spot = { page: null, fromLine: first.line, toLine: rows.at(-1)?.line ?? first.line };
    const lines = rows.map(({ line }) => ({ fromLine: line, toLine: line }));
    blocks.table(first.cells, cells.slice(1), spot, lines);
  }
}

function sharedTexts(bytes: Uint8Array | undefined): readonly string[] {
  const texts: string[] = [];
  if (!bytes) return texts;
  let said = '';
  let inText = false;
  let isPhonetic = false;
  walkXml(bytes, {
    open: ({ name }) => {
      if (name === 'si') said = '';
      if (name === 'rPh') isPhonetic = true;
      if (name === 't') inText = true;
    },
    text: (text) => {
      if (inText && !isPhonetic) said += text;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') texts.push(said);
    },
  });
  return texts;
}

/** Cell styles whose numbers are dates, stored as days since 1900. */
function dateStyles(bytes: Uint8Array | undefined): ReadonlySet<number> {
  const styles = new Set<number>();
  if (!bytes) return styles;
  const own = new Map<string, string>();
  let place = -1;
  walkXml(bytes, {
    open: ({ name, attributes: { numFmtId = '', formatCode = '' } }) => {
      if (name === 'numFmt') own.set(numFmtId, formatCode);
      if (name === 'cellXfs') place = 0;
      if (name !== 'xf' || place < 0) return;
      const id = Number(numFmtId);
      const code = (own.get(numFmtId) ?? '').replace(/"[^"]*"|\[[^\]]*\]/g, '');
      if ((id >= 14 && id <= 17) || id === 22 || /[dy]/i.test(code)) styles.add(place);
      place += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') place = -1;
    },
  });
  return styles;
}

interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
}

function rowsOf(
  bytes: Uint8Array,
  texts: readonly string[],
  dates: ReadonlySet<number>,
  { characters }: ReadingLimits,
): SheetRow[] {
  const rows: SheetRow[] = [];
  let cells: string[] = [];
  let line = 0;
  let column = 0;
  let type = '';
  let style = -1;
  let value = '';
  let takes = false;
  let size = 0;
  walkXml(bytes, {
    open: ({ name, attributes }) => {
      if (name === 'row') [cells, line, column] = [[], Number(attributes['r'] ?? line + 1), 0];
      if (name === 'c') {
        column = columnOf(attributes['r']) ?? column;
        [type, style, value] = [attributes['t'] ?? '', Number(attributes['s'] ?? -1), ''];
      }
      if (name === 'v' || name === 't') takes = true;
    },
    text: (text) => {
      if (takes) value += text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') takes = false;
      if (name === 'c' && column < MOST_COLUMNS) {
        const said = cellText(value, type, dates.has(style), texts);
        if (said !== '') {
          size += said.length + 1;
          while (cells.length < column) cells.push('');
          cells[column] = said;
        }
        column += 1;
      }
      if (name === 'row' && cells.length > 0) {
        size += cells.length;
        rows.push({ line, cells });
      }
      if (size > characters) {
        throw new ReadRefusal('TOO_LARGE', `The document has more than ${characters} characters of text`);
      }
    },
  });
  return rows;
}

function cellText(value: string, type: string, isDate: boolean, texts: readonly string[]): string {
  if (type === 's') return (texts[Number(value)] ?? '').replace(/\s+/g, ' ').trim();
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'str' || type === 'inlineStr' || type === 'e' || value === '') return value.replace(/\s+/g, ' ').trim();
  const number = Number(value);
  if (isDate && number > 0 && number < 2_958_466) {
    const iso = new Date(Math.round((number - 25_569) * 86_400_000)).toISOString();
    return Number.isInteger(number) ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
  }
  // Excel stores 0.3 as 0.30000000000000004.
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}

/** Index of the column in a cell reference, counted from 0: `C7` is in column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
