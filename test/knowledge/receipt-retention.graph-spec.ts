import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReceiptKeeper } from '../../src/knowledge/receipts.keeper.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

// The receipts are from the year 1999, in which no other test gives receipts: the job processes all namespaces, from
// its stored position on.
const BEFORE = new Date('2000-01-01T00:00:00Z');

let service: TestService;
let driver: Driver;
const namespace = freshNamespace();

beforeAll(async () => {
  service = await contextService();
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
    { disableLosslessIntegers: true },
  );
});
afterAll(async () => {
  await driver.close();
  await service.close();
});

const receipts = [
  { id: 'plain', kinds: ['ITEM'] },
  { id: 'empty', kinds: [] },
  { id: 'with-outcome', kinds: ['ITEM'], outcomeHash: 'h' },
  { id: 'outcome-taken-back', kinds: ['ITEM'], revision: 1 },
  { id: 'with-plan', kinds: ['ITEM'] },
  { id: 'with-memory', kinds: ['ITEM', 'MEMORY'] },
];
const stored = async () => {
  const { records } = await driver.executeQuery(
    'MATCH (r:Receipt {namespace: $namespace}) RETURN r.id AS id, r.text AS text ORDER BY id',
    { namespace },
  );
  return Object.fromEntries(records.map((record) => [record.get('id') as string, record.get('text') as string]));
};

it('lets go of old receipts that nothing rests on, and of the texts of the others', async () => {
  await driver.executeQuery(
    `UNWIND $receipts AS row
     CREATE (r:Receipt {namespace: $namespace, at: datetime('1999-05-01'), text: 't', query: 'q', ids: [], scores: [],
       trusts: [], team: 'default', project: 'default'}) SET r += row
     WITH count(*) AS done
     CREATE (:Receipt {namespace: $namespace, id: 'young', at: datetime('2000-01-01'), text: 't', kinds: ['ITEM']})
     CREATE (:Plan {namespace: $namespace, id: 'p', receiptId: 'with-plan'})`,
    { namespace, receipts },
  );
  const keeper = service.app.get(ReceiptKeeper, { strict: false });
  const job = freshNamespace();
  const expired = await keeper.cleanUp(BEFORE, job);
  expect(expired.deleted).toBeGreaterThanOrEqual(2);
  const left = {
    'with-outcome': '',
    'outcome-taken-back': '',
    'with-plan': '',
    'with-memory': '',
    young: 't',
  };
  expect(await stored()).toEqual(left);
  // The position is stored, so that receipts are not examined again.
  expect(await keeper.cleanUp(BEFORE, job)).toEqual({ deleted: 0, emptied: 0 });
  expect(await stored()).toEqual(left);
  // The receipt states that its text was deleted.
  const { receipt } = await service.data<{ receipt: object }>(
    namespace,
    '{ receipt(id: "with-plan") { text quotesDeleted } }',
  );
  expect(receipt).toEqual({ text: '', quotesDeleted: true });
});

it('goes on where it stopped, with what came later, and ends where it is told to', async () => {
  const job = freshNamespace();
  const keeper = service.app.get(ReceiptKeeper, { strict: false });
  const own = freshNamespace();
  const give = (id: string, at: string) =>
    driver.executeQuery(`CREATE (:Receipt {namespace: $own, id: $id, at: datetime($at), text: 't', kinds: []})`, {
      own,
      id,
      at,
    });
  const ids = async () => {
    const { records } = await driver.executeQuery('MATCH (r:Receipt {namespace: $own}) RETURN r.id AS id ORDER BY id', {
      own,
    });
    return records.map((record) => record.get('id') as string);
  };
  await give('a', '1999-06-01');
  await keeper.cleanUp(new Date('1999-07-01'), job);
  expect(await ids()).toEqual([]);
  await give('b', '1999-06-01');
  await give('c', '1999-08-01');
  await keeper.cleanUp(BEFORE, job, () => Promise.resolve());
  expect(await ids()).toEqual(['b', 'c']);
  await keeper.cleanUp(BEFORE, job);
  expect(await ids()).toEqual([]);
});
