/** The values of `errors[].extensions.code` a caller can meet. */
export type ErrorCode =
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'BAD_USER_INPUT'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'LIMIT_EXCEEDED'
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

/** A failure the caller can act on. Whatever else is thrown is a defect and reaches the caller as INTERNAL. */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** What is wrong with one field: `path` in dots (`items.3.description`), the rule it broke, and a sentence. */
export interface FieldProblem {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The caller's input breaks a rule; nothing was changed. */
export class BadUserInputError extends DomainError {
  readonly code = 'BAD_USER_INPUT';

  /** @param fields at least one */
  constructor(readonly fields: readonly FieldProblem[]) {
    super(fields.map((field) => field.message).join('; '));
  }

  static of(path: string, rule: string, message: string): BadUserInputError {
    return new BadUserInputError([{ path, rule, message }]);
  }
}

/** No element with this id exists in the caller's namespace. */
export class NotFoundError extends DomainError {
  readonly code = 'NOT_FOUND';

  constructor(kind: string, id: string) {
    super(`${kind} "${id}" does not exist`);
  }
}

/** The change contradicts what is stored. */
export class ConflictError extends DomainError {
  readonly code = 'CONFLICT';
}

/** A conflict that trying again does not end. */
export class LastingConflictError extends ConflictError {}

/** A bound of the service was reached: size, time, or number waiting. */
export class LimitExceededError extends DomainError {
  readonly code = 'LIMIT_EXCEEDED';
}

/** The database cannot be reached, refuses the login, or has failed and must be restarted; the classes that extend this say more. */
export class DatabaseUnavailableError extends DomainError {
  readonly code:
    'DATABASE_UNAVAILABLE' | 'DATABASE_FULL' | 'DATABASE_READ_ONLY' | 'DATABASE_NOT_FOUND' | 'OUTCOME_UNKNOWN' =
    'DATABASE_UNAVAILABLE';
}

/** The server has no database of this name. */
export class DatabaseNotFoundError extends DatabaseUnavailableError {
  override readonly code = 'DATABASE_NOT_FOUND';
}

/** The commit was asked for, and the database went away before it said what came of it: the change was made, or it was not. */
export class OutcomeUnknownError extends DatabaseUnavailableError {
  override readonly code = 'OUTCOME_UNKNOWN';
}

/** The disk of the database has no room left; until it has, the database serves nothing that can be relied on. */
export class DatabaseFullError extends DatabaseUnavailableError {
  override readonly code = 'DATABASE_FULL';
}

/** A call of the LLM gave no content: what it answered, if anything, must not be used or stored as such. */
export abstract class LlmError extends DomainError {}

/** Why an LLM is unavailable, which decides whether and when a caller tries again. */
export interface LlmAbsence extends ErrorOptions {
  /**
   * True where the request is not to blame and the same request may succeed later: the server is unreachable, over its
   * limit, failing, not an LLM server, or refuses the login or the model.
   */
  readonly away?: boolean;
  /** True where the login or the model is refused: it stays so until somebody mends a setting. `away` is true as well. */
  readonly blocked?: boolean;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

/** No LLM is configured, or the configured one does not answer, is out of quota, or does not take the request. */
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

/** The reply of the LLM ended at the longest length allowed; its beginning is no content. */
export class LlmCutOffError extends LlmError {
  readonly code = 'LLM_CUT_OFF';
}

/** The LLM answered, but after the last attempt still not in the shape that was asked for. */
export class LlmInvalidReplyError extends LlmError {
  readonly code = 'LLM_INVALID_REPLY';
}

/** The database answers reads only. */
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

/** The request was sent to a name that is not the service's, or by a page of another site. */
export class ForeignRequestError extends ForbiddenError {}
