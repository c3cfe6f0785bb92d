// Turns the rows of a table into records, in which each value stands beside the name of its column. Pure functions.

type Cells = readonly string[];

/** The cells of a row that are not empty. A cell without a name is in a column that has none. */
export type TableRecord = readonly { readonly name: string; readonly value: string }[];

/** Maximum length of the name of a column. Longer cells are sentences, which are no names. */
const LONGEST_NAME = 100;
/**
 * Maximum number of characters of all records of a table. A record repeats the names of the columns, so that a large
 * table of short values would grow to many times its size.
 */
const MOST_CHARACTERS = 5_000_000;

/** `part: seal; price: 4` */
export function textOf(record: TableRecord): string {
  return record.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`)).join('; ');
}

/**
 * The rows of a table as records.
 *
 * @param header the first row, without line breaks
 * @param rows the other rows, without line breaks
 * @returns undefined if the first row does not seem to name the columns, because a wrong name is worse than none, or if
 * the records would be too long
 */
export function recordsOf(header: Cells, rows: readonly Cells[]): TableRecord[] | undefined {
  if (rows.length === 0 || !namesColumns(header, rows)) return undefined;
  let characters = 0;
  const records: TableRecord[] = [];
  for (const cells of rows) {
    const record = cells.flatMap((value, column) => {
      return value === '' ? [] : [{ name: (header[column] ?? '').replace(/\s*:$/, ''), value }];
    });
    for (const { name, value } of record) characters += name.length + value.length + 4;
    if (characters > MOST_CHARACTERS) return undefined;
    records.push(record);
  }
  return records;
}

/**
 * Whether the first row names the columns: each name is short and occurs once, every column except the first has one,
 * and none is a number. Numbers are names if all names after the first are whole numbers in order, such as years.
 */
function namesColumns(header: Cells, rows: readonly Cells[]): boolean {
  const names = header.filter((name) => name !== '');
  if (names.some((name) => name.length > LONGEST_NAME)) return false;
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return false;
  const columns = Math.max(...rows.map((cells) => cells.length));
  for (let column = 1; column < columns; column++) {
    const used = rows.filter((cells) => (cells[column] ?? '') !== '').length;
    // Single rows with too many cells come from delimiters within a value.
    if ((header[column] ?? '') === '' && used > rows.length / 2) return false;
  }
  return names.every((name) => !isNumber(name)) || areSteps(header.slice(1));
}

function isNumber(text: string): boolean {
  return /^[-+]?[\d.,\s]*\d[\d.,\s]*[%€$£]?$/.test(text);
}

function areSteps(names: Cells): boolean {
  const numbers = names.map((name) => (/^\d{1,4}$/.test(name) ? Number(name) : NaN));
  const isRising = numbers.every((number, n) => n === 0 || number > (numbers[n - 1] ?? NaN));
  const isFalling = numbers.every((number, n) => n === 0 || number < (numbers[n - 1] ?? NaN));
  return numbers.length >= 2 && !numbers.some(Number.isNaN) && (isRising || isFalling);
}
