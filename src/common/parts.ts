import { DomainError } from './errors.js';

/** Splits rows into parts of `part` rows; up to `whole` rows stay together in one part. */
export function partsOf<Row>(rows: readonly Row[], { whole, part }: { whole: number; part: number }): Row[][] {
  if (rows.length <= whole) return [rows.slice()];
  return Array.from({ length: Math.ceil(rows.length / part) }, (_, n) => rows.slice(n * part, (n + 1) * part));
}

/** Appends to the error's message what became of the earlier parts; class and code stay the same. */
export function withRemark(error: unknown, remark: string): unknown {
  if (error instanceof DomainError) error.message = `${error.message}: ${remark}`;
  return error;
}
