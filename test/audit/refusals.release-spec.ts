import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../server/support.js';
import { withOwnDatabase } from '../setup/own-database.js';

// These tests have a database of their own, because keys apply to the whole database.

const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token key { id } } }`;
const AUDIT = 'query ($ref: String) { audit(ref: $ref, first: 100) { nodes { act by keyId refs count } } }';

withOwnDatabase((own) => {
  let service: TestService;
  let operator: { token: string; key: { id: string } };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'x-namespace': 'demo' });
  const make = async (input: object, headers: Record<string, string> = {}) => {
    const { data, errors } = await service.graphql(CREATE, { input: { title: 'test', ...input } }, headers);
    expect(errors).toEqual([]);
    return data?.['createApiKey'] as typeof operator;
  };
  const audit = async (ref?: string, token = operator.token) => {
    const { data, errors } = await service.graphql(AUDIT, { ref }, bearer(token));
    expect(errors).toEqual([]);
    return (data?.['audit'] as { nodes: readonly object[] }).nodes;
  };

  beforeAll(async () => {
    service = await startTestService({ ...own().connection }, {});
    operator = await make({ role: 'ADMIN', allNamespaces: true });
  });
  afterAll(() => service?.close());

  it('records that a key was created and revoked, by whose key, where its readers find it', async () => {
    const { key } = await make({ role: 'WRITER' }, bearer(operator.token));
    await service.graphql(`mutation { revokeApiKey(id: "${key.id}") { id } }`, {}, bearer(operator.token));
    // A second revocation changes nothing.
    await service.graphql(`mutation { revokeApiKey(id: "${key.id}") { id } }`, {}, bearer(operator.token));
    expect(await audit(`key:${key.id}`)).toMatchObject([
      { act: 'REVOKE_KEY', keyId: operator.key.id, count: 1 },
      { act: 'CREATE_KEY', keyId: operator.key.id, count: 1 },
    ]);
    expect(await audit(`key:${operator.key.id}`)).toMatchObject([{ act: 'CREATE_KEY', keyId: null }]);
    const bound = await make({ role: 'ADMIN' }, bearer(operator.token));
    expect(await audit(`key:${operator.key.id}`, bound.token)).toEqual([]);
  });

  it('records what was refused over GraphQL, MCP and HTTP, by key', async () => {
    const reader = await make({ role: 'READER' }, bearer(operator.token));
    const own = { ...bearer(reader.token), 'x-agent': 'alice' };
    const DELETE = 'mutation { delete(ref: "memory:none") }';
    for (let n = 0; n < 3; n++) await service.graphql(DELETE, {}, own);
    await service.graphql('{ audit { totalCount } }', {}, own);
    await service.graphql('{ status { version } }', {}, { ...own, 'x-namespace': 'other' });
    const client = new Client({ name: 'test', version: '1' });
    const url = new URL(`${service.url}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: own } }));
    await client.callTool({ name: 'knowledge_undo', arguments: { change_id: 'none' } }).catch(() => undefined);
    await client.close();
    await service.graphql('{ status { version } }', {}, bearer('hw_nobody_knows'));
    const expected = [
      { act: 'REFUSE', by: 'alice', keyId: reader.key.id, refs: ['operation:another namespace'], count: 1 },
      { act: 'REFUSE', by: 'alice', keyId: reader.key.id, refs: ['operation:audit'], count: 1 },
      { act: 'REFUSE', by: 'alice', keyId: reader.key.id, refs: ['operation:delete'], count: 3 },
      { act: 'REFUSE', by: 'alice', keyId: reader.key.id, refs: ['operation:knowledge_undo'], count: 1 },
      { act: 'REFUSE', by: null, keyId: null, refs: ['operation:unknown key'], count: 1 },
    ];
    await expect
      .poll(async () => {
        const refused = (await audit()).filter((each) => (each as { act: string }).act === 'REFUSE');
        return refused.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      })
      .toEqual(expect.arrayContaining(expected));
  });

  it('is not shown to a key of some projects, nor to a reviewer', async () => {
    const limited = await make({ role: 'ADMIN', projects: ['one'] }, bearer(operator.token));
    const reviewer = await make({ role: 'REVIEWER' }, bearer(operator.token));
    for (const { token } of [limited, reviewer]) {
      const { errors } = await service.graphql(AUDIT, {}, bearer(token));
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    }
    // A refusal by the field itself is recorded like a refusal by role.
    for (const { key } of [limited, reviewer]) {
      const recorded = { act: 'REFUSE', keyId: key.id, refs: ['operation:audit'], count: 1 };
      await expect.poll(() => audit('operation:audit')).toContainEqual(expect.objectContaining(recorded));
    }
  });
});
