import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import helmet from 'helmet';
import type { DestinationStream } from 'pino';
import { AppModule } from './app.module.js';
import { ApiKeys } from './access/access.service.js';
import { type Refusal, Refusals } from './audit/refusals.js';
import { rememberCaller } from './common/current-caller.js';
import { TimedOutError } from './common/errors.js';
import { assertRole, type Role, ROLES } from './common/roles.js';
import { useTracer } from './common/tracing.js';
import { serveOthers } from './common/turns.js';
import { Workers } from './common/workers/workers.js';
import type { Config } from './config/config.js';
import { Access } from './server/access.js';
import { allowPages } from './server/cors.js';
import { executeFirstOperation } from './server/first-request.js';
import { addGraphqlHooks } from './server/graphql-service.js';
import { answerFailure, HttpErrorFilter } from './server/http-error.filter.js';
import { HostRule } from './server/hosts.js';
import { measureRequests } from './server/http-metrics.js';
import { InputPipe } from './server/input.pipe.js';
import { compileEarly } from './server/early-compilation.js';
import { explainedListening } from './server/listening.js';
import { createLogger, NestLogger } from './server/logging.js';
import { clientAddress } from './server/client-address.js';
import { assertSmallJson } from './server/json-size.js';
import { loadTracer, traceRequests } from './server/traces.js';
import { closeSlowClients, PATIENCE, type PatienceWithClients } from './server/slow-clients.js';
import { nameRequests, watchEventLoop } from './server/watchdog.js';
import { serveWebSocket } from './server/websocket.js';

/** A started service. */
export interface RunningService {
  /** Where it listens, as a client on this machine writes it: `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly port: number;
  readonly app: NestFastifyApplication;
  /** Takes no more requests, lets the running ones end, and lets go of the database. */
  close(): Promise<void>;
}

/** How a service differs from the one that the settings describe, mostly for tests. */
export interface ServiceOptions {
  /** Modules in place of the service's features. */
  readonly features?: ModuleMetadata['imports'];
  /** Where the log goes; standard output where absent. */
  readonly logTo?: DestinationStream;
  /**
   * True if the process belongs to the service. What holds its event loop is then logged, and its functions are compiled
   * early; both concern the whole process.
   */
  readonly ownsProcess?: boolean;
  /** How slow clients may be; {@link PATIENCE} where absent. */
  readonly patience?: PatienceWithClients;
}

/** Made once: the plugin of Fastify reads these settings again for each request. */
const protect = helmet({
  // Plain HTTP on loopback is the common case; who adds TLS in front adds this there.
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
});

/** Bodies of all routes that do not set their own limit: a context query of 40,000 characters fits, escaped or not. */
const SMALL_BODY_BYTES = 512 * 1024;

/** Media types of a request whose body is a trace. */
const TRACE_TYPES = ['application/octet-stream', 'application/x-ndjson', 'application/jsonl'];

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Keeps the handler of errors that the service sets: Nest sets its own only once the routes have taken the one before. */
class Adapter extends FastifyAdapter {
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }
}

