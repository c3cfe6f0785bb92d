import { plain } from './words.js';

// Reads tables in Markdown and CSV, and the numbers in them.

export interface Table {
  /** Empty if the first row is data. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\s*$/.test(value)
    ? Number(value)
    : undefined;
}

export function markdownTable(text: string): Table | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const rule = lines.findIndex((line) => /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/.test(line) && line.includes('|'));
  if (rule < 1) return undefined;
  const cells = (line: string) =>
    line
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split('|')
      .map((cell) => plain(cell));
  const rows: string[][] = [];
  for (const line of lines.slice(rule + 1)) {
    if (!line.includes('|')) break;
    rows.push(cells(line));
  }
  return { columns: cells(lines[rule - 1] ?? ''), rows };
}

const DELIMITERS = ['\t', ';', ','] as const;

/** Reads a table of at least two rows and two columns; all rows must have the same number of fields. */
export function delimitedTable(text: string): Table | undefined {
  for (const delimiter of DELIMITERS) {
    const rows = delimitedRows(text, delimiter);
    if (!rows) continue;
    const width = rows[0]?.length ?? 0;
    if (width < 2 || rows.length < 2 || rows.some((row) => row.length !== width)) continue;
    const [head = [], ...rest] = rows;
    const hasHead = head.every((cell) => numberOf(cell) === undefined) && rest.length > 0;
    return hasHead ? { columns: head, rows: rest } : { columns: [], rows };
  }
  return undefined;
}

/** True if the text is CSV (RFC 4180) with commas, semicolons or tabs, and all rows have the same number of fields. */
export function isDelimited(text: string): boolean {
  const oneColumn = text
    .split('\n')
    .every((line) => /^[^,;\t]{0,60}$/.test(line) && line.trim().split(/\s+/).length <= 3);
  if (oneColumn) return true;
  return DELIMITERS.some((delimiter) => {
    const rows = delimitedRows(text, delimiter);
    const width = rows?.[0]?.length ?? 0;
    if (!rows || width < 2 || rows.some((row) => row.length !== width)) return false;
    // A single row needs short fields, because a sentence with a comma also reads as one row of two fields.
    return rows.length > 1 || (rows[0]?.every((cell) => cell.length > 0 && cell.split(/\s+/).length <= 4) ?? false);
  });
}

/** @returns undefined if a quoted field is not closed */
function delimitedRows(text: string, delimiter: string): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  // True while the cell has only blanks. Examining the cell at each quote instead would take quadratic time.
  let isBlank = true;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') {
        cell += sign;
        isBlank &&= sign.trim() === '';
      } else if (text[at + 1] === '"') {
        cell += '"';
        isBlank = false;
        at++;
      } else quoted = false;
    } else if (sign === '"' && isBlank) {
      quoted = true;
      cell = '';
    } else if (sign === delimiter) {
      row.push(cell.trim());
      cell = '';
      isBlank = true;
    } else if (sign === '\n') {
      row.push(cell.trim());
      if (row.length > 1 || row[0] !== '') rows.push(row);
      row = [];
      cell = '';
      isBlank = true;
    } else {
      cell += sign;
      isBlank &&= sign.trim() === '';
    }
  }
  row.push(cell.trim());
  if (row.length > 1 || row[0] !== '') rows.push(row);
  return quoted ? undefined : rows;
}

const INDEX_NAME = /^(?:#|no\.?|nr\.?|n|i|index|idx|id|rank|position|pos|row|number|count)$/i;

/** The numbers of a table: its one numeric column (an index column does not count), or all cells if each is a number. */
export function numberColumn({ columns, rows }: Table): number[] | undefined {
  if (rows.length === 0) return undefined;
  const width = rows[0]?.length ?? 0;
  const numeric = Array.from({ length: width }, (_, index) => rows.map((row) => numberOf(row[index] ?? '')));
  const complete = numeric.flatMap((values, index) =>
    values.every((value) => value !== undefined) ? [{ index, values }] : [],
  );
  if (complete.length === 0) return undefined;
  if (complete.length === 1) {
    const [only] = complete;
    // A numeric column beside columns of words is part of a table, not a delivery of numbers.
    return width === 1 || columns.length > 0 ? (width <= 2 ? only?.values : undefined) : undefined;
  }
  const counted = complete.filter(({ index, values }) => {
    const counts =
      values.every((value, row) => value === (values[0] ?? 0) + row) && (values[0] === 0 || values[0] === 1);
    return !(counts && rows.length > 2) && !INDEX_NAME.test(columns[index] ?? '');
  });
  if (counted.length === 1) return counted[0]?.values;
  if (complete.length !== width || columns.length > 0) return undefined;
  return rows.flatMap((row) => row.map(Number));
}
