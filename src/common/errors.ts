/** The values of `errors[].extensions.code` that a caller may get. */
export type ErrorCode =
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'BAD_USER_INPUT'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'LIMIT_EXCEEDED'
  | 'TIMED_OUT'
  | 'LLM_UNAVAILABLE'
  | 'LLM_REFUSED'
  | 'LLM_FILTERED'
  | 'LLM_CUT_OFF'
  | 'LLM_INVALID_REPLY'
  | 'DATABASE_UNAVAILABLE'
  | 'DATABASE_FULL'
  | 'DATABASE_READ_ONLY'
  | 'DATABASE_NOT_FOUND'
  | 'OUTCOME_UNKNOWN'
  | 'INTERNAL';

/** A failure that the caller can act on. All other errors are defects and reach the caller as INTERNAL. */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A problem with one field: `path` in dots (`items.3.description`), the broken rule, and a sentence. */
export interface FieldProblem {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Maximum number of problems that one error names; an answer with all of a long list would take megabytes. */
const MAX_PROBLEMS = 1_000;
/** Maximum characters of a path or message of a problem; the name of an unknown field may have megabytes. */
const MAX_PROBLEM_LENGTH = 1_000;

/** The caller's input breaks a rule; nothing was changed. */
export class BadUserInputError extends DomainError {
  readonly code = 'BAD_USER_INPUT';
  /** The first problems. */
  readonly fields: readonly FieldProblem[];

  /** @param problems at least one; those after the first 1,000 are left out */
  constructor(problems: readonly FieldProblem[]) {
    const fields = problems
      .slice(0, MAX_PROBLEMS)
      .map(({ path, rule, message }) => ({ path: shortened(path), rule, message: shortened(message) }));
    super(fields.map((field) => field.message).join('; '));
    this.fields = fields;
  }

  static of(path: string, rule: string, message: string): BadUserInputError {
    return new BadUserInputError([{ path, rule, message }]);
  }
}

function shortened(text: string): string {
  return text.length <= MAX_PROBLEM_LENGTH ? text : `${text.slice(0, MAX_PROBLEM_LENGTH)}…`;
}

/** No element with this id exists in the caller's namespace. */
export class NotFoundError extends DomainError {
  readonly code = 'NOT_FOUND';

  constructor(kind: string, id: string) {
    super(`${kind} "${id}" does not exist`);
  }
}

/** The change contradicts stored data. */
export class ConflictError extends DomainError {
  readonly code = 'CONFLICT';
}

/** A conflict that a retry cannot resolve. */
export class LastingConflictError extends ConflictError {}

/** A limit of the service was reached: on size, time, or the number of waiting requests. */
export class LimitExceededError extends DomainError {
  readonly code: 'LIMIT_EXCEEDED' | 'TIMED_OUT' = 'LIMIT_EXCEEDED';
}

/** The request took longer than it may. A machine that is busy may be the cause, and not the size of the request. */
export class TimedOutError extends LimitExceededError {
  override readonly code = 'TIMED_OUT';
}

/**
 * The database cannot be reached, refuses the login, or has failed and must be restarted. Subclasses state the cause
 * more precisely.
 */
export class DatabaseUnavailableError extends DomainError {
  readonly code:
    'DATABASE_UNAVAILABLE' | 'DATABASE_FULL' | 'DATABASE_READ_ONLY' | 'DATABASE_NOT_FOUND' | 'OUTCOME_UNKNOWN' =
    'DATABASE_UNAVAILABLE';
}

/** The server has no database of this name. */
export class DatabaseNotFoundError extends DatabaseUnavailableError {
  override readonly code = 'DATABASE_NOT_FOUND';
}

/** The connection to the database broke during the commit, so it is unknown whether the change was made. */
export class OutcomeUnknownError extends DatabaseUnavailableError {
  override readonly code = 'OUTCOME_UNKNOWN';

  /**
   * @param reason what happened, without a full stop
   * @param idempotencyKey key of the write; repeating the same request with it makes the change only once
   */
  constructor(
    private readonly reason: string,
    options?: ErrorOptions,
    readonly idempotencyKey: string | null = null,
  ) {
    const advice =
      idempotencyKey === null
        ? 'look before you repeat it'
        : 'repeat the same request with the idempotency key of this error';
    super(`${reason}; whether the change was made is unknown, so ${advice}`, options);
  }

  /** SAFE if the same request may be sent again with the key; READ_FIRST if the caller must first read the data. */
  get repeat(): 'SAFE' | 'READ_FIRST' {
    return this.idempotencyKey === null ? 'READ_FIRST' : 'SAFE';
  }

  /**
   * The error as the caller of an operation receives it. Callers whose writes shared a transaction have different keys.
   *
   * @param key null if the operation takes none
   */
  withKey(key: string | null): OutcomeUnknownError {
    return new OutcomeUnknownError(this.reason, { cause: this.cause }, key);
  }
}

/** The disk of the database is full. Until there is space again, the answers of the database are not reliable. */
export class DatabaseFullError extends DatabaseUnavailableError {
  override readonly code = 'DATABASE_FULL';
}

/** The LLM returned no usable content: its answer, if any, must not be used or stored as content. */
export abstract class LlmError extends DomainError {}

/** Reason why an LLM is unavailable. It determines whether and when callers retry. */
export interface LlmAbsence extends ErrorOptions {
  /**
   * True if the same request may succeed later: the server is unreachable, over its limit, failing, not an LLM server,
   * or refuses the login or the model.
   */
  readonly away?: boolean;
  /** True if the login or the model is refused, so that only a change of settings helps. `away` is true as well. */
  readonly blocked?: boolean;
  /** Time for which the server asks clients to wait before a retry. */
  readonly retryAfterMs?: number | undefined;
}

/** No LLM is configured, or the configured one does not answer, is out of quota, or rejects the request. */
export class LlmUnavailableError extends LlmError {
  readonly code = 'LLM_UNAVAILABLE';
  readonly away: boolean;
  readonly blocked: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { away = false, blocked = false, retryAfterMs, ...options }: LlmAbsence = {}) {
    super(message, options);
    this.away = away;
    this.blocked = blocked;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The model refused to answer. */
export class LlmRefusedError extends LlmError {
  readonly code = 'LLM_REFUSED';
}

/** The content filter of the LLM server withheld the reply, or refused the request. */
export class LlmFilteredError extends LlmError {
  readonly code = 'LLM_FILTERED';
}

/** The reply of the LLM was cut off at the length limit; the part received must not be used as content. */
export class LlmCutOffError extends LlmError {
  readonly code = 'LLM_CUT_OFF';
}

/** The LLM's answer did not have the requested shape, even after the last attempt. */
export class LlmInvalidReplyError extends LlmError {
  readonly code = 'LLM_INVALID_REPLY';
}

/** A write was refused, because the database accepts only reads. */
export class DatabaseReadOnlyError extends DatabaseUnavailableError {
  override readonly code = 'DATABASE_READ_ONLY';
}

/** The request has no API key, or one that is unknown, revoked or expired. */
export class UnauthenticatedError extends DomainError {
  readonly code = 'UNAUTHENTICATED';
}

/** The key's role, its scope or the request's origin does not allow this. */
export class ForbiddenError extends DomainError {
  readonly code = 'FORBIDDEN';
}

/** The request was sent to a host name that is not the service's, or by a page of another site. */
export class ForeignRequestError extends ForbiddenError {}
