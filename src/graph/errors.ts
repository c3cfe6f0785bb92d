import { isRetryableError, Neo4jError } from 'neo4j-driver';
import {
  ConflictError,
  DatabaseReadOnlyError,
  DatabaseUnavailableError,
  DomainError,
  LimitExceededError,
} from '../common/errors.js';

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ServiceUnavailable',
  'SessionExpired',
  'Neo.ClientError.Database.DatabaseNotFound',
  'Neo.TransientError.Database.DatabaseUnavailable',
  'Neo.TransientError.General.DatabaseUnavailable',
]);
const READ_ONLY: ReadonlySet<string> = new Set([
  'Neo.ClientError.General.ForbiddenOnReadOnlyDatabase',
  'Neo.ClientError.Cluster.NotALeader',
  'Neo.ClientError.General.WriteOnReadOnlyAccessDatabase',
]);
const OUT_OF_TIME =
  /^Neo\.(ClientError|TransientError)\.Transaction\.(TransactionTimedOut\w*|LockAcquisitionTimeout|Terminated)$/;
const OUT_OF_MEMORY =
  /^Neo\.(ClientError|TransientError)\.General\.(\w*OutOfMemoryError|TransactionMemoryLimit|StackOverFlowError)$/;
const LOGIN = 'Neo.ClientError.Security.';

/**
 * Turns a failure of the driver into a domain error, by its code and never by its text. What no caller can act on
 * (a syntax error in a statement, say) comes back as it is.
 */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Neo4jError)) return error;
  const { code } = error;
  const options = { cause: error };
  if (UNREACHABLE.has(code)) return new DatabaseUnavailableError('The database cannot be reached', options);
  if (READ_ONLY.has(code)) return new DatabaseReadOnlyError('The database is read-only', options);
  if (code.startsWith(LOGIN)) return new DatabaseUnavailableError(`The database refused the login (${code})`, options);
  if (OUT_OF_TIME.test(code)) return new LimitExceededError('The database took longer than allowed', options);
  if (isOutOfMemory(error)) return new LimitExceededError('The database ran out of memory for this request', options);
  if (code === 'Neo.ClientError.Schema.ConstraintValidationFailed') {
    return new ConflictError('What is stored changed meanwhile; nothing was written', options);
  }
  // Deadlocks and their like, after the driver's own retries have run out.
  if (isRetryableError(error)) return new DatabaseUnavailableError('The database is too busy; try again', options);
  return error;
}

/**
 * True where a statement needed more memory than it may have. The database calls most of these transient, but the same
 * statement needs as much again.
 */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Neo4jError && OUT_OF_MEMORY.test(error.code);
}

/** True where sending a batch in parts may help: one row's conflict or defect, not the database's state or limits. */
export function mayBeOneRowsFault(error: unknown): boolean {
  return !(error instanceof DatabaseUnavailableError || error instanceof LimitExceededError);
}
