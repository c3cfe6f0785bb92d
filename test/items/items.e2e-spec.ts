import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { type RunningService, startService } from '../../src/service.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { record } from './support.js';
import { serving } from '../support/kinds.js';

interface Reply {
  data?: Record<string, unknown> | null;
  errors?: {
    message: string;
    path?: string[];
    extensions: { code: string; fields?: { path: string; rule: string }[] };
  }[];
}

let service: RunningService;
beforeAll(async () => {
  service = await startService(testConfig(), { features: [serving('ITEM')] });
});
afterAll(() => service.close());

async function graphql(
  namespace: string,
  query: string,
  variables: Record<string, unknown> = {},
  rewrite = (body: string) => body,
): Promise<Reply> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace, 'x-agent': 'tester' },
    body: rewrite(JSON.stringify({ query, variables })),
  });
  return (await response.json()) as Reply;
}

async function data(...request: Parameters<typeof graphql>) {
  const reply = await graphql(...request);
  expect(reply.errors).toBeUndefined();
  return reply.data ?? {};
}

const importItems = (namespace: string, items: unknown[]) =>
  data(
    namespace,
    'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created skipped { index field } warnings } }',
    {
      items,
    },
  );
const ATTACH = `mutation ($input: LearningInput!) { attachLearning(input: $input) {
  trustBefore trustAfter
  learning { id kind task stepNum originalAction originalError recoveryApproach correctedAction humanReasoning
    verified applicationVersion awaitingRecovery timestamp item { id } }
  item { id trust formatted }
} }`;
const SAVE = 'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }';

const failure = (fields: Record<string, unknown> = {}) => ({
  itemId: 'a',
  kind: 'SELF_EXPLORATION',
  task: 'Open a log',
  stepNum: 0,
  originalAction: { tool_name: 'Click-Tool' },
  originalError: 'not found',
  ...fields,
});

