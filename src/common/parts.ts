import { DomainError } from './errors.js';

/** Splits rows into parts of `part` rows. Up to `whole` rows are not split. */
export function partsOf<Row>(rows: readonly Row[], { whole, part }: { whole: number; part: number }): Row[][] {
  if (rows.length <= whole) return [rows.slice()];
  return Array.from({ length: Math.ceil(rows.length / part) }, (_, n) => rows.slice(n * part, (n + 1) * part));
}

/**
 * Appends a remark to the message of an error, which states what happened to the earlier parts. Class and code of the
 * error stay the same.
 */
export function withRemark(error: unknown, remark: string): unknown {
  if (error instanceof DomainError) error.message = `${error.message}: ${remark}`;
  return error;
}
