import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { Logger as NestLogger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { type DocumentNode, getOperationAST, GraphQLError, parse, validate } from 'graphql';
import { type Context, CloseCode, type SubscribePayload } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import { BackgroundLoop } from '../common/background-loop.js';
import type { GraphqlContext } from '../common/current-caller.js';
import { DatabaseUnavailableError, UnauthenticatedError } from '../common/errors.js';
import type { Config } from '../config/config.js';
import type { Access, Credentials } from './access.js';
import { toPublicError } from './errors.js';
import { assertParsable, assertValidatable, logFailure } from './graphql-service.js';
import type { HostRule } from './hosts.js';
import { assertAffordable } from './limits.js';
import { clientAddress } from './client-address.js';
import { isShallow, tooDeep } from './nesting.js';
import { assertSmallVariables } from './variables-size.js';

/** Larger messages close the connection; large inputs must be sent over HTTP. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Interval of the check for revoked keys: with the cache of keys, connections of a revoked key close within 5 s. */
const LOOK_MS = 1_500;

/** Maximum number of concurrent operations per connection. */
const MAX_OPERATIONS = 100;

interface SocketExtra extends Extra, Record<PropertyKey, unknown> {
  caller?: GraphqlContext['caller'];
  /** Read once: connection parameters may be very many. */
  credentials?: Credentials;
}

type Connection = Context<Record<string, unknown>, SocketExtra>;

/**
 * Serves GraphQL over WebSocket (graphql-transport-ws) at the URL of GraphQL over HTTP, for all kinds of operations and
 * under the same rules. Mercurius' own implementation is not used: it does not validate subscriptions, loses error
 * codes, and accepts connections from any web page.
 *
 * @returns a function that closes all connections
 */
export function serveWebSocket(
  fastify: FastifyInstance,
  access: Access,
  hosts: HostRule,
  config: Config,
  logger: Logger,
): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const connections = new Set<Connection>();
  const addressOf = clientAddress(config.TRUSTED_PROXIES);

  const server = useServer<Record<string, unknown>, SocketExtra>(
    {
      schema: () => fastify.graphql.schema,
      connectionInitWaitTimeout: 10_000,
      onConnect: async (context) => {
        try {
          const credentials = (context.extra.credentials = credentialsOf(context));
          context.extra.caller = await access.callerOf(credentials, addressOf(context.extra.request));
          connections.add(context);
          return true;
        } catch (error) {
          close(context, error);
          return false;
        }
      },
      onClose: (context) => void connections.delete(context),
      onSubscribe: (context, _id, payload) => {
        const requestId = randomUUID();
        try {
          if (Object.keys(context.subscriptions).length > MAX_OPERATIONS) {
            throw new GraphQLError('Too many operations on one connection', { extensions: { code: 'LIMIT_EXCEEDED' } });
          }
          return prepare(context, payload, requestId);
        } catch (error) {
          return [publicError(error, requestId)];
        }
      },
      onError: (_context, _id, _payload, errors) => errors.map((error) => publicError(error, randomUUID()).toJSON()),
      onNext: (_context, _id, _payload, _args, result) => {
        if (!result.errors) return undefined;
        return { ...result, errors: result.errors.map((error) => publicError(error, randomUUID()).toJSON()) };
      },
    },
    sockets,
  );

  const looking = new BackgroundLoop(new NestLogger('WebSocket'), {
    name: 'looking whether the keys of open connections hold',
    everyMs: LOOK_MS,
    look: endRevoked,
    passes: (error) => error instanceof DatabaseUnavailableError,
  });
  looking.wakeIn(LOOK_MS);

  /**
   * Closes connections whose key is no longer valid. If the database is unavailable, none are closed: nothing can be
   * read either.
   */
  async function endRevoked(): Promise<void> {
    for (const context of [...connections]) {
      try {
        await access.callerOf(context.extra.credentials ?? {});
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error;
        close(context, error);
      }
    }
  }

  function prepare(context: Connection, payload: SubscribePayload, requestId: string) {
    const { schema } = fastify.graphql;
    assertParsable(payload.query, config);
    if (!isShallow(payload.variables)) throw tooDeep('The JSON');
    const document: DocumentNode = parse(payload.query, { maxTokens: config.GRAPHQL_MAX_TOKENS });
    assertValidatable(document, config);
    const errors = validate(schema, document);
    if (errors.length > 0) return errors.map((error) => publicError(error, requestId));
    const operation = getOperationAST(document, payload.operationName ?? undefined);
    if (!operation) throw new GraphQLError('operationName must name one of the operations of the document');
    const { variables } = payload;
    assertSmallVariables(schema, variables, () => operation);
    assertAffordable(schema, document, operation, variables, config.GRAPHQL_MAX_COMPLEXITY);
    const { caller } = context.extra;
    if (!caller) throw new Error('An operation came before its connection was accepted');
    const contextValue: GraphqlContext = { caller, requestId };
    return {
      schema,
      document,
      operationName: payload.operationName ?? undefined,
      variableValues: variables ?? undefined,
      contextValue,
    };
  }

  function publicError(error: unknown, requestId: string): GraphQLError {
    const known = toPublicError(error, requestId);
    logFailure(known, error, logger);
    const { nodes, source, positions, path } = error instanceof GraphQLError ? error : new GraphQLError('');
    return new GraphQLError(known.message, { nodes, source, positions, path, extensions: { ...known.extensions } });
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (new URL(request.url ?? '/', 'http://service').pathname !== '/graphql') return refuse(socket, '404 Not Found');
    if (!hosts.allowsSocket(request.headers)) return refuse(socket, '403 Forbidden');
    sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request));
  };
  fastify.server.on('upgrade', onUpgrade);
  return async () => {
    fastify.server.off('upgrade', onUpgrade);
    await looking.stop();
    await server.dispose();
  };
}

/** A connection can only be refused with a close code; the reason is sent along. */
function close({ extra }: Connection, error: unknown): void {
  const code = error instanceof UnauthenticatedError ? CloseCode.Unauthorized : CloseCode.Forbidden;
  extra.socket.close(code, toPublicError(error, 'none').message.slice(0, 120));
}

/** Clients send headers as connection parameters, and Node.js has only names of headers in lower case. */
function credentialsOf(context: Connection): Credentials {
  const parameters = Object.entries(context.connectionParams ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...context.extra.request.headers, ...(Object.fromEntries(parameters) as Credentials) };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
}
