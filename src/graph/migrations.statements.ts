import type { RecordedFile } from './recorded-files.js';
import { readStatement, writeStatement } from './statement.js';

/** Parameters of a statement in `cypher/migrations`. */
export interface MigrationBatch {
  /** Key at which the previous batch stopped, as it was returned; empty for the first batch. */
  readonly after: readonly unknown[];
  /** Maximum number of nodes that the batch examines. */
  readonly batch: number;
}

/** The one row that a statement of `cypher/migrations` returns. */
export interface MigrationStop {
  /** Key of the last node that the batch examined; null if there was none. */
  readonly after: readonly unknown[] | null;
  readonly changed: number;
}

/** Progress of a migration. */
export interface MigrationRecord extends RecordedFile {
  /** Number of nodes changed so far. */
  readonly changed: number;
  readonly appliedAt: Date | null;
}

export const listMigrations = readStatement<object, MigrationRecord>('graph/list-migrations');

export const beginMigrationBatch = writeStatement<
  RecordedFile & { now: Date },
  { checksum: string; position: string; appliedAt: Date | null }
>('graph/begin-migration-batch');

export const endMigrationBatch = writeStatement<
  { name: string; position: string; changed: number; appliedAt: Date | null },
  { changed: number }
>('graph/end-migration-batch');
