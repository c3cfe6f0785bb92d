import { serverAudits } from 'graphql-http';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SECRET_MESSAGE } from './sample.module.js';
import { startTestService, type TestService } from './support.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('GraphQL over HTTP', () => {
  it('passes the audits of graphql-http without warning or error', async () => {
    const audits = serverAudits({ url: `${service.url}/graphql`, fetchFn: fetch });
    const results = await Promise.all(audits.map((audit) => audit.fn()));
    const bad = results.filter(({ status }) => status === 'warn' || status === 'error');
    expect(
      bad.map((result) => `${result.status}: ${result.name} (${'reason' in result ? result.reason : ''})`),
    ).toEqual([]);
    expect(results.length).toBeGreaterThan(50);
  });
});

describe('GraphQL over WebSocket', () => {
  const connect = (connectionParams: Record<string, unknown>, webSocketImpl: unknown = WebSocket) =>
    createClient({
      url: `${service.url.replace('http', 'ws')}/graphql`,
      connectionParams,
      webSocketImpl,
      retryAttempts: 0,
    });

  async function all(
    query: string,
    variables?: Record<string, unknown>,
    params: Record<string, unknown> = { 'x-namespace': 'ws-1' },
  ) {
    const client = connect(params);
    const results: unknown[] = [];
    try {
      for await (const result of client.iterate({ query, ...(variables && { variables }) })) results.push(result);
    } finally {
      await client.dispose();
    }
    return results;
  }

  it('answers a query for the caller that its connection parameters name', async () => {
    const results = await all('{ caller { namespace agent session } }', undefined, {
      'x-namespace': 'ws-1',
      'x-agent': 'socket',
      'x-session': 'run-7',
    });
    expect(results).toEqual([{ data: { caller: { namespace: 'ws-1', agent: 'socket', session: 'run-7' } } }]);
  });

  it('reads the names of connection parameters as those of headers, in any case', async () => {
    const results = await all('{ caller { namespace agent } }', undefined, {
      'X-Namespace': 'ws-1',
      'X-Agent': 'socket',
    });
    expect(results).toEqual([{ data: { caller: { namespace: 'ws-1', agent: 'socket' } } }]);
  });

  it('answers a subscription', async () => {
    expect(await all('subscription { counting(to: 3) }')).toEqual(
      [1, 2, 3].map((counting) => ({ data: { counting } })),
    );
  });

  it('validates inputs', async () => {
    const [result] = await all('mutation { saveThing(input: { id: " " }) }');
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: [{ path: 'id' }] } }] });
  });

  it('hides a defect', async () => {
    const [result] = await all('{ fails(how: "defect") }');
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL' } }] });
    expect(service.log()).toContain(SECRET_MESSAGE);
  });

  it.each([
    ['syntax', 'subscription { counting(to: 3)', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', 'subscription { colours }', 'GRAPHQL_VALIDATION_FAILED'],
    ['no such operation', 'fragment F on Query { node { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['too deep', `{ node ${'{ next '.repeat(12)}{ id }${' }'.repeat(12)} }`, 'LIMIT_EXCEEDED'],
    ['aliases', `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: today`).join(' ')} }`, 'LIMIT_EXCEEDED'],
    ['tokens', `{ node { ${'id '.repeat(5_001)} } }`, 'LIMIT_EXCEEDED'],
    ['equal fields', `{ ${'today '.repeat(300)} }`, 'LIMIT_EXCEEDED'],
    ['a literal nested deep', `{ fails(how: ${'['.repeat(2_400)}${']'.repeat(2_400)}) }`, 'LIMIT_EXCEEDED'],
    ['a wrong variable', 'subscription ($to: Int!) { counting(to: $to) }', 'BAD_USER_INPUT'],
  ])('refuses as HTTP does: %s', async (_, query, code) => {
    const failure: unknown = await all(query, { to: 'x' }).catch((error: unknown) => error);
    const errors = (
      Array.isArray(failure) && 'extensions' in (failure[0] as object)
        ? failure
        : (failure as [{ errors: unknown }])[0].errors
    ) as {
      extensions?: { code?: string };
    }[];
    expect(errors.map(({ extensions }) => extensions?.code)).toContain(code);
  });

  it('refuses too many values', async () => {
    const input = { id: 'a', items: Array.from({ length: 21_000 }, () => ({ description: 'x' })) };
    const failure = all('mutation ($input: ThingInput!) { saveThing(input: $input) }', { input });
    await expect(failure).rejects.toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
  });

  it('refuses variables that are nested deep', async () => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    const answer = await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => socket.send('{"type": "connection_init"}'));
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as { type: string };
        if (message.type !== 'connection_ack') resolve(message);
        else
          socket.send(
            `{"type": "subscribe", "id": "1", "payload": {"query": "{ today }", "variables": {"a": ${deep}}}}`,
          );
      });
    });
    socket.close();
    expect(answer).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
  });

  it('closes on a namespace with wrong characters, and says so', async () => {
    await expect(all('{ today }', undefined, { 'x-namespace': 'a b' })).rejects.toMatchObject({
      code: 4403,
      reason: expect.stringContaining('x-namespace') as unknown,
    });
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://127.0.0.1:3000' }],
    ['a name that is not ours', { host: 'evil.example' }],
    ['a page that made its name point here', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('lets in nobody from %s', async (_, headers) => {
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
      socket.on('open', () => resolve('open'));
      socket.on('error', () => undefined);
    });
    expect(status).toBe(403);
  });

  it('answers nothing elsewhere', async () => {
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/elsewhere`);
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
      socket.on('error', () => undefined);
    });
    expect(status).toBe(404);
  });
});
