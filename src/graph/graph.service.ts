import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import neo4j, { type Driver, Neo4jError, type QueryResult, type Session } from 'neo4j-driver';
import { Histogram } from 'prom-client';
import { DatabaseNotFoundError, DatabaseReadOnlyError, DatabaseUnavailableError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { currentTracer, type Span, startSpan } from '../common/tracing.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { CommitMarks } from './commit-marks.js';
import { describeDatabase, describeServer, listPendingIndexes, probeRead, probeWrite } from './graph.statements.js';
import { isOutOfMemory, isTransient, mayBeFullDisk, tellsFullDisk, toDomainError } from './errors.js';
import { withRetries } from './retries.js';
import { applySchema, listAppliedFiles } from './schema.js';
import type { Repeat, Statement, StatementMode } from './statement.js';
import { StatementLog } from './statement-log.js';
import { rowOf, toDriver } from './values.js';
import { type OpenTransaction, WriteTransaction } from './write-transaction.js';
import type { RunOptions, SchemaRunner } from './statement-runner.js';

const statementSeconds = new Histogram({
  name: 'heartwood_statement_seconds',
  help: 'Time of one Cypher statement, retries included',
  labelNames: ['statement', 'outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  registers: [metrics],
});

/**
 * Number of rows that a stream fetches at once. Among 100, 1,000 and all, 1,000 was as fast as all, and does not keep
 * all rows in memory.
 */
const STREAM_FETCH_ROWS = 1_000;
/**
 * Calls that need all rows fetch them at once: in the driver's default chunks of 1,000, 10,000 rows took ten round
 * trips.
 */
const ALL_ROWS = -1;

/**
 * Maximum time, in ms, for the database to prove that it is ready. Watchdogs of a process usually do not wait longer
 * either.
 */
const READY_MS = 5_000;
/** Minimum interval between probing writes, so that frequent probes do not cause many writes. */
const WRITE_PROBE_MS = 10_000;

/** Runs statements inside one transaction. */
export interface GraphTransaction {
  run<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]>;
}

/** The server and the state of its database, as `status` shows them. */
export interface DatabaseDescription {
  readonly product: string;
  readonly version: string;
  readonly edition: string;
  readonly readOnly: boolean;
  readonly indexesOnline: boolean;
  /** Names of the schema files applied, in order. */
  readonly migrations: readonly string[];
}

/**
 * The only access to the database. Each call is one transaction that is retried on transient failures for
 * NEO4J_RETRY_MS and limited by its timeout; failures are thrown as domain errors.
 */
@Injectable()
export class GraphService implements SchemaRunner, OnApplicationShutdown {
  /** Options of imports, exports and other large changes. */
  readonly bulk: { readonly timeoutMs: number };
  private readonly logger = new Logger(GraphService.name);
  private readonly driver: Driver;
  /**
   * Makes the followers of a cluster answer only after they have received the writes of this process. `bolt://` needs it,
   * too: it may name a follower that passes writes on to the leader.
   */
  private readonly bookmarkManager = neo4j.bookmarkManager();
  /** The current probe, shared by concurrent calls. */
  private probing: Promise<void> | undefined;
  /** Time until which a read is sufficient to prove that the database is ready. */
  private writesUntil = 0;
  private starting: Promise<void> | undefined;
  private lookingAtDisk: Promise<boolean> | undefined;
  private readonly log: StatementLog;
  private readonly marks = new CommitMarks();

  constructor(@Inject(CONFIG) private readonly config: Config) {
    if (config.NEO4J_URI === undefined) throw new DatabaseUnavailableError('NEO4J_URI is not set');
    this.bulk = { timeoutMs: config.NEO4J_BULK_TIMEOUT_MS };
    this.log = new StatementLog(config.NEO4J_SLOW_MS);
    this.driver = neo4j.driver(config.NEO4J_URI, neo4j.auth.basic(config.NEO4J_USER, config.NEO4J_PASSWORD ?? ''), {
      disableLosslessIntegers: true,
      maxConnectionPoolSize: config.NEO4J_MAX_CONNECTIONS,
      maxTransactionRetryTime: config.NEO4J_RETRY_MS,
      connectionTimeout: config.NEO4J_RETRY_MS,
      connectionAcquisitionTimeout: 2 * config.NEO4J_RETRY_MS,
      connectionLivenessCheckTimeout: 30_000,
      userAgent: 'heartwood',
      // Without telemetry, each transaction needs one message less.
      telemetryDisabled: true,
    });
  }

  /**
   * Waits until the database answers, then brings its schema up to date. Further calls wait for the first one.
   *
   * @throws DatabaseUnavailableError after NEO4J_START_TIMEOUT_MS, at once when the login is refused, and when a
   *   read-only database lacks a part of the schema
   */
  start(): Promise<void> {
    return (this.starting ??= this.prepare());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.driver.close();
  }

  /** Runs one statement in a transaction of its own and returns its rows. */
  async run<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    options: RunOptions = {},
  ): Promise<Row[]> {
    if (statement.mode !== 'write') return this.alone(statement, parameters, options);
    const work = (transaction: OpenTransaction) =>
      this.rowsOf(statement, parameters, (text, values) => transaction.run(text, values));
    return this.write(work, statement.repeat ?? 'MARKED', options);
  }

  /**
   * Runs several statements in one transaction: all are committed, or none. `work` is called again if the transaction
   * is retried, so it must only run statements.
   */
  async transaction<Result>(
    work: (transaction: GraphTransaction) => Promise<Result>,
    options: RunOptions = {},
  ): Promise<Result> {
    const run = (transaction: OpenTransaction) =>
      work({
        run: (statement, parameters) =>
          this.rowsOf(statement, parameters, (text, values) => transaction.run(text, values)),
      });
    return this.write(run, 'MARKED', options);
  }

  /**
   * Runs several read statements in one transaction, on one server. `work` is called again after a transient failure, so it
   * must only run statements. Those that it does not await before the next are sent together.
   */
  async read<Result>(
    work: (transaction: GraphTransaction) => Promise<Result>,
    options: RunOptions = {},
  ): Promise<Result> {
    const config = this.transactionConfig(options);
    try {
      return await withRetries({ forMs: this.config.NEO4J_RETRY_MS, from: 'start' }, () =>
        // Nothing needs a COMMIT: closing the session ends the transaction.
        this.inSession('read', (session) => {
          const transaction = session.beginTransaction(config);
          return work({
            run: (statement, parameters) =>
              this.rowsOf(statement, parameters, (text, values) => transaction.run(text, values)),
          });
        }),
      );
    } catch (error) {
      throw await this.explained(error);
    }
  }

  /**
   * Runs statements that change the schema in one transaction. The database refuses data in it, such as a commit mark, and
   * it needs none: each statement creates or drops something only if it is absent or present.
   */
  async changeSchema(statements: readonly Statement<object, object>[], options: RunOptions = {}): Promise<void> {
    const config = this.transactionConfig(options);
    try {
      await withRetries({ forMs: this.config.NEO4J_RETRY_MS, from: 'start' }, () =>
        this.inSession('schema', async (session) => {
          const transaction = session.beginTransaction(config);
          // All are sent at once.
          await Promise.all(statements.map(({ text }) => transaction.run(text)));
          await transaction.commit();
        }),
      );
    } catch (error) {
      throw await this.explained(error);
    }
  }

  /**
   * Streams the rows of a read statement, for answers too large for memory. It reads committed data, not a snapshot.
   */
  async *stream<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    options: RunOptions = {},
  ): AsyncGenerator<Row> {
    const session = this.session('read', STREAM_FETCH_ROWS);
    const span = this.spanOf(statement);
    try {
      const result = session.run(statement.text, toDriver(parameters), this.transactionConfig(options));
      for await (const record of result) yield rowOf(record) as Row;
    } catch (error) {
      span?.end(error);
      throw await this.explained(error);
    } finally {
      span?.end();
      await session.close();
    }
  }

  /**
   * Runs a transaction to check whether the database is ready: a tiny write every ten seconds and after each failure,
   * since a database that can no longer write may still answer reads; otherwise a read. A database that is configured
   * as read-only is ready if it answers reads.
   *
   * @throws DatabaseUnavailableError when it is not ready, or takes longer than five seconds; DatabaseFullError when
   *   its disk is full
   */
  async ready(): Promise<void> {
    this.probing ??= this.probe().finally(() => (this.probing = undefined));
    const waiting = new AbortController();
    const late = sleep(READY_MS, undefined, { signal: waiting.signal }).then(() => {
      throw new DatabaseUnavailableError(`The database did not answer within ${READY_MS} ms`);
    });
    try {
      await Promise.race([this.probing, late]);
    } finally {
      waiting.abort();
    }
  }

  async describe(): Promise<DatabaseDescription> {
    const [[server], [database], pending, migrations] = await Promise.all([
      this.run(describeServer, {}),
      this.run(describeDatabase, { database: this.config.NEO4J_DATABASE }),
      this.run(listPendingIndexes, {}),
      listAppliedFiles(this),
    ]);
    if (!server || !database)
      throw new DatabaseNotFoundError(`The server has no database "${this.config.NEO4J_DATABASE}"`);
    return {
      ...server,
      readOnly: database.access === 'read-only',
      indexesOnline: pending.length === 0,
      migrations: migrations.map(({ name }) => name),
    };
  }

  /**
   * A single statement needs no BEGIN and COMMIT, so it takes one round trip instead of three. It may be repeated, since
   * it reads, or changes the schema.
   */
  private async alone<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    options: RunOptions,
  ): Promise<Row[]> {
    const config = this.transactionConfig(options);
    try {
      return await withRetries({ forMs: this.config.NEO4J_RETRY_MS, from: 'start' }, () =>
        this.inSession(statement.mode, (session) =>
          this.rowsOf(statement, parameters, (text, values) => session.run(text, values, config)),
        ),
      );
    } catch (error) {
      throw await this.explained(error);
    }
  }

  private async prepare(): Promise<void> {
    await this.waitUntilReachable();
    try {
      await applySchema(this, (name) => this.logger.log(`applied ${name}`));
    } catch (error) {
      throw error instanceof DatabaseNotFoundError ? await this.startError(error) : error;
    }
  }

  private async waitUntilReachable(): Promise<void> {
    const deadline = Date.now() + this.config.NEO4J_START_TIMEOUT_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.driver.getServerInfo({ database: this.config.NEO4J_DATABASE });
        return;
      } catch (failure) {
        const error = toDomainError(failure);
        const refused =
          error instanceof Error && error.cause instanceof Neo4jError && error.cause.code.includes('Security');
        if (!(error instanceof DatabaseUnavailableError) || refused || Date.now() > deadline) {
          throw await this.startError(error);
        }
        if (attempt === 1) this.logger.warn(`waiting for the database at ${this.config.NEO4J_URI}`);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }

  private async startError(error: unknown): Promise<unknown> {
    if (!(error instanceof DatabaseUnavailableError)) return error;
    const { NEO4J_URI: uri = '', NEO4J_USER: user, NEO4J_DATABASE: database } = this.config;
    const options = { cause: error.cause };
    if (error instanceof DatabaseNotFoundError) {
      const advice =
        'set NEO4J_DATABASE to one that it has (Neo4j Community has only "neo4j"; the console of Aura shows the name)';
      return new DatabaseNotFoundError(`The server at ${uri} has no database "${database}"; ${advice}`, options);
    }
    const unresolved = await unresolvedHost(uri);
    if (unresolved !== undefined) {
      return new DatabaseUnavailableError(
        `The host name in NEO4J_URI does not resolve: ${unresolved} (${uri})`,
        options,
      );
    }
    return new DatabaseUnavailableError(`${error.message}: ${uri} as user "${user}", database "${database}"`, options);
  }

  private write<Result>(
    work: (transaction: OpenTransaction) => Promise<Result>,
    repeat: Repeat,
    options: RunOptions,
  ): Promise<Result> {
    return this.marks.with((mark) => this.committed(new WriteTransaction(work, mark, repeat), options));
  }

  private async committed<Result>(transaction: WriteTransaction<Result>, options: RunOptions): Promise<Result> {
    const config = this.transactionConfig(options);
    let mayBeCommitted = false;
    // The first unanswered commit is always followed by an attempt that finds out whether it was made, however much time
    // other failures have taken before it.
    const beginsAgain = () => {
      const isFirst = !mayBeCommitted && transaction.mayBeCommitted;
      mayBeCommitted ||= isFirst;
      return isFirst;
    };
    try {
      return await withRetries({ forMs: this.config.NEO4J_RETRY_MS, from: 'first failure', beginsAgain }, () =>
        this.inSession('write', (session) => transaction.attempt(session, config)),
      );
    } catch (error) {
      throw await this.explained(error, transaction.mayBeCommitted);
    }
  }

  private async inSession<Result>(mode: StatementMode, work: (session: Session) => Promise<Result>): Promise<Result> {
    const session = this.session(mode);
    try {
      return await work(session);
    } finally {
      // Closing the session resets its connection. This takes a round trip, for which the caller does not wait.
      session.close().catch((error: unknown) => this.logger.debug(`a session did not close: ${String(error)}`));
    }
  }

  private async probe(): Promise<void> {
    if (performance.now() < this.writesUntil) return this.probeOnce(probeRead, 'read');
    try {
      await this.probeOnce(probeWrite, 'write');
    } catch (error) {
      if (!(error instanceof DatabaseReadOnlyError)) throw error;
      await this.probeOnce(probeRead, 'read');
    }
    this.writesUntil = performance.now() + WRITE_PROBE_MS;
  }

  private async probeOnce(statement: Statement<{ now: Date }, object>, mode: 'read' | 'write'): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const session = this.session(mode);
      try {
        await this.rowsOf(statement, { now: new Date() }, (text, values) =>
          session.run(text, values, { timeout: READY_MS }),
        );
        return;
      } catch (error) {
        this.writesUntil = 0;
        // An idle connection may have been closed. A second attempt shows whether the database really is unreachable.
        if (attempt === 2 || !isTransient(error)) throw await this.explained(error);
      } finally {
        await session.close();
      }
    }
  }

  /**
   * Converts a failure to the form that callers see. A full disk has no error code, so after a failure of the database
   * itself, the state of the database is read.
   */
  private async explained(error: unknown, outcomeUnknown = false): Promise<unknown> {
    if (!mayBeFullDisk(error)) return toDomainError(error, { outcomeUnknown });
    this.lookingAtDisk ??= this.isDiskFull().finally(() => (this.lookingAtDisk = undefined));
    return toDomainError(error, { outcomeUnknown, diskFull: await this.lookingAtDisk });
  }

  private async isDiskFull(): Promise<boolean> {
    const session = this.session('read');
    try {
      const parameters = { database: this.config.NEO4J_DATABASE };
      const rows = await this.rowsOf(describeDatabase, parameters, (text, values) =>
        session.run(text, values, { timeout: READY_MS }),
      );
      return rows.some(({ status }) => tellsFullDisk(status));
    } catch (error) {
      // This failure is only logged, because the original failure is thrown in any case.
      this.logger.warn(`the state of the database could not be read: ${String(error)}`);
      return false;
    } finally {
      await session.close();
    }
  }

  private session(mode: StatementMode, fetchSize = ALL_ROWS): Session {
    return this.driver.session({
      database: this.config.NEO4J_DATABASE,
      defaultAccessMode: mode === 'read' ? neo4j.session.READ : neo4j.session.WRITE,
      bookmarkManager: this.bookmarkManager,
      fetchSize,
    });
  }

  private transactionConfig({ timeoutMs }: RunOptions): { timeout: number } {
    return { timeout: timeoutMs ?? this.config.NEO4J_TRANSACTION_TIMEOUT_MS };
  }

  /** The span of a statement: it contains the statement's name, but not its text or parameters. */
  private spanOf({ name, mode }: { readonly name: string; readonly mode: StatementMode }): Span | undefined {
    if (!currentTracer()) return undefined;
    const attributes = {
      'db.system.name': 'neo4j',
      'db.namespace': this.config.NEO4J_DATABASE,
      'db.operation.name': name,
      'heartwood.statement.mode': mode,
    };
    return startSpan({ name, kind: 'client', attributes, isRead: mode === 'read' });
  }

  private async rowsOf<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    send: (text: string, values: unknown) => PromiseLike<QueryResult>,
  ): Promise<Row[]> {
    const end = statementSeconds.startTimer({ statement: statement.name });
    const span = this.spanOf(statement);
    try {
      const values = toDriver(parameters);
      const { records } = await withoutStack(() => send(statement.text, values));
      const rows = records.map((record) => rowOf(record) as Row);
      this.log.succeeded(statement.name, 1_000 * end({ outcome: 'ok' }));
      span?.set({ 'db.response.returned_rows': rows.length });
      span?.end();
      return rows;
    } catch (error) {
      if (error instanceof Neo4jError) Error.captureStackTrace(error);
      this.log.failed(statement.name, 1_000 * end({ outcome: 'error' }), error);
      span?.end(error);
      // The error is converted to a domain error inside the driver's transaction, because the driver would retry an
      // error that it considers transient.
      throw isOutOfMemory(error) ? toDomainError(error) : error;
    }
  }
}

/**
 * Calls the driver without the recording of a stack, which the driver otherwise makes for each statement in case it fails.
 * For a failed statement, the caller records it afterwards.
 */
function withoutStack<Result>(call: () => Result): Result {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** @returns the host name of the address if it does not resolve, with the code of the failure; undefined if it does */
async function unresolvedHost(uri: string): Promise<string | undefined> {
  const { hostname } = new URL(uri);
  try {
    await lookup(hostname.replace(/^\[|\]$/g, ''));
    return undefined;
  } catch (error) {
    return `${hostname}, ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`;
  }
}
