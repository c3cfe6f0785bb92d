import { readStatement, writeStatement } from './statement.js';

export interface SchemaFile {
  readonly name: string;
  readonly checksum: string;
}

export const describeDatabase = readStatement<{ database: string }, { access: string }>('graph/describe-database', {
  access: true,
});

export const describeServer = readStatement<object, { product: string; version: string; edition: string }>(
  'graph/describe-server',
  { product: true, version: true, edition: true },
);

export const listPendingIndexes = readStatement<object, { name: string; state: string }>('graph/list-pending-indexes', {
  name: true,
  state: true,
});

export const awaitIndexes = readStatement<{ seconds: number }, object>('graph/await-indexes', {});

export const listSchemaFiles = readStatement<object, SchemaFile>('graph/list-schema-files', {
  name: true,
  checksum: true,
});

export const recordSchemaFiles = writeStatement<{ files: readonly SchemaFile[]; now: Date }, object>(
  'graph/record-schema-files',
  {},
);
