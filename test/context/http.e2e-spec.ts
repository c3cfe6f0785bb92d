import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { contextService, saveItems, type TestService } from './support.js';

let service: TestService;
const namespace = freshNamespace();
const get = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/context?${new URLSearchParams(query).toString()}`, {
    headers: { 'x-namespace': namespace, ...headers },
  });
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/context`, {
    method: 'POST',
    body,
    headers: { 'x-namespace': namespace, 'content-type': 'application/json', ...headers },
  });
const codeOf = async (response: Response) => {
  const { errors } = (await response.json()) as {
    errors: { extensions: { code: string; fields?: { path: string }[] } }[];
  };
  const [{ extensions } = { extensions: { code: '' } }] = errors;
  return { status: response.status, code: extensions.code, paths: extensions.fields?.map(({ path }) => path) };
};

const database = neo4j.driver(
  process.env.TEST_NEO4J_URI ?? '',
  neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
  { disableLosslessIntegers: true },
);
beforeAll(async () => {
  service = await contextService();
  await saveItems(service, namespace);
});
afterAll(async () => {
  await service.close();
  await database.close();
});

it('answers a GET with the text, its receipt and its tokens in headers', async () => {
  const response = await get({ query: 'draw a signal as a plot', first: '1', maxTokens: '500' });
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('x-receipt-id')).toMatch(/^[0-9A-Z]{26}$/);
  expect(text).toMatch(/^# Knowledge items\n\n---\nKB ID: plot_signal\n/);
  expect(Number(response.headers.get('x-tokens-used'))).toBeGreaterThan(50);
});

it.each([
  ['names its page as of another site', { 'sec-fetch-site': 'cross-site' }],
  ['is of a browser that does not say', { 'user-agent': 'Mozilla/5.0' }],
])('leaves nothing of a GET that %s', async (_, headers) => {
  const receipts = async () => {
    const { records } = await database.executeQuery(
      'MATCH (receipt:Receipt {namespace: "default"}) WHERE receipt.query = $query RETURN count(*) AS count',
      { query },
    );
    return records[0]?.get('count') as unknown;
  };
  const query = `an image of ${namespace}`;
  const url = `${service.url}/context?${new URLSearchParams({ query }).toString()}`;
  // A page that loads this as an image cannot name a namespace.
  expect(await codeOf(await fetch(url, { headers }))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(await receipts()).toBe(0);
});

it('gives the same text at every door', async () => {
  const input = { query: 'load a measurement file', first: 2, minTrust: 0.2, maxTokens: 300, kinds: ['ITEM'] };
  const [byGet, byPost, byGraphql] = await Promise.all([
    get({ query: input.query, first: '2', minTrust: '0.2', maxTokens: '300', kinds: 'ITEM' }).then((response) =>
      response.text(),
    ),
    post(JSON.stringify(input)).then((response) => response.text()),
    service.data<{ context: { text: string } }>(
      namespace,
      'query ($input: ContextInput!) { context(input: $input) { text } }',
      {
        input,
      },
    ),
  ]);
  expect(byGet).not.toBe('');
  expect(byPost).toBe(byGet);
  expect(byGraphql.context.text).toBe(byGet);
});

it('answers with all of it as JSON when asked to', async () => {
  const response = await post(JSON.stringify({ query: 'draw a signal as a plot', first: 1 }), {
    accept: 'application/json',
  });
  const body = (await response.json()) as Record<string, unknown>;
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toMatchObject({
    receiptId: response.headers.get('x-receipt-id'),
    omitted: 0,
    sections: [{ infoType: 'knowledge_items' }, { infoType: 'also_needed' }],
    hits: [
      {
        knowledge: { ref: 'item:plot_signal', kind: 'ITEM', title: 'plot signal', trust: 1 },
        match: expect.any(Number) as number,
        explain: { profile: 'catalog' },
      },
    ],
  });
  expect(Object.keys(body).sort()).toEqual([
    'degraded',
    'hits',
    'marks',
    'minMatch',
    'minMatchOfOthers',
    'minTrust',
    'nothingRelevant',
    'omitted',
    'receiptId',
    'sections',
    'text',
    'tokensUsed',
  ]);
});

it('says where nothing relevant is known, and keeps a receipt of that', async () => {
  const response = await get({ query: 'zzz' });
  const text = 'Nothing relevant is known about this.';
  expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text });
  expect(response.headers.get('x-receipt-id')).toMatch(/^[0-9A-Z]{26}$/);
  const bare = await get({ query: 'zzz', minMatch: '0' });
  expect({ status: bare.status, text: await bare.text() }).toEqual({ status: 200, text: '' });
});

it('tells how many hits had no room', async () => {
  const response = await get({ query: 'draw a signal as a plot', first: '1', maxTokens: '20' });
  expect(await response.text()).toBe('1 more was found, but had no room.');
  expect(response.headers.get('x-omitted')).toBe('1');
});

it('takes 40,000 characters by POST', async () => {
  expect((await post(JSON.stringify({ query: 'plot ü '.repeat(5_714) }))).status).toBe(200);
});

it.each<[string, () => Promise<Response>, number, string, string[] | undefined]>([
  ['no query', () => get({}), 400, 'BAD_USER_INPUT', ['query']],
  ['a number that is none', () => get({ query: 'plot', maxTokens: 'many' }), 400, 'BAD_USER_INPUT', ['maxTokens']],
  ['a number out of bounds', () => post('{"query": "plot", "first": 51}'), 400, 'BAD_USER_INPUT', ['first']],
  ['an unknown field', () => get({ query: 'plot', max_tokens: '5' }), 400, 'BAD_USER_INPUT', ['max_tokens']],
  ['an unknown kind', () => get({ query: 'plot', kinds: 'ITEMS' }), 400, 'BAD_USER_INPUT', ['kinds.0']],
  ['no JSON', () => post('{"query": '), 400, 'BAD_USER_INPUT', ['body']],
  ['a list', () => post('[]'), 400, 'BAD_USER_INPUT', ['']],
  ['a wrong namespace', () => get({ query: 'plot' }, { 'x-namespace': 'a b' }), 400, 'BAD_USER_INPUT', ['x-namespace']],
  ['a huge body', () => post(JSON.stringify({ query: 'x'.repeat(20_000_000) })), 413, 'LIMIT_EXCEEDED', undefined],
])('refuses %s', async (_, request, status, code, paths) => {
  expect(await codeOf(await request())).toEqual({ status, code, paths });
});
