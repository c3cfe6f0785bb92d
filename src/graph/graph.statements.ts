import type { RecordedFile } from './recorded-files.js';
import { readStatement, writeStatement } from './statement.js';

/** `status` is empty unless something is wrong with the database; then it says what. */
export const describeDatabase = readStatement<{ database: string }, { access: string; status: string }>(
  'graph/describe-database',
  { access: true, status: true },
);

export const describeServer = readStatement<object, { product: string; version: string; edition: string }>(
  'graph/describe-server',
  { product: true, version: true, edition: true },
);

export const probeRead = readStatement<{ now: Date }, object>('graph/probe-read', { name: true });

export const probeWrite = writeStatement<{ now: Date }, object>('graph/probe-write', {});

export const listPendingIndexes = readStatement<object, { name: string; state: string }>('graph/list-pending-indexes', {
  name: true,
  state: true,
});

export const awaitIndexes = readStatement<{ seconds: number }, object>('graph/await-indexes', {});

export const listSchemaFiles = readStatement<object, RecordedFile>('graph/list-schema-files', {
  name: true,
  checksum: true,
});

export const recordSchemaFiles = writeStatement<{ files: readonly RecordedFile[]; now: Date }, object>(
  'graph/record-schema-files',
  {},
);
