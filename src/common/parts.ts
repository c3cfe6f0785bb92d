import { DomainError } from './errors.js';

/** Splits rows into parts of `part` rows. Up to `whole` rows are not split. */
export function partsOf<Row>(rows: readonly Row[], { whole, part }: { whole: number; part: number }): Row[][] {
  if (rows.length <= whole) return [rows.slice()];
  return Array.from({ length: Math.ceil(rows.length / part) }, (_, n) => rows.slice(n * part, (n + 1) * part));
}

/**
 * Splits rows, in order, into parts whose sizes sum to at most `most` and that have at most `rows` rows. A row larger than
 * that is a part of its own.
 */
export function partsBySize<Row>(
  all: readonly Row[],
  { size, most, rows = Infinity }: { size: (row: Row) => number; most: number; rows?: number },
): Row[][] {
  const parts: Row[][] = [];
  let sum = 0;
  for (const row of all) {
    const last = parts.at(-1);
    sum += size(row);
    if (last && last.length < rows && sum <= most) {
      last.push(row);
    } else {
      parts.push([row]);
      sum = size(row);
    }
  }
  return parts;
}

/**
 * Appends a remark to the message of an error, which states what happened to the earlier parts. Class and code of the
 * error stay the same.
 */
export function withRemark(error: unknown, remark: string): unknown {
  if (error instanceof DomainError) error.message = `${error.message}: ${remark}`;
  return error;
}
