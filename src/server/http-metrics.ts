import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import { metrics } from '../common/metrics.js';

const requestSeconds = new Histogram({
  name: 'heartwood_http_request_seconds',
  help: 'Time of one HTTP request, by route',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  registers: [metrics],
});

/**
 * Measures every request and logs it in one line, with the route's pattern but without the query string, which may
 * contain a task.
 */
export function measureRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { statusCode, elapsedTime } = reply;
    requestSeconds.observe({ method: request.method, route, status: statusCode }, elapsedTime / 1_000);
    request.log.info({ method: request.method, route, status: statusCode, ms: Math.round(elapsedTime) }, 'request');
  });
}
