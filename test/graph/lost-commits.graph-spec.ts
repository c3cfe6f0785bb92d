import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConflictError, OutcomeUnknownError } from '../../src/common/errors.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { Leases } from '../../src/graph/leases.js';
import { MarksKeeper } from '../../src/graph/marks.keeper.js';
import type { Statement } from '../../src/graph/statement.js';
import { WriteCoalescer } from '../../src/graph/write-coalescer.js';
import { type Fault, FaultyProxy } from '../support/faulty-proxy.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';

interface Counted {
  readonly value: number;
}

const statement = <Parameters extends object, Row extends object>(
  mode: 'read' | 'write',
  text: string,
): Statement<Parameters, Row> => ({ name: 'test', mode, text });

/** Counts in a node; each repetition counts once more, and gives another answer. */
const count = statement<{ namespace: string; id: string }, Counted>(
  'write',
  `MERGE (p:SchemaProbe {namespace: $namespace, id: $id}) REMOVE p.lock
   WITH p SET p.value = coalesce(p.value, 0) + 1 RETURN p.value AS value`,
);
const set = statement<{ namespace: string; id: string }, Counted>(
  'write',
  'MERGE (p:SchemaProbe {namespace: $namespace, id: $id}) SET p.value = 7 RETURN p.value AS value',
);
const countRows = statement<{ namespace: string; rows: readonly { id: string; n: number }[] }, Counted & { n: number }>(
  'write',
  `UNWIND $rows AS row CALL (row) {
     MERGE (p:SchemaProbe {namespace: $namespace, id: row.id}) REMOVE p.lock
     WITH p SET p.value = coalesce(p.value, 0) + 1 RETURN p.value AS value
   } RETURN row.n AS n, value`,
);
const read = statement<{ namespace: string }, Counted & { id: string }>(
  'read',
  'MATCH (p:SchemaProbe {namespace: $namespace}) RETURN p.id AS id, p.value AS value ORDER BY id',
);

let proxy: FaultyProxy;
let graph: GraphService;
let namespace: string;
/** Gives up after 300 ms. */
let hasty: GraphService | undefined;
const hastily = async () => (hasty = await connectedGraph({ NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: '300' }));
beforeEach(async () => {
  proxy = await FaultyProxy.before(process.env.TEST_NEO4J_URI ?? '');
  graph = await connectedGraph({ NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: '2000' });
  namespace = freshNamespace();
});
afterEach(async () => {
  proxy.set('none');
  await hasty?.onApplicationShutdown();
  hasty = undefined;
  await graph.onApplicationShutdown();
  await proxy.close();
});

/** Ends the fault of this test later; the next test has a proxy of its own. */
function endsIn(milliseconds: number): void {
  const own = proxy;
  setTimeout(() => own.set('none'), milliseconds);
}

/** The ids of the commit marks that a client has sent: ULIDs, the only ones in these tests. */
const idsOfMarks = (sent: Buffer): string[] => sent.toString('latin1').match(/[0-9A-HJKMNP-TV-Z]{26}/g) ?? [];

/** The counts, once the fault is over. */
async function counts(): Promise<number[]> {
  proxy.set('none');
  return (await graph.run(read, { namespace })).map(({ value }) => value);
}

