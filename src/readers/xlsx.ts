import { format as show, getFormatFromId, isDateFormat } from 'numfmt';
import { type BlockList, NOWHERE, ReadRefusal } from './blocks.js';
import type { ReadingLimits } from './limits.js';
import { addTables, type Range, type SheetRow, withMerged } from './sheet.js';
import { relationsOf, walkXml } from './xml.js';
import { unzip } from './zip.js';

/** Maximum number of columns, as defined by the format. */
const MOST_COLUMNS = 16_384;

const DAYS_TO_1904 = 1_462;
/** Built-in formats that show a date as the reader's country writes it. */
const ISO_FORMATS: ReadonlyMap<string, string> = new Map([
  ['14', 'yyyy-mm-dd'],
  ['22', 'yyyy-mm-dd hh:mm'],
]);
/** Formats of higher numbers are the workbook's own (ECMA-376, part 1, section 18.8.30). */
const LAST_BUILT_IN = 163;

/** Reads a workbook: for each sheet a heading and its tables. Lines are rows. */
export function readXlsx(bytes: Uint8Array, blocks: BlockList, limits: ReadingLimits): void {
  const parts = unzip(bytes, (name) => /^xl\/.*\.(?:xml|rels)$/.test(name), limits);
  const workbook = parts.get('xl/workbook.xml');
  if (!workbook) throw new ReadRefusal('BROKEN', 'The archive holds no workbook');
  const texts = sharedTexts(parts.get('xl/sharedStrings.xml'));
  const styles = stylesOf(parts.get('xl/styles.xml'));
  const targets = relationsOf(parts.get('xl/_rels/workbook.xml.rels'));
  let days = 0;
  const sheets: { readonly name: string; readonly target: string }[] = [];
  walkXml(workbook, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) days = DAYS_TO_1904;
      const target = targets.get(attributes['id'] ?? '')?.target;
      const { state = 'visible' } = attributes;
      if (name !== 'sheet' || target === undefined || state !== 'visible') return;
      sheets.push({ name: attributes['name'] ?? '', target: target.replace(/^\/xl\//, '') });
    },
  });
  if (sheets.length > limits.pages)
    throw new ReadRefusal('TOO_LARGE', `The document has more than ${limits.pages} sheets`);
  for (const { name, target } of sheets) {
    const bytesOfSheet = parts.get(`xl/${target}`);
    if (!bytesOfSheet) continue;
    const rows = rowsOf(bytesOfSheet, { texts, styles, days }, limits);
    if (rows.length === 0) continue;
    blocks.heading(name, 1, NOWHERE);
    addTables(rows, blocks);
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

/** How the numbers of a cell are shown, and whether its text is bold. */
interface Style {
  readonly format: string;
  readonly isBold: boolean;
}

/** The styles of a workbook, as cells refer to them by number. */
function stylesOf(bytes: Uint8Array | undefined): readonly Style[] {
  const styles: Style[] = [];
  if (!bytes) return styles;
  const own = new Map<string, string>();
  const bold: boolean[] = [];
  let within = '';
  walkXml(bytes, {
    open: ({ name, attributes: { numFmtId = '0', formatCode = '', fontId = '', val = '1' } }) => {
      if (name === 'fonts' || name === 'cellXfs') within = name;
      if (name === 'numFmt') own.set(numFmtId, formatCode);
      if (within === 'fonts' && name === 'font') bold.push(false);
      if (within === 'fonts' && name === 'b') bold[bold.length - 1] = val !== '0' && val !== 'false';
      if (within !== 'cellXfs' || name !== 'xf') return;
      const format = ISO_FORMATS.get(numFmtId) ?? own.get(numFmtId) ?? builtIn(Number(numFmtId));
      styles.push({ format, isBold: bold[Number(fontId)] ?? false });
    },
    close: (name) => {
      if (name === within) within = '';
    },
  });
  return styles;
}

function builtIn(id: number): string {
  return id <= LAST_BUILT_IN ? getFormatFromId(id) : 'General';
}

interface Workbook {
  readonly texts: readonly string[];
  readonly styles: readonly Style[];
  /** Days that are added to dates, which some workbooks count from 1904. */
  readonly days: number;
}

function rowsOf(bytes: Uint8Array, workbook: Workbook, { characters }: ReadingLimits): SheetRow[] {
  const rows: SheetRow[] = [];
  const merged: Range[] = [];
  let cells: string[] = [];
  let isBold = true;
  let line = 0;
  let column = 0;
  let type = '';
  let style: Style | undefined;
  let value = '';
  let formula: string | undefined;
  let takes = '';
  let size = 0;
  walkXml(bytes, {
    open: ({ name, attributes }) => {
      if (name === 'row') [cells, line, column, isBold] = [[], Number(attributes['r'] ?? line + 1), 0, true];
      if (name === 'c') {
        column = columnOf(attributes['r']) ?? column;
        [type, style, value] = [attributes['t'] ?? '', workbook.styles[Number(attributes['s'] ?? 0)], ''];
        formula = undefined;
      }
      if (name === 'f') formula = '';
      if (name === 'v' || name === 't' || name === 'f') takes = name;
      if (name === 'mergeCell') merged.push(...rangeOf(attributes['ref'] ?? ''));
    },
    text: (text) => {
      if (takes === 'f') formula = (formula ?? '') + text;
      else if (takes !== '') value += text;
    },
    close: (name) => {
      if (name === takes) takes = '';
      if (name === 'c' && column < MOST_COLUMNS) {
        const said = value === '' && formula !== undefined ? unsolved(formula) : cellText(value, type, style, workbook);
        if (said !== '') {
          size += said.length + 1;
          while (cells.length < column) cells.push('');
          cells[column] = said;
          isBold &&= style?.isBold ?? false;
        }
        column += 1;
      }
      if (name === 'row' && cells.length > 0) {
        size += cells.length;
        rows.push({ line, cells, isBold });
      }
      if (size > characters) {
        throw new ReadRefusal('TOO_LARGE', `The document has more than ${characters} characters of text`);
      }
    },
  });
  return withMerged(rows, merged);
}

/** What is said of a formula that was stored without its value. */
function unsolved(formula: string): string {
  return formula.trim() === '' ? '(formula without a value)' : `(formula without a value: =${squashed(formula)})`;
}

/** What a cell shows. Dates in the format of the reader's country are shown as ISO 8601, since nobody knows the country. */
function cellText(value: string, type: string, style: Style | undefined, { texts, days }: Workbook): string {
  if (type === 's') return squashed(texts[Number(value)] ?? '');
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const number = Number(value);
  if (type === 'str' || type === 'inlineStr' || type === 'e' || type === 'd' || value === '') return squashed(value);
  if (!Number.isFinite(number)) return squashed(value);
  // Excel stores 0.3 as 0.30000000000000004.
  const plain = String(Number(number.toPrecision(15)));
  const format = style?.format ?? 'General';
  if (/^(?:general|@)$/i.test(format)) return plain;
  try {
    const shown = show(format, isDateFormat(format) && !/\[[hms]+\]/i.test(format) ? number + days : number);
    return squashed(shown);
  } catch {
    return plain;
  }
}

function squashed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The cells of `B2:C4`; nothing if it is no range. */
function rangeOf(reference: string): Range[] {
  const [, from, fromLine, to, toLine] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(reference) ?? [];
  const [first, last] = [columnOf(from), columnOf(to)];
  if (first === undefined || last === undefined) return [];
  return [{ fromLine: Number(fromLine), toLine: Number(toLine), fromColumn: first, toColumn: last }];
}

/** Index of the column in a cell reference, counted from 0: `C7` is in column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
