import neo4j, { type Driver, Neo4jError, type Record as DriverRecord, type Session } from 'neo4j-driver';
import { workerTask } from '../common/workers/worker-task.js';
import { HIDDEN_LABELS, refusalOfPlan, refusalOfText } from './callers-cypher.rules.js';

/** Maximum time of a statement. After it, the database ends the statement. */
export const CYPHER_MS = 10_000;
/** Maximum rows of an answer; further ones are left out. */
const CYPHER_ROWS = 1_000;
/** Maximum size of an answer as JSON. */
export const CYPHER_BYTES = 4 * 1024 * 1024;
const FETCHED_ROWS = 100;

export interface CypherInput {
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly connectMs: number;
  readonly statement: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface CypherAnswer {
  readonly columns: readonly string[];
  /** Values in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[];
  /** True if the statement has more rows than an answer may have. */
  readonly truncated: boolean;
}

export type CypherOutcome =
  | { readonly answer: CypherAnswer }
  | { readonly refused: string }
  | { readonly tooLarge: true }
  /** An error of the database, by its code. */
  | { readonly failure: { readonly code: string; readonly message: string } };

/** @task */
export async function runCallersCypher({ statement, parameters, ...connection }: CypherInput): Promise<CypherOutcome> {
  const refused = refusalOfText(statement);
  if (refused !== undefined) return { refused };
  const driver = connect(connection);
  try {
    return await explained(driver, connection.database, statement, toParameters(parameters));
  } catch (error) {
    if (error instanceof Neo4jError) return { failure: { code: error.code, message: error.message } };
    throw error;
  } finally {
    await driver.close();
  }
}

export const callersCypher = workerTask(runCallersCypher, import.meta.url);

function connect({ uri, user, password, connectMs }: Omit<CypherInput, 'statement' | 'parameters'>): Driver {
  return neo4j.driver(uri, neo4j.auth.basic(user, password), {
    disableLosslessIntegers: true,
    connectionTimeout: connectMs,
    connectionAcquisitionTimeout: 2 * connectMs,
    userAgent: 'heartwood-cypher',
    telemetryDisabled: true,
  });
}

async function explained(
  driver: Driver,
  database: string,
  statement: string,
  parameters: unknown,
): Promise<CypherOutcome> {
  // The statement runs in a read transaction, so that the database itself refuses writes. The transaction is explicit,
  // so that CALL { … } IN TRANSACTIONS is refused as well.
  const session = driver.session({ database, defaultAccessMode: neo4j.session.READ, fetchSize: FETCHED_ROWS });
  try {
    const { summary } = await inTransaction(session, (run) => run(`EXPLAIN ${statement}`, parameters));
    if (summary.queryType !== 'r') return { refused: 'Only statements that read are taken' };
    if (!summary.plan) return { refused: 'The database shows no plan of this statement' };
    const refused = refusalOfPlan(summary.plan);
    if (refused !== undefined) return { refused };
    return await inTransaction(session, (run) => collect(run(statement, parameters)));
  } finally {
    await session.close();
  }
}

type Run = (text: string, parameters: unknown) => ReturnType<Session['run']>;

async function inTransaction<Result>(session: Session, work: (run: Run) => PromiseLike<Result>): Promise<Result> {
  const transaction = session.beginTransaction({ timeout: CYPHER_MS });
  try {
    return await work((text, parameters) => transaction.run(text, parameters));
  } finally {
    if (transaction.isOpen()) await transaction.rollback();
  }
}

async function collect(result: ReturnType<Session['run']>): Promise<CypherOutcome> {
  const columns = (await result.keys()).map(String);
  const rows: unknown[][] = [];
  let bytes = 0;
  for await (const record of result) {
    if (rows.length === CYPHER_ROWS) return { answer: { columns, rows, truncated: true } };
    const row = rowOf(record);
    if (row === HIDDEN) return { refused: `Nodes of the labels ${HIDDEN_LABELS.join(' and ')} are not shown` };
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (bytes > CYPHER_BYTES) return { tooLarge: true };
    rows.push(row);
  }
  return { answer: { columns, rows, truncated: false } };
}

/** Converts whole numbers to integers, which LIMIT requires, because JSON does not distinguish 1 and 1.0. */
function toParameters(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  if (Array.isArray(value)) return value.map(toParameters);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toParameters(inner)]));
}

const HIDDEN = Symbol('hidden');

function rowOf(record: DriverRecord): unknown[] | typeof HIDDEN {
  try {
    return record.keys.map((_, index) => toJson(record.get(index)));
  } catch (error) {
    if (error instanceof HiddenNode) return HIDDEN;
    throw error;
  }
}

class HiddenNode extends Error {}

/**
 * Converts a value to JSON: nodes and relationships with their labels, type and properties; times as text; values that
 * JSON does not have (NaN) as null.
 */
function toJson(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value;
  if (Array.isArray(value)) return value.map(toJson);
  if (neo4j.isNode(value)) {
    if (value.labels.some((label) => HIDDEN_LABELS.includes(label))) throw new HiddenNode();
    return { labels: value.labels, properties: toJson(value.properties) };
  }
  if (neo4j.isRelationship(value)) return { type: value.type, properties: toJson(value.properties) };
  if (neo4j.isPath(value)) {
    const nodes = [value.start, ...value.segments.map(({ end }) => end)];
    return { nodes: nodes.map(toJson), relationships: value.segments.map(({ relationship }) => toJson(relationship)) };
  }
  if (isText(value)) return String(value); // eslint-disable-line @typescript-eslint/no-base-to-string -- times, durations and points have a text
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner)]));
}

function isText(value: object): boolean {
  return [
    neo4j.isDate,
    neo4j.isDateTime,
    neo4j.isDuration,
    neo4j.isLocalDateTime,
    neo4j.isLocalTime,
    neo4j.isPoint,
    neo4j.isTime,
    neo4j.isInt,
  ].some((is) => is(value));
}
