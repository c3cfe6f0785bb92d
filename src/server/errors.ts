import { GraphQLError, TokenKind } from 'graphql';
import {
  BadUserInputError,
  DomainError,
  type ErrorCode,
  type FieldProblem,
  OutcomeUnknownError,
} from '../common/errors.js';

/** An error as callers receive it through every transport: `message`, and `extensions` with `code` and details. */
export interface PublicError {
  readonly message: string;
  readonly extensions: {
    readonly code: ErrorCode;
    readonly fields?: readonly FieldProblem[];
    /** For OUTCOME_UNKNOWN: whether the same request may be sent again, and its key, which the caller or the service made. */
    readonly repeat?: 'SAFE' | 'READ_FIRST';
    readonly idempotencyKey?: string | null;
    /** For INTERNAL: the request id to search the log for. */
    readonly requestId?: string;
  };
}

const MAX_MESSAGE_LENGTH = 1_000;

const STATUS: Readonly<Record<ErrorCode, number>> = {
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_USER_INPUT: 400,
  LIMIT_EXCEEDED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  INTERNAL: 500,
  LLM_REFUSED: 502,
  LLM_FILTERED: 502,
  LLM_CUT_OFF: 502,
  LLM_INVALID_REPLY: 502,
  DATABASE_UNAVAILABLE: 503,
  DATABASE_FULL: 503,
  DATABASE_READ_ONLY: 503,
  DATABASE_NOT_FOUND: 503,
  OUTCOME_UNKNOWN: 503,
  TIMED_OUT: 503,
  LLM_UNAVAILABLE: 503,
};

/**
 * Returns the HTTP status of an error. If the thrower chose a status for a refused request, that one takes precedence.
 */
export function statusOf(code: ErrorCode, error?: unknown): number {
  const chosen = property(error, 'statusCode');
  // Mercurius answers a refused cross-site request with 400.
  if (code === 'FORBIDDEN' && chosen === 400) return STATUS.FORBIDDEN;
  // The statuses 413, 429 and 503 tell the different kinds of LIMIT_EXCEEDED apart.
  if (code === 'LIMIT_EXCEEDED' && chosen === 503) return chosen;
  return typeof chosen === 'number' && chosen >= 400 && chosen < 500 ? chosen : STATUS[code];
}

/**
 * Turns anything thrown into the error that the caller receives. An error that no caller can act on becomes INTERNAL:
 * its message is only logged, with the request id.
 */
export function toPublicError(error: unknown, requestId: string): PublicError {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const known =
    fromDomain(original) ?? (error instanceof GraphQLError ? fromGraphql(error) : undefined) ?? fromFastify(original);
  if (!known) {
    return {
      message: `Internal error; the log has it under request ${requestId}`,
      extensions: { code: 'INTERNAL', requestId },
    };
  }
  return known.message.length <= MAX_MESSAGE_LENGTH
    ? known
    : { ...known, message: `${known.message.slice(0, MAX_MESSAGE_LENGTH)}…` };
}

function fromDomain(error: unknown): PublicError | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const { code, message } = error;
  if (error instanceof BadUserInputError) return { message, extensions: { code, fields: error.fields } };
  if (error instanceof OutcomeUnknownError) {
    const { idempotencyKey, repeat } = error;
    return { message, extensions: { code, idempotencyKey, repeat } };
  }
  return { message, extensions: { code } };
}

// graphql-js distinguishes its errors only by text; the graphql version is pinned, and each text is tested.
const COERCION = /^Variable "\$(\w+)" (?:got invalid value|of (?:required|non-null) type)/;
const COERCION_PATH = /^Variable "\$\w+" got invalid value .* at "([\w.[\]]+)"; /s;
const TOO_MANY_TOKENS = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;

