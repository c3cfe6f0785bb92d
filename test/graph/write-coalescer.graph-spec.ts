import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LimitExceededError } from '../../src/common/errors.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { WriteCoalescer } from '../../src/graph/write-coalescer.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';

interface Add {
  readonly namespace: string;
  readonly id: string;
  readonly by: number;
}
type AddStatement = Statement<{ step: number; rows: readonly (Add & { n: number })[] }, { n: number; total: number }>;

// Divides by row.by, so that a row with 0 causes a failure that cannot be detected in advance.
const add: AddStatement = {
  name: 'test/add',
  mode: 'write',
  text: `UNWIND $rows AS row
    CALL (row) {
      MATCH (c:CoalescerProbe {namespace: row.namespace, id: row.id})
      SET c.touched = 1
      SET c.total = c.total + toInteger($step) * toInteger(row.by) / (toInteger(row.by) / toInteger(row.by))
      RETURN c.total AS total
    }
    RETURN row.n AS n, total`,
};
const create: Statement<object, object> = {
  name: 'test/create',
  mode: 'write',
  text: 'UNWIND $ids AS id CREATE (:CoalescerProbe {namespace: $namespace, id: id, total: 0})',
};

describe('WriteCoalescer', () => {
  let graph: GraphService;
  let namespace: string;
  let transactions: number;

  beforeAll(async () => {
    graph = await connectedGraph();
  });
  afterAll(() => graph.onApplicationShutdown());
  beforeEach(async () => {
    namespace = freshNamespace();
    transactions = 0;
    await graph.run(create, { namespace, ids: ['a', 'b'] });
  });

  const coalescer = (maxRows = 500, maxWaiting = 10_000) => {
    const counting = {
      run: (...call: Parameters<GraphService['run']>) => {
        transactions++;
        return graph.run(...call);
      },
    } as GraphService;
    return new WriteCoalescer<Add, { total: number }, { step: number }>(counting, add, {
      constants: { step: 1 },
      lockKey: (row) => row.id,
      maxRows,
      maxWaiting,
    });
  };

  it('gives each of 64 callers its own result, and loses none', async () => {
    const writes = coalescer();
    const answers = await Promise.all(Array.from({ length: 64 }, () => writes.write({ namespace, id: 'a', by: 1 })));
    expect(answers.map((answer) => answer?.total).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 64 }, (_, i) => i + 1),
    );
    expect(transactions).toBe(1);
  });

  it('lets what arrives during a commit share the next one', async () => {
    const writes = coalescer();
    const first = writes.write({ namespace, id: 'a', by: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    const later = Array.from({ length: 20 }, (_, i) => writes.write({ namespace, id: i % 2 ? 'a' : 'b', by: 1 }));
    await Promise.all([first, ...later]);
    expect(transactions).toBe(2);
  });

  it('answers undefined for a row the statement has no answer for', async () => {
    const writes = coalescer();
    const [known, unknown] = await Promise.all([
      writes.write({ namespace, id: 'a', by: 2 }),
      writes.write({ namespace, id: 'nowhere', by: 2 }),
    ]);
    expect(known?.total).toBe(2);
    expect(unknown).toBeUndefined();
  });

  it('fails only the row that is wrong', async () => {
    const writes = coalescer();
    const results = await Promise.allSettled(
      [1, 1, 0, 1, 1].map((by, i) => writes.write({ namespace, id: i < 2 ? 'a' : 'b', by })),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await coalescer().write({ namespace, id: 'b', by: 1 })).toEqual({ n: 0, total: 3 });
  });

  it('never sends more rows at once than allowed', async () => {
    const writes = coalescer(10);
    await Promise.all(Array.from({ length: 35 }, () => writes.write({ namespace, id: 'a', by: 1 })));
    expect(transactions).toBe(4);
  });

  it('refuses one more than may wait', async () => {
    const writes = coalescer(1, 3);
    const accepted = [1, 2, 3].map((by) => writes.write({ namespace, id: 'a', by }));
    await expect(writes.write({ namespace, id: 'a', by: 4 })).rejects.toThrow(LimitExceededError);
    await Promise.all(accepted);
  });
});
