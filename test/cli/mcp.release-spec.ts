import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/service.js';
import { freshNamespace, testConfig } from '../support/graph.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const TOOLS = fileURLToPath(new URL('../../src/mcp/tools.json', import.meta.url));
const KEY = 'test-key-of-16-characters';

const MEMORY = {
  title: 'Wrap errors at package borders',
  description: 'When an error crosses a package',
  content: 'Add what was tried, keep the cause.',
  outcome: 'success',
};

let service: RunningService;
let folder: string;
const namespace = freshNamespace();
const clients: Client[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'mcp-'));
  const limits = { MEMORY_SEARCH_DEFAULT_LIMIT: '1', MEMORY_SEARCH_MAX_LIMIT: '30' };
  service = await startService(testConfig({ API_KEYS: `${KEY}:${namespace}`, ...limits }));
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (settings: Record<string, string>) => ({
  ...(Object.fromEntries(Object.entries(process.env)) as Record<string, string>),
  HEARTWOOD_DATA_DIR: folder,
  ...settings,
});

/** Starts `heartwood mcp` as the server of the official client. */
async function overStdio(settings: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp'],
      env: environment(settings),
      stderr: 'ignore',
    }),
  );
  return client;
}

async function overHttp(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' });
  clients.push(client);
  const requestInit = { headers: { authorization: `Bearer ${KEY}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
  return client;
}

describe('heartwood mcp', () => {
  it('tells of resources that were subscribed to when their trust moves', async () => {
    const client = await overStdio({
      HEARTWOOD_URL: service.url,
      HEARTWOOD_API_KEY: KEY,
      HEARTWOOD_AGENT: 'a1',
      HEARTWOOD_PROJECT: 'p',
    });
    const told: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
    const other = await overHttp({ 'x-agent': 'a2', 'x-project': 'p' });
    const call = async (name: string, args: Record<string, unknown>, by = client) => {
      const { isError, structuredContent } = await by.callTool({ name, arguments: args });
      expect(isError ?? false).toBe(false);
      return structuredContent as Record<string, string>;
    };
    const record = (title: string) => call('memory_record', { ...MEMORY, title });
    const ids = [await record('Watched'), await record('Unwatched'), await record('No longer watched')].map(
      ({ id }) => id!,
    );
    const [watched, , left] = ids.map((id) => `heartwood://memory/${id}`);
    await expect(client.subscribeResource({ uri: 'heartwood://memory/nobody' })).rejects.toThrow(/There is nothing at/);
    await client.subscribeResource({ uri: watched! });
    await client.subscribeResource({ uri: left! });
    await client.unsubscribeResource({ uri: left! });
    await sleep(1_500);
    for (const id of ids) {
      for (const by of [client, other]) await call('memory_feedback', { memory_id: id, helpful: false }, by);
    }
    for (const end = Date.now() + 15_000; told.length < 2 && Date.now() < end;) await sleep(50);
    expect(told).toEqual([watched, watched]);
  });

  it('gives over standard input and output what the service gives over HTTP', async () => {
    const settings = { HEARTWOOD_URL: service.url, HEARTWOOD_API_KEY: KEY };
    const stdio = await overStdio({
      ...settings,
      HEARTWOOD_PROJECT: 'p1',
      HEARTWOOD_TEAM: 't1',
      HEARTWOOD_AGENT: 'a1',
    });
    const http = await overHttp({ 'x-project': 'p1', 'x-team': 't1' });
    expect(stdio.getServerVersion()).toEqual(http.getServerVersion());
    expect(stdio.getInstructions()).toBe(http.getInstructions());
    const lists = (client: Client) =>
      Promise.all([client.listTools(), client.listPrompts(), client.listResources(), client.listResourceTemplates()]);
    expect(await lists(stdio)).toEqual(await lists(http));

    const recorded = await stdio.callTool({ name: 'memory_record', arguments: MEMORY });
    expect(recorded.structuredContent).toMatchObject({ initial_confidence: 0.8 });
    const { id } = recorded.structuredContent as { id: string };
    // This is read first, since the later calls count as uses.
    const uri = `heartwood://memory/${id}`;
    expect(await stdio.readResource({ uri })).toEqual(await http.readResource({ uri }));
    const search = { name: 'memory_search', arguments: { query: 'errors at borders' } };
    // Recorded in the project that one client takes from the configuration, and the other from its headers.
    for (const client of [stdio, http]) {
      expect((await client.callTool(search)).structuredContent).toMatchObject({ total_found: 1, memories: [{ id }] });
    }
    const elsewhere = await overHttp({ 'x-project': 'p2', 'x-team': 't1' });
    expect((await elsewhere.callTool(search)).structuredContent).toMatchObject({ total_found: 0, memories: [] });

    // A process is a session: its reports are one voice however often it repeats them, and the same agent in another
    // process is another voice.
    const judge = { name: 'memory_feedback', arguments: { memory_id: id, helpful: true } };
    for (const applied of [false, false]) {
      expect((await stdio.callTool(judge)).structuredContent).toMatchObject({ applied });
    }
    const sameAgent = await overHttp({ 'x-project': 'p1', 'x-team': 't1', 'x-agent': 'a1' });
    expect((await sameAgent.callTool(judge)).structuredContent).toMatchObject({ applied: true });

    // Both ways give the same errors.
    for (const call of [
      { name: 'memory_record', arguments: { ...MEMORY, title: '' } },
      { name: 'memory_search', arguments: { query: 'x', limit: 31 } },
      { name: 'memory_feedback', arguments: { memory_id: 'mem_none', helpful: true } },
    ]) {
      const answer = await stdio.callTool(call);
      expect(answer).toMatchObject({ isError: true });
      expect(answer).toEqual(await http.callTool(call));
    }
    const failure = (client: Client) =>
      client.callTool({ name: 'no_such_tool' }).catch((error: unknown) => String(error));
    expect(await failure(stdio)).toBe(await failure(http));
    expect(await failure(stdio)).toContain('There is no tool "no_such_tool"');
  });

  it('names the agent after the client, unless one is set', async () => {
    const stdio = await overStdio({ HEARTWOOD_URL: service.url, HEARTWOOD_API_KEY: KEY, HEARTWOOD_PROJECT: 'named' });
    const recorded = await stdio.callTool({ name: 'memory_record', arguments: { ...MEMORY, title: 'Named' } });
    const { id } = recorded.structuredContent as { id: string };
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, 'x-project': 'named' },
      body: JSON.stringify({ query: `{ versions(ref: "memory:${id}") { nodes { change { by } } } }` }),
    });
    expect(await response.json()).toEqual({ data: { versions: { nodes: [{ change: { by: 'test' } }] } } });
  });

  it('has the limits of the configuration, as GraphQL has', async () => {
    const client = await overHttp({ 'x-project': 'limits' });
    for (const title of ['One way', 'Another way']) {
      await client.callTool({ name: 'memory_record', arguments: { ...MEMORY, title, content: title } });
    }
    const { tools } = await client.listTools();
    const { limit } = tools.find(({ name }) => name === 'memory_search')?.inputSchema.properties ?? {};
    expect(limit).toMatchObject({ default: 1, maximum: 30 });
    const search = async (given: object) =>
      (await client.callTool({ name: 'memory_search', arguments: { query: 'way', ...given } })).structuredContent;
    expect(await search({})).toMatchObject({ memories: [{}], total_found: 2 });
    expect(await search({ limit: 30 })).toMatchObject({ memories: [{}, {}] });

    const graphql = async (query: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, 'x-project': 'limits' };
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      return (await response.json()) as { data: Record<string, { memories: object[] }> | null; errors?: object[] };
    };
    const SEARCH = (given: string) => `{ memorySearch(query: "way"${given}) { memories { score } } }`;
    expect((await graphql(SEARCH(''))).data?.['memorySearch']?.memories).toHaveLength(1);
    expect((await graphql(SEARCH(', first: 30'))).data?.['memorySearch']?.memories).toHaveLength(2);
    expect((await graphql(SEARCH(', first: 31'))).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ path: 'first' }] } },
    ]);
    const introspected = await graphql('{ __type(name: "Query") { fields { name args { name defaultValue } } } }');
    expect(JSON.stringify(introspected)).toContain('{"name":"first","defaultValue":null}');
  });

  it('answers what stood in its input before it ends, and writes nothing else to its output', async () => {
    const child = spawn(process.execPath, [CLI, 'mcp'], {
      env: environment({ HEARTWOOD_URL: service.url, HEARTWOOD_API_KEY: KEY }),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const clientInfo = { name: 'test', version: '0' };
    for (const message of [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'memory_search', arguments: { query: 'nothing of this' } } },
    ]) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    }
    child.stdin.end();
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    const answers = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: object });
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[1]?.result).toMatchObject({ structuredContent: { memories: [] } });
  });

  it('tells the agent that a service is not there, or does not let it in', async () => {
    const search = { name: 'memory_search', arguments: { query: 'x' } };
    const away = await overStdio({ HEARTWOOD_URL: 'http://127.0.0.1:1' });
    const refused = await overStdio({ HEARTWOOD_URL: service.url, HEARTWOOD_API_KEY: 'another-key-of-16-characters' });
    for (const client of [away, refused]) {
      const { isError, content } = await client.callTool(search);
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain('does not answer');
    }
    await expect(away.listTools()).rejects.toThrow('http://127.0.0.1:1');
  });

  it('lists its tools at once while the service is being started', async () => {
    const settings = { HEARTWOOD_DATA_DIR: join(folder, 'cold'), HEARTWOOD_URL: '', NEO4J_URI: 'bolt://127.0.0.1:1' };
    const known = JSON.parse(readFileSync(TOOLS, 'utf8')) as { name: string }[];
    const begun = performance.now();
    const client = await overStdio(settings);
    const { tools } = await client.listTools();
    const seconds = (performance.now() - begun) / 1000;
    // The time counts from the start of the process: 0.8 s on two cores. The service that it starts takes most of a
    // minute.
    expect(seconds).toBeLessThan(10);
    expect(tools).toHaveLength(8);
    expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(tools.map(({ name }) => name)));
    await client.close();
  });

  it('starts the service where none runs, is there before it, shares it, and ends it', async () => {
    const state = join(folder, 'heartwood.json');
    const settings = {
      HEARTWOOD_URL: '',
      PORT: '0',
      NEO4J_URI: process.env['TEST_NEO4J_URI'] ?? '',
      NEO4J_USER: process.env['TEST_NEO4J_USER'] ?? '',
      NEO4J_PASSWORD: process.env['TEST_NEO4J_PASSWORD'] ?? '',
      EMBEDDER: 'none',
      HEARTWOOD_NAMESPACE: freshNamespace(),
    };
    const urlOf = () =>
      existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as { url: string | null }).url : null;
    const first = await overStdio(settings);
    expect(urlOf()).toBeNull(); // the client is initialized although there is no service yet
    const record = { name: 'memory_record', arguments: MEMORY };
    const { isError } = await first.callTool(record, undefined, { timeout: 170_000 });
    expect(isError).not.toBe(true);
    const url = urlOf();
    expect(url).toMatch(/^http/);
    const second = await overStdio(settings);
    const found = await second.callTool({ name: 'memory_search', arguments: { query: 'errors at borders' } });
    expect(found.structuredContent).toMatchObject({ total_found: 1 });
    // The process that found a running service leaves it running; the one that started it stops it.
    await second.close();
    expect(urlOf()).toBe(url);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await first.close();
    while (existsSync(state)) await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  }, 180_000); // the test starts a service, on a machine that may be busy
});