/**
 * Starts the whole service.
 *
 * @throws DatabaseUnavailableError when the database cannot be used
 * @throws CannotListenError when the address cannot be used
 */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  const logger = createLogger(config, options.logTo);
  const tracer = await loadTracer(config, logger);
  if (tracer) useTracer(tracer);
  const stored: { keys?: ApiKeys; refusals?: Refusals } = {};
  const access = new Access(
    config,
    () => {
      if (!stored.keys) throw new Error('A request came before the service had started');
      return stored.keys;
    },
    (refusal) => stored.refusals?.note(refusal),
  );
  const hosts = new HostRule(config);
  const patience = options.patience ?? PATIENCE;
  const adapter = new Adapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: ({ headers }: IncomingMessage) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // A number is no query.
    ajv: { customOptions: { coerceTypes: false } },
    bodyLimit: SMALL_BODY_BYTES,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: Math.min(patience.headersMs, config.REQUEST_TIMEOUT_MS),
      requestTimeout: config.REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: patience.checkMs,
    },
    // Idle connections of keep-alive clients would otherwise hold the shutdown up.
    forceCloseConnections: 'idle',
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  const state = { isClosing: false };
  closeSlowClients(fastify, logger, patience);
  await prepare(fastify, access, hosts, config, state, (refusal) => stored.refusals?.note(refusal));

  // Without Nest's own body parsers, which read forms into GraphQL bodies; Fastify's parser of JSON remains.
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of(config, logger, options.features),
    adapter,
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      abortOnError: false,
    },
  );
  stored.keys = app.get(ApiKeys);
  stored.refusals = app.get(Refusals);
  const endSilent = trackSilentConnections(fastify);
  let endWatch: (() => void) | undefined;
  let closeSockets: (() => Promise<void>) | undefined;
  const close = async () => {
    state.isClosing = true;
    await closeSockets?.();
    endSilent();
    endWatch?.();
    await app.close();
    await tracer?.close();
    if (tracer) useTracer(undefined);
  };
  try {
    app.useGlobalPipes(new InputPipe(app.get(Workers)));
    app.useGlobalFilters(new HttpErrorFilter());
    await app.init();
    await executeFirstOperation(fastify);
    addGraphqlHooks(fastify, config);
    closeSockets = serveWebSocket(fastify, access, hosts, config, logger);
    await app.listen(config.PORT, config.HOST).catch((error: unknown) => {
      throw explainedListening(error, config);
    });
    if (options.ownsProcess) {
      endWatch = watchEventLoop(logger);
      compileEarly();
    }
  } catch (error) {
    // What did start (a driver's pool, say) must not keep the process alive.
    await close().catch(() => undefined);
    throw error;
  }
  const { port } = fastify.server.address() as AddressInfo;
  return { url: `http://${hostInUrl(config.HOST)}:${port}`, port, app, close };
}

/**
 * Tracks connections without a request so far, such as a browser opens in advance. They count as busy, so that a
 * server waits a minute for them when it closes.
 *
 * @returns ends them, and those that come later
 */
function trackSilentConnections(fastify: FastifyInstance): () => void {
  const silent = new Set<Socket>();
  let ending = false;
  fastify.server.on('connection', (socket: Socket) => {
    if (ending) return void socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  fastify.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  fastify.server.on('upgrade', ({ socket }: IncomingMessage) => silent.delete(socket));
  return () => {
    ending = true;
    for (const socket of silent) socket.destroy();
  };
}

async function prepare(
  fastify: FastifyInstance,
  access: Access,
  hosts: HostRule,
  config: Config,
  state: { readonly isClosing: boolean },
  refused: (refusal: Refusal) => void,
): Promise<void> {
  const addressOf = clientAddress(config.TRUSTED_PROXIES);
  requireRoles(fastify);
  traceRequests(fastify, isOpen);
  fastify.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  // Whoever keeps a connection after its last answer would hold the server open for as long.
  fastify.addHook('onSend', async (_request, reply) => {
    if (state.isClosing) void reply.header('connection', 'close');
  });
  endLateRequests(fastify, config.REQUEST_TIMEOUT_MS);
  measureRequests(fastify);
  nameRequests(fastify);
  fastify.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, (error) => done(error as Error | undefined)),
  );
  allowPages(fastify, hosts);
  boundJson(fastify);
  passTraces(fastify);
  // This check comes before the rate limit: requests that a page of another site sends from someone's browser must not
  // use up the number of requests which that person's address may send.
  fastify.addHook('onRequest', async ({ is404, method, headers, routeOptions }) => {
    if (!is404 && !answersAnyHost(routeOptions.config)) hosts.assertAllowed(method, headers);
  });
  if (config.RATE_LIMIT_PER_MINUTE > 0) {
    await fastify.register(rateLimit, {
      global: false,
      max: config.RATE_LIMIT_PER_MINUTE,
      timeWindow: '1 minute',
      allowList: (request) => isOpen(request.routeOptions.config),
      // A key that is not known counts for the address: else every made-up one would begin a count of its own.
      keyGenerator: ({ headers, raw }) => access.knownKey(headers.authorization) ?? addressOf(raw),
    });
    // Not the plugin's own hook, which is one of each route and so comes after the keys were checked: keys could be
    // guessed without limit.
    fastify.addHook('onRequest', fastify.rateLimit());
  }
  fastify.addHook('onRequest', async (request) => {
    if (request.is404 || isOpen(request.routeOptions.config)) return;
    const caller = await access.callerOf(request.headers, addressOf(request.raw));
    const operation = `${request.method} ${request.routeOptions.url}`;
    try {
      assertRole(caller, roleOf(request.routeOptions.config) ?? 'admin', operation);
    } catch (error) {
      refused({ ...caller, operation });
      throw error;
    }
    rememberCaller(request, caller);
  });
}

