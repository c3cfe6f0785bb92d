import { Neo4jError } from 'neo4j-driver';
import { ConflictError } from '../common/errors.js';
import { sha256 } from '../common/hash.js';
import type { StatementRunner } from './statement-runner.js';
import { awaitIndexes, listSchemaFiles, recordSchemaFiles, type SchemaFile } from './graph.statements.js';
import { cypherFileNames, readCypherFile, type Statement } from './statement.js';

const SCHEMA_PREFIX = 'schema/';
const INDEX_WAIT_SECONDS = 300;
/** A database that has just started is slow; nobody waits for these but the start itself. */
const PATIENT = { timeoutMs: INDEX_WAIT_SECONDS * 1_000 };

/** Two replicas that create the same index at once: the loser meets one of these and finds it there when it looks again. */
const LOST_THE_RACE =
  /^Neo\.ClientError\.Schema\.(EquivalentSchemaRuleAlreadyExists|ConstraintAlreadyExists|IndexAlreadyExists|ConstraintWithNameAlreadyExists|IndexWithNameAlreadyExists)$/;
const RACE_ATTEMPTS = 5;

/**
 * Applies the files of `cypher/schema` that are not recorded yet, in the order of their names, and waits until all
 * indexes are online. Safe to repeat, and safe beside other replicas: each file creates what it names only if absent.
 *
 * @throws ConflictError when a recorded file has changed since: schema files are added, never edited
 */
export async function applySchema(graph: StatementRunner, applied: (name: string) => void): Promise<void> {
  const recorded = new Map((await listAppliedFiles(graph)).map((file) => [file.name, file.checksum]));
  const files: SchemaFile[] = [];
  for (const { file, statement } of schemaStatements()) {
    const checksum = recorded.get(file.name);
    if (checksum === file.checksum) continue;
    if (checksum !== undefined) {
      throw new ConflictError(`${file.name} was changed after it had been applied; add a new file instead`);
    }
    await createOnce(graph, statement);
    files.push(file);
    applied(file.name);
  }
  // Together: the database throws all plans away at each change of its schema, and this one's would be made for each file.
  if (files.length > 0) await graph.run(recordSchemaFiles, { files, now: new Date() }, PATIENT);
  await graph.run(awaitIndexes, { seconds: INDEX_WAIT_SECONDS }, PATIENT);
}

export async function listAppliedFiles(graph: StatementRunner): Promise<SchemaFile[]> {
  return graph.run(listSchemaFiles, {}, PATIENT);
}

async function createOnce(graph: StatementRunner, statement: Statement<object, object>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await graph.run(statement, {}, PATIENT);
      return;
    } catch (error) {
      const lost = error instanceof Neo4jError && LOST_THE_RACE.test(error.code);
      if (!lost || attempt === RACE_ATTEMPTS) throw error;
    }
  }
}

function schemaStatements(): { file: SchemaFile; statement: Statement<object, object> }[] {
  return cypherFileNames()
    .filter((name) => name.startsWith(SCHEMA_PREFIX))
    .map((name) => {
      const { text } = readCypherFile(name);
      const checksum = sha256(text).slice(0, 16);
      return { file: { name, checksum }, statement: { name, mode: 'write', columns: [], text } };
    });
}