function fromGraphql(error: GraphQLError): PublicError | undefined {
  const { message, extensions, originalError } = error;
  if (typeof extensions['code'] === 'string') return { message, extensions: extensions as PublicError['extensions'] };
  if (originalError && !(originalError instanceof GraphQLError)) return undefined;
  if (TOO_MANY_TOKENS.test(message)) return limit('The document has too many tokens');
  if (message.startsWith('Syntax Error')) return { message, extensions: { code: 'GRAPHQL_PARSE_FAILED' } };
  const variable = COERCION.exec(message)?.[1];
  if (variable !== undefined) return fromCoercion(message, argumentOf(error, variable));
  // The error occurred while the field's arguments were read, so the caller's values caused it.
  if (error.path) return badInput(String(error.path.at(-1)), 'type', message);
  return { message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
}

/**
 * Returns the name of the argument or field to which the variable is passed; in other positions, the variable's own
 * name.
 */
function argumentOf({ nodes }: GraphQLError, variable: string): string {
  for (let token = nodes?.[0]?.loc?.startToken; token; token = token.next ?? undefined) {
    const isValue = token.kind === TokenKind.DOLLAR && token.prev?.kind === TokenKind.COLON;
    if (isValue && token.next?.value === variable) return token.prev?.prev?.value ?? variable;
  }
  return variable;
}

/**
 * The path is relative to the argument `input`, like the paths of other rules. For other arguments it begins with their
 * name.
 */
function fromCoercion(message: string, argument: string): PublicError {
  const [, ...inside] =
    COERCION_PATH.exec(message)?.[1]
      ?.replace(/\[(\d+)\]/g, '.$1')
      .split('.') ?? [];
  const above = argument === 'input' ? inside : [argument, ...inside];
  const path = above.join('.') || argument;
  // The message omits the value itself, since it may be large or secret.
  const reason = message.slice(message.lastIndexOf('; ') + 2);
  const field = /^Field "(\w+)" (of required type|is not defined)/.exec(reason);
  if (field) {
    const full = [...above, field[1]].join('.');
    const isMissing = field[2] === 'of required type';
    return isMissing
      ? badInput(full, 'isDefined', `${full} must be given`)
      : badInput(full, 'whitelistValidation', `${full} is not a field of this input`);
  }
  const isMissing = /was not provided|must not be null|not to be null/.test(message);
  return isMissing
    ? badInput(path, 'isDefined', `${path} must be given`)
    : badInput(path, 'type', `${path}: ${reason}`);
}

function fromFastify(error: unknown): PublicError | undefined {
  const code = property(error, 'code');
  const status = property(error, 'statusCode');
  const message = error instanceof Error ? error.message : '';
  if (code === 'MER_ERR_GQL_CSRF_PREVENTION') {
    return {
      message:
        'Refused, since a foreign web page could have sent it: use content-type application/json, or the header mercurius-require-preflight',
      extensions: { code: 'FORBIDDEN' },
    };
  }
  if (code === 'MER_ERR_METHOD_NOT_ALLOWED') {
    return { message: 'GET answers queries only; send this operation by POST', extensions: { code: 'FORBIDDEN' } };
  }
  if (code === 'MER_ERR_GQL_PERSISTED_QUERY_NOT_FOUND')
    return badInput('query', 'isNotEmpty', 'query should not be empty');
  if (status === 413) return limit('The body is larger than allowed');
  if (status === 429) return limit(message);
  if (status === 404) return { message: 'There is nothing at this address', extensions: { code: 'NOT_FOUND' } };
  const problems = property(error, 'validation');
  if (Array.isArray(problems)) return fromJsonSchema(problems, message);
  if (typeof status === 'number' && status >= 400 && status < 500)
    return badInput('body', typeof code === 'string' ? code : 'request', message);
  return undefined;
}

function fromJsonSchema(problems: readonly unknown[], message: string): PublicError {
  const [first] = problems;
  const path = property(first, 'instancePath');
  const keyword = property(first, 'keyword');
  const name = typeof path === 'string' && path.length > 1 ? path.slice(1).replaceAll('/', '.') : 'body';
  return badInput(name, typeof keyword === 'string' ? keyword : 'type', message);
}

function badInput(path: string, rule: string, message: string): PublicError {
  return { message, extensions: { code: 'BAD_USER_INPUT', fields: [{ path, rule, message }] } };
}

function limit(message: string): PublicError {
  return { message, extensions: { code: 'LIMIT_EXCEEDED' } };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
