import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET_MESSAGE } from './sample.module.js';
import { startTestService, type TestService } from './support.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const range = <Value>(count: number, of: (n: number) => Value) => Array.from({ length: count }, (_, n) => of(n));
const names = (count: number) => Object.fromEntries(range(count, (n) => [`name${n}`, n]));
const save = (input: unknown) =>
  service.graphql('mutation ($input: ThingInput!) { saveThing(input: $input) }', { input });

describe('a good request', () => {
  it('is answered, in the namespace and for the agent of its headers', async () => {
    const { data, errors } = await service.graphql('{ caller { namespace agent } today }', {}, { 'x-agent': 'tester' });
    expect(errors).toEqual([]);
    expect(data).toEqual({
      caller: { namespace: service.namespace, agent: 'tester' },
      today: '2026-03-01T09:30:00.000Z',
    });
  });

  it('may send null for what it does not use', async () => {
    const body = { query: '{ node { id } }', variables: null, extensions: null, operationName: null };
    expect(await service.post(JSON.stringify(body))).toMatchObject({ status: 200, data: { node: { id: 'a' } } });
  });

  it('gets application/graphql-response+json when it asks for it', async () => {
    const { headers } = await service.graphql('{ node { id } }', {}, { accept: 'application/graphql-response+json' });
    expect(headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
  });

  it('hands inputs on as instances, without nulls and with dates', async () => {
    const { data } = await save({ id: 'a', task: null, at: '2026-03-01T09:30', items: [{ description: 'x' }] });
    expect(data?.['saveThing']).toEqual({
      id: 'a',
      at: '2026-03-01T09:30:00.000Z',
      items: [{ description: 'x' }],
      isInstance: true,
      extra: 0,
    });
  });

  it('may be large: 15 MB of variables', async () => {
    const { data } = await save({ id: 'a', extra: { text: 'x'.repeat(15 * 1024 * 1024) } });
    expect(data?.['saveThing']).toMatchObject({ extra: 15 * 1024 * 1024 + '{"text":""}'.length });
  });
});

describe('bad input', () => {
  it.each([
    ['an empty id', { id: '' }, 'id', 'isNotEmpty'],
    ['a control character in an id', { id: 'a\u0007' }, 'id', 'noControlCharacters'],
    [
      'a long text in a nested list',
      { id: 'a', items: [{ description: 'x' }, { description: 'x'.repeat(21) }] },
      'items.1.description',
      'maxLength',
    ],
    ['a negative count', { id: 'a', stepNum: -1 }, 'stepNum', 'min'],
    ['a fraction for a whole number', { id: 'a', stepNum: 1.5 }, 'stepNum', 'type'],
    ['a word for a time', { id: 'a', at: 'yesterday' }, 'at', 'type'],
    ['an object for a string', { id: 'a', items: [{ description: {} }] }, 'items.0.description', 'type'],
    ['an unknown field', { id: 'a', colour: 'red' }, 'colour', 'whitelistValidation'],
    ['no id', {}, 'id', 'isDefined'],
    ['null for an id', { id: null }, 'id', 'isDefined'],
    ['no text in a nested list', { id: 'a', items: [{}] }, 'items.0.description', 'isDefined'],
    ['no input', undefined, 'input', 'isDefined'],
    ['14,000 names that an input does not have', { id: 'a', ...names(14_000) }, 'name0', 'whitelistValidation'],
    ['1,001 items', { id: 'a', items: range(1_001, () => ({ description: 'x' })) }, 'items', 'arrayMaxSize'],
    ['a number of 30,000 digits', { id: 'a', stepNum: '9'.repeat(30_000) }, 'stepNum', 'type'],
  ])('names the field: %s', async (_, input, path, rule) => {
    const { data, errors } = await save(input);
    expect(data?.['saveThing'] ?? null).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ path, rule }] } }]);
  });

  it('names the argument, whatever the variable is called', async () => {
    const { errors } = await service.graphql('query ($word: String!) { fails(how: $word) }', { word: 5 });
    expect(errors).toMatchObject([{ extensions: { fields: [{ path: 'how', rule: 'type' }] } }]);
  });

  it.each([
    ['missing', 'NOT_FOUND', 'Thing "x" does not exist'],
    ['conflict', 'CONFLICT', 'Thing "x" is another'],
    ['database', 'DATABASE_UNAVAILABLE', 'The database cannot be reached'],
  ])('has the code of the failure: %s', async (how, code, message) => {
    const { data, errors, status } = await service.graphql('query ($how: String!) { fails(how: $how) }', { how });
    expect(status).toBe(200);
    expect(data).toEqual({ fails: null });
    expect(errors).toMatchObject([{ message, path: ['fails'], extensions: { code } }]);
  });

  it('hides a defect behind the request id under which the log has it', async () => {
    const { errors, headers } = await service.graphql(
      '{ fails(how: "defect") }',
      {},
      { 'x-request-id': 'my-request-1' },
    );
    expect(headers.get('x-request-id')).toBe('my-request-1');
    expect(JSON.stringify(errors)).not.toContain('hunter2');
    expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL', requestId: 'my-request-1' } }]);
    const lines = service
      .log()
      .split('\n')
      .filter((line) => line.includes(SECRET_MESSAGE));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ level: 50, reqId: 'my-request-1' }),
    );
  });

  it('calls a null where none may be a defect', async () => {
    const { errors } = await service.graphql('{ never }');
    expect(errors).toMatchObject([{ path: ['never'], extensions: { code: 'INTERNAL' } }]);
  });
});

