import { CommandFailure } from './failure.js';

/** What the service says of a record that it left out. */
export interface Skipped {
  readonly index: number;
  readonly id: string | null;
  readonly field: string | null;
  readonly reason: string;
}

/** What the service says of an import. */
export interface ImportReport<SkippedRecord extends Skipped = Skipped> {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: readonly SkippedRecord[];
}

/**
 * How an import ends.
 *
 * @param taken records that are stored now
 * @returns whether nothing was skipped
 * @throws CommandFailure when every record was skipped
 */
export function isWhole(taken: number, skipped: number): boolean {
  if (taken === 0 && skipped > 0) throw new CommandFailure('Nothing was imported: every record was skipped');
  return skipped === 0;
}