describe('a write whose commit is not answered', () => {
  it.each<Fault>(['lose-commits', 'cut-at-commits'])('is made once and answered as made (%s)', async (fault) => {
    proxy.set(fault);
    endsIn(1_000);
    const answers: unknown[] = [];
    for (let n = 0; n < 3; n++) answers.push(...(await graph.run(count, { namespace, id: 'a' })));
    expect(answers).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
    expect(proxy.lost).toBeGreaterThan(0);
    expect(await counts()).toEqual([3]);
  });

  it.each<Fault>(['lose-commits', 'cut-at-commits'])('is made once among 40 at the same time (%s)', async (fault) => {
    // No constraint would keep concurrent calls from creating several nodes.
    await graph.run(count, { namespace, id: 'a' });
    proxy.set(fault);
    endsIn(1_000);
    const rows = await Promise.all(Array.from({ length: 40 }, () => graph.run(count, { namespace, id: 'a' })));
    expect(
      rows
        .flat()
        .map(({ value }) => value)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 40 }, (_, n) => n + 2));
    expect(await counts()).toEqual([41]);
  });

  it('is made by the repetition if the commit did not arrive', async () => {
    let kept = 2;
    proxy.set('none');
    proxy.keepsCommit = () => kept-- > 0;
    expect(await graph.run(count, { namespace, id: 'a' })).toEqual([{ value: 1 }]);
    expect(kept).toBeLessThan(0);
    expect(await counts()).toEqual([1]);
  });

  it('answers each row of a batch with its first answer', async () => {
    const coalescer = new WriteCoalescer(graph, countRows, {
      constants: { namespace },
      lockKey: ({ id }: { id: string }) => id,
      maxRows: 100,
      maxWaiting: 100,
    });
    proxy.set('lose-commits');
    const ids = Array.from({ length: 20 }, (_, n) => `id${String(n).padStart(2, '0')}`);
    const answers = await Promise.all([...ids, 'id00'].map((id) => coalescer.write({ id })));
    expect(answers.map((answer) => answer?.value)).toEqual([...ids.map(() => 1), 2]);
    expect(await counts()).toEqual([2, ...ids.slice(1).map(() => 1)]);
  });

  it('gives the result of the attempt that was committed, not of one before it', async () => {
    let kept = 1;
    let attempts = 0;
    proxy.keepsCommit = () => kept-- > 0;
    proxy.set('lose-commits');
    const result = await graph.transaction(async ({ run }) => {
      const [row] = await run(count, { namespace, id: 'a' });
      return { attempt: ++attempts, ...row };
    });
    expect(result).toEqual({ attempt: 2, value: 1 });
    expect(await counts()).toEqual([1]);
  });

  it('is looked for, even if the time for retries has passed before its commit', async () => {
    const graph = await hastily();
    let attempts = 0;
    let losing = 1;
    proxy.losesCommit = () => losing-- > 0;
    const answer = graph.transaction(async ({ run }) => {
      attempts += 1;
      if (attempts === 1) proxy.cut();
      const [row] = await run(count, { namespace, id: 'a' });
      if (attempts === 2) await sleep(500);
      return row;
    });
    await expect(answer).resolves.toEqual({ value: 1 });
    expect(attempts).toBe(2);
    expect(await counts()).toEqual([1]);
  });

  it('is OUTCOME_UNKNOWN if the database cannot be reached afterwards', async () => {
    const graph = await hastily();
    proxy.set('lose-last-commit');
    await expect(graph.run(count, { namespace, id: 'a' })).rejects.toThrow(OutcomeUnknownError);
    expect(await counts()).toEqual([1]);
  });

  it('is made again if it is safe to repeat, with a mark from the second attempt on', async () => {
    const safely = { ...set, repeat: 'SAFE' as const };
    const marked: boolean[] = [];
    let losing = 2;
    proxy.losesCommit = (transaction) => {
      marked.push(transaction.includes('CommitMark'));
      return losing-- > 0;
    };
    expect(await graph.run(safely, { namespace, id: 'a' })).toEqual([{ value: 7 }]);
    expect(marked).toEqual([false, true, true]);
    expect(await graph.run(set, { namespace, id: 'a' })).toEqual([{ value: 7 }]);
    expect(await graph.run(safely, { namespace, id: 'a' })).toEqual([{ value: 7 }]);
    expect(marked).toEqual([false, true, true, true, false]);
  });

  it('is OUTCOME_UNKNOWN although it is safe to repeat, if the database cannot be reached afterwards', async () => {
    const graph = await hastily();
    const safely = { ...set, repeat: 'SAFE' as const };
    proxy.set('lose-last-commit');
    await expect(graph.run(safely, { namespace, id: 'b' })).rejects.toThrow(OutcomeUnknownError);
    expect(await counts()).toEqual([7]);
  });

  it('is refused with its own error, and another one uses its mark', async () => {
    const marks: string[] = [];
    proxy.losesCommit = (transaction) => {
      marks.push(...idsOfMarks(transaction));
      return false;
    };
    const refuse = graph.transaction(async ({ run }) => {
      await run(count, { namespace, id: 'a' });
      throw new ConflictError('refused');
    });
    await expect(refuse).rejects.toThrow('refused');
    for (let n = 0; n < 6; n++) await graph.run(count, { namespace, id: 'a' });
    // That of the refused one is among them, because what it sent stands before the first commit.
    expect(marks).toHaveLength(7);
    expect(new Set(marks).size).toBe(1);
    expect(await counts()).toEqual([6]);
  });
});

it('deletes marks that are older than a day, and no others', async () => {
  const make = statement<{ ids: readonly string[] }, object>(
    'write',
    'UNWIND $ids AS id CREATE (:CommitMark {id: id, number: 1})',
  );
  const find = statement<{ ids: readonly string[] }, { id: string }>(
    'read',
    'MATCH (m:CommitMark) WHERE m.id IN $ids RETURN m.id AS id',
  );
  // They begin with 2001-09-09T01:46:40Z and 2001-09-10T00:00:00Z.
  const [old, recent] = [`00X3AAA400${namespace.slice(-16)}`, `00X3CPKH00${namespace.slice(-16)}`];
  await graph.run(make, { ids: [old, recent] });
  const keeper = new MarksKeeper(graph, new Leases(graph), { now: () => new Date() });
  expect(await keeper.expire(new Date('2001-09-09T12:00:00Z'))).toBeGreaterThan(0);
  expect(await graph.run(find, { ids: [old, recent] })).toEqual([{ id: recent }]);
});

describe('a connection that ends while the driver logs in', () => {
  it('is replaced by another one', async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `count-${n}`);
    proxy.cut();
    proxy.set('cut-at-login');
    const writing = ids.map((id) => graph.transaction(({ run }) => run(count, { namespace, id })));
    const reading = graph.run(read, { namespace });
    await sleep(300);
    proxy.set('none');
    await Promise.all([...writing, reading]);
    expect(await graph.run(read, { namespace })).toEqual(ids.map((id) => ({ id, value: 1 })));
  });

  it('is an unavailable database, if this lasts', async () => {
    const late = await hastily();
    proxy.cut();
    proxy.set('cut-at-login');
    const calls = Array.from({ length: 8 }, async (_, n) =>
      n % 2 === 0 ? late.run(read, { namespace }) : late.transaction(({ run }) => run(count, { namespace, id: 'a' })),
    );
    const failures = await Promise.allSettled(calls);
    expect(failures.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code)).toEqual(
      failures.map(() => 'DATABASE_UNAVAILABLE'),
    );
    proxy.set('none');
    expect(await graph.run(read, { namespace })).toEqual([]);
  });
});
