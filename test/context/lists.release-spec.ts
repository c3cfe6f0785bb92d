import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { contextService, saveItems, type TestService } from './support.js';

// Lists of events, newest first: learnings, receipts, check-ins.

interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

let service: TestService;
let driver: Driver;
beforeAll(async () => {
  service = await contextService();
  driver = neo4j.driver(
    process.env['TEST_NEO4J_URI'] ?? '',
    neo4j.auth.basic(process.env['TEST_NEO4J_USER'] ?? 'neo4j', process.env['TEST_NEO4J_PASSWORD'] ?? ''),
  );
});
afterAll(async () => {
  await driver.close();
  await service.close();
});

const item = (id: string, description: string) => ({
  id,
  description,
  uiLocation: 'Menu',
  actionSequence: ['click()'],
  prerequisites: [],
  outputState: `${id}_done`,
  docCitation: 'doc',
});

const list = async <Node>(namespace: string, field: string, fields: string, args: string) => {
  const query = `{ ${field}${args && `(${args})`} { nodes { ${fields} } totalCount pageInfo { hasNextPage endCursor } } }`;
  return (await service.data<Record<string, Page<Node>>>(namespace, query))[field]!;
};

/** Returns all pages, of two entries each, one after the other. */
async function paged(namespace: string, field: string, args: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ;) {
    const { nodes, pageInfo } = await list<{ id: string }>(namespace, field, 'id', `first: 2 ${args} ${after}`);
    ids.push(...nodes.map(({ id }) => id));
    if (!pageInfo.hasNextPage) return ids;
    after = `after: "${pageInfo.endCursor}"`;
  }
}

describe('receipts', () => {
  const namespace = freshNamespace();
  const given: string[] = [];
  const ask = async (query: string, agent: string) => {
    const { context } = await service.data<{ context: { receiptId: string } }>(
      namespace,
      'query ($query: String!) { context(input: { query: $query }) { receiptId } }',
      { query },
      { 'x-agent': agent },
    );
    given.unshift(context.receiptId);
  };
  let middle = '';
  beforeAll(async () => {
    await saveItems(service, namespace, [item('open_files', 'Open measurements'), item('print', 'Print pages')]);
    await ask('open measurements', 'ann');
    await ask('print pages', 'ben');
    middle = new Date().toISOString();
    await ask('open measurements', 'ben');
    await ask('print pages', 'ann');
    await ask('open measurements', 'ann');
  });

  it('come newest first, page by page', async () => {
    expect(await paged(namespace, 'receipts', '')).toEqual(given);
    expect((await list(namespace, 'receipts', 'id', '')).totalCount).toBe(5);
  });

  it.each([
    ['agent: "ann"', [0, 1, 4]],
    ['ref: "item:print"', [1, 3]],
    ['ref: "item:print", agent: "ann"', [1]],
    ['ref: "item:nobody"', []],
    ['agent: "nobody"', []],
  ])('of %s', async (args, places) => {
    const expected = places.map((place) => given[place]);
    expect(await paged(namespace, 'receipts', args)).toEqual(expected);
    expect((await list(namespace, 'receipts', 'id', args)).totalCount).toBe(expected.length);
  });

  it('since a moment', async () => {
    expect(await paged(namespace, 'receipts', `since: "${middle}"`)).toEqual(given.slice(0, 3));
    expect(await paged(namespace, 'receipts', `since: "${middle}", agent: "ann"`)).toEqual([given[0], given[1]]);
    expect(await paged(namespace, 'receipts', `since: "${middle}", ref: "item:print"`)).toEqual([given[1]]);
    expect(await paged(namespace, 'receipts', 'since: "9999-01-01T00:00:00Z"')).toEqual([]);
  });
});

