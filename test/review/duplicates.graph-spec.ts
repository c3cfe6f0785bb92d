import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { listAllDuplicates, listDuplicates } from '../../src/review/review.statements.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { seeded } from '../versions/support.js';

let graph: GraphService;
beforeAll(async () => {
  graph = await connectedGraph();
});
afterAll(() => graph.onApplicationShutdown());

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly nodeType: string | null;
  readonly createdAt: Date;
}
const day = (n: number) => new Date(Date.UTC(2025, 0, 1 + n));
const store = (namespace: string, rows: readonly Stored[]) =>
  graph.run(
    {
      name: 'test',
      mode: 'write' as const,
      text: `UNWIND $rows AS row CREATE (entity:Entity) SET entity = row, entity.namespace = $namespace`,
    },
    { namespace, rows },
  );
const asked = { since: new Date(0), to: day(400), beforeId: '~', each: 5, among: 100, limit: 1_000 };
/** Both statements find the same. */
const found = async (namespace: string, more: object = {}) => {
  const all = await graph.run(listAllDuplicates, { ...asked, ...more, namespace });
  expect(await graph.run(listDuplicates, { ...asked, ...more, namespace })).toEqual(all);
  return all;
};

describe('both lists of possible duplicates', () => {
  it.for([1, 2, 3])('have the same pairs (seed %s)', async (seed) => {
    const any = seeded(seed);
    const namespace = freshNamespace();
    const words = ['ann', 'lee', 'bob', 'of'];
    const rows = Array.from({ length: 60 }, (_, n): Stored => {
      const name = Array.from({ length: 1 + any(5) }, () => words[any(words.length)]).join(' ');
      const type = any(4) === 0 ? 'firm' : 'person';
      return { id: `e${n}`, name, type, nodeType: any(3) === 0 ? null : type, createdAt: day(any(40)) };
    });
    await store(namespace, rows);
    const all = await found(namespace);
    expect(all.length).toBeGreaterThan(10);
    const middle = all[Math.floor(all.length / 2)];
    const rest = { to: middle?.at, beforeId: middle?.id };
    expect(await found(namespace, rest)).toEqual(all.slice(Math.floor(all.length / 2) + 1));
    expect(await found(namespace, { since: day(20), limit: 3 })).toEqual(
      all.filter(({ at }) => at >= day(20)).slice(0, 3),
    );
  });

  it('compare the entities of a frequent name with the earliest of them', async () => {
    const namespace = freshNamespace();
    const rows = Array.from({ length: 12 }, (_, n): Stored => {
      return { id: `e${String(99 - n)}`, name: 'note', type: 'page', nodeType: 'page', createdAt: day(n) };
    });
    await store(namespace, rows);
    const last = (await found(namespace, { among: 3 })).filter(({ ref }) => ref === 'entity:e88');
    expect(last.map(({ otherRef }) => otherRef)).toEqual(['entity:e99', 'entity:e98', 'entity:e97']);
  });
});