const nested = (levels: number) => `{ node ${'{ next '.repeat(levels)}{ id }${' }'.repeat(levels)} }`;

const LIMIT = { code: 'LIMIT_EXCEEDED' };
const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const byGet = async (query: string, variables = '{}') => {
  const path = `/graphql?${new URLSearchParams({ query, variables }).toString()}`;
  const response = await fetch(`${service.url}${path}`, { headers: { 'mercurius-require-preflight': '1' } });
  return { status: response.status, ...((await response.json()) as object) };
};

describe('a bad document', () => {
  it.each([
    ['syntax', '{ node { id }', 'GRAPHQL_PARSE_FAILED'],
    ['a document that is JSON', JSON.stringify({ kind: 'Document', definitions: [] }), 'GRAPHQL_PARSE_FAILED'],
    ['null as a document', 'null', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ node { colour } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['two operations and no name', 'query A { node { id } } query B { node { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a fragment that spreads itself',
      '{ node { ...F } } fragment F on Node { next { ...F } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a subscription by POST', 'subscription { counting(to: 2) }', 'GRAPHQL_VALIDATION_FAILED'],
    ['too deep', nested(12), 'LIMIT_EXCEEDED'],
    [
      'too many aliases',
      `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: node { id }`).join(' ')} }`,
      'LIMIT_EXCEEDED',
    ],
    ['too many directives', `{ node { id ${'@skip(if: false) '.repeat(51)} } }`, 'LIMIT_EXCEEDED'],
    ['too many tokens', `{ node { ${'id '.repeat(5_001)} } }`, 'LIMIT_EXCEEDED'],
    ['too long', `{ node { id } } # ${'x'.repeat(100_000)}`, 'LIMIT_EXCEEDED'],
    [
      'too costly',
      '{ nodes(first: 1000) { a: id b: id c: id d: id e: id f: id g: id h: id i: id j: id k: id l: id m: id n: id o: id p: id q: id r: id s: id t: id } }',
      'LIMIT_EXCEEDED',
    ],
    [
      'fragments that double',
      `{ node { ...F0 } } ${Array.from({ length: 40 }, (_, n) => `fragment F${n} on Node { ...F${n + 1} ...F${n + 1} }`).join(' ')} fragment F40 on Node { a: id }`,
      'LIMIT_EXCEEDED',
    ],
    [
      'fragments that spread the next two',
      `{ node { ...F0 } } ${Array.from({ length: 300 }, (_, n) => `fragment F${n} on Node { ...F${n + 1} ...F${n + 2} }`).join(' ')} fragment F300 on Node { id } fragment F301 on Node { id }`,
      'LIMIT_EXCEEDED',
    ],
    ['700 equal fields', `{ ${'node { id } '.repeat(700)} }`, 'LIMIT_EXCEEDED'],
  ])('is refused: %s', async (_, query, code) => {
    const { data, errors, status } = await service.graphql(query);
    expect(data ?? null).toBeNull();
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toContain(code);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(errors).length).toBeLessThan(20_000);
  });

  // From some 2,400 levels on, the parser overflows the stack; below that, validation blocks the process.
  it.each<[string, string]>([
    ['a list', `mutation { saveThing(input: { id: "a", extra: ${lists(2_400)} }) }`],
    ['an object', `mutation { saveThing(input: { id: "a", extra: ${'{a:'.repeat(1_600)}1${'}'.repeat(1_600)} }) }`],
    ['a list where none belongs', `{ fails(how: ${lists(2_400)}) }`],
    ['a default value', `query ($a: JSON = ${lists(2_400)}) { today }`],
    ['an argument of a directive', `{ today @include(if: ${lists(2_400)}) }`],
    ['a type', `query ($a: ${'['.repeat(2_400)}Int${']'.repeat(2_400)}) { today }`],
    ['fields', `${'{ node '.repeat(2_400)}{ id }${' }'.repeat(2_400)}`],
    ['fragments', `${'{ ... '.repeat(1_600)}{ today }${' }'.repeat(1_600)}`],
    ['what never ends', '{ a('.repeat(2_400)],
  ])('is refused before it is parsed where it nests too deep: %s', async (_, query) => {
    expect(await service.graphql(query)).toMatchObject({
      status: 400,
      errors: [{ message: 'The document is nested deeper than the 200 levels allowed', extensions: LIMIT }],
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['variables', () => service.post(`{"query": "{ today }", "variables": {"a": ${lists(5_000)}}}`)],
    ['a million levels of them', () => service.post(`{"query": "{ today }", "variables": {"a": ${lists(1_000_000)}}}`)],
    ['extensions', () => service.post(`{"query": "{ today }", "extensions": ${'{"a":'.repeat(5_000)}`)],
    ['a batch', () => service.post(lists(5_000))],
    ['variables of a GET', () => byGet('{ today }', lists(2_000))],
  ])('may not be hidden in JSON that nests too deep: %s', async (_, ask) => {
    expect(await ask()).toMatchObject({
      status: 400,
      errors: [{ message: 'The JSON is nested deeper than the 200 levels allowed', extensions: LIMIT }],
    });
  });

  it.each([
    ['60,000 names', { a: names(60_000) }, 'The JSON has more than the 50000 different names allowed'],
    [
      '500,000 entries',
      { a: range(500_000, () => 1) },
      'The JSON has more than the 300000 members and entries allowed',
    ],
    [
      '21,000 items',
      { input: { id: 'a', items: range(21_000, () => ({ description: 'x' })) } },
      'counted up to input.items',
    ],
  ])('may not come with too much: %s', async (_, variables, message) => {
    const query = 'mutation ($input: ThingInput!) { saveThing(input: $input) }';
    expect(await service.graphql(query, variables)).toMatchObject({
      status: 400,
      errors: [{ message: expect.stringContaining(message) as unknown, extensions: LIMIT }],
    });
  });

  it('is refused by GET as by POST where it nests too deep', async () => {
    expect(await byGet(`{ fails(how: ${lists(1_900)}) }`)).toMatchObject({
      status: 400,
      errors: [{ extensions: LIMIT }],
    });
  });

  it('counts depth without introspection, and 12 levels are not too deep', async () => {
    expect((await service.graphql(nested(10))).errors).toEqual([]);
    const deep = `{ __schema { types { ${'fields { type { '.repeat(1)}ofType { ofType { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } } } }`;
    expect((await service.graphql(deep)).errors).toEqual([]);
  });

  it('costs by the variables', async () => {
    const query = 'query ($first: Int!) { nodes(first: $first) { id next { id next { id } } all { id } } }';
    expect((await service.graphql(query, { first: 10 })).errors).toEqual([]);
    const { errors } = await service.graphql(query, { first: 5_000 });
    expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
    // The cost of an operation is cached by its variables.
    expect((await service.graphql(query, { first: 11 })).errors).toEqual([]);
    expect((await service.graphql(query, { first: 5_000 })).errors).toEqual(errors);
  });

  it('answers wrong variables alike whether its cost is known or not', async () => {
    const query = 'query ($first: Int!, $name: String!) { nodes(first: $first) { id } __type(name: $name) { name } }';
    const wrong = { first: 10, name: ['Node'] };
    const { status, errors } = await service.graphql(query, wrong);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect((await service.graphql(query, { first: 10, name: 'Node' })).errors).toEqual([]);
    expect(await service.graphql(query, wrong)).toMatchObject({ status, errors });
    expect((await service.graphql(query, { first: 10 })).errors).toHaveLength(1);
  });
});

