import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../server/support.js';
import { withOwnDatabase } from '../setup/own-database.js';

// These tests have a database of their own, because keys apply to the whole database.

const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }`;
const CYPHER = 'query ($statement: String!) { cypher(statement: $statement) { rows } }';

withOwnDatabase((own) => {
  let service: TestService;
  const tokens: Record<string, string> = {};
  const bearer = (token = '') => ({ authorization: `Bearer ${token}`, 'x-namespace': 'demo' });

  beforeAll(async () => {
    service = await startTestService({ ...own().connection, CYPHER_QUERIES: 'true' }, {});
    const KEYS: readonly [name: string, input: object][] = [
      ['operator', { role: 'ADMIN', allNamespaces: true }],
      ['bound', { role: 'ADMIN' }],
      ['limited', { role: 'ADMIN', allNamespaces: true, projects: ['one'] }],
      ['reviewer', { role: 'REVIEWER', allNamespaces: true }],
    ];
    for (const [name, input] of KEYS) {
      const by = name === 'operator' ? {} : bearer(tokens['operator']);
      const { data, errors } = await service.graphql(CREATE, { input: { title: name, ...input } }, by);
      expect(errors).toEqual([]);
      tokens[name] = (data?.['createApiKey'] as { token: string }).token;
    }
  });
  afterAll(() => service?.close());

  async function code(statement: string, token = tokens['operator']): Promise<string | undefined> {
    const { errors } = await service.graphql(CYPHER, { statement }, bearer(token));
    return errors[0]?.extensions.code;
  }

  it('is for admin keys of all namespaces alone', async () => {
    expect(await code('RETURN 1')).toBeUndefined();
    for (const name of ['bound', 'limited', 'reviewer']) {
      expect(await code('RETURN 1', tokens[name]), name).toBe('FORBIDDEN');
    }
  });

  it('shows no API key, where there are some', async () => {
    for (const statement of ['MATCH (k:ApiKey) RETURN k', 'MATCH (n) RETURN n', 'MATCH (n) RETURN n.hash']) {
      expect(await code(statement), statement).toBe('BAD_USER_INPUT');
    }
  });

  it('ends an answer that is one huge row, and goes on', async () => {
    const before = process.memoryUsage().rss;
    expect(await code('RETURN range(1, 1000000000) AS x')).toBe('LIMIT_EXCEEDED');
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(200);
    expect(await code('RETURN 1')).toBeUndefined();
  });

  it('ends what takes more than ten seconds', async () => {
    const begin = performance.now();
    expect(await code('UNWIND range(1, 1000000000) AS x WITH x WHERE x % 7 = 8 RETURN count(x)')).toBe('TIMED_OUT');
    expect(performance.now() - begin).toBeLessThan(15_000);
  });
});