describe('learnings', () => {
  const namespace = freshNamespace();
  beforeAll(async () => {
    await saveItems(service, namespace, [item('a', 'One'), item('b', 'Two')]);
    const attach = (itemId: string, hour: number, more: string) =>
      service.data(
        namespace,
        `mutation { attachLearning(input: { itemId: "${itemId}", task: "t", stepNum: 0, originalAction: {}, timestamp: "2026-03-01T0${hour}:00:00Z", ${more} }) { trustAfter } }`,
      );
    await attach('a', 1, 'kind: SELF_EXPLORATION, originalError: "e1"');
    await attach('b', 2, 'kind: SELF_EXPLORATION, originalError: "e2", recoveryApproach: "r"');
    await attach('a', 3, 'kind: HUMAN_INTERRUPT, correctedAction: {}, humanReasoning: "h"');
    // Two learnings have the same time.
    await attach('b', 3, 'kind: SELF_EXPLORATION, originalError: "e4"');
  });
  const hours = async (args: string) =>
    (await list<{ timestamp: string }>(namespace, 'learnings', 'timestamp', args)).nodes.map(({ timestamp }) =>
      Number(timestamp.slice(11, 13)),
    );

  it('of all items come newest first, page by page, each once', async () => {
    expect(await hours('')).toEqual([3, 3, 2, 1]);
    const ids = await paged(namespace, 'learnings', '');
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });

  it.each([
    ['since: "2026-03-01T02:00:00Z"', [3, 3, 2]],
    ['kind: HUMAN_INTERRUPT', [3]],
    ['awaitingRecovery: true', [3, 1]],
    ['awaitingRecovery: false', [3, 2]],
    ['awaitingRecovery: true, since: "2026-03-01T02:00:00Z"', [3]],
    ['verified: true, kind: SELF_EXPLORATION', []],
  ])('of %s', async (args, expected) => {
    expect(await hours(args)).toEqual(expected);
    expect((await list(namespace, 'learnings', 'id', args)).totalCount).toBe(expected.length);
  });
});

it('refuses a cursor of another list', async () => {
  const namespace = freshNamespace();
  await expect(list(namespace, 'receipts', 'id', 'after: "WyJwbGFucyIsIngiXQ"')).rejects.toThrow(
    /after must be a cursor/,
  );
});

describe('check-ins', () => {
  const namespace = freshNamespace();
  beforeAll(async () => {
    await driver.executeQuery(
      `UNWIND $rows AS row
       CREATE (c:CheckIn {namespace: $namespace})
       SET c += row, c.text = 't', c.document = '{}', c.at = datetime('2026-03-01T09:00:00Z')`,
      {
        namespace,
        rows: [
          { id: '01JP0000000000000000000001', by: 'ann' },
          { id: '01JQ0000000000000000000002', by: 'ben' },
          { id: '01JR0000000000000000000003', by: 'ann' },
        ],
      },
    );
  });

  it('come newest first', async () => {
    expect((await paged(namespace, 'checkIns', '')).map((id) => id.at(-1))).toEqual(['3', '2', '1']);
    expect((await paged(namespace, 'checkIns', 'by: "ann"')).map((id) => id.at(-1))).toEqual(['3', '1']);
    // This is the time of the second id.
    expect((await paged(namespace, 'checkIns', 'since: "2025-03-22T22:36:20Z"')).map((id) => id.at(-1))).toEqual([
      '3',
      '2',
    ]);
    expect((await list(namespace, 'checkIns', 'id', 'by: "ann"')).totalCount).toBe(2);
  });
});

