import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { SystemClock } from '../../src/common/clock.js';
import { metrics } from '../../src/common/metrics.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { Leases } from '../../src/graph/leases.js';
import { type Migration, type MigrationPace, Migrations } from '../../src/graph/migrations.js';
import type { Statement, StatementMode } from '../../src/graph/statement.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { SettableClock } from '../items/support.js';

const QUICK: MigrationPace = { batch: 2, leaseMs: 60_000, pollMs: 20, firstPauseMs: 10, longestPauseMs: 40 };

let graph: GraphService;
let warn: MockInstance<(message: string) => void>;
beforeEach(() => {
  warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  vi.spyOn(Logger.prototype, 'log').mockReturnValue();
});
beforeAll(async () => {
  graph = await connectedGraph();
});
afterAll(() => graph.onApplicationShutdown());

function statement<Row extends object>(mode: StatementMode, text: string): Statement<object, Row> {
  return { name: 'test', mode, text };
}

/** Creates nodes with the keys 0 to `count - 1`, and a migration that counts the visits of each. */
async function visiting(count: number, more = '') {
  const namespace = freshNamespace();
  const run = <Row extends object>(text: string, mode: StatementMode = 'write') =>
    graph.run(statement<Row>(mode, text), { namespace, count });
  await run(
    'UNWIND range(0, toInteger($count) - 1) AS key CREATE (:Visited {namespace: $namespace, key: key, visits: 0, divisor: 1})',
  );
  const visit: Migration = {
    name: `migrations/${namespace}`,
    checksum: 'first',
    statement: {
      name: 'test-migration',
      mode: 'write',
      text: `MATCH (node:Visited {namespace: '${namespace}'}) WHERE node.key > coalesce($after[0], -1)
        WITH node ORDER BY node.key LIMIT toInteger($batch)
        SET node.visits = node.visits + 1 / node.divisor
        WITH collect(node.key) AS keys ${more}
        RETURN CASE WHEN keys = [] THEN null ELSE [last(keys)] END AS after, size(keys) AS changed`,
    },
  };
  return {
    visit,
    /** Returns the number of visits by key. */
    visits: async () => {
      const rows = await run<{ visits: number }>(
        'MATCH (node:Visited {namespace: $namespace}) RETURN node.visits AS visits ORDER BY node.key',
        'read',
      );
      return rows.map(({ visits }) => visits);
    },
    records: () =>
      run<{ position: string; changed: number; ended: boolean }>(
        `MATCH (migration:Migration) WHERE migration.name STARTS WITH 'migrations/' + $namespace
         RETURN migration.position AS position, migration.changed AS changed, migration.appliedAt IS NOT NULL AS ended
         ORDER BY migration.name`,
        'read',
      ),
    /** Makes the migration fail from this key on, until the failure is removed. */
    breakAt: (key: number) =>
      run(`MATCH (node:Visited {namespace: $namespace}) WHERE node.key >= ${key} SET node.divisor = 0`),
    mend: () => run('MATCH (node:Visited {namespace: $namespace}) SET node.divisor = 1'),
  };
}

function migrations(files: readonly Migration[], { on = graph, clock = new SystemClock(), pace = {} } = {}) {
  return new Migrations(on, new Leases(on), clock, files, { ...QUICK, ...pace });
}

async function failures({ name }: Migration): Promise<number> {
  const { values } = await metrics.getSingleMetric('heartwood_migration_batches_total')!.get();
  return values.find(({ labels }) => labels['migration'] === name && labels['outcome'] === 'failed')?.value ?? 0;
}

const ended = (runner: Migrations) =>
  expect.poll(async () => (await runner.list()).every(({ appliedAt }) => appliedAt), { timeout: 20_000 }).toBe(true);

