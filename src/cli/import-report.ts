import { CommandFailure } from './failure.js';

/** The service's report on a record that it skipped. */
export interface Skipped {
  readonly index: number;
  readonly id: string | null;
  readonly field: string | null;
  readonly reason: string;
}

/** The service's report on an import. */
export interface ImportReport<SkippedRecord extends Skipped = Skipped> {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: readonly SkippedRecord[];
}

/**
 * Decides on the result of an import.
 *
 * @param taken number of records that are stored now
 * @returns true when no record was skipped
 * @throws CommandFailure when every record was skipped
 */
export function isWhole(taken: number, skipped: number): boolean {
  if (taken === 0 && skipped > 0) throw new CommandFailure('Nothing was imported: every record was skipped');
  return skipped === 0;
}