describe('namespaces', () => {
  const [one, two] = [freshNamespace(), freshNamespace()].sort() as [string, string];
  beforeAll(async () => {
    await saveItems(service, one, [item('a', 'One')]);
    await driver.executeQuery(`CREATE (:Entity {namespace: $two, id: 'only'})`, { two });
  });
  const names = async (args: string, on = service, headers = {}) =>
    (
      await on.data<{ namespaces: Page<{ name: string }> }>(
        one,
        // The count is requested only once: each namespace is found by a statement of its own, and the tests' database
        // has hundreds.
        `{ namespaces(${args}) { nodes { name } pageInfo { hasNextPage endCursor } } }`,
        {},
        headers,
      )
    ).namespaces;

  it('come by name, page by page, each once', async () => {
    const all: string[] = [];
    for (let after = ''; ;) {
      const { nodes, pageInfo } = await names(`first: 100 ${after}`);
      all.push(...nodes.map(({ name }) => name));
      if (!pageInfo.hasNextPage) break;
      after = `after: "${pageInfo.endCursor}"`;
    }
    expect(all).toEqual([...new Set(all)].sort());
    expect(all).toEqual(expect.arrayContaining([one, two]));
    const { namespaces } = await service.data<{ namespaces: { totalCount: number } }>(
      one,
      '{ namespaces(first: 1) { totalCount } }',
    );
    // Other test files store data in other namespaces meanwhile.
    expect(namespaces.totalCount).toBeGreaterThanOrEqual(all.length);
  });

  it('tell how much they hold', async () => {
    interface Counted {
      readonly name: string;
      readonly counts: readonly { kind: string; count: number }[];
    }
    const found = new Map<string, Counted['counts']>();
    // Other test files have stored data in hundreds of namespaces.
    for (let after: string | null = null, more = true; more;) {
      const { namespaces }: { namespaces: Page<Counted> } = await service.data<{ namespaces: Page<Counted> }>(
        one,
        'query ($after: String) { namespaces(first: 500, after: $after) { nodes { name counts { kind count } } pageInfo { hasNextPage endCursor } } }',
        { after },
      );
      for (const { name, counts } of namespaces.nodes) found.set(name, counts);
      ({ hasNextPage: more, endCursor: after } = namespaces.pageInfo);
    }
    const of = (name: string) => found.get(name);
    expect(of(one)).toContainEqual({ kind: 'ITEM', count: 1 });
    expect(of(two)).toContainEqual({ kind: 'ITEM', count: 0 });
  });

  it('tell roughly how many bytes they take, for those that ask', async () => {
    const namespace = freshNamespace();
    const keyed = await contextService({ API_KEYS: `bound-key-of-sixteen:${namespace}` });
    const ask = async (query: string, variables = {}) =>
      keyed.data<{ namespaces: { nodes: { estimatedBytes: number }[] } }>(namespace, query, variables, {
        authorization: 'Bearer bound-key-of-sixteen',
      });
    const bytes = async () =>
      (await ask('{ namespaces { nodes { estimatedBytes } } }')).namespaces.nodes[0]?.estimatedBytes ?? 0;
    const load = (from: number) =>
      ask('mutation ($document: JSON!) { loadKnowledge(document: $document) { created } }', {
        document: {
          pieces: Array.from({ length: 100 }, (_, n) => ({
            piece_id: `p${from + n}`,
            content: `${from + n} `.padEnd(3_000, 'stop the pump '),
          })),
        },
      });
    try {
      const empty = await bytes();
      await load(0);
      const one = await bytes();
      await load(100);
      const two = await bytes();
      expect(empty).toBe(0);
      // 100 texts of 3,000 characters, and less than twice that in records and repeated texts.
      expect(one).toBeGreaterThan(300_000);
      expect(one).toBeLessThan(900_000);
      expect(two / one).toBeCloseTo(2, 1);
    } finally {
      await keyed.close();
    }
  });

  it('are one for a key that opens one', async () => {
    const keyed = await contextService({ API_KEYS: `bound-key-of-sixteen:${one},whole-key-of-sixteen:*` });
    try {
      const authorization = 'Bearer bound-key-of-sixteen';
      const bound = await names('first: 10', keyed, { authorization });
      expect(bound).toMatchObject({ nodes: [{ name: one }], pageInfo: { hasNextPage: false } });
      const counted = await keyed.data(one, '{ namespaces { totalCount } }', {}, { authorization });
      expect(counted).toEqual({ namespaces: { totalCount: 1 } });
      expect((await names('first: 2', keyed, { authorization: 'Bearer whole-key-of-sixteen' })).nodes).toHaveLength(2);
    } finally {
      await keyed.close();
    }
  });
});

it('a receipt keeps the parts of every score as they were, after the knowledge changed and went', async () => {
  const namespace = freshNamespace();
  await saveItems(service, namespace, [item('open_files', 'Opens a file'), item('close_files', 'Closes a file')]);
  const { context } = await service.data<{
    context: {
      receiptId: string;
      hits: { score: number; explain: Record<string, unknown> }[];
    };
  }>(
    namespace,
    `{ context(input: { query: "open a file" }) { receiptId hits { score explain { profile relevance lexical vector trust
      trustFactor gamma wordFactors { word } formula } } } }`,
  );
  await service.data(namespace, 'mutation { delete(ref: "item:open_files") }');
  const { receipt } = await service.data<{
    receipt: { items: { score: number; explain: Record<string, number | string> }[] };
  }>(namespace, 'query ($id: ID!) { receipt(id: $id) { items { score explain } } }', { id: context.receiptId });
  expect(receipt.items.length).toBeGreaterThan(0);
  receipt.items.forEach(({ score, explain }, place) => {
    const told = Object.entries(context.hits[place]!.explain);
    const had = Object.fromEntries(told.filter(([name, value]) => name === 'profile' || typeof value === 'number'));
    expect(Object.keys(had)).toEqual(expect.arrayContaining(['relevance', 'lexical', 'trust', 'gamma']));
    expect(explain).toMatchObject(had);
    expect(JSON.stringify(explain).length).toBeLessThanOrEqual(1_024);
    // score = relevance · trustFactor (gamma is 1)
    expect(Number(explain['relevance']) * Number(explain['trustFactor'])).toBeCloseTo(score, 12);
  });
});