/** Lets no route be served that does not say who may use it: a service with one does not start. */
function requireRoles(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', ({ method, url, config }) => {
    if (isOpen(config) || roleOf(config) !== undefined) return;
    throw new Error(`The route ${String(method)} ${url} must say what role it needs, or that it is open`);
  });
}

/** Number of characters from which a body is large: each step that reads all of it takes up to 10 ms per million. */
const LARGE_BODY = 1_000_000;

/**
 * Bodies of JSON at all doors: Fastify's own parser, behind bounds on their depth and their numbers. Between the steps that read a large
 * body, waiting requests are served.
 */
function boundJson(fastify: FastifyInstance): void {
  // Knowledge may have keys called __proto__: readers look at own fields alone, and make objects from entries.
  const parse = fastify.getDefaultJsonParser('ignore', 'ignore');
  const read = async (request: FastifyRequest, body: string) => {
    const isLarge = body.length >= LARGE_BODY;
    if (isLarge) await serveOthers();
    assertSmallJson(body);
    const parsed = await new Promise<unknown>((resolve, reject) => {
      void parse(request, body, (error, value) => (error ? reject(error) : resolve(value)));
    });
    if (isLarge) await serveOthers();
    return parsed;
  };
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, read);
}

/** A trace is read while it comes in, by the one route that takes such a body. */
function passTraces(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(TRACE_TYPES, (request, body, done) => {
    if (isTraceRoute(request.routeOptions.config)) done(null, body);
    else done(Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }));
  });
}

/** Not Fastify's `handlerTimeout`: 5.12 stops that clock as soon as the body has been read. */
function endLateRequests(fastify: FastifyInstance, timeoutMs: number): void {
  fastify.addHook('onRequest', async (_request, reply) => {
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      const error = new TimedOutError(`The request took longer than the ${timeoutMs} ms it may take`);
      void reply.send(Object.assign(error, { statusCode: 503 }));
    }, timeoutMs);
    reply.raw.once('close', () => clearTimeout(timer));
  });
}

/** Routes that show nothing of anybody say so: `config: { open: true }`, in a controller `@RouteConfig({ open: true })`. */
function isOpen(config: object | undefined): boolean {
  return config !== undefined && 'open' in config && config.open === true;
}

/** The role that a key must have for it: `config: { role: 'writer' }`, in a controller `@RouteConfig({ role: 'writer' })`. */
function roleOf(config: object | undefined): Role | undefined {
  return config !== undefined && 'role' in config ? ROLES.find((role) => role === config.role) : undefined;
}

/**
 * What shows nothing of anybody may be reached by any name: health checks call a container by its address, and Neo4j
 * Browser fetches its guide from another origin. Routes that need a key but hold nothing users wrote say it themselves.
 */
function answersAnyHost(config: object | undefined): boolean {
  return isOpen(config) || (config !== undefined && 'anyHost' in config && config.anyHost === true);
}

/** Routes that read their body as it comes in say so: `@RouteConfig({ trace: true })`. */
function isTraceRoute(config: object | undefined): boolean {
  return config !== undefined && 'trace' in config && config.trace === true;
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
