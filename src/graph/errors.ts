import { isRetryableError, Neo4jError } from 'neo4j-driver';
import {
  ConflictError,
  DatabaseFullError,
  DatabaseNotFoundError,
  DatabaseReadOnlyError,
  DatabaseUnavailableError,
  DomainError,
  LimitExceededError,
  OutcomeUnknownError,
} from '../common/errors.js';

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ServiceUnavailable',
  'SessionExpired',
  'Neo.TransientError.Database.DatabaseUnavailable',
  'Neo.TransientError.General.DatabaseUnavailable',
]);
const READ_ONLY: ReadonlySet<string> = new Set([
  'Neo.ClientError.General.ForbiddenOnReadOnlyDatabase',
  'Neo.ClientError.Cluster.NotALeader',
  'Neo.ClientError.General.WriteOnReadOnlyAccessDatabase',
]);
const NO_DATABASE = 'Neo.ClientError.Database.DatabaseNotFound';
const OUT_OF_TIME =
  /^Neo\.(ClientError|TransientError)\.Transaction\.(TransactionTimedOut\w*|LockAcquisitionTimeout|LockClientStopped|Terminated)$/;
const OUT_OF_MEMORY =
  /^Neo\.(ClientError|TransientError)\.General\.(\w*OutOfMemoryError|TransactionMemoryLimit|StackOverFlowError)$/;
const LOGIN = 'Neo.ClientError.Security.';
/** The database itself failed, not the statement: its log or its store cannot be written, say. */
const FAILED_TRANSACTION = 'Neo.DatabaseError.Transaction.';
/** After a failure that it does not survive, Neo4j refuses each transaction, reads too, until it is started again. */
const MUST_RESTART = 'Neo.DatabaseError.Transaction.TransactionStartFailed';
/** What the driver refuses by itself has no code, so only the texts tell; the driver is pinned, and each has its test. */
const NO_CODE = 'N/A';
const NO_CONNECTION_FREE = 'Connection acquisition timed out';
const DRIVER_CLOSED = 'Pool is closed';
/** As systems say it: ENOSPC, EDQUOT, and Windows. */
const DISK_FULL = /No space left on device|Disk quota exceeded|not enough space on the disk/i;
/** The answers after which nothing was committed: the statement or its circumstances were refused. */
const REFUSED = /^Neo\.(ClientError|TransientError)\./;

/** What is known of a failure beside its code. */
export interface Circumstances {
  /** The commit was asked for, and no answer says what came of it. */
  readonly outcomeUnknown?: boolean;
  readonly diskFull?: boolean;
}

/**
 * Turns a failure of the driver into a domain error, by its code and, where it has one, never by its text. What no caller
 * can act on (a syntax error in a statement, say) comes back as it is.
 */
export function toDomainError(error: unknown, circumstances: Circumstances = {}): unknown {
  const domain = classified(error, circumstances);
  // What is full or read-only says so, since somebody has to act; any other that is away may have made the change.
  return circumstances.outcomeUnknown && isAway(domain)
    ? new OutcomeUnknownError(domain.message, { cause: domain.cause })
    : domain;
}

function isAway(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError && error.code === 'DATABASE_UNAVAILABLE';
}

function classified(error: unknown, { outcomeUnknown = false, diskFull = false }: Circumstances): unknown {
  if (error instanceof DomainError || !(error instanceof Neo4jError)) return error;
  const { code } = error;
  const options = { cause: error };
  const said = (message: string) =>
    outcomeUnknown ? `${message}; whether the change was made is unknown, so look before you repeat it` : message;
  if (diskFull) return new DatabaseFullError(said('The disk of the database is full'), options);
  if (UNREACHABLE.has(code)) return new DatabaseUnavailableError(said('The database cannot be reached'), options);
  if (code === NO_DATABASE) {
    return new DatabaseNotFoundError(said('The server has no database of the name in NEO4J_DATABASE'), options);
  }
  if (READ_ONLY.has(code)) return new DatabaseReadOnlyError(said('The database is read-only'), options);
  if (code.startsWith(LOGIN)) {
    return new DatabaseUnavailableError(said(`The database refused the login (${code})`), options);
  }
  if (OUT_OF_TIME.test(code)) return new LimitExceededError(said('The database took longer than allowed'), options);
  if (isOutOfMemory(error))
    return new LimitExceededError(said('The database ran out of memory for this request'), options);
  if (code === 'Neo.ClientError.Schema.ConstraintValidationFailed') {
    const message = 'What is stored changed meanwhile';
    return new ConflictError(outcomeUnknown ? said(message) : `${message}; nothing was written`, options);
  }
  if (code === MUST_RESTART) {
    return new DatabaseUnavailableError(said('The database has failed and must be started again'), options);
  }
  if (code.startsWith(FAILED_TRANSACTION)) {
    return new DatabaseUnavailableError(said(`The database failed in a transaction (${code})`), options);
  }
  if (code === NO_CODE && error.message.startsWith(NO_CONNECTION_FREE)) {
    return new DatabaseUnavailableError(said('No connection to the database became free; try again'), options);
  }
  if (code === NO_CODE && error.message.startsWith(DRIVER_CLOSED)) {
    return new DatabaseUnavailableError(said('The service is closing its connections to the database'), options);
  }
  // Deadlocks and their like, after the driver's own retries have run out.
  if (isRetryableError(error))
    return new DatabaseUnavailableError(said('The database is too busy; try again'), options);
  return error;
}

/**
 * True where a statement needed more memory than it may have. The database calls most of these transient, but the same
 * statement needs as much again.
 */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Neo4jError && OUT_OF_MEMORY.test(error.code);
}

/** True for failures of the database itself, which a full disk may be behind. */
export function mayBeFullDisk(error: unknown): boolean {
  return error instanceof Neo4jError && error.code.startsWith('Neo.DatabaseError.');
}

/** True when what the database says of its state speaks of a full disk. */
export function tellsFullDisk(statusMessage: string): boolean {
  return DISK_FULL.test(statusMessage);
}

/** True when this answer to a commit says that nothing was committed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Neo4jError && REFUSED.test(error.code);
}

/** True where sending a batch in parts may help: one row's conflict or defect, not the database's state or limits. */
export function mayBeOneRowsFault(error: unknown): boolean {
  return !(error instanceof DatabaseUnavailableError || error instanceof LimitExceededError);
}
