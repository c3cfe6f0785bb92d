import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cypherFileNames, readCypherFile } from '../../src/graph/statement.js';
import { freshNamespace } from '../support/graph.js';

// A lock is `REMOVE node.lock`: it takes the write lock of a node without such a property, and leaves no property
// behind.

const WRITERS = 64;
const LABELS = [
  'Audit',
  'CommitMark',
  'Entity',
  'Fluent',
  'ItemName',
  'Job',
  'Knowledge',
  'KnowledgeItem',
  'Learning',
  'Lease',
  'Memory',
  'MemoryTitle',
  'NamespaceImport',
  'Piece',
  'Plan',
  'Receipt',
  'Session',
  'Step',
  'Strategy',
  'Task',
  'Undoing',
  'WordCount',
  'WordStatistics',
];

/**
 * A key would lock other test files out of the database; test/access/access.long-spec.ts tests two concurrent
 * revocations.
 */
const ELSEWHERE = ['ApiKey'];

let driver: Driver;
beforeAll(() => {
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
    { disableLosslessIntegers: true },
  );
});
afterAll(() => driver.close());

const files = cypherFileNames().map((name) => ({ name, text: readCypherFile(name).text }));

/** Returns the labels under which a variable of a statement is matched or merged. */
function labelsOf(text: string, variable: string): string[] {
  const origin = new RegExp(`\\b(\\w+) AS ${variable}\\b`).exec(text)?.[1];
  const labels = new RegExp(`\\((?:${variable}${origin ? `|${origin}` : ''}):([\\w:]+)`).exec(text)?.[1];
  return labels?.split(':') ?? [];
}

it('is taken by no statement with a property that stays', () => {
  const leaving = /\bSET\s+(?:\w+\.\w+ = [^,\n]+,\s*)*\w+\.lock\b/;
  expect(leaving.test('SET node.at = 1, node.lock = 1')).toBe(true);
  expect(files.filter(({ text }) => leaving.test(text)).map(({ name }) => name)).toEqual([]);
});

it('is tested below for every label that a statement locks', () => {
  const locked = files.flatMap(({ name, text }) =>
    // Relationships are locked one by one by migrations only, and have no label.
    [...text.matchAll(/\bREMOVE (\w+)\.lock\b/g)]
      .filter(([, variable]) => !text.includes(`[${variable}:`))
      .map(([, variable = '']) => {
        const known = labelsOf(text, variable).filter((label) => [...LABELS, ...ELSEWHERE].includes(label));
        return { place: `${name} ${variable}`, label: known[0] };
      }),
  );
  expect(locked.filter(({ label }) => label === undefined)).toEqual([]);
  expect(new Set(locked.map(({ label }) => label))).toEqual(new Set([...LABELS, ...ELSEWHERE]));
});

it(`counts ${WRITERS} of ${WRITERS} writers that read a number, then write it, on a node of each of these labels`, async () => {
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
  for (const label of LABELS) await Promise.all(Array.from({ length: WRITERS }, () => count(ids.get(label))));
  const { records } = await driver.executeQuery(
    `UNWIND $ids AS id
     MATCH (node) WHERE elementId(node) = id
     WITH node, labels(node)[0] AS label, node.count AS count, node.lock AS lock
     DELETE node
     RETURN label, count, lock ORDER BY label`,
    { ids: [...ids.values()] },
  );
  expect(records.map((record) => record.toObject())).toEqual(
    LABELS.map((label) => ({ label, count: WRITERS, lock: null })),
  );
});
