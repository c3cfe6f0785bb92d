import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import type { MercuriusDriverConfig } from '@nestjs/mercurius';
import type { MercuriusContext } from 'mercurius';
import type { Logger } from 'pino';
import { Histogram } from 'prom-client';
import { callerOfRequest, type GraphqlContext } from '../common/current-caller.js';
import { type ErrorCode, LimitExceededError } from '../common/errors.js';
import { isAbsent } from '../common/json.js';
import { metrics } from '../common/metrics.js';
import { nameWork } from '../common/work-under-way.js';
import type { Config } from '../config/config.js';
import { type PublicError, statusOf, toPublicError } from './errors.js';
import { assertSmallDocument } from './document-size.js';
import { assertAffordable } from './limits.js';
import { assertSmallJson } from './json-size.js';
import { assertShallowDocument } from './nesting.js';
import { addRedactionHeader, redactionsOf } from './redactions.js';
import { assertSmallVariables } from './variables-size.js';

const operationSeconds = new Histogram({
  name: 'heartwood_graphql_operation_seconds',
  help: 'Time of one GraphQL operation that was executed, by its first field',
  labelNames: ['operation', 'outcome'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  registers: [metrics],
});

/**
 * Maximum length of a document, in characters. Data belongs into variables; Mercurius caches the last 1,024 documents
 * and as many refused ones, so this also limits its memory.
 */
const MAX_DOCUMENT_LENGTH = 100_000;

const MAX_DIRECTIVES = 50;

/** Properties of a request of GraphQL over HTTP. */
const OF_REQUEST = ['query', 'operationName', 'variables', 'extensions'] as const;

/** Data that the hooks of one operation share; stored under a symbol, so that resolvers do not see it. */
interface Running {
  readonly operation: string;
  readonly startedAt: bigint;
}
const RUNNING = Symbol('running operation');

interface HookContext extends GraphqlContext {
  /** Absent on a WebSocket, where the message contains the operation. */
  readonly reply?: FastifyReply;
  readonly operationName?: string;
  [RUNNING]?: Running;
}

/** @throws LimitExceededError when the document is too long, or nested too deep to be parsed */
export function assertParsable(source: string, config: Config): void {
  if (source.length > MAX_DOCUMENT_LENGTH) {
    throw new LimitExceededError(
      `The document has ${source.length} characters; at most ${MAX_DOCUMENT_LENGTH} are allowed. Put data into variables`,
    );
  }
  assertShallowDocument(source, config.GRAPHQL_MAX_TOKENS);
}

/** @throws GraphQLError when the document is too large to be validated, or has a fragment that contains itself */
export function assertValidatable(document: DocumentNode, config: Config): void {
  assertSmallDocument(document, {
    depth: config.GRAPHQL_MAX_DEPTH,
    aliases: config.GRAPHQL_MAX_ALIASES,
    directives: MAX_DIRECTIVES,
    // A document without fragments can hardly have more.
    selections: config.GRAPHQL_MAX_TOKENS,
  });
}

export function mercuriusOptions(config: Config, logger: Logger): Omit<MercuriusDriverConfig, 'driver'> {
  return {
    path: '/graphql',
    graphiql: false,
    allowBatchedQueries: false,
    graphql: { parseOptions: { maxTokens: config.GRAPHQL_MAX_TOKENS } },
    csrfPrevention: {
      allowedContentTypes: ['application/json', 'application/graphql'],
      requiredHeaders: ['x-mercurius-operation-name', 'mercurius-require-preflight'],
    },
    // Each root field checks its own role (field-roles.ts).
    additionalRouteOptions: { bodyLimit: config.BODY_LIMIT_BYTES, config: { role: 'reader' } },
    context: (request: FastifyRequest): GraphqlContext => ({
      // The caller is read by a getter, because refused requests also have a context, but no caller.
      get caller() {
        return callerOfRequest(request);
      },
      requestId: request.id,
    }),
    errorFormatter: (execution, context) => {
      const { reply, requestId } = context as unknown as { reply?: FastifyReply; requestId?: string };
      const id = reply?.request.id ?? requestId ?? 'unknown';
      // An operation that was never executed has no data, not even null.
      const executed = execution.data === undefined ? {} : { data: execution.data };
      const errors = flatten(execution.errors ?? []).map((error) => format(error, id, reply?.log ?? logger));
      return {
        statusCode: statusFor(execution, errors, reply?.request),
        response: { ...executed, errors, ...(execution.extensions && { extensions: execution.extensions }) },
      };
    },
  };
}

interface FormattedError extends PublicError {
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
}

function format(error: unknown, requestId: string, log: Pick<Logger, 'error' | 'warn'>): GraphQLError {
  const known = toPublicError(error, requestId);
  logFailure(known, error, log);
  const { nodes, source, positions, path } = error instanceof GraphQLError ? error : new GraphQLError('');
  return new GraphQLError(known.message, { nodes, source, positions, path, extensions: { ...known.extensions } });
}

const AWAY: ReadonlySet<ErrorCode> = new Set([
  'DATABASE_UNAVAILABLE',
  'DATABASE_FULL',
  'DATABASE_READ_ONLY',
  'DATABASE_NOT_FOUND',
  'OUTCOME_UNKNOWN',
  'LLM_UNAVAILABLE',
]);

/** Logs failures that need attention: defects, and an unavailable database or LLM. */
export function logFailure(failure: FormattedError, error: unknown, log: Pick<Logger, 'error' | 'warn'>): void {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const { code } = failure.extensions;
  if (code === 'INTERNAL') log.error({ err: original, path: failure.path?.join('.') }, 'a request met a defect');
  else if (AWAY.has(code)) log.warn({ err: original }, failure.message);
}

/** Mercurius wraps all validation errors into one error; this unwraps them. */
function flatten(errors: readonly unknown[]): unknown[] {
  return errors.flatMap((error) => {
    const original = (error instanceof GraphQLError ? error.originalError : error) ?? {};
    const { code, errors: inner } = original as { code?: unknown; errors?: unknown };
    return code === 'MER_ERR_GQL_VALIDATION' && Array.isArray(inner) ? (inner as unknown[]) : [error];
  });
}

/**
 * Follows the GraphQL over HTTP draft: an operation that ran gets a 200. A refused operation gets a 200 for clients
 * that accept `application/json`, and its own status for those that accept `application/graphql-response+json`; an
 * invalid request (wrong JSON, no query, too large, no key) gets its own status for both.
 */
function statusFor(
  execution: { readonly data?: unknown; readonly errors?: readonly unknown[] },
  errors: readonly GraphQLError[],
  request: FastifyRequest | undefined,
): number {
  const [first] = errors;
  if (!first || execution.data || errors.some(({ path }) => path)) return 200;
  const code = first.extensions['code'] as PublicError['extensions']['code'];
  const [cause] = flatten(execution.errors ?? []);
  const original = cause instanceof GraphQLError ? cause.originalError : cause;
  const isOfDocument = cause instanceof GraphQLError && original === undefined;
  if (isOfDocument && !asksForGraphqlResponse(request)) return 200;
  return statusOf(code, original);
}

const GRAPHQL_RESPONSE = 'application/graphql-response+json';

function asksForGraphqlResponse(request: FastifyRequest | undefined): boolean {
  return request?.headers.accept?.includes(GRAPHQL_RESPONSE) ?? false;
}

/**
 * Adds hooks for limits, metrics and response headers, which Mercurius lacks. Call it after registering its plugin,
 * before listening.
 */
export function addGraphqlHooks(fastify: FastifyInstance, config: Config): void {
  addRedactionHeader(fastify);
  // Clients may send null for unused properties; Mercurius' own schema of the body refuses that. Properties that are not
  // of GraphQL over HTTP are dropped, since there may be very many.
  fastify.addHook('preValidation', async (request) => {
    if (request.routeOptions.url !== '/graphql') return;
    // In a query string these are JSON texts, which Mercurius parses.
    const { variables, extensions } = request.query as Record<string, unknown>;
    for (const json of [variables, extensions]) {
      if (typeof json === 'string') assertSmallJson(json);
    }
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const given = body as Readonly<Record<string, unknown>>;
    request.body = Object.fromEntries(
      OF_REQUEST.filter((name) => !isAbsent(given[name])).map((name) => [name, given[name]]),
    );
  });
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url === '/graphql' && asksForGraphqlResponse(request)) {
      void reply.header('content-type', `${GRAPHQL_RESPONSE}; charset=utf-8`);
    }
    return payload;
  });

  fastify.graphql.addHook('preParsing', async (schema, source, mercuriusContext) => {
    assertParsable(source, config);
    // Mercurius treats a source that is JSON as an already parsed document, which would bypass the token limit.
    const isJson = /^\s*(?:\{\s*["}]|[["\d-]|null|true|false)/.test(source);
    if (isJson) parse(source, { maxTokens: config.GRAPHQL_MAX_TOKENS });
    // Here, since no later hook comes before Mercurius checks the variables. Those of a GET are small.
    const context = mercuriusContext as unknown as HookContext;
    const { variables } = (context.reply?.request.body ?? {}) as { variables?: unknown };
    assertSmallVariables(schema, variables, () =>
      operationOf(parse(source, { maxTokens: config.GRAPHQL_MAX_TOKENS }), context),
    );
  });
  fastify.graphql.addHook('preValidation', async (_schema, document) => assertValidatable(document, config));
  fastify.graphql.addHook('preExecution', async (schema, document, mercuriusContext: MercuriusContext, variables) => {
    const context = mercuriusContext as unknown as HookContext;
    const operation = operationOf(document, context);
    // Several operations without an operation name: Mercurius answers with an error.
    if (!operation) return;
    if (operation.operation === 'subscription') {
      throw new GraphQLError('Subscriptions go over the WebSocket at the same address', { nodes: operation });
    }
    assertAffordable(
      schema,
      document,
      operation,
      variables as Record<string, unknown> | undefined,
      config.GRAPHQL_MAX_COMPLEXITY,
    );
    const label = labelOf(operation, schema);
    if (context.reply) nameWork(context.reply.request, label);
    context[RUNNING] = { operation: label, startedAt: process.hrtime.bigint() };
  });
  fastify.graphql.addHook('onResolution', async (execution, mercuriusContext) => {
    const running = (mercuriusContext as unknown as HookContext)[RUNNING];
    if (!running) return;
    const seconds = Number(process.hrtime.bigint() - running.startedAt) / 1e9;
    operationSeconds.observe({ operation: running.operation, outcome: execution.errors ? 'error' : 'ok' }, seconds);
    const redacted = execution.data ? redactionsOf(mercuriusContext) : [];
    if (redacted.length > 0) execution.extensions = { ...execution.extensions, redacted };
  });
}

function operationOf(document: DocumentNode, context: HookContext): OperationDefinitionNode | null | undefined {
  const { body, query } = context.reply?.request ?? {};
  const name = context.operationName ?? nameIn(body) ?? nameIn(query);
  return getOperationAST(document, name);
}

function nameIn(request: unknown): string | undefined {
  const name = (request as { operationName?: unknown } | null | undefined)?.operationName;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Uses names of the schema instead of the caller's operation names, so that the number of labels is bounded. */
function labelOf(operation: OperationDefinitionNode, schema: GraphQLSchema): string {
  const [first] = operation.selectionSet.selections;
  const name = first?.kind === Kind.FIELD ? first.name.value : 'fragment';
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return `${operation.operation} ${name in fields || name.startsWith('__') || name === 'fragment' ? name : 'other'}`;
}
