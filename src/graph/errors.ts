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
  TimedOutError,
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
/** Errors of the database itself and not of the statement, for example if it cannot write its log or its store. */
const FAILED_TRANSACTION = 'Neo.DatabaseError.Transaction.';
/** After a fatal failure, Neo4j refuses every transaction, even reads, until it is restarted. */
const MUST_RESTART = 'Neo.DatabaseError.Transaction.TransactionStartFailed';
/**
 * Errors raised by the driver itself have no code and are recognized by their texts; the driver's version is pinned,
 * and each text has a test.
 */
const NO_CODE = 'N/A';
const NO_CONNECTION_FREE = 'Connection acquisition timed out';
const DRIVER_CLOSED = 'Pool is closed';
/** The driver gives this code to every failure of a connection on which it is logging in, even if the connection ended. */
const PROTOCOL_ERROR = 'ProtocolError';
const CONNECTION_LOST = /^(Connection was closed by server|Failed to connect to server|Connection lost\.)/;
/** Messages of operating systems for a full disk: ENOSPC, EDQUOT, and Windows. */
const DISK_FULL = /No space left on device|Disk quota exceeded|not enough space on the disk/i;
/** Errors after which nothing was committed: the statement or its circumstances were rejected. */
const REFUSED = /^Neo\.(ClientError|TransientError)\./;

/** Facts about a failure in addition to its code. */
export interface Circumstances {
  /** True if the commit was sent, but there was no answer whether it succeeded. */
  readonly outcomeUnknown?: boolean;
  readonly diskFull?: boolean;
}

/**
 * Converts an error of the driver into a domain error, by its code if it has one, never by its text. An error that
 * callers cannot act on, such as a syntax error in a statement, is returned unchanged.
 */
export function toDomainError(error: unknown, circumstances: Circumstances = {}): unknown {
  // A full or read-only database is always reported as such, because somebody has to act. After any other loss of the
  // database, the change may have been made.
  const loss = circumstances.outcomeUnknown && classified(error, { ...circumstances, outcomeUnknown: false });
  return isAway(loss) ? new OutcomeUnknownError(loss.message, { cause: loss.cause }) : classified(error, circumstances);
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
  if (UNREACHABLE.has(code) || isLostInLogin(error))
    return new DatabaseUnavailableError(said('The database cannot be reached'), options);
  if (code === NO_DATABASE) {
    return new DatabaseNotFoundError(said('The server has no database of the name in NEO4J_DATABASE'), options);
  }
  if (READ_ONLY.has(code)) return new DatabaseReadOnlyError(said('The database is read-only'), options);
  if (code.startsWith(LOGIN)) {
    return new DatabaseUnavailableError(said(`The database refused the login (${code})`), options);
  }
  if (OUT_OF_TIME.test(code)) return new TimedOutError(said('The database took longer than allowed'), options);
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
  // Deadlocks and similar errors, after the driver's own retries are exhausted.
  if (isTransient(error)) return new DatabaseUnavailableError(said('The database is too busy; try again'), options);
  return error;
}

/** True for failures after which another attempt may succeed. Nothing was done on a connection that was lost in its login. */
export function isTransient(error: unknown): boolean {
  return isRetryableError(error) || isLostInLogin(error);
}

function isLostInLogin(error: unknown): boolean {
  return error instanceof Neo4jError && error.code === PROTOCOL_ERROR && CONNECTION_LOST.test(error.message);
}

/**
 * True if a statement needed more memory than its limit. The database calls most of these errors transient, but a retry
 * would need as much again.
 */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Neo4jError && OUT_OF_MEMORY.test(error.code);
}

/** True for failures of the database itself, which a full disk may have caused. */
export function mayBeFullDisk(error: unknown): boolean {
  return error instanceof Neo4jError && error.code.startsWith('Neo.DatabaseError.');
}

/** True if the database's status message reports a full disk. */
export function tellsFullDisk(statusMessage: string): boolean {
  return DISK_FULL.test(statusMessage);
}

/** True if this error of a commit means that nothing was committed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Neo4jError && REFUSED.test(error.code);
}

/**
 * True if sending a batch in parts may help: the cause may be one row's conflict or defect, not the database's state or
 * limits.
 */
export function mayBeOneRowsFault(error: unknown): boolean {
  return !(error instanceof DatabaseUnavailableError || error instanceof LimitExceededError);
}
