import { parse } from 'csv-parse/sync';
import { type BlockList, ReadRefusal } from '../blocks.js';

const DELIMITERS = [',', ';', '\t', '|'] as const;

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads a CSV file as one table, with the first row as its header. */
export function readCsv(text: string, blocks: BlockList): void {
  let rows: readonly Row[];
  try {
    rows = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as Row[];
  } catch (error) {
    throw new ReadRefusal('BROKEN', 'The file is no table of separated values', { cause: error });
  }
  const [header, ...records] = rows.map(({ record }) => record.map((cell) => cell.trim()));
  const lines = rows.map(({ record, info }) => {
    const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    return { fromLine: info.lines - breaks, toLine: info.lines };
  });
  const [fromLine, toLine] = [lines[0]?.fromLine ?? 1, lines.at(-1)?.toLine ?? 1];
  if (header) blocks.table(header, records, { page: null, fromLine, toLine }, lines);
}

/** The delimiter that splits the first lines into the same number of columns most consistently. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 10_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 10);
  const fewest = (delimiter: string) => Math.min(...lines.map((line) => line.split(delimiter).length));
  return DELIMITERS.reduce((best, delimiter) => (fewest(delimiter) > fewest(best) ? delimiter : best));
}
