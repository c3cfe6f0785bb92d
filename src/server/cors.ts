import type { FastifyInstance } from 'fastify';
import type { HostRule } from './hosts.js';

/** Headers that pages may send and read in addition to those that CORS always allows. */
const SENT = [
  ...['authorization', 'content-type', 'x-namespace', 'x-team', 'x-project', 'x-agent', 'x-session', 'x-request-id'],
  ...['x-also-default-project', 'x-mcp-profile', 'mcp-protocol-version', 'mercurius-require-preflight'],
  'x-mercurius-operation-name',
].join(', ');
const READ = 'x-request-id, x-receipt-id, x-tokens-used, x-omitted, x-degraded';
const KEPT_SECONDS = 600;

/**
 * Allows pages of CORS_ORIGINS to send requests and read responses: browsers withhold responses from pages of other
 * sites unless the service allows it, and ask with OPTIONS first. Pages of other origins get no CORS headers, so their
 * browsers refuse them.
 */
export function allowPages(fastify: FastifyInstance, hosts: HostRule): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!hosts.allowsPage(origin)) return;
    void reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    void reply.header('access-control-expose-headers', READ);
    // Helmet's default value would make the browser withhold the response from the page.
    void reply.header('cross-origin-resource-policy', 'cross-origin');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', SENT)
      .header('access-control-max-age', KEPT_SECONDS)
      .send();
  });
}
