import { Neo4jError } from 'neo4j-driver';
import { awaitIndexes, listSchemaFiles, recordSchemaFiles } from './graph.statements.js';
import { assertUnchanged, type RecordedFile, recordedFiles } from './recorded-files.js';
import type { StatementRunner } from './statement-runner.js';
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

/**
 * Applies the files of `cypher/schema` that are not recorded yet, in the order of their names, and waits until all
 * indexes are online. The call can be repeated, also by several replicas at the same time, because each file creates
 * its constraint or index only if it is absent.
 *
 * @throws ConflictError when a recorded file has changed since: schema files are added, never edited
 */
export async function applySchema(graph: StatementRunner, applied: (name: string) => void): Promise<void> {
  const recorded = new Map((await listAppliedFiles(graph)).map((file) => [file.name, file.checksum]));
  const files: RecordedFile[] = [];
  for (const { text, ...file } of recordedFiles('schema')) {
    const checksum = recorded.get(file.name);
    if (checksum !== undefined) {
      assertUnchanged(file, checksum);
      continue;
    }
    await createOnce(graph, { name: file.name, mode: 'schema', text });
    files.push(file);
    applied(file.name);
  }
  // All files are recorded together. Every change of the schema discards all query plans, so if each file were recorded
  // separately, this statement would be planned each time.
  if (files.length > 0) await graph.run(recordSchemaFiles, { files, now: new Date() }, PATIENT);
  await graph.run(awaitIndexes, { seconds: INDEX_WAIT_SECONDS }, PATIENT);
}

export async function listAppliedFiles(graph: StatementRunner): Promise<RecordedFile[]> {
  return graph.run(listSchemaFiles, {}, PATIENT);
}

/** Runs a statement that creates something only if it is absent; safe if others create it at the same time. */
export async function createOnce(graph: StatementRunner, statement: Statement<object, object>): Promise<void> {
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
