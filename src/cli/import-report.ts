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
