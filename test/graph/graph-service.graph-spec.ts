import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailableError, LimitExceededError, TimedOutError } from '../../src/common/errors.js';
import { metrics } from '../../src/common/metrics.js';
import { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { proxyToDatabase } from '../support/database-proxy.js';
import { connectedGraph, freshNamespace, testConfig } from '../support/graph.js';

function statement<Row extends object>(mode: 'read' | 'write', text: string): Statement<object, Row> {
  return { name: 'test', mode, text };
}

describe('GraphService', () => {
  let graph: GraphService;
  beforeAll(async () => {
    graph = await connectedGraph();
  });
  afterAll(() => graph.onApplicationShutdown());

  it('gives dates, integers, lists, maps and nulls back as it was given them', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const given = { at, count: 3, ratio: 0.5, words: ['a', 'b'], numbers: [0.5, 1], none: null, nested: [{ at }] };
    const [row] = await graph.run(
      statement<{ given: unknown; whole: number }>('read', 'RETURN $given AS given, 7 AS whole'),
      {
        given,
      },
    );
    expect(row).toEqual({ given, whole: 7 });
  });

  it('refuses to write in a statement that is declared to read', async () => {
    await expect(graph.run(statement('read', 'CREATE (n:Scratch) RETURN n'), {})).rejects.toThrow(/read access mode/);
  });

  it('names in the log a statement that fails and one that takes long, and nothing of what users wrote', async () => {
    const impatient = await connectedGraph({ NEO4J_SLOW_MS: '1' });
    const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const long = { ...statement('read', 'UNWIND range(1, 3000000) AS n RETURN max(n) AS most'), name: 'long' };
    const wrong = { ...statement<object>('read', 'RETURN $secret / 0 AS n'), name: 'wrong' };
    try {
      await impatient.run(long, {});
      await expect(impatient.run(wrong, { secret: 'hunter2' })).rejects.toThrow();
      await expect(impatient.transaction(({ run }) => run(wrong, { secret: 1 }))).rejects.toThrow();
      const lines = warned.mock.calls.map(([line]) => String(line)).filter((line) => /^(long|wrong) /.test(line));
      expect(lines).toEqual([
        expect.stringMatching(/^long took \d+ ms$/),
        expect.stringMatching(/^wrong failed after \d+ ms: Neo\.ClientError\.\S+$/),
        expect.stringMatching(/^wrong failed after \d+ ms: Neo\.ClientError\.\S+$/),
      ]);
      warned.mockClear();
      await graph.run(statement('read', 'RETURN 1 AS n'), {});
      expect(warned).not.toHaveBeenCalled();
    } finally {
      await impatient.onApplicationShutdown();
    }
  });

  it('says in the stack of a failure which code ran the statement', async () => {
    async function whoFails(): Promise<unknown> {
      return await graph.run(statement('read', 'RETURN 1 / 0 AS n'), {}).catch((error: unknown) => error);
    }
    const limit = Error.stackTraceLimit;
    const failure = await whoFails();
    expect((failure as Error).stack).toContain('whoFails');
    expect(Error.stackTraceLimit).toBe(limit);
  });

  it('ends a statement at its timeout with TIMED_OUT', async () => {
    const endless = statement(
      'read',
      'UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(*) AS pairs',
    );
    await expect(graph.run(endless, {}, { timeoutMs: 200 })).rejects.toThrow(TimedOutError);
  });

  it.each(['read', 'write'] as const)(
    'says LIMIT_EXCEEDED of a %s that needs too much memory, and does not repeat it',
    async (mode) => {
      // LIMIT counts the memory of the whole list for each row that it keeps, although there is only one list: 1,000
      // times 2 MB.
      const greedy = statement(
        mode,
        `WITH [i IN range(1, 100000) | i] AS list UNWIND range(1, 1000) AS i WITH i, list ORDER BY i LIMIT 1000 RETURN count(list) AS n`,
      );
      const attempts = async () => {
        const { values } = await metrics.getSingleMetric('heartwood_statement_seconds')!.get();
        const failed = values.find(
          ({ labels, ...value }) =>
            'metricName' in value &&
            value.metricName === 'heartwood_statement_seconds_count' &&
            labels.statement === 'test' &&
            labels.outcome === 'error',
        );
        return failed?.value ?? 0;
      };
      const before = await attempts();
      await expect(graph.run(greedy, {})).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
      expect((await attempts()) - before).toBe(1);
      if (mode === 'read') return;
      let calls = 0;
      const transaction = graph.transaction(async ({ run }) => {
        calls++;
        await run(statement('write', 'CREATE (:SchemaProbe {namespace: $namespace})'), { namespace: freshNamespace() });
        return run(greedy, {});
      });
      await expect(transaction).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
      expect(calls).toBe(1);
    },
  );

  it('repeats a read whose connection breaks', async () => {
    let cuts = 0;
    const proxy = await proxyToDatabase((sent) => {
      if (cuts === 0 || !sent.includes('$broken')) return 'pass';
      cuts--;
      return 'cut';
    });
    const viaProxy = await connectedGraph({ NEO4J_URI: proxy.uri });
    cuts = 2;
    const read = statement<{ broken: string }>('read', 'RETURN $broken AS broken');
    expect(await viaProxy.run(read, { broken: 'whole' })).toEqual([{ broken: 'whole' }]);
    expect(cuts).toBe(0);
    await viaProxy.onApplicationShutdown();
    proxy.close();
  });

  it('says that the outcome is unknown when the connection breaks behind a commit, and only then', async () => {
    const COMMIT = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);
    let cutAt: 'commit' | 'afterwards' | 'statement' | undefined;
    const proxy = await proxyToDatabase((sent) => {
      if (cutAt === 'afterwards') return 'cut';
      if (cutAt === 'commit' && sent.includes(COMMIT)) {
        cutAt = 'afterwards';
        return 'silence';
      }
      return cutAt === 'statement' && sent.includes('SchemaProbe') ? 'cut' : 'pass';
    });
    const viaProxy = await connectedGraph({ NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: '100' });
    const namespace = freshNamespace();
    const create = statement('write', 'CREATE (:SchemaProbe {namespace: $namespace})');
    const failureAt = async (place: typeof cutAt) => {
      cutAt = place;
      const error: unknown = await viaProxy.run(create, { namespace }).catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(DatabaseUnavailableError);
      return String(error);
    };
    expect(await failureAt('statement')).not.toContain('unknown');
    expect(await failureAt('commit')).toContain('whether the change was made is unknown');
    await viaProxy.onApplicationShutdown();
    proxy.close();
    // The lost answer belongs to a statement that reached the database.
    const [row] = await graph.run(
      statement<{ probes: number }>('read', 'MATCH (p:SchemaProbe {namespace: $namespace}) RETURN count(p) AS probes'),
      { namespace },
    );
    expect(row?.probes).toBeGreaterThan(0);
  });

  it('says DATABASE_UNAVAILABLE while all connections are in use, and when they are closed', async () => {
    const narrow = await connectedGraph({ NEO4J_MAX_CONNECTIONS: '1', NEO4J_RETRY_MS: '150' });
    const endless = statement('read', 'UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(*) AS n');
    const holding = narrow.run(endless, {}, { timeoutMs: 1_000 }).catch((error: unknown) => error);
    const one = statement('read', 'RETURN 1 AS one');
    await expect(narrow.run(one, {})).rejects.toThrow(/^No connection to the database became free/);
    await expect(narrow.run(one, {})).rejects.toThrow(DatabaseUnavailableError);
    expect(await holding).toBeInstanceOf(LimitExceededError);
    await narrow.onApplicationShutdown();
    await expect(narrow.run(one, {})).rejects.toThrow(DatabaseUnavailableError);
  });

  it('proves that it is ready with one write, however many ask', async () => {
    const asked = await connectedGraph();
    const probes = async (name: string) => {
      const { values } = (await metrics.getSingleMetric('heartwood_statement_seconds')?.get()) ?? { values: [] };
      const counts = values.filter(({ labels }) => labels['statement'] === name && labels['le'] === '+Inf');
      return counts.reduce((sum, { value }) => sum + value, 0);
    };
    await Promise.all(Array.from({ length: 30 }, () => asked.ready()));
    expect([await probes('graph/probe-write'), await probes('graph/probe-read')]).toEqual([1, 0]);
    await asked.ready();
    expect([await probes('graph/probe-write'), await probes('graph/probe-read')]).toEqual([1, 1]);
    await asked.onApplicationShutdown();
    await expect(asked.ready()).rejects.toThrow(DatabaseUnavailableError);
  });

  it('commits all statements of a transaction or none', async () => {
    const namespace = freshNamespace();
    const create = statement('write', 'CREATE (:SchemaProbe {namespace: $namespace})');
    await expect(
      graph.transaction(async (transaction) => {
        await transaction.run(create, { namespace });
        await transaction.run(statement('write', 'RETURN 1 / 0 AS impossible'), {});
      }),
    ).rejects.toThrow();
    const [row] = await graph.run(
      statement<{ probes: number }>('read', 'MATCH (p:SchemaProbe {namespace: $namespace}) RETURN count(p) AS probes'),
      { namespace },
    );
    expect(row?.probes).toBe(0);
  });

  it('streams rows in order', async () => {
    const rows: number[] = [];
    for await (const { i } of graph.stream(
      statement<{ i: number }>('read', 'UNWIND range(1, 2500) AS i RETURN i'),
      {},
    )) {
      rows.push(i);
    }
    expect(rows).toHaveLength(2500);
    expect(rows.at(-1)).toBe(2500);
  });

  it('applies the schema once, however many replicas start together', async () => {
    const replicas = await Promise.all([1, 2, 3].map(() => connectedGraph()));
    const { migrations, indexesOnline, readOnly } = await graph.describe();
    expect(migrations).toEqual([...new Set(migrations)].sort());
    expect(migrations[0]).toBe('schema/001-graph');
    expect({ indexesOnline, readOnly }).toEqual({ indexesOnline: true, readOnly: false });
    await Promise.all(replicas.map((replica) => replica.onApplicationShutdown()));
  });

  it('says at once when the login is refused, without the password', async () => {
    const stranger = new GraphService(
      testConfig({ NEO4J_USER: `nobody-${freshNamespace()}`, NEO4J_PASSWORD: 'not-the-password' }),
    );
    const refusal = await stranger.start().catch((error: unknown) => error);
    await stranger.onApplicationShutdown();
    expect(refusal).toBeInstanceOf(DatabaseUnavailableError);
    expect(String(refusal)).toContain('refused the login');
    expect(String(refusal)).not.toContain('not-the-password');
  });

  it('says DATABASE_UNAVAILABLE and where, when nothing answers in time', async () => {
    const away = new GraphService(
      testConfig({ NEO4J_URI: 'bolt://127.0.0.1:9', NEO4J_START_TIMEOUT_MS: '300', NEO4J_RETRY_MS: '200' }),
    );
    const failure = await away.start().catch((error: unknown) => error);
    await away.onApplicationShutdown();
    expect(failure).toBeInstanceOf(DatabaseUnavailableError);
    expect(String(failure)).toContain('bolt://127.0.0.1:9');
  });

  const startFailure = async (settings: Record<string, string>) => {
    const wrong = new GraphService(testConfig({ NEO4J_START_TIMEOUT_MS: '300', NEO4J_RETRY_MS: '200', ...settings }));
    const failure = await wrong.start().catch((error: unknown) => error);
    await wrong.onApplicationShutdown();
    return failure;
  };

  it('names a database that the server does not have, and the setting', async () => {
    const failure = await startFailure({ NEO4J_DATABASE: 'absent' });
    expect(failure).toMatchObject({ code: 'DATABASE_NOT_FOUND' });
    expect(String(failure)).toContain('has no database "absent"; set NEO4J_DATABASE');
  });

  it('says that the host name of its address does not resolve', async () => {
    const failure = await startFailure({ NEO4J_URI: 'bolt://heartwood.invalid:7687' });
    expect(failure).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(String(failure)).toMatch(/The host name in NEO4J_URI does not resolve: heartwood\.invalid, E/);
  });
});
