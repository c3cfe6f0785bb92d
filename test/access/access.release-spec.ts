import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { listKeys } from '../../src/access/access.statements.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { startTestService, type TestService } from '../server/support.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { freshNamespace } from '../support/graph.js';

// These tests have a database of their own, because keys apply to the whole database.

const CREATE = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { token key { id namespace title role projects teams expires revokedAt } } }`;
const REVOKE = 'mutation ($id: ID!) { revokeApiKey(id: $id) { id revokedAt } }';
const REMEMBER = `mutation ($scope: MemoryScope) { recordMemory(input: { title: "Wrap errors", description: "At borders",
  content: "Keep the cause.", outcome: SUCCESS, scope: $scope }) { memory { id project team } } }`;
const SEARCH = '{ search(query: "errors") { hits { score } } }';
const ONE_PAGE = 'https://app.example';
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Made {
  readonly token: string;
  readonly key: { readonly id: string; readonly namespace: string | null };
}

withOwnDatabase((own) => {
  let one: TestService;
  let other: TestService;
  let folder: string;
  let settings: Record<string, string>;
  let admin: Made;
  const tokens: string[] = [];

  beforeAll(async () => {
    settings = { ...own().connection };
    folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'keys-'));
    one = await startTestService({ ...settings, LOG_LEVEL: 'trace', CORS_ORIGINS: ONE_PAGE }, {});
    other = await startTestService(settings, {});
  });
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const make = async (input: object, by = admin, at = one): Promise<Made> => {
    const { data, errors } = await at.graphql(CREATE, { input: { title: 'test', ...input } }, bearer(by.token));
    expect(errors).toEqual([]);
    const made = data?.['createApiKey'] as Made;
    tokens.push(made.token);
    return made;
  };
  const codes = ({ errors }: { errors: readonly { extensions: { code: string } }[] }) =>
    errors.map(({ extensions }) => extensions.code);

  const cli = (args: readonly string[], environment: Record<string, string> = {}) =>
    new Promise<{ code: number | null; out: string; told: string }>((resolve, reject) => {
      const child = spawn(process.execPath, [CLI, ...args], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', HEARTWOOD_DATA_DIR: folder, ...environment },
      });
      let [out, told] = ['', ''];
      child.stdout.on('data', (chunk) => (out += String(chunk)));
      child.stderr.on('data', (chunk) => (told += String(chunk)));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, out, told }));
    });

  describe('the first key', () => {
    it('is not needed while there is none', async () => {
      expect(await one.graphql(SEARCH)).toMatchObject({ status: 200, errors: [] });
      expect(await other.graphql(SEARCH, {}, bearer('whatever'))).toMatchObject({ status: 200, errors: [] });
    });

    it('is an admin key without projects and teams', async () => {
      for (const input of [{ role: 'WRITER' }, { role: 'ADMIN', projects: ['a'] }]) {
        expect(codes(await one.graphql(CREATE, { input: { title: 't', ...input } }))).toEqual(['CONFLICT']);
      }
      expect(await one.graphql(SEARCH)).toMatchObject({ errors: [] });
    });

    it('is made on the command line where no service answers, and then every request needs one, at every replica', async () => {
      const args = ['keys', 'create', '--title', 'operator', '--role', 'admin', '--all-namespaces'];
      const made = await cli([...args, '--url', 'http://127.0.0.1:1'], settings);
      expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^hw_[0-9A-Z]{26}_[\w-]{43}\n$/) as string });
      const token = made.out.trim();
      tokens.push(token);
      admin = { token, key: { id: token.slice(3, 29), namespace: null } };
      await new Promise((resolve) => setTimeout(resolve, 1_600));
      for (const service of [one, other]) {
        const refused = await service.graphql(SEARCH);
        expect(refused).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
        expect(await service.graphql(SEARCH, {}, bearer(token))).toMatchObject({ status: 200, errors: [] });
      }
      expect((await fetch(`${one.url}/health/live`)).status).toBe(200);
      expect((await fetch(`${one.url}/metrics`)).status).toBe(401);
    });

    it('cannot be revoked while it is the last one', async () => {
      expect(codes(await one.graphql(REVOKE, { id: admin.key.id }, bearer(admin.token)))).toEqual(['CONFLICT']);
      const { code, told } = await cli(['keys', 'revoke', admin.key.id, '--database'], settings);
      expect([code, told]).toEqual([1, expect.stringContaining('The last admin key cannot be revoked')]);
      expect(await one.graphql(SEARCH, {}, bearer(admin.token))).toMatchObject({ errors: [] });
    });

    it('and its neighbour are not both revoked at once', async () => {
      const second = await make({ role: 'ADMIN', allNamespaces: true });
      const revoking = [admin, second].map(({ key }, index) =>
        (index === 0 ? one : other).graphql(REVOKE, { id: key.id }, bearer(second.token)),
      );
      const refused = (await Promise.all(revoking)).flatMap(codes);
      expect(refused).toHaveLength(1);
      // The admin key that is left creates the next one.
      const [left] = await Promise.all(
        [admin, second].map(async (key) =>
          (await one.graphql(SEARCH, {}, bearer(key.token))).status === 200 ? key : null,
        ),
      );
      admin = left ?? second;
      expect(await one.graphql(SEARCH, {}, bearer(admin.token))).toMatchObject({ errors: [] });
    });
  });

  describe('a role', () => {
    const DELETE = 'mutation { delete(ref: "memory:none") }';
    const MERGE = 'mutation { mergeEntities(from: "a", into: "b") { changed } }';
    const ask = async (role: string) => {
      const { token } = await make({ role });
      const answers = await Promise.all(
        [SEARCH, REMEMBER, 'mutation { undo(changeId: "none") { undone } }', '{ apiKeys { id } }'].map(
          async (query) => {
            const { errors } = await one.graphql(query, { scope: 'PROJECT' }, bearer(token));
            return errors.map(({ message, extensions: { code } }) => (code === 'FORBIDDEN' ? message : code));
          },
        ),
      );
      return { token, answers };
    };

    it('is what the caller is told it has, and that of an admin where no key is asked', async () => {
      const { token } = await make({ role: 'REVIEWER', projects: ['blades'] });
      const { data } = await one.graphql('{ caller { namespace project role } }', {}, bearer(token));
      expect(data).toEqual({ caller: { namespace: one.namespace, project: 'blades', role: 'REVIEWER' } });
    });

    it.each([
      ['READER', ['recordMemory needs the role writer']],
      ['WRITER', []],
    ])('%s is what GraphQL asks for, and names what is needed', async (role, refusals) => {
      const { answers, token } = await ask(role);
      const told = answers.flat().filter((text) => text.includes('recordMemory'));
      expect(told.map((text) => text.split(';')[0])).toEqual(refusals);
      const admins = await one.graphql('{ apiKeys { id } }', {}, bearer(token));
      expect(admins.errors).toMatchObject([
        { message: `apiKeys needs the role admin; this API key has the role ${role.toLowerCase()}`, path: ['apiKeys'] },
      ]);
      for (const query of [DELETE, MERGE]) expect(codes(await one.graphql(query, {}, bearer(token)))).not.toEqual([]);
    });

    it('writer keeps to its project; wider scopes are for reviewers', async () => {
      const [writer, reviewer] = [await make({ role: 'WRITER' }), await make({ role: 'REVIEWER' })];
      expect((await one.graphql(REMEMBER, { scope: 'ORG' }, bearer(writer.token))).errors).toMatchObject([
        { message: expect.stringContaining('The scope ORG needs the role reviewer') as unknown },
      ]);
      expect((await one.graphql(REMEMBER, { scope: 'ORG' }, bearer(reviewer.token))).errors).toEqual([]);
    });

    it('is asked for by plain routes', async () => {
      const { token } = await make({ role: 'READER' });
      const headers = { ...bearer(token), 'x-namespace': one.namespace };
      const context = await fetch(`${one.url}/context?query=errors`, { headers });
      expect(context.status).toBe(200);
      const upload = await fetch(`${one.url}/documents?source=a.txt`, { method: 'POST', headers, body: 'Some text.' });
      expect([upload.status, await upload.json()]).toMatchObject([
        403,
        { errors: [{ message: expect.stringContaining('role writer') as unknown, extensions: { code: 'FORBIDDEN' } }] },
      ]);
    });

    it('is asked for by tools, and shows those alone that it may call', async () => {
      const { token } = await make({ role: 'READER' });
      const client = new Client({ name: 'test', version: '0' });
      const headers = { ...bearer(token), 'x-namespace': one.namespace };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${one.url}/mcp`), { requestInit: { headers } }));
      try {
        const names = (await client.listTools()).tools.map(({ name }) => name);
        expect(names).toContain('knowledge_search');
        expect(names).not.toContain('memory_record');
        const refused = await client.callTool({ name: 'knowledge_undo', arguments: { change_id: 'x' } });
        const [{ text = '' } = {}] = refused.content as { text?: string }[];
        expect(JSON.parse(text)).toEqual({
          code: 'FORBIDDEN',
          message: 'knowledge_undo needs the role reviewer; this API key has the role reader',
        });
      } finally {
        await client.close();
      }
    });

    it('holds over WebSockets, too', async () => {
      const { token } = await make({ role: 'READER' });
      const client = createClient({
        url: `${one.url.replace('http', 'ws')}/graphql`,
        connectionParams: { ...bearer(token), 'x-namespace': one.namespace },
        webSocketImpl: WebSocket,
        retryAttempts: 0,
      });
      const results: unknown[] = [];
      for await (const result of client.iterate({ query: '{ apiKeys { id } }' })) results.push(result);
      await client.dispose();
      expect(results).toMatchObject([{ errors: [{ extensions: { code: 'FORBIDDEN' } }] }]);
    });
  });

  describe('what a key opens', () => {
    it('is one namespace, which need not be named', async () => {
      const { token, key } = await make({ role: 'READER' });
      expect(key.namespace).toBe(one.namespace);
      expect((await one.graphql(SEARCH, {}, { ...bearer(token), 'x-namespace': 'another' })).status).toBe(403);
      const bound = await make({ role: 'ADMIN' });
      expect(
        codes(
          await one.graphql(
            CREATE,
            { input: { title: 't', role: 'READER', allNamespaces: true } },
            bearer(bound.token),
          ),
        ),
      ).toEqual(['FORBIDDEN']);
      const listed = await one.graphql('{ apiKeys { namespace } }', {}, bearer(bound.token));
      expect(new Set((listed.data?.['apiKeys'] as { namespace: string }[]).map((each) => each.namespace))).toEqual(
        new Set([one.namespace]),
      );
    });

    it('is no namespace of the service itself', async () => {
      const answer = await one.graphql(SEARCH, {}, { ...bearer(admin.token), 'x-namespace': '_system' });
      expect([answer.status, codes(answer)]).toEqual([400, ['BAD_USER_INPUT']]);
    });

    it('beats the project and team that a request names', async () => {
      const { token } = await make({ role: 'WRITER', projects: ['blades', 'hub'], teams: ['rotor'] });
      const owner = async (headers: Record<string, string>) => {
        const { data } = await one.graphql(REMEMBER, { scope: 'PROJECT' }, { ...bearer(token), ...headers });
        const { project, team } = (data?.['recordMemory'] as { memory: { project: string; team: string } }).memory;
        return [project, team];
      };
      expect(await owner({})).toEqual(['blades', 'rotor']);
      expect(await owner({ 'x-project': 'hub', 'x-team': 'tower' })).toEqual(['hub', 'rotor']);
      expect(await owner({ 'x-project': 'gear' })).toEqual(['blades', 'rotor']);
      const moving = await make({ role: 'REVIEWER', projects: ['blades'] });
      expect(
        codes(await one.graphql('mutation { moveMemories(to: "gear") { moved } }', {}, bearer(moving.token))),
      ).toEqual(['FORBIDDEN']);
    });

    it('is for reviewers also the receipts of other projects, as far as the key opens them', async () => {
      const writer = await make({ role: 'WRITER', projects: ['blades'] });
      const { data } = await one.graphql('{ context(input: { query: "q" }) { receiptId } }', {}, bearer(writer.token));
      const { receiptId } = data?.['context'] as { receiptId: string };
      const seenBy = async (input: object) => {
        const { token } = await make(input);
        const answer = await one.graphql(
          'query ($id: ID!) { receipt(id: $id) { id } }',
          { id: receiptId },
          bearer(token),
        );
        return answer.data?.['receipt'];
      };
      expect(await seenBy({ role: 'WRITER' })).toBeNull();
      expect(await seenBy({ role: 'REVIEWER', projects: ['hub'] })).toBeNull();
      expect(await seenBy({ role: 'REVIEWER' })).toEqual({ id: receiptId });
      expect(await seenBy({ role: 'REVIEWER', projects: ['hub', 'blades'] })).toEqual({ id: receiptId });
    });

    it('ends with its time, and is no time that has passed', async () => {
      const past = { input: { title: 't', role: 'READER', expires: '2020-01-01T00:00:00Z' } };
      expect(codes(await one.graphql(CREATE, past, bearer(admin.token)))).toEqual(['BAD_USER_INPUT']);
      const { token } = await make({ role: 'READER', expires: new Date(Date.now() + 3_000).toISOString() });
      expect((await other.graphql(SEARCH, {}, { ...bearer(token), 'x-namespace': one.namespace })).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 3_100));
      expect(await other.graphql(SEARCH, {}, { ...bearer(token), 'x-namespace': one.namespace })).toMatchObject({
        status: 401,
        errors: [{ message: 'The API key has expired' }],
      });
    });
  });

  it('a key that is revoked ends within 5 s at the other replica, with its WebSockets', async () => {
    const { token, key } = await make({ role: 'READER' });
    const params = { ...bearer(token), 'x-namespace': one.namespace };
    expect((await other.graphql(SEARCH, {}, params)).status).toBe(200);
    const closed = new Promise<{ code: number; reason: string }>((resolve, reject) => {
      const client = createClient({
        url: `${other.url.replace('http', 'ws')}/graphql`,
        connectionParams: params,
        webSocketImpl: WebSocket,
        retryAttempts: 0,
        lazy: false,
        onNonLazyError: () => undefined,
        on: {
          connected: () => void one.graphql(REVOKE, { id: key.id }, bearer(admin.token)).catch(reject),
          closed: (event) => resolve(event as { code: number; reason: string }),
        },
      });
      setTimeout(() => {
        void client.dispose();
        reject(new Error('was not closed within 5 s'));
      }, 5_000);
    });
    expect(await closed).toMatchObject({ code: 4401, reason: 'The API key was revoked' });
    expect((await other.graphql(SEARCH, {}, params)).status).toBe(401);
  });

  it('a key of another namespace is listed and revoked by an admin of all namespaces, and by no other', async () => {
    const { key } = await make({ role: 'READER' });
    const bound = await make({ role: 'ADMIN' });
    const elsewhere = { 'x-namespace': freshNamespace() };
    const list = async (token: string, all: boolean) => {
      const asked = `{ apiKeys(allNamespaces: ${all}) { id } }`;
      const answer = await one.graphql(asked, {}, { ...bearer(token), ...elsewhere });
      const listed = answer.data?.['apiKeys'] as { id: string }[] | undefined;
      return listed ? listed.some(({ id }) => id === key.id) : codes(answer);
    };
    expect([await list(admin.token, false), await list(admin.token, true)]).toEqual([false, true]);
    const { data } = await one.graphql(
      CREATE,
      { input: { title: 'test', role: 'ADMIN' } },
      { ...bearer(admin.token), ...elsewhere },
    );
    const { token: neighbour } = data?.['createApiKey'] as Made;
    tokens.push(neighbour);
    expect([await list(neighbour, false), await list(neighbour, true)]).toEqual([false, ['FORBIDDEN']]);
    const revoke = (token: string) => one.graphql(REVOKE, { id: key.id }, { ...bearer(token), ...elsewhere });
    expect(codes(await revoke(neighbour))).toEqual(['NOT_FOUND']);
    expect(codes(await revoke(bound.token))).toEqual(['FORBIDDEN']);
    expect(await revoke(admin.token)).toMatchObject({ data: { revokeApiKey: { id: key.id } }, errors: [] });
  });

  it('lets the pages of CORS_ORIGINS ask and read, and no others', async () => {
    const preflight = (origin: string) =>
      fetch(`${one.url}/graphql`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      });
    const allowed = await preflight(ONE_PAGE);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, ONE_PAGE]);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('authorization');
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const answer = await one.graphql(SEARCH, {}, { ...bearer(admin.token), origin: ONE_PAGE });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, ONE_PAGE]);
    expect((await one.graphql(SEARCH, {}, { ...bearer(admin.token), origin: 'https://evil.example' })).status).toBe(
      403,
    );
  });

  it('commands ask the service that answers, and show no key a second time', async () => {
    const environment = { HEARTWOOD_API_KEY: admin.token, HEARTWOOD_NAMESPACE: one.namespace, HEARTWOOD_URL: one.url };
    const made = await cli(
      ['keys', 'create', '--title', 'by hand', '--role', 'reader', '--expires', '90d'],
      environment,
    );
    expect([made.code, made.told]).toEqual([0, expect.stringContaining('reader')]);
    tokens.push(made.out.trim());
    const listed = await cli(['keys', 'list'], environment);
    expect(listed.out).toContain('by hand');
    expect(listed.out).not.toContain('hw_');
    const id = made.out.slice(3, 29);
    expect((await cli(['keys', 'revoke', id], environment)).told).toContain('revoked');
    expect((await cli(['keys', 'revoke', 'nothing'], environment)).code).toBe(1);
  });

  it('no token stands in the log or in the database, and no key is knowledge', async () => {
    expect(tokens.length).toBeGreaterThan(10);
    const rows = await one.app.get(GraphService).run(listKeys, {});
    expect(rows.length).toBeGreaterThan(10);
    for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token.slice(30));
    for (const token of tokens) expect(one.log()).not.toContain(token.slice(30));
    const { data } = await one.graphql('{ namespaces(first: 100) { nodes { name } } }', {}, bearer(admin.token));
    expect(JSON.stringify(data)).toContain(one.namespace);
    expect(JSON.stringify(data)).not.toContain('_system');
  });

  it('throttles who guesses, but not who was right before', async () => {
    await one.graphql(SEARCH, {}, bearer(admin.token));
    const guess = (index: number) => one.graphql(SEARCH, {}, bearer(`guess-${index}`));
    const statuses: number[] = [];
    for (let index = 0; index < 25; index++) statuses.push((await guess(index)).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.at(-1)).toBe(429);
    expect((await one.graphql(SEARCH, {}, bearer(admin.token))).status).toBe(200);
  });
});
