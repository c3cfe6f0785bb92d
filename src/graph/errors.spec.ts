import { Neo4jError } from 'neo4j-driver';
import { describe, expect, it } from 'vitest';
import { ConflictError, DatabaseFullError, DatabaseUnavailableError, type DomainError } from '../common/errors.js';
import { isRefusal, isTransient, mayBeFullDisk, tellsFullDisk, toDomainError } from './errors.js';

const failure = (code: string, message = 'what the server said') => new Neo4jError(message, code, '50N42', '');

describe('toDomainError', () => {
  it.each([
    // These are the errors of Neo4j 5.26.28 on a full disk: first of the transaction that filled it, then of every
    // other one.
    ['Neo.DatabaseError.Transaction.TransactionLogError', 'DATABASE_UNAVAILABLE', /failed in a transaction/],
    ['Neo.DatabaseError.Transaction.TransactionStartFailed', 'DATABASE_UNAVAILABLE', /must be started again/],
    ['Neo.DatabaseError.Transaction.TransactionCommitFailed', 'DATABASE_UNAVAILABLE', /failed in a transaction/],
    ['Neo.TransientError.Transaction.DeadlockDetected', 'DATABASE_UNAVAILABLE', /too busy/],
    ['Neo.ClientError.Database.DatabaseNotFound', 'DATABASE_NOT_FOUND', /NEO4J_DATABASE/],
    ['Neo.ClientError.General.ForbiddenOnReadOnlyDatabase', 'DATABASE_READ_ONLY', /read-only/],
    ['Neo.ClientError.General.WriteOnReadOnlyAccessDatabase', 'DATABASE_READ_ONLY', /read-only/],
    ['Neo.TransientError.General.DatabaseUnavailable', 'DATABASE_UNAVAILABLE', /cannot be reached/],
    ['Neo.ClientError.Transaction.LockClientStopped', 'TIMED_OUT', /longer than allowed/],
  ])('maps %s to %s', (code, expected, message) => {
    const error = toDomainError(failure(code)) as DomainError;
    expect(error.code).toBe(expected);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('unknown');
  });

  it('leaves a defect of a statement as it is', () => {
    const error = failure('Neo.ClientError.Statement.SyntaxError');
    expect(toDomainError(error)).toBe(error);
    const other = failure('N/A', 'You cannot begin a transaction on a session with an open transaction');
    expect(toDomainError(other)).toBe(other);
  });

  it('says DATABASE_FULL, which whoever expects an absent database takes for one', () => {
    const code = 'Neo.DatabaseError.Transaction.TransactionStartFailed';
    const error = toDomainError(failure(code), { diskFull: true }) as DomainError;
    expect(error).toBeInstanceOf(DatabaseFullError);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(error.code).toBe('DATABASE_FULL');
  });

  it('says that the outcome of a commit is unknown, and then never that nothing was written', () => {
    const lost = toDomainError(failure('ServiceUnavailable'), { outcomeUnknown: true }) as DomainError;
    expect(lost.message).toContain('whether the change was made is unknown');
    expect(lost.code).toBe('OUTCOME_UNKNOWN');
    expect(lost).toBeInstanceOf(DatabaseUnavailableError);
    const full = failure('Neo.DatabaseError.Transaction.TransactionCommitFailed');
    expect(toDomainError(full, { outcomeUnknown: true, diskFull: true })).toMatchObject({ code: 'DATABASE_FULL' });
    const code = 'Neo.ClientError.Schema.ConstraintValidationFailed';
    const conflict = toDomainError(failure(code), { outcomeUnknown: true });
    expect(conflict).toBeInstanceOf(ConflictError);
    expect(String(conflict)).toContain('whether the change was made is unknown');
    expect(String(conflict)).not.toContain('nothing was written');
  });
});

it.each([
  ['Neo.ClientError.Schema.ConstraintValidationFailed', true],
  ['Neo.TransientError.Transaction.DeadlockDetected', true],
  ['Neo.DatabaseError.Transaction.TransactionCommitFailed', false],
  ['ServiceUnavailable', false],
  ['SessionExpired', false],
])('%s tells that nothing was committed: %s', (code, expected) => {
  expect(isRefusal(failure(code))).toBe(expected);
});

it.each([
  ['No space left on device', true],
  ['/data/x: Disk quota exceeded', true],
  ['There is not enough space on the disk', true],
  ['', false],
  ['Too many open files', false],
])('of "%s" a full disk is read: %s', (status, expected) => {
  expect(tellsFullDisk(status)).toBe(expected);
});

it.each([
  ['Connection was closed by server', true],
  ['Failed to connect to server. Caused by: read ECONNRESET', true],
  ["Connection lost. Server didn't respond in 60000ms", true],
  ['It is not allowed to pass nodes in query parameters, given: (1)', false],
])('takes a protocol error "%s" for a connection that was lost: %s', (message, expected) => {
  const error = failure('ProtocolError', message);
  expect(isTransient(error)).toBe(expected);
  expect(toDomainError(error) instanceof DatabaseUnavailableError).toBe(expected);
});

it('asks about the disk only where the database failed in itself', () => {
  expect(mayBeFullDisk(failure('Neo.DatabaseError.General.UnknownError'))).toBe(true);
  expect(mayBeFullDisk(failure('Neo.ClientError.Statement.SyntaxError'))).toBe(false);
  expect(mayBeFullDisk(new Error('No space left on device'))).toBe(false);
});
