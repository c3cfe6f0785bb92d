import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseUnavailableError, LimitExceededError } from '../../src/common/errors.js';
import { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { testConfig } from '../support/graph.js';

const RETRY_MS = 2_000;

function statement(mode: 'read' | 'write', text: string): Statement<object, object> {
  return { name: 'test', mode, text };
}

withOwnDatabase((own) => {
  let proxy: FaultyProxy;
  let graph: GraphService;

  beforeAll(async () => {
    const { NEO4J_URI, ...login } = own().connection;
    proxy = await FaultyProxy.before(NEO4J_URI);
    graph = new GraphService(testConfig({ ...login, NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: String(RETRY_MS) }));
    await graph.run(statement('write', 'CREATE (n:Scratch {n: 1}) RETURN n'), {});
  });
  afterAll(async () => {
    proxy?.set('none');
    await graph?.onApplicationShutdown();
    await proxy?.close();
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

  it('a statement of 25 s survives, since the database gives signs of life', async () => {
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
      proxy.set('silent');
      const { code, ms } = await failureOf(() => graph.run(statement(mode, text), {}));
      proxy.set('none');
      expect(code).toBe('DATABASE_UNAVAILABLE');
      // The limit allows for five missing signs of life, a retry, and the delay of a loaded machine.
      expect(ms).toBeLessThan(5_000 + 2 * RETRY_MS + 3_000);
      await graph.run(statement(mode, text), {});
    },
  );
});