describe('a migration', () => {
  it('goes on where a killed replica stopped, once its lease has run out, and is recorded once', async () => {
    const { visit, visits, records, breakAt, mend } = await visiting(10);
    await breakAt(6);
    const clock = new SettableClock();
    const connection = await connectedGraph();
    // The migration pauses after its first failure, so that nothing runs when its connection is closed.
    const killed = migrations([visit], {
      on: connection,
      clock,
      pace: { firstPauseMs: 60_000, longestPauseMs: 60_000 },
    });
    await killed.onApplicationBootstrap();
    await expect.poll(() => failures(visit), { timeout: 20_000 }).toBe(1);
    // Three batches of two were done; the fourth left no changes.
    expect(await records()).toEqual([{ position: '[5]', changed: 6, ended: false }]);
    expect(await visits()).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
    // The connection is closed without releasing the lease.
    await connection.onApplicationShutdown();
    await killed.beforeApplicationShutdown();
    await mend();

    const successor = migrations([visit], { clock });
    await successor.onApplicationBootstrap();
    await sleep(200);
    expect(await successor.list()).toEqual([{ name: visit.name, changed: 6, appliedAt: null }]);
    clock.advance(QUICK.leaseMs);
    await ended(successor);
    await successor.beforeApplicationShutdown();
    expect(await visits()).toEqual(Array(10).fill(1));
    expect(await records()).toEqual([{ position: '[9]', changed: 10, ended: true }]);
    // A finished migration is not run again.
    const third = migrations([visit], { clock });
    await third.onApplicationBootstrap();
    await third.beforeApplicationShutdown();
    expect(await visits()).toEqual(Array(10).fill(1));
  });

  it('visits each node once though three replicas take the lease from each other all the time', async () => {
    const { visit, visits, records } = await visiting(60);
    // The leases expire immediately, so that each batch begins by taking the lease from another replica.
    const replicas = [1, 2, 3].map(() => migrations([visit], { pace: { batch: 3, leaseMs: 0, pollMs: 1 } }));
    await Promise.all(replicas.map((replica) => replica.onApplicationBootstrap()));
    await ended(replicas[0]!);
    await Promise.all(replicas.map((replica) => replica.beforeApplicationShutdown()));
    expect(await visits()).toEqual(Array(60).fill(1));
    expect(await records()).toEqual([{ position: '[59]', changed: 60, ended: true }]);
  });

  it('that fails is tried again until it succeeds, and those behind it wait', async () => {
    const { visit, visits, records, breakAt, mend } = await visiting(3);
    const next = { ...visit, name: `${visit.name}-next` };
    await breakAt(0);
    const runner = migrations([visit, next]);
    await runner.onApplicationBootstrap();
    await expect.poll(() => failures(visit), { timeout: 20_000 }).toBeGreaterThan(2);
    expect((await runner.list()).map(({ appliedAt }) => appliedAt)).toEqual([null, null]);
    expect(await visits()).toEqual([0, 0, 0]);
    // The same reason is logged only once.
    const told = warn.mock.calls.filter(([line]) => line.startsWith(visit.name));
    expect(told).toEqual([[`${visit.name} failed, and is tried again: / by zero`]]);
    await mend();
    await ended(runner);
    await runner.beforeApplicationShutdown();
    expect(await visits()).toEqual([2, 2, 2]);
    expect(await records()).toMatchObject([{ changed: 3 }, { changed: 3 }]);
  });

  it('takes smaller batches where one needs too much memory', async () => {
    // LIMIT counts the memory of the whole list for each row that it keeps, although there is only one list: 40 MB per
    // node of the batch.
    const { visit, visits } = await visiting(
      8,
      `CALL () {
         WITH [i IN range(1, 100000) | i] AS list UNWIND range(1, toInteger($batch) * 20) AS i
         WITH i, list ORDER BY i LIMIT toInteger($batch * 20) RETURN count(list) AS greedy
       } WITH keys, greedy`,
    );
    const runner = migrations([visit], { pace: { batch: 64 } });
    await runner.onApplicationBootstrap();
    await ended(runner);
    await runner.beforeApplicationShutdown();
    expect(await visits()).toEqual(Array(8).fill(1));
    expect(await failures(visit)).toBeGreaterThan(0);
  });

  it('whose file has changed since it was begun is refused', async () => {
    const { visit } = await visiting(1);
    const runner = migrations([visit]);
    await runner.onApplicationBootstrap();
    await ended(runner);
    await runner.beforeApplicationShutdown();
    await expect(migrations([{ ...visit, checksum: 'second' }]).onApplicationBootstrap()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${visit.name} was changed after it had been applied; add a new file instead`,
    });
  });
});
