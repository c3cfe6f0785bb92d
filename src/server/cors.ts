import type { FastifyInstance } from 'fastify';
import type { HostRule } from './hosts.js';

/** What a page may send along, and read of an answer, beside what every page may. */
const SENT = [
  ...['authorization', 'content-type', 'x-namespace', 'x-team', 'x-project', 'x-agent', 'x-session', 'x-request-id'],
  ...['x-also-default-project', 'x-mcp-profile', 'mcp-protocol-version', 'mercurius-require-preflight'],
  'x-mercurius-operation-name',
].join(', ');
const READ = 'x-request-id, x-receipt-id, x-tokens-used, x-omitted, x-degraded';
const KEPT_SECONDS = 600;

/**
 * Lets the pages of CORS_ORIGINS ask, and read what is answered: browsers keep answers from pages of other sites unless the
 * service says otherwise, and ask with OPTIONS first. Others get no word of it, so that their browsers refuse them.
 */
export function allowPages(fastify: FastifyInstance, hosts: HostRule): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!hosts.allowsPage(origin)) return;
    void reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    void reply.header('access-control-expose-headers', READ);
    // Helmet's default would keep the answer from the page all the same.
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
