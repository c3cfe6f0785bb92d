import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { currentTracer, type Span } from '../common/tracing.js';
import { type Config, ConfigError } from '../config/config.js';
import type { OtlpTracer } from './otlp-tracer.js';

/**
 * Loads OpenTelemetry if a collector is set; its packages are optional and take about 30 ms to load.
 *
 * @throws ConfigError when the packages are not installed
 */
export async function loadTracer(config: Config, logger: Logger): Promise<OtlpTracer | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  try {
    const { OtlpTracer } = await import('./otlp-tracer.js');
    return new OtlpTracer(config, logger);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError([
      'OTEL_EXPORTER_OTLP_ENDPOINT: the optional packages @opentelemetry/* are not installed; run npm install',
    ]);
  }
}

/** Recorded as the error of a span whose request ended with a server error status. */
class ServerError extends Error {
  readonly code: string;

  constructor(status: number) {
    super();
    this.code = String(status);
  }
}

/**
 * Traces every request except those of open routes, such as health checks: from its arrival to the end of its response,
 * as a child of the incoming `traceparent`. Everything that the request starts runs inside its span.
 */
export function traceRequests(fastify: FastifyInstance, isOpen: (config: object) => boolean): void {
  const spans = new WeakMap<object, Span>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const tracer = currentTracer();
    const { url: route = 'none', config } = request.routeOptions;
    if (!tracer || isOpen(config)) return done();
    const { traceparent } = request.headers;
    const span = tracer.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route, 'heartwood.request.id': request.id },
      root: { traceparent: typeof traceparent === 'string' ? traceparent : undefined },
    });
    if (!span) return done();
    spans.set(request, span);
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.set({ 'http.response.status_code': statusCode });
      span.end(statusCode >= 500 ? new ServerError(statusCode) : undefined);
    });
    tracer.run(span, done);
  });
  // A body is read in events of its socket, which have no request context.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    const tracer = currentTracer();
    if (span && tracer) tracer.run(span, done);
    else done();
  });
}
