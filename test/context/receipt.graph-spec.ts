import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { SystemClock } from '../../src/common/clock.js';
import { ReceiptsService } from '../../src/knowledge/receipts.service.js';
import type { ReceiptRow } from '../../src/knowledge/receipts.statements.js';
import { Degradation } from '../../src/embedding/degradation.model.js';
import { connectedGraph, freshNamespace, testConfig } from '../support/graph.js';

let graph: GraphService;
let driver: Driver;
let receipts: ReceiptsService;
const namespace = freshNamespace();
const receipt = (id: string, ids: readonly string[], where = namespace): ReceiptRow => ({
  namespace: where,
  receipt: {
    id,
    query: 'q',
    agent: null,
    session: null,
    keyId: null,
    team: 'default',
    project: 'default',
    at: new Date('2026-03-01T09:30:00Z'),
    text: 't',
    kinds: ids.map(() => 'ITEM'),
    ids,
    scores: ids.map((_, place) => 1 / (place + 1)),
    trusts: ids.map(() => 0.9),
    degraded: [],
    exclude: null,
  },
  refs: ids.map((item) => `item:${item}`),
  prompt: null,
  trials: [],
});
const edges = async (id: string) => {
  const { records } = await driver.executeQuery(
    `MATCH (:Receipt {namespace: $namespace, id: $id})-[gave:GAVE]->(given)
     RETURN given.namespace = $namespace AS own, given.ref AS ref, gave.rank AS rank, gave.score AS score, gave.trust AS trust
     ORDER BY rank`,
    { namespace, id },
  );
  return records.map((record) => record.toObject());
};

beforeAll(async () => {
  graph = await connectedGraph();
  receipts = new ReceiptsService(testConfig(), graph, new SystemClock());
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
    { disableLosslessIntegers: true },
  );
  await driver.executeQuery(
    `UNWIND [$namespace, $namespace + '-other'] AS namespace UNWIND ['a', 'b', 'c'] AS id
     CREATE (:Knowledge {namespace: namespace, ref: 'item:' + id, id: id, kind: 'ITEM', trust: 1.0})`,
    { namespace },
  );
});
afterAll(async () => {
  await driver.close();
  await graph.onApplicationShutdown();
});

it('links a receipt to what it gave, with rank, score and trust', async () => {
  await receipts.record(receipt('r1', ['b', 'a']));
  expect(await edges('r1')).toEqual([
    { own: true, ref: 'item:b', rank: 1, score: 1, trust: 0.9 },
    { own: true, ref: 'item:a', rank: 2, score: 0.5, trust: 0.9 },
  ]);
});

it('keeps on the receipt what is gone before it is written', async () => {
  const row = receipt('r2', ['gone', 'a']);
  await receipts.record({ ...row, receipt: { ...row.receipt, degraded: [Degradation.EMBEDDER_BUSY] } });
  expect((await edges('r2')).map(({ ref, rank }) => ({ ref: ref as string, rank: rank as number }))).toEqual([
    { ref: 'item:a', rank: 2 },
  ]);
  expect(await receipts.find(callerFrom({ namespace }), 'r2')).toMatchObject({
    ids: ['gone', 'a'],
    scores: [1, 0.5],
    degraded: ['EMBEDDER_BUSY'],
    success: null,
    usedRefs: null,
    shares: null,
  });
});

it('is written once, also when the write is repeated', async () => {
  await receipts.record(receipt('r3', ['a']));
  await receipts.record(receipt('r3', ['a']));
  expect(await edges('r3')).toHaveLength(1);
});

it('loses none of 200 that give the same, in namespaces side by side', async () => {
  const other = `${namespace}-other`;
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => [
      receipts.record(receipt(`many-${n}`, ['c', 'b', 'a'])),
      receipts.record(receipt(`many-${n}`, ['a', 'b', 'c'], other)),
    ]).flat(),
  );
  const { records } = await driver.executeQuery(
    `MATCH (receipt:Receipt)-[:GAVE]->(given) WHERE receipt.namespace IN $namespaces AND receipt.id STARTS WITH 'many-'
     RETURN receipt.namespace AS namespace, count(*) AS given, count(DISTINCT receipt.id) AS receipts,
            sum(CASE WHEN given.namespace = receipt.namespace THEN 0 ELSE 1 END) AS foreign
     ORDER BY namespace`,
    { namespaces: [namespace, other] },
  );
  expect(records.map((record) => record.toObject())).toEqual([
    { namespace, given: 300, receipts: 100, foreign: 0 },
    { namespace: other, given: 300, receipts: 100, foreign: 0 },
  ]);
});
