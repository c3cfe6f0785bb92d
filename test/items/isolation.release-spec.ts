import * as fc from 'fast-check';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemOrder } from '../../src/items/items.model.js';
import { freshNamespace } from '../support/graph.js';
import { exported, failure, type Kb, record, startKb } from './support.js';

let service: Kb;
let driver: Driver;
beforeAll(async () => {
  service = await startKb();
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
  );
});
afterAll(async () => {
  await service.close();
  await driver.close();
});

const IDS = ['a', 'b', 'c'];
const anyId = fc.constantFrom(...IDS);
const anyAction = fc.oneof(
  fc.record({
    do: fc.constant('import' as const),
    items: fc.array(
      fc.record({
        id: anyId,
        prerequisites: fc.array(fc.constantFrom(...IDS, 's', 't'), { maxLength: 3 }),
        state: fc.constantFrom('s', 't', ''),
      }),
      { maxLength: 3 },
    ),
    reset: fc.boolean(),
  }),
  fc.record({ do: fc.constant('save' as const), id: anyId, prerequisites: fc.array(anyId, { maxLength: 2 }) }),
  fc.record({ do: fc.constant('delete' as const), id: anyId }),
  fc.record({
    do: fc.constant('attach' as const),
    id: anyId,
    key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
  }),
);
type Action = typeof anyAction extends fc.Arbitrary<infer Value> ? Value : never;

async function act(namespace: string, action: Action): Promise<void> {
  switch (action.do) {
    case 'import': {
      const items = action.items.map(({ id, prerequisites, state }) =>
        record(id, { prerequisites, output_state: state }),
      );
      await service.catalog.importCatalog(namespace, items, { reset: action.reset });
      return;
    }
    case 'save':
      await service.catalog.saveItem(namespace, {
        id: action.id,
        description: 'saved',
        uiLocation: '',
        actionSequence: [],
        prerequisites: action.prerequisites,
        outputState: 's',
        docCitation: '',
      });
      return;
    case 'delete':
      await service.catalog.deleteItem(namespace, action.id);
      return;
    case 'attach':
      // The item may not exist, or the key may have been used before; neither concerns the other namespace.
      await service.kb
        .attachLearning(
          { namespace },
          failure(action.id, { idempotencyKey: action.key, timestamp: new Date('2026-01-01T00:00:00Z') }),
        )
        .catch(() => undefined);
  }
}

/** Returns all data that a caller of a namespace can read, without ids that the service generates. */
async function everythingOf(namespace: string): Promise<unknown> {
  const read = async (id: string) => {
    const item = await service.kb.findItem(namespace, id);
    const learnings = await service.kb.listLearnings(namespace, id, { first: 50 });
    const evidence = await service.evidence.list(namespace, `item:${id}`, 50);
    return {
      item,
      learnings: [learnings.nodes.map(({ id: _, ...learning }) => learning), await learnings.totalCount],
      evidence: [
        evidence.nodes.map(({ trustBefore, trustAfter }) => [trustBefore, trustAfter]),
        await evidence.totalCount,
      ],
      history: (await service.evidence.trustHistory(namespace, `item:${id}`, 50)).map(({ trust }) => trust),
      requires: (await service.kb.requires(namespace, id, true)).map(({ id }) => id),
      requiredBy: (await service.kb.requiredBy(namespace, id, true)).map(({ id }) => id),
      unresolved: await service.kb.unresolvedPrerequisites(namespace, id),
      formatted: item && (await service.kb.formatItem(namespace, item)).replace(/learning \w+/g, ''),
    };
  };
  const orders = Object.values(ItemOrder).map(async (orderBy) => {
    const page = await service.kb.listItems(namespace, { first: 50, orderBy });
    return [page.nodes.map(({ id }) => id), await page.totalCount];
  });
  return {
    items: await Promise.all(IDS.map(read)),
    pages: await Promise.all(orders),
    catalog: await exported(service.catalog, namespace),
    warnings: (await service.catalog.importCatalog(namespace, [])).warnings,
  };
}

describe('a namespace', () => {
  it('reads the same, whatever another one does with the same ids', async () => {
    const step = fc.record({ here: fc.boolean(), action: anyAction });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const [shared, neighbour, alone] = [freshNamespace(), freshNamespace(), freshNamespace()];
        for (const { here, action } of steps) {
          await act(here ? shared : neighbour, action);
          if (here) await act(alone, action);
        }
        expect(await everythingOf(shared)).toEqual(await everythingOf(alone));
        const { records } = await driver.executeQuery(
          `MATCH (n:KnowledgeItem|State|Learning|Evidence)-[r]-(m)
           WHERE n.namespace IN $namespaces AND n.namespace <> m.namespace
           RETURN count(r) AS crossing`,
          { namespaces: [shared, neighbour, alone] },
        );
        expect(Number(records[0]?.get('crossing'))).toBe(0);
      }),
      { numRuns: 15 },
    );
  }, 180_000);

  it('does not know the learnings of another by their id', async () => {
    const [mine, theirs] = [freshNamespace(), freshNamespace()];
    for (const namespace of [mine, theirs]) await service.catalog.importCatalog(namespace, [record('a')]);
    const { learningId } = await service.kb.attachLearning(
      { namespace: theirs },
      failure('a', { idempotencyKey: 'k' }),
    );
    expect(await service.kb.findLearning(mine, learningId)).toBeUndefined();
    const own = await service.kb.attachLearning(
      { namespace: mine },
      failure('a', { idempotencyKey: 'k', task: 'Other' }),
    );
    expect(own).toMatchObject({ trustBefore: 1, trustAfter: 0.95 });
    expect(own.learningId).not.toBe(learningId);
  });
});
