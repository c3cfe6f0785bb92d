import type { RecordedFile } from './recorded-files.js';
import { readStatement, repeatableStatement, writeStatement } from './statement.js';

/** `status` describes a problem of the database; empty if there is none. */
export const describeDatabase = readStatement<{ database: string }, { access: string; status: string }>(
  'graph/describe-database',
);

export const describeServer = readStatement<object, { product: string; version: string; edition: string }>(
  'graph/describe-server',
);

export const probeRead = readStatement<{ now: Date }, { name: string }>('graph/probe-read');

export const probeWrite = writeStatement<{ now: Date }, object>('graph/probe-write');

export const listPendingIndexes = readStatement<object, { name: string; state: string }>('graph/list-pending-indexes');

export const awaitIndexes = readStatement<{ seconds: number }, object>('graph/await-indexes');

export const listSchemaFiles = readStatement<object, RecordedFile>('graph/list-schema-files');

export const recordSchemaFiles = writeStatement<{ files: readonly RecordedFile[]; now: Date }, object>(
  'graph/record-schema-files',
);

export const createNames = repeatableStatement<
  { properties: Readonly<Record<string, 0>>; types: readonly string[]; labels: readonly string[] },
  object
>('graph/create-names');

type Mark = { id: string; number: number };
export const markCommit = writeStatement<Mark, object>('graph/mark-commit');
export const markAgain = writeStatement<Mark, { isCommitted: boolean }>('graph/mark-again');

export const deleteOldMarks = writeStatement<{ before: string; limit: number }, { deleted: number }>(
  'graph/delete-old-marks',
);
