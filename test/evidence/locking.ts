import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';

export const LABELS = [
  'Audit',
  'CapturedSession',
  'CommitMark',
  'ItemName',
  'Job',
  'Knowledge',
  'KnowledgeItem',
  'KnowledgeLayers',
  'Learning',
  'Lease',
  'Memory',
  'MemoryTitle',
  'NamespaceImport',
  'Plan',
  'Receipt',
  'Session',
  'Step',
  'Strategy',
  'Task',
  'Trial',
  'Undoing',
  'WordCount',
  'WordStatistics',
];

/** Declares a test in which so many writers at once take the lock of one node, for a node of each label. */
export function countsEachWriter(writers: number): void {
  let driver: Driver;
  beforeAll(() => {
    driver = neo4j.driver(
      process.env.TEST_NEO4J_URI ?? '',
      neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
      { disableLosslessIntegers: true },
    );
  });
  afterAll(() => driver.close());

  it(`counts ${writers} of ${writers} writers that read a number, then write it, on a node of each of these labels`, async () => {
    const namespace = freshNamespace();
    const ids = new Map<string, string>();
    for (const label of LABELS) {
      const { records } = await driver.executeQuery(
        `CREATE (node:${label} {namespace: $namespace, count: 0}) RETURN elementId(node) AS id`,
        { namespace },
      );
      ids.set(label, String(records[0]?.get('id')));
    }
    const count = async (id: string | undefined): Promise<void> => {
      const session = driver.session();
      try {
        await session.run(
          `MATCH (node) WHERE elementId(node) = $id
           REMOVE node.lock
           WITH node, node.count AS before
           SET node.count = before + 1`,
          { id },
        );
      } catch (error) {
        // If many transactions wait for one node, Neo4j also reports deadlocks where there are none.
        if (!neo4j.isRetryableError(error)) throw error;
        await sleep(50 + 250 * Math.random());
        return await count(id);
      } finally {
        await session.close();
      }
    };
    for (const label of LABELS) await Promise.all(Array.from({ length: writers }, () => count(ids.get(label))));
    const { records } = await driver.executeQuery(
      `UNWIND $ids AS id
       MATCH (node) WHERE elementId(node) = id
       WITH node, labels(node)[0] AS label, node.count AS count, node.lock AS lock
       DELETE node
       RETURN label, count, lock ORDER BY label`,
      { ids: [...ids.values()] },
    );
    expect(records.map((record) => record.toObject())).toEqual(
      LABELS.map((label) => ({ label, count: writers, lock: null })),
    );
  });
}
