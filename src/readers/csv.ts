import { parse } from 'csv-parse/sync';
import { type BlockList, type Lines, ReadRefusal } from './blocks.js';

/**
 * Of delimiters that give as many rows of equal width, the first is taken: commas stand in numbers and sentences, too.
 */
const DELIMITERS = ['\t', ';', '|', ','] as const;

/** Number of records by which the delimiter is chosen. */
const SAMPLE = 200;

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads a CSV file as one table, with the first row as its header. Lines before the table are paragraphs. */
export function readCsv(text: string, blocks: BlockList): void {
  let rows: readonly Row[];
  let width: number;
  const stated = /^sep=(.)\r?\n/.exec(text);
  try {
    const samples = (stated?.[1] === undefined ? DELIMITERS : [stated[1]]).map((delimiter) => {
      return { delimiter, ...widthOf(rowsOf(text, delimiter, SAMPLE)) };
    });
    const best = samples.reduce((most, sample) => (sample.rows > most.rows ? sample : most));
    width = best.width;
    rows = rowsOf(text, best.delimiter).slice(stated ? 1 : 0);
  } catch (error) {
    throw new ReadRefusal('BROKEN', 'The file is no table of separated values', { cause: error });
  }
  const start = Math.max(
    rows.findIndex(({ record }) => record.length === width || filledOf(record) > width / 2),
    0,
  );
  for (const row of rows.slice(0, start)) {
    blocks.paragraph(row.record.filter((cell) => cell.trim() !== '').join(' '), { page: null, ...linesOf(row) }, true);
  }
  const table = rows.slice(start);
  const [header, ...records] = table.map(({ record }) => record.map((cell) => cell.trim()));
  const lines = table.map(linesOf);
  const [fromLine, toLine] = [lines[0]?.fromLine ?? 1, lines.at(-1)?.toLine ?? 1];
  if (header) blocks.table(header, records, { page: null, fromLine, toLine }, lines);
}

function rowsOf(text: string, delimiter: string, most = -1): readonly Row[] {
  return parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    to: most,
  }) as unknown as Row[];
}

/** The number of columns that most rows have, and how many rows that are; no row if it is one column. */
function widthOf(rows: readonly Row[]): { readonly width: number; readonly rows: number } {
  const counts = new Map<number, number>();
  for (const { record } of rows) counts.set(record.length, (counts.get(record.length) ?? 0) + 1);
  counts.delete(1);
  return [...counts].reduce((most, [width, count]) => (count > most.rows ? { width, rows: count } : most), {
    width: 1,
    rows: 0,
  });
}

function linesOf({ record, info }: Row): Lines {
  const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
  return { fromLine: info.lines - breaks, toLine: info.lines };
}

function filledOf(record: readonly string[]): number {
  return record.filter((cell) => cell.trim() !== '').length;
}
