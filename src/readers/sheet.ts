import type { BlockList, Lines } from './blocks.js';

// Finds the tables of a sheet. Pure functions.

/** A row of a sheet that has text. `cells` may be shorter than the sheet is wide. */
export interface SheetRow {
  /** Number of the row, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether all its cells are bold. */
  readonly isBold: boolean;
}

/** Cells that were merged. Columns are counted from 0. */
export type Range = Readonly<Record<'fromLine' | 'toLine' | 'fromColumn' | 'toColumn', number>>;

/** Number of rows up to which rows of one cell are a title or a note, and not a table of one column. */
const MOST_LINES_OF_TEXT = 3;

/** Repeats the text of merged cells in each of them. One that takes a whole row is a title, which is not repeated. */
export function withMerged(rows: readonly SheetRow[], ranges: readonly Range[]): SheetRow[] {
  const [width, last] = [widest(rows), rows.at(-1)?.line ?? 0];
  const filled = new Map(rows.map((row) => [row.line, [...row.cells]]));
  for (const { fromLine, toLine, fromColumn, toColumn } of ranges) {
    const first = filled.get(fromLine);
    const text = first?.[fromColumn] ?? '';
    const isTitle =
      fromLine === toLine && first?.every((cell, column) => cell === '' || column === fromColumn) === true;
    if (text === '' || isTitle) continue;
    for (let line = fromLine; line <= Math.min(toLine, last); line++) {
      const cells = filled.get(line);
      for (let column = fromColumn; cells && column <= Math.min(toColumn, width); column++) {
        while (cells.length < column) cells.push('');
        cells[column] ||= text;
      }
    }
  }
  return rows.map((row) => ({ ...row, cells: filled.get(row.line) ?? row.cells }));
}

/**
 * Adds the tables of a sheet, each with its own header, and the titles and notes around them. Blank rows and columns part
 * tables, unless what follows goes on with the table above.
 */
export function addTables(rows: readonly SheetRow[], blocks: BlockList): void {
  const tables: Table[] = [];
  for (const part of partsOf(rows)) {
    const above = tables.findLast(({ column }) => column === part.column);
    if (above?.isTable === true && goesOn(part, above)) above.rows.push(...part.rows);
    else tables.push(part);
  }
  for (const table of tables) addTable(table, blocks);
}

/** Rows without a blank row or column between them. `column` is the first, `cells` begin there. */
interface Table {
  readonly column: number;
  readonly isTable: boolean;
  readonly rows: SheetRow[];
}

function partsOf(rows: readonly SheetRow[]): Table[] {
  const groups: SheetRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.at(-1)?.line === row.line - 1) last.push(row);
    else groups.push([row]);
  }
  return groups.flatMap((group) => {
    const used = new Set(group.flatMap(({ cells }) => cells.flatMap((cell, n) => (cell === '' ? [] : [n]))));
    const columns = [...used].sort((a, b) => a - b);
    const starts = columns.filter((column, n) => n === 0 || columns[n - 1] !== column - 1);
    const widths = starts.map(
      (start, n) => columns.filter((at) => at >= start && at < (starts[n + 1] ?? Infinity)).length,
    );
    // A single column beside a table belongs to its rows.
    const areTables = starts.length > 1 && widths.every((width) => width > 1);
    return (areTables ? starts : starts.slice(0, 1)).map((column, n) => {
      const end = areTables ? starts[n + 1] : undefined;
      const own = group.map((row) => ({ ...row, cells: row.cells.slice(column, end) })).filter(hasText);
      return { column, isTable: own.some((row) => filledOf(row) > 1) || own.length > MOST_LINES_OF_TEXT, rows: own };
    });
  });
}

/** Whether rows below a blank one belong to the table above it: a single row, or one that does not begin with a header. */
function goesOn({ rows, isTable }: Table, above: Table): boolean {
  const [first, ...others] = rows;
  const [header] = above.rows;
  if (!first || !header || !isTable || first.cells.length > widest(above.rows) + 1) return false;
  if (others.length === 0) return true;
  if (header.isBold || first.isBold) return header.isBold && !first.isBold;
  // Words alone, in a column where all above are numbers or dates, are names of columns.
  const isNamed = first.cells.every((cell) => !/\d/.test(cell)) && isHeader(first, above.rows.slice(1));
  return !isNamed && !isHeader(first, others);
}

/** Whether a row differs from those below as a header does: it has no digits in a column where each other cell has some. */
function isHeader({ cells }: SheetRow, others: readonly SheetRow[]): boolean {
  return cells.some((cell, n) => {
    const below = others.map((row) => row.cells[n] ?? '').filter((other) => other !== '');
    return cell !== '' && !/\d/.test(cell) && below.length > 0 && below.every((other) => /\d/.test(other));
  });
}

function addTable({ rows, isTable }: Table, blocks: BlockList): void {
  if (!isTable) return addText(rows, blocks);
  const isSaid = (row: SheetRow) => filledOf(row) > 1;
  const start = Math.max(rows.findIndex(isSaid), 0);
  const end = rows.some(isSaid) ? rows.findLastIndex(isSaid) + 1 : rows.length;
  addText(rows.slice(0, start), blocks);
  const [first, second, ...others] = rows.slice(start, end);
  if (!first) return;
  const names = second && isTop(first, second) ? joined(first, second) : undefined;
  const all = names ? [{ ...first, cells: names }, ...others] : [first, ...(second ? [second] : []), ...others];
  const lines: Lines[] = all.map(({ line }) => ({ fromLine: line, toLine: line }));
  const [header = [], ...body] = all.map(({ cells }) => cells);
  blocks.table(header, body, { page: null, fromLine: first.line, toLine: all.at(-1)?.line ?? first.line }, lines);
  addText(rows.slice(end), blocks);
}

/** Whether a row has names above those of the next: merged cells, whose text is repeated, over words. */
function isTop({ cells }: SheetRow, below: SheetRow): boolean {
  const isRepeated = cells.some((cell, n) => n > 0 && cell !== '' && cell === cells[n - 1]);
  return isRepeated && below.cells.every((cell) => !/^[-+]?[\d.,]+%?$/.test(cell));
}

function joined(top: SheetRow, below: SheetRow): string[] {
  return Array.from({ length: Math.max(top.cells.length, below.cells.length) }, (_, n) => {
    const [above = '', own = ''] = [top.cells[n], below.cells[n]];
    return above === own ? own : `${above} ${own}`.trim();
  });
}

/** Adds a title or a note: rows of one cell. */
function addText(rows: readonly SheetRow[], blocks: BlockList): void {
  for (const { line, cells } of rows) {
    blocks.paragraph(cells.filter((cell) => cell !== '').join(' '), { page: null, fromLine: line, toLine: line });
  }
}

function hasText(row: SheetRow): boolean {
  return filledOf(row) > 0;
}

function filledOf({ cells }: SheetRow): number {
  return cells.filter((cell) => cell !== '').length;
}

function widest(rows: readonly SheetRow[]): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
}