describe('a bad request', () => {
  const GET = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers });
  const codes = async (response: Response) =>
    ((await response.json()) as { errors: { extensions: { code: string } }[] }).errors.map(
      ({ extensions }) => extensions.code,
    );

  it.each([
    ['wrong JSON', '{"query": ', {}, 400, 'BAD_USER_INPUT'],
    ['a list of operations', '[{"query": "{ node { id } }"}]', {}, 400, 'BAD_USER_INPUT'],
    ['a number for the query', '{"query": 5}', {}, 400, 'BAD_USER_INPUT'],
    ['no query', '{}', {}, 400, 'BAD_USER_INPUT'],
    [
      'a form',
      'query=mutation%20%7B%20saveThing%7D',
      { 'content-type': 'application/x-www-form-urlencoded' },
      403,
      'FORBIDDEN',
    ],
    ['plain text', '{"query": "{ node { id } }"}', { 'content-type': 'text/plain' }, 403, 'FORBIDDEN'],
    [
      'wrong characters in the namespace',
      '{"query": "{ node { id } }"}',
      { 'x-namespace': 'a b' },
      400,
      'BAD_USER_INPUT',
    ],
    [
      'a namespace that is too long',
      '{"query": "{ node { id } }"}',
      { 'x-namespace': 'a'.repeat(65) },
      400,
      'BAD_USER_INPUT',
    ],
    [
      '17 MB',
      JSON.stringify({ query: '{ node { id } }', variables: { x: 'x'.repeat(17 * 1024 * 1024) } }),
      {},
      413,
      'LIMIT_EXCEEDED',
    ],
  ])('is refused: %s', async (_, body, headers, status, code) => {
    const answer = await service.post(body, headers);
    expect(answer).toMatchObject({ status, errors: [{ extensions: { code } }] });
  });

  it('says which header has the wrong characters', async () => {
    const { errors } = await service.post('{"query": "{ node { id } }"}', { 'x-namespace': '../x' });
    expect(errors[0]?.extensions.fields).toMatchObject([{ path: 'x-namespace', rule: 'namespace' }]);
  });

  it('is refused as one of a foreign page: a bare GET', async () => {
    const response = await GET('/graphql?query=%7Bnode%7Bid%7D%7D');
    expect(response.status).toBe(403);
    expect(await codes(response)).toEqual(['FORBIDDEN']);
  });

  it('may be a GET that shows it is none, for queries only', async () => {
    const headers = { 'mercurius-require-preflight': '1' };
    const query = await GET('/graphql?query=%7Bnode%7Bid%7D%7D', headers);
    expect(await query.json()).toEqual({ data: { node: { id: 'a' } } });
    const mutation = await GET('/graphql?query=mutation%7BsaveThing(input%3A%7Bid%3A%22a%22%7D)%7D', headers);
    expect(mutation.status).toBe(405);
    expect(await codes(mutation)).toEqual(['FORBIDDEN']);
  });

  it('has the same form at plain routes', async () => {
    const caller = await GET('/sample', { 'x-namespace': 'n1', 'x-team': 't1', 'x-project': 'p1' });
    expect(await caller.json()).toEqual({ namespace: 'n1', team: 't1', project: 'p1' });
    const missing = await GET('/sample/missing');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({
      errors: [{ message: 'Thing "x" does not exist', extensions: { code: 'NOT_FOUND' } }],
    });
    const broken = await GET('/sample/broken');
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain('hunter2');
    const namespace = await GET('/sample', { 'x-namespace': '-' });
    expect(namespace.status).toBe(400);
    expect(await codes(namespace)).toEqual(['BAD_USER_INPUT']);
    const nowhere = await GET('/nowhere');
    expect(nowhere.status).toBe(404);
    expect(await codes(nowhere)).toEqual(['NOT_FOUND']);
  });
});
