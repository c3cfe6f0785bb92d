import { Neo4jError } from 'neo4j-driver';
import { ConflictError, DatabaseReadOnlyError } from '../common/errors.js';
import { awaitIndexes, createNames, listSchemaFiles, recordSchemaFiles } from './graph.statements.js';
import { namesInStatements } from './names.js';
import { assertUnchanged, type RecordedFile, recordedFiles } from './recorded-files.js';
import type { SchemaRunner, StatementRunner } from './statement-runner.js';
import type { Statement } from './statement.js';

const INDEX_WAIT_SECONDS = 300;
/** Longer timeouts for the start of the service, because a database that has just started is slow. */
const PATIENT = { timeoutMs: INDEX_WAIT_SECONDS * 1_000 };

/**
 * Errors that one of two replicas may get if both create the same index at the same time. When this replica retries, it
 * finds the index.
 */
const LOST_THE_RACE =
  /^Neo\.ClientError\.Schema\.(EquivalentSchemaRuleAlreadyExists|ConstraintAlreadyExists|IndexAlreadyExists|ConstraintWithNameAlreadyExists|IndexWithNameAlreadyExists)$/;
const RACE_ATTEMPTS = 5;

/** The first schema file of releases up to 0.2.0, which every database that they used has a record of. */
const EARLIER_FILE = 'schema/000-schema-file';

/**
 * Applies the files of `cypher/schema` that are not recorded yet, in one transaction, and waits until all indexes are
 * online. The call can be repeated, also by several replicas at the same time, because each statement creates its
 * constraint or index only if it is absent.
 *
 * @throws ConflictError when a recorded file has changed since, because schema files are added and never edited; and for
 *   a database that a release up to 0.2.0 used
 */
export async function applySchema(graph: SchemaRunner, applied: (name: string) => void): Promise<void> {
  const recorded = new Map((await listAppliedFiles(graph)).map((file) => [file.name, file.checksum]));
  if (recorded.has(EARLIER_FILE)) {
    throw new ConflictError(
      'The database is of release 0.2.0 or an earlier one, whose stored form this release does not read. Export each namespace with the release that wrote it (heartwood export), start this release on an empty database, and import the exports there (heartwood import); docs/backup.md#upgrades describes it',
    );
  }
  const files = recordedFiles('schema').filter((file) => {
    const checksum = recorded.get(file.name);
    if (checksum !== undefined) assertUnchanged(file, checksum);
    return checksum === undefined;
  });
  if (files.length > 0) {
    const statements = files.flatMap(statementsOf);
    await winning(() => graph.changeSchema(statements, PATIENT));
    const records = files.map(({ name, checksum }): RecordedFile => ({ name, checksum }));
    await graph.run(recordSchemaFiles, { files: records, now: new Date() }, PATIENT);
    for (const { name } of files) applied(name);
  }
  await graph.run(awaitIndexes, { seconds: INDEX_WAIT_SECONDS }, PATIENT);
  await makeNamesKnown(graph);
}

export async function listAppliedFiles(graph: StatementRunner): Promise<RecordedFile[]> {
  return graph.run(listSchemaFiles, {}, PATIENT);
}

/** Runs a statement that creates something only if it is absent; safe if others create it at the same time. */
export function createOnce(graph: StatementRunner, statement: Statement<object, object>): Promise<void> {
  return winning(async () => {
    await graph.run(statement, {}, PATIENT);
  });
}

/** The statements of a schema file. Each ends with a semicolon, so that the file can be run in Neo4j Browser. */
export function statementsOf({ name, text }: { readonly name: string; readonly text: string }) {
  return text
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .split(/;\s*$/m)
    .map((each): Statement<object, object> => ({ name, mode: 'schema', text: each.trim() }))
    .filter((statement) => statement.text !== '');
}

/**
 * Makes the names in all statements known to the database. Otherwise it would warn of a statement until the first data
 * with such a name is written; a read-only database may.
 */
async function makeNamesKnown(graph: StatementRunner): Promise<void> {
  const { properties, types, labels } = namesInStatements();
  try {
    const known = Object.fromEntries([...properties].map((name) => [name, 0 as const]));
    await graph.run(createNames, { properties: known, types: [...types], labels: [...labels] }, PATIENT);
  } catch (error) {
    if (!(error instanceof DatabaseReadOnlyError)) throw error;
  }
}

async function winning(create: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await create();
    } catch (error) {
      const lost = error instanceof Neo4jError && LOST_THE_RACE.test(error.code);
      if (!lost || attempt === RACE_ATTEMPTS) throw error;
    }
  }
}
