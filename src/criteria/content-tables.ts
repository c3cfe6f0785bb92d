import { CsvError, parse } from 'csv-parse/sync';
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

/**
 * Rows of CSV (RFC 4180) with tabs, semicolons or commas: at least two fields in each row, and in all rows as many;
 * undefined if the text is none.
 */
export function delimitedRows(text: string): readonly (readonly string[])[] | undefined {
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    const rows = parsedRows(text, delimiter);
    const width = rows[0]?.length ?? 0;
    if (width >= 2 && rows.every((row) => row.length === width)) return rows;
  }
  return undefined;
}

/** @returns no rows if a quoted field is not closed */
function parsedRows(text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** A table of at least two rows; the first one names the columns if it has no numbers. */
export function delimitedTable(rows: readonly (readonly string[])[]): Table | undefined {
  const [head = [], ...rest] = rows;
  if (rest.length === 0) return undefined;
  const hasHead = head.every((cell) => numberOf(cell) === undefined);
  return hasHead ? { columns: head, rows: rest } : { columns: [], rows };
}

/** True if rows are CSV. A single one needs short fields, because a sentence with a comma also reads as two of them. */
export function isCsv([first = [], ...rest]: readonly (readonly string[])[]): boolean {
  return rest.length > 0 || first.every((cell) => cell.length > 0 && cell.split(/\s+/).length <= 4);
}

/** True if each line is one short field. */
export function isOneColumn(text: string): boolean {
  return text.split('\n').every((line) => /^[^,;\t]{0,60}$/.test(line) && line.trim().split(/\s+/).length <= 3);
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
