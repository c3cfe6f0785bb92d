import { DomainError } from './errors.js';

/** The rows in one piece up to `whole` of them, and otherwise `part` by `part`. */
export function partsOf<Row>(rows: readonly Row[], { whole, part }: { whole: number; part: number }): Row[][] {
  if (rows.length <= whole) return [rows.slice()];
  return Array.from({ length: Math.ceil(rows.length / part) }, (_, n) => rows.slice(n * part, (n + 1) * part));
}

/** Says behind a failure's own words what became of the parts before it; its class and code stay. */
export function withRemark(error: unknown, remark: string): unknown {
  if (error instanceof DomainError) error.message = `${error.message}: ${remark}`;
  return error;
}