describe('the knowledge base over GraphQL', () => {
  it('imports, attaches what was learned, and puts it into the next prompt', async () => {
    const namespace = freshNamespace();
    expect(await importItems(namespace, [record('a', { prerequisites: ['b', 'c'] }), record('b')])).toEqual({
      importCatalog: {
        created: 2,
        skipped: [],
        warnings: ['unresolved prerequisite: "a" names "c", which is neither an item nor the output of one'],
      },
    });
    const input = failure({ timestamp: '2026-01-02T03:04:05', recoveryApproach: 'Used the tab.' });
    const { attachLearning } = await data(namespace, ATTACH, { input });
    expect(attachLearning).toMatchObject({
      trustBefore: 1,
      trustAfter: 0.95,
      learning: {
        task: 'Open a log',
        timestamp: '2026-01-02T03:04:05.000Z',
        awaitingRecovery: false,
        item: { id: 'a' },
      },
      item: { id: 'a', trust: 0.95, formatted: expect.stringContaining('What Worked: Used the tab.') as string },
    });
    const all = await data(
      namespace,
      `{ knowledgeItems(orderBy: TRUST) { totalCount nodes {
        ref id kind title text trust application description uiLocation actionSequence shortcut prerequisites outputState
        docCitation parameters extra requires(transitive: true) { id } requiredBy { id } unresolvedPrerequisites
        learnings { totalCount nodes { kind } }
      } } exportCatalog }`,
    );
    expect(all).toMatchObject({
      knowledgeItems: {
        totalCount: 2,
        nodes: [
          {
            ref: 'item:a',
            kind: 'ITEM',
            requires: [{ id: 'b' }],
            unresolvedPrerequisites: ['c'],
            learnings: { totalCount: 1 },
          },
          { ref: 'item:b', requires: [], requiredBy: [{ id: 'a' }], learnings: { totalCount: 0, nodes: [] } },
        ],
      },
      exportCatalog: [{ knowledge_id: 'a', trust_score: 0.95 }, { knowledge_id: 'b' }],
    });
    expect(await data(namespace, '{ knowledgeItem(id: "nowhere") { id } }')).toEqual({ knowledgeItem: null });
    expect(await data(namespace, 'mutation { delete(ref: "item:b") }')).toEqual({ delete: true });
    expect(await data(namespace, 'mutation { delete(ref: "item:b") }')).toEqual({ delete: false });
  });

  it('reads every field of a page of items in a number of statements that does not grow with the page', async () => {
    const namespace = freshNamespace();
    await importItems(
      namespace,
      Array.from({ length: 40 }, (_, n) => record(`i${n}`, { prerequisites: n ? [`i${n - 1}`] : [] })),
    );
    const graph = service.app.get(GraphService, { strict: false });
    const run = graph.run.bind(graph);
    const statements: string[] = [];
    graph.run = (statement, ...rest) => {
      statements.push(statement.name);
      return run(statement, ...rest);
    };
    const count = async (first: number) => {
      statements.length = 0;
      await data(
        namespace,
        `{ knowledgeItems(first: ${first}) { nodes { formatted unresolvedPrerequisites requires { id } requiredBy { id } learnings { nodes { id } } } } }`,
      );
      return [...statements];
    };
    try {
      const one = await count(1);
      // Statements that run in the background meanwhile are left out.
      const many = (await count(40)).filter((name) => one.includes(name));
      expect(many.length).toBeGreaterThan(4);
      expect(many.length).toBeLessThanOrEqual(one.length + 1);
    } finally {
      graph.run = run;
    }
  });

  it.each([
    [failure({ itemId: '' }), 'itemId', 'isNotEmpty'],
    [failure({ itemId: 'x'.repeat(513) }), 'itemId', 'maxLength'],
    [failure({ itemId: 'a\u0000' }), 'itemId', 'noControlCharacters'],
    [failure({ task: '  ' }), 'task', 'isNotEmpty'],
    [failure({ task: 'x'.repeat(10_001) }), 'task', 'maxLength'],
    [failure({ stepNum: -1 }), 'stepNum', 'min'],
    [failure({ originalAction: 'click' }), 'originalAction', 'isObject'],
    [failure({ originalError: null }), 'originalError', 'isRequired'],
    [failure({ humanReasoning: 'no' }), 'humanReasoning', 'isForeign'],
    [failure({ timestamp: '2999-01-01T00:00:00Z' }), 'timestamp', 'notInFuture'],
    [failure({ idempotencyKey: ' ' }), 'idempotencyKey', 'isNotEmpty'],
    [failure({ originalAction: nested(101) }), 'originalAction', 'maxDepth'],
  ])('refuses a learning with a wrong field and names it (%#)', async (input, path, rule) => {
    const { data, errors } = await graphql(freshNamespace(), ATTACH, { input });
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ path, rule }] } }]);
  });

  it.each([
    [{ id: '\n' }, 'id'],
    [{ description: '' }, 'description'],
    [{ actionSequence: ['x'.repeat(10_001)] }, 'actionSequence.0'],
    [{ prerequisites: ['ok', ' '] }, 'prerequisites.1'],
    [{ outputState: 'x'.repeat(513) }, 'outputState'],
    [{ parameters: [1] }, 'parameters'],
  ])('refuses an item with a wrong field and names it (%#)', async (fields, path) => {
    const namespace = freshNamespace();
    const item = {
      id: 'a',
      description: 'd',
      uiLocation: '',
      actionSequence: [],
      prerequisites: [],
      outputState: '',
      docCitation: '',
    };
    const { data: nothing, errors } = await graphql(namespace, SAVE, { input: { ...item, ...fields } });
    expect(nothing).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ path }] } }]);
    expect(await data(namespace, '{ exportCatalog }')).toEqual({ exportCatalog: [] });
  });

  it.each([
    ['{ knowledgeItems(first: -1) { totalCount } }', 'first'],
    ['{ knowledgeItems(first: 501) { totalCount } }', 'first'],
    ['{ knowledgeItems(maxTrust: 2) { totalCount } }', 'maxTrust'],
    ['{ knowledgeItems(after: "bogus") { totalCount } }', 'after'],
    ['{ knowledgeItem(id: "") { id } }', 'id'],
    ['{ learning(id: "") { id } }', 'id'],
    ['{ learning(id: " ") { id } }', 'id'],
    ['{ learning(id: "a\\u0000") { id } }', 'id'],
    [`{ learning(id: "${'x'.repeat(513)}") { id } }`, 'id'],
    ['mutation { delete(ref: "item:") }', 'ref'],
    ['mutation { delete(ref: "domain:lab") }', 'ref'],
    ['mutation { delete(ref: "item:a", withPieces: true) }', 'withPieces'],
  ])('refuses %s', async (query, path) => {
    const { errors } = await graphql(freshNamespace(), query);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ path }] } }]);
  });

  it('reports each wrong record of an import, of whatever JSON type, and keeps none of it', async () => {
    const namespace = freshNamespace();
    const items = ['text', 7, true, [], {}, { knowledge_id: { a: 1 } }, record('deep', { more: 'DEEP' }), record('ok')];
    const IMPORT =
      'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created skipped { index id field reason section } } }';
    // Builds the text directly, because JSON.stringify does not support such a depth.
    const nested = (levels: number) => (body: string) =>
      body.replace('"DEEP"', `${'['.repeat(levels)}${']'.repeat(levels)}`);
    const { errors } = await graphql(namespace, IMPORT, { items }, nested(20_000));
    expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
    const { importCatalog } = await data(namespace, IMPORT, { items }, nested(150));
    expect(importCatalog).toMatchObject({ created: 1 });
    const { skipped } = importCatalog as { skipped: { index: number; field: string | null }[] };
    expect(skipped.map(({ index, field }) => [index, field])).toEqual([
      [0, null],
      [1, null],
      [2, null],
      [3, null],
      [4, 'knowledge_id'],
      [5, 'knowledge_id'],
      [6, 'more'],
    ]);
    expect(await data(namespace, '{ knowledgeItems { totalCount } }')).toEqual({ knowledgeItems: { totalCount: 1 } });
  });

  it('answers an unknown item and a key used twice by their codes', async () => {
    const namespace = freshNamespace();
    expect((await graphql(namespace, ATTACH, { input: failure({ itemId: 'nowhere' }) })).errors).toMatchObject([
      { message: 'KnowledgeItem "nowhere" does not exist', extensions: { code: 'NOT_FOUND' } },
    ]);
    await importItems(namespace, [record('a')]);
    const first = await data(namespace, ATTACH, { input: failure({ idempotencyKey: 'k' }) });
    expect(await data(namespace, ATTACH, { input: failure({ idempotencyKey: 'k' }) })).toEqual(first);
    expect(
      (await graphql(namespace, ATTACH, { input: failure({ idempotencyKey: 'k', stepNum: 1 }) })).errors,
    ).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
  });
});

function nested(levels: number): unknown {
  let value: unknown = {};
  for (let level = 1; level < levels; level++) value = { a: value };
  return value;
}
