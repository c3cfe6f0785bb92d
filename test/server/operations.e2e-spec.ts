import { type OutgoingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordWork, underWaySince } from '../../src/common/work-under-way.js';
import { startTestService, type TestService } from './support.js';

const BOUND_KEY = 'bound-key-0123456789';
const FREE_KEY = 'free-key-0123456789';
const API_KEYS = `${BOUND_KEY}:team-a, ${FREE_KEY}:*`;

let open: TestService;
let guarded: TestService;

beforeAll(async () => {
  open = await startTestService({ LOG_LEVEL: 'trace' });
  guarded = await startTestService({ API_KEYS, LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await Promise.all([open.close(), guarded.close()]);
});

describe('health', () => {
  it('is open, and ready while the database answers', async () => {
    const live = await fetch(`${guarded.url}/health/live`);
    expect([live.status, await live.json()]).toEqual([200, { status: 'up' }]);
    const ready = await fetch(`${guarded.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });
});

describe('metrics', () => {
  it('count requests by route and operations by their field, whatever callers call them', async () => {
    await open.graphql('query AnyName { today }');
    await fetch(`${open.url}/nowhere/${'x'.repeat(20)}`);
    const text = await (await fetch(`${open.url}/metrics`)).text();
    expect(text).toMatch(/heartwood_graphql_operation_seconds_count\{operation="query today",outcome="ok"\} \d/);
    expect(text).toMatch(/heartwood_http_request_seconds_count\{method="POST",route="\/graphql",status="200"\} \d/);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('AnyName');
    expect(text).not.toContain('/nowhere');
  });
});

describe('work under way', () => {
  it('is named by the operation of a request', async () => {
    const stop = recordWork();
    try {
      await open.graphql('{ today }');
      await fetch(`${open.url}/health/live`);
      // Jobs of the service may run meanwhile.
      const requests = underWaySince(0).filter(({ name }) => !name.startsWith('job '));
      expect(requests.map(({ name }) => name)).toEqual(['GET /health/live', 'query today']);
    } finally {
      stop();
    }
  });
});

describe('request ids', () => {
  it('come back as given, when they are well-formed, and are made otherwise', async () => {
    const idFor = async (given: Record<string, string>) =>
      (await fetch(`${open.url}/health/live`, { headers: given })).headers.get('x-request-id');
    expect(await idFor({ 'x-request-id': 'abc-123' })).toBe('abc-123');
    expect(await idFor({ 'x-request-id': 'a b"c' })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor({ 'x-request-id': 'a'.repeat(65) })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor({})).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('API keys', () => {
  const caller = (headers: Record<string, string>) => guarded.post('{"query": "{ caller { namespace } }"}', headers);
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  it('open the namespace they are bound to, named or not', async () => {
    expect((await caller({ ...bearer(BOUND_KEY), 'x-namespace': 'team-a' })).data).toEqual({
      caller: { namespace: 'team-a' },
    });
    const response = await fetch(`${guarded.url}/sample`, { headers: bearer(BOUND_KEY) });
    expect(await response.json()).toEqual({
      namespace: 'team-a',
      team: 'default',
      project: 'default',
      role: 'admin',
      isBound: true,
      verification: 'USER',
    });
  });

  it('open any namespace when they are bound to none', async () => {
    expect((await caller({ ...bearer(FREE_KEY), 'x-namespace': 'team-b' })).data).toEqual({
      caller: { namespace: 'team-b' },
    });
  });

  it.each([
    ['none', {}, 401, 'UNAUTHENTICATED'],
    ['a wrong one', { authorization: 'Bearer wrong-key-0123456789' }, 401, 'UNAUTHENTICATED'],
    ['another scheme', { authorization: `Basic ${BOUND_KEY}` }, 401, 'UNAUTHENTICATED'],
    ['one of another namespace', { authorization: `Bearer ${BOUND_KEY}`, 'x-namespace': 'team-b' }, 403, 'FORBIDDEN'],
  ])('refuse: %s', async (_, headers, status, code) => {
    expect(await caller(headers)).toMatchObject({ status, errors: [{ extensions: { code } }] });
  });

  it('guard metrics and plain routes, too', async () => {
    for (const path of ['/metrics', '/sample', '/sample/missing']) {
      expect((await fetch(`${guarded.url}${path}`)).status).toBe(401);
    }
    expect((await fetch(`${guarded.url}/metrics`, { headers: bearer(FREE_KEY) })).status).toBe(200);
  });

  it('leave the playground open, which shows nothing of anybody', async () => {
    expect((await fetch(`${guarded.url}/playground`)).status).toBe(200);
  });
});

describe('the rate limit', () => {
  // A service of its own: for the others, what it refuses would be missing.
  let limited: TestService;
  beforeAll(async () => {
    limited = await startTestService({ API_KEYS, RATE_LIMIT_PER_MINUTE: '40' });
  });
  afterAll(() => limited.close());

  it('refuses what is over it, and never health', async () => {
    const headers = { authorization: `Bearer ${FREE_KEY}` };
    const answers = [];
    for (let n = 0; n < 45; n++) answers.push(await limited.post('{"query": "{ today }"}', headers));
    expect(answers.at(-1)).toMatchObject({ status: 429, errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
    expect((await fetch(`${limited.url}/health/live`)).status).toBe(200);
  });

  it('counts made-up keys for the address that sends them, and not for callers with a key', async () => {
    const known = { authorization: `Bearer ${BOUND_KEY}`, 'x-namespace': 'team-a' };
    const callsWithKey = async () => (await limited.post('{"query": "{ today }"}', known)).status;
    expect(await callsWithKey()).toBe(200);
    const statuses = [];
    for (let n = 0; n < 45; n++) {
      const headers = { authorization: `Bearer made-up-key-0123456789-${n}` };
      statuses.push((await limited.post('{"query": "{ today }"}', headers)).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect(await callsWithKey()).toBe(200);
  });
});

describe('TRUSTED_PROXIES', () => {
  it.each([
    ['count a client behind them by its own address', '127.0.0.1, ::1', [401, 429, 429, 401]],
    ['are empty at first, since every client can send X-Forwarded-For', '', [401, 429, 429, 429]],
  ])('%s', async (_, TRUSTED_PROXIES, expected) => {
    const proxied = await startTestService({ RATE_LIMIT_PER_MINUTE: '2', REQUIRE_API_KEY: 'true', TRUSTED_PROXIES });
    const statuses = [];
    // An address that a client invents stands before its own one.
    for (const forwarded of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.9, 192.0.2.1', '192.0.2.1, 192.0.2.9'])
      statuses.push((await proxied.post('{"query": "{ today }"}', { 'x-forwarded-for': forwarded })).status);
    await proxied.close();
    expect(statuses.slice(1)).toEqual(expected);
  });
});

describe('the doors', () => {
  const query = `/graphql?query=${encodeURIComponent('{ today }')}`;
  /** fetch is not used, because it sets the host itself. */
  const send = (url: string, method: string, path: string, headers: OutgoingHttpHeaders) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, headers }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode, body }));
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? '{"query": "{ today }"}' : undefined);
    });
  const json = { 'content-type': 'application/json' };

  it.each([
    ['POST', '/graphql', json],
    ['GET', query, { 'mercurius-require-preflight': '1' }],
    ['GET', '/sample', {}],
  ])('answer only to names of the service: %s %s', async (method, path, headers) => {
    for (const own of [{}, { host: 'localhost' }, { host: '[::1]:4000' }, { origin: open.url }]) {
      expect((await send(open.url, method, path, { ...headers, ...own })).status).toBe(200);
    }
    for (const foreign of [{ host: 'evil.example' }, { origin: 'http://evil.example' }, { origin: 'null' }]) {
      const { status, body } = await send(open.url, method, path, { ...headers, ...foreign });
      expect(status).toBe(403);
      expect(JSON.parse(body)).toMatchObject({
        errors: [{ message: expect.stringContaining('ALLOWED_HOSTS') as unknown, extensions: { code: 'FORBIDDEN' } }],
      });
    }
  });

  it('answer to every name where a key is needed, but to no page of another host', async () => {
    const headers = { ...json, authorization: `Bearer ${BOUND_KEY}`, host: 'heartwood.example' };
    expect((await send(guarded.url, 'POST', '/graphql', headers)).status).toBe(200);
    const foreign = { ...headers, origin: 'http://evil.example' };
    expect((await send(guarded.url, 'POST', '/graphql', foreign)).status).toBe(403);
  });

  it.each(['/health/live', '/health/ready', '/metrics', '/playground'])('answer to every name at %s', async (path) =>
    expect((await send(open.url, 'GET', path, { host: 'evil.example' })).status).toBe(200),
  );

  it('refuse a GET that a page of another site may have sent', async () => {
    for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { 'user-agent': 'Mozilla/5.0' }]) {
      const { status, body } = await send(open.url, 'GET', '/sample', foreign);
      expect([status, JSON.parse(body)]).toMatchObject([403, { errors: [{ extensions: { code: 'FORBIDDEN' } }] }]);
    }
    expect((await send(open.url, 'GET', '/sample', { 'sec-fetch-site': 'none' })).status).toBe(200);
  });
});

describe('the log', () => {
  it('holds no key, password, body or query text', async () => {
    const secret = 'a-very-private-thought';
    await guarded.post(JSON.stringify({ query: `{ fails(how: "${secret}") }` }), {
      authorization: `Bearer ${FREE_KEY}`,
    });
    await open.post(JSON.stringify({ query: `{ fails(how: "${secret}") }` }));
    await open.graphql('query ($how: String!) { fails(how: $how) }', { how: secret });
    await open.post(`{"query": "${secret}`);
    await fetch(`${open.url}/sample?query=${secret}`, { headers: { authorization: `Bearer ${secret}` } });
    const log = open.log() + guarded.log();
    expect(log).toContain('"route":"/graphql"');
    for (const hidden of [secret, BOUND_KEY, FREE_KEY, process.env['TEST_NEO4J_PASSWORD'] ?? 'none']) {
      expect(log).not.toContain(hidden);
    }
  });
});
