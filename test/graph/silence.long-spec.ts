import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseUnavailableError, LimitExceededError } from '../../src/common/errors.js';
import { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { testConfig } from '../support/graph.js';

const RETRY_MS = 2_000;

function statement(mode: 'read' | 'write', text: string): Statement<object, object> {
  return { name: 'test', mode, text };
}

withOwnDatabase((own) => {
  let isSilent = false;
  let proxy: ReturnType<typeof createServer>;
  let graph: GraphService;

  beforeAll(async () => {
    const { NEO4J_URI, ...login } = own().connection;
    const { hostname, port } = new URL(NEO4J_URI);
    // While the proxy is silent, connections stay open and nothing passes, as behind a firewall that dropped their
    // state.
    proxy = createServer((client) => {
      const server = connect(Number(port), hostname);
      client.on('data', (sent) => isSilent || server.write(sent));
      server.on('data', (answer) => isSilent || client.write(answer));
      for (const socket of [client, server]) {
        socket.on('error', () => undefined);
        socket.on('close', () => [client, server].forEach((either) => either.destroy()));
      }
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const uri = `bolt://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    graph = new GraphService(testConfig({ ...login, NEO4J_URI: uri, NEO4J_RETRY_MS: String(RETRY_MS) }));
    await graph.run(statement('write', 'CREATE (n:Scratch {n: 1}) RETURN n'), {});
  });
  afterAll(async () => {
    isSilent = false;
    await graph?.onApplicationShutdown();
    proxy?.close();
  });

  /** Returns the failure, and the time until it occurred. */
  async function failureOf(work: () => Promise<unknown>): Promise<{ code: string; ms: number }> {
    const begin = performance.now();
    const error = await work().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    return { code: (error as DatabaseUnavailableError).code, ms: performance.now() - begin };
  }

  it('a statement of 25 s survives, since the database gives signs of life', { timeout: 60_000 }, async () => {
    const begin = performance.now();
    const endless = statement('read', 'UNWIND range(1, 1000000000000) AS x WITH x WHERE x < 0 RETURN count(x) AS n');
    // The statement is ended by its own time limit, and uses the connection on which it began.
    await expect(graph.run(endless, {}, { timeoutMs: 25_000 })).rejects.toBeInstanceOf(LimitExceededError);
    expect(performance.now() - begin).toBeGreaterThan(24_000);
  });

  it.each(['read', 'write'] as const)(
    'a %s on a connection that fell silent ends soon, and the next goes on',
    async (mode) => {
      const text =
        mode === 'read' ? 'MATCH (n:Scratch) RETURN n.n AS n' : 'MATCH (n:Scratch) SET n.n = n.n + 1 RETURN n.n AS n';
      await graph.run(statement(mode, text), {});
      isSilent = true;
      const { code, ms } = await failureOf(() => graph.run(statement(mode, text), {}));
      isSilent = false;
      expect(code).toBe('DATABASE_UNAVAILABLE');
      // The limit allows for five missing signs of life, a retry, and the delay of a loaded machine.
      expect(ms).toBeLessThan(5_000 + 2 * RETRY_MS + 3_000);
      await graph.run(statement(mode, text), {});
    },
  );
});
