import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countTokens } from '../../src/common/tokens.js';
import { runCommand } from '../../src/cli/program.js';
import { contextService, type TestService } from '../context/support.js';
import { startEmbeddingServer, STUB_MODEL, type EmbeddingServer } from '../support/embedding-server.js';
import { freshNamespace } from '../support/graph.js';

interface Hit {
  readonly memory: { readonly id: string; readonly title: string; readonly confidence: number; readonly scope: string };
  readonly relevance: number;
  readonly score: number;
  readonly explain: {
    readonly trust: number;
    readonly scopeWeight: number;
    readonly gamma: number;
    readonly usualTrust: number;
  };
}
interface Found {
  readonly memorySearch: {
    readonly memories: readonly Hit[];
    readonly totalFound: number;
    readonly tokensUsed: number;
  };
}
interface Recorded {
  readonly recordMemory: {
    readonly id: string;
    readonly message: string;
    readonly initialConfidence: number;
    readonly duplicateOf: string | null;
    readonly redacted: readonly { readonly path: string; readonly rule: string }[];
  };
}

const RECORD = `mutation ($input: MemoryInput!) { recordMemory(input: $input) { id message initialConfidence duplicateOf redacted { path rule } } }`;
const SEARCH = `query ($query: String!, $scope: MemoryScopeFilter! = ALL, $outcome: OutcomeFilter! = ALL, $first: Int! = 5, $minConfidence: Float! = 0.5, $tags: [String!]) {
  memorySearch(query: $query, scope: $scope, outcome: $outcome, first: $first, minConfidence: $minConfidence, tags: $tags) {
    totalFound tokensUsed
    memories { relevance score explain { trust scopeWeight gamma usualTrust } memory { id title confidence scope } } } }`;
const FEEDBACK = `mutation ($id: ID!, $helpful: Boolean!, $key: String) {
  memoryFeedback(memoryId: $id, helpful: $helpful, idempotencyKey: $key) { success newConfidence applied message } }`;

let embedder: EmbeddingServer;
let service: TestService;
const clients: Client[] = [];
beforeAll(async () => {
  embedder = await startEmbeddingServer();
  service = await contextService({
    EMBEDDER: 'openai',
    EMBEDDING_MODEL: STUB_MODEL,
    OPENAI_BASE_URL: embedder.url,
    // This exponent applies to the search over all kinds, but not to memorySearch.
    TRUST_GAMMA: '3',
    // Applies the rules of the original design for consensus and uses; test/outcomes tests the measured ones.
    POLICY: 'seed',
    MEMORY_MIN_FOR_INJECTION: '0.6',
    DISTILLATION_WORKERS: '0',
  });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.close();
  await embedder.close();
});

interface Agent {
  readonly namespace: string;
  readonly headers: Record<string, string>;
  record(title: string, more?: object): Promise<Recorded['recordMemory']>;
  search(query: string, more?: object): Promise<Found['memorySearch']>;
  data<Data>(query: string, variables?: object): Promise<Data>;
  refused(query: string, variables?: object): Promise<Record<string, unknown>>;
}

function agent(project: string, team: string, namespace: string): Agent {
  const headers = { 'x-project': project, 'x-team': team, 'x-agent': `${project}-agent` };
  const data: Agent['data'] = (query, variables = {}) => service.data(namespace, query, variables, headers);
  return {
    namespace,
    headers,
    data,
    record: async (title, more = {}) => {
      const input = { title, description: `About ${title}`, content: `Do ${title} well.`, outcome: 'SUCCESS', ...more };
      return (await data<Recorded>(RECORD, { input })).recordMemory;
    },
    search: async (query, more = {}) => (await data<Found>(SEARCH, { query, ...more })).memorySearch,
    refused: async (query, variables = {}) => {
      const { errors } = await service.graphql(namespace, query, variables, headers);
      const [error] = errors ?? [];
      if (!error) throw new Error('Expected an error');
      return error.extensions;
    },
  };
}

const idsOf = ({ memories }: Found['memorySearch']) => memories.map(({ memory }) => memory.id);

async function until<Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> {
  for (let attempt = 0; ; attempt++) {
    const value = await read();
    if (holds(value) || attempt === 100) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a search', () => {
  const namespace = freshNamespace();
  const [editor, web] = [agent('editor', 'desktop', namespace), agent('site', 'web', namespace)];

  it('multiplies relevance, confidence relative to that of a new memory, and the weight of the scope', async () => {
    const own = freshNamespace();
    const [viewer, editor, web] = [agent('viewer', 'desktop', own), agent('editor', 'desktop', own), agent('site', 'web', own)]; // prettier-ignore
    const words = 'Retry flaky uploads';
    const scopes = ['PROJECT', 'TEAM', 'ORG'];
    // Equal contents would be returned once.
    const COLOURS: Record<string, string> = { PROJECT: 'red', TEAM: 'tan', ORG: 'sky' };
    const ids: Record<string, string> = {};
    for (const scope of scopes) {
      ids[scope] = (
        await viewer.record(words, { scope, description: 'the same', content: `the same ${COLOURS[scope]}` })
      ).id;
    }
    const { memories, totalFound, tokensUsed } = await viewer.search('retry uploads');
    expect(memories.map(({ memory }) => memory.scope)).toEqual(scopes);
    for (const [index, weight] of [1, 0.9, 0.8].entries()) {
      const hit = memories[index];
      expect(hit?.relevance).toBeGreaterThan(0.95);
      expect(hit?.explain).toMatchObject({ scopeWeight: weight, gamma: 1, usualTrust: 0.8 });
      expect(hit?.score).toBeCloseTo((hit?.relevance ?? 0) * weight, 5);
      expect(hit?.memory.confidence).toBeCloseTo(0.8, 5);
    }
    expect(totalFound).toBe(3);
    const returned = memories.map(({ memory, relevance }) => ({
      id: memory.id,
      title: words,
      description: 'the same',
      content: 'the same',
      outcome: 'success',
      confidence: 0.8,
      usage_count: 0,
      relevance,
      scope: memory.scope.toLowerCase(),
    }));
    // The confidence has decayed for a few milliseconds, which may add some digits.
    expect(Math.abs(tokensUsed - countTokens(JSON.stringify(returned)))).toBeLessThan(40);
    expect(idsOf(await viewer.search('retry', { scope: 'TEAM' }))).toEqual([ids['TEAM']]);
    // Each caller sees the memories of its own project, of its own team, and of the organisation.
    expect(idsOf(await editor.search('retry'))).toEqual([ids['TEAM'], ids['ORG']]);
    expect(idsOf(await web.search('retry'))).toEqual([ids['ORG']]);
    expect(idsOf(await agent('viewer', 'desktop', freshNamespace()).search('retry'))).toEqual([]);
    // The memory can be read in other ways, too.
    const id = ids['PROJECT'];
    const doors = `query ($id: ID!) { memory(id: $id) { id } knowledge(id: $id, kind: MEMORY) { id }
      memories { nodes { id } totalCount } search(query: "retry") { hits { knowledge { id } } } context(input: { query: "retry", minTrust: 0 }) { text } }`;
    expect(await viewer.data(doors, { id })).toMatchObject({
      memory: { id },
      knowledge: { id },
      memories: { totalCount: 3 },
    });
    const hidden = await web.data<Record<string, unknown>>(doors, { id });
    expect(hidden).toMatchObject({ memory: null, knowledge: null, memories: { totalCount: 1 } });
    expect(JSON.stringify(hidden)).not.toContain(id);
    expect(await web.refused(FEEDBACK, { id, helpful: true })).toMatchObject({ code: 'NOT_FOUND' });
    const signal = `mutation ($id: ID!) { memoryFeedback(memoryId: $id, kind: CODE_STABILITY, helpful: true) { success } }`;
    expect(await web.refused(signal, { id })).toMatchObject({ code: 'NOT_FOUND' });
    const restore = `mutation ($id: ID!) { restoreMemory(id: $id) { id } }`;
    expect(await web.refused(restore, { id })).toMatchObject({ code: 'NOT_FOUND' });
    const promote = `mutation ($id: ID!) { promoteMemory(id: $id, scope: ORG) { id } }`;
    expect(await web.refused(promote, { id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await web.data(`mutation ($ref: String!) { delete(ref: $ref) }`, { ref: `memory:${id}` })).toEqual({
      delete: false,
    });
    const { memory } = await viewer.data<{ memory: object }>(
      `query ($id: ID!) { memory(id: $id) { scope evidence { totalCount } } }`,
      { id },
    );
    expect(memory).toEqual({ scope: 'PROJECT', evidence: { totalCount: 0 } });
  });

  it('filters by outcome, tags and confidence', async () => {
    const good = await editor.record('Cache parsed schemas', { tags: ['speed', 'GraphQL'] });
    const bad = await editor.record('Cache whole responses', { tags: ['speed'], outcome: 'FAILURE' });
    const ids = async (more: object) => idsOf(await editor.search('cache', more)).toSorted();
    expect(await ids({})).toEqual([good.id, bad.id].toSorted());
    expect(await ids({ outcome: 'SUCCESS' })).toEqual([good.id]);
    expect(await ids({ outcome: 'FAILURE' })).toEqual([bad.id]);
    expect(await ids({ tags: ['GraphQL', 'other'] })).toEqual([good.id]);
    expect(await ids({ minConfidence: 0.81 })).toEqual([]);
    expect((await editor.search('cache', { first: 1 })).totalFound).toBe(2);
  });

  it('counts as a use, as does a context, exactly', async () => {
    const { id } = await web.record('Preload fonts');
    await Promise.all([web.search('fonts'), web.search('preload fonts')]);
    await web.data(`{ context(input: { query: "fonts" }) { receiptId } }`);
    // Reading a memory by id, and searching all kinds, do not count as uses.
    const read = () =>
      web.data<{ memory: { usageCount: number } }>(
        `query ($id: ID!) { memory(id: $id) { usageCount } search(query: "fonts") { totalFound } }`,
        { id },
      );
    const { memory } = await until(read, ({ memory }) => memory.usageCount >= 3);
    expect(memory.usageCount).toBe(3);
    // The memory is settled now, so one voice is enough.
    const { memoryFeedback } = await web.data<{ memoryFeedback: object }>(FEEDBACK, { id, helpful: false });
    expect(memoryFeedback).toMatchObject({ applied: true, newConfidence: expect.closeTo(0.6, 6) });
  });
});

describe('a record', () => {
  const namespace = freshNamespace();
  const [viewer, editor] = [agent('viewer', 'desktop', namespace), agent('editor', 'desktop', namespace)];

  it('begins at 0.8, and reports what says the same in its scope', async () => {
    const other = freshNamespace();
    const [viewer, editor] = [agent('viewer', 'desktop', other), agent('editor', 'desktop', other)];
    const first = await viewer.record('Use table-driven tests', { content: 'One row a case.' });
    expect(first).toMatchObject({ message: 'Memory recorded successfully', initialConfidence: 0.8, duplicateOf: null });
    expect(first.id).toMatch(/^mem_/);
    const same = await viewer.record('Tests by tables', { description: 'elsewhere', content: 'One row a case' });
    expect(same.duplicateOf).toBe(first.id);
    // Memories in another scope do not count as duplicates.
    expect((await editor.record('Use table-driven tests')).duplicateOf).toBeNull();
    // The search shows only the best memory of the group; the memory itself lists the others.
    const judge = { helpful: true };
    await viewer.data(FEEDBACK, { id: same.id, ...judge, key: '1' });
    await viewer.data(FEEDBACK, { id: same.id, ...judge, key: '2' });
    const { memories, totalFound } = await viewer.search('table-driven tests');
    expect(memories).toHaveLength(1);
    expect(totalFound).toBe(2);
    const { memory } = await viewer.data<{ memory: { similar: { knowledge: { id: string } }[] } }>(
      `query ($id: ID!) { memory(id: $id) { similar { knowledge { id } } } }`,
      { id: first.id },
    );
    expect(memory.similar.map(({ knowledge }) => knowledge.id)).toEqual([same.id]);
  });

  it('is the same under another title, also among those recorded at once', async () => {
    const same = { description: 'Pin every dependency by hash in the lock file', content: 'Then builds repeat.' };
    const first = await viewer.record('Pin dependencies', same);
    const second = await viewer.record('Dependencies pin', same);
    expect(second.duplicateOf).toBe(first.id);
    const third = await viewer.record('Pin', { description: 'Boards with pins', content: 'Hang them.' });
    expect(third.duplicateOf).toBeNull();
    const many = { description: 'Ask for a code review early', content: 'Small changes first.' };
    const [one, two] = await Promise.all([viewer.record('Review early', many), viewer.record('Early review', many)]);
    expect([one.duplicateOf, two.duplicateOf].toSorted()).toEqual([one.duplicateOf ? two.id : one.id, null].toSorted());
  });

  it('is made once for a key, also by 16 at once', async () => {
    const given = { idempotencyKey: 'once', tags: ['a'] };
    const answers = await Promise.all(Array.from({ length: 16 }, () => viewer.record('Once', given)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const input = { title: 'Twice', description: 'd', content: 'c', outcome: 'SUCCESS', idempotencyKey: 'once' };
    expect(await viewer.refused(RECORD, { input })).toMatchObject({ code: 'CONFLICT' });
    // The same key in another project is a different key.
    expect((await editor.record('Twice', { idempotencyKey: 'once' })).id).not.toBe(answers[0]?.id);
  });

  it('cuts secrets out', async () => {
    const secret = `sk-${'a1'.repeat(12)}`;
    const { id, redacted } = await viewer.record('Keys', {
      content: `Use ${secret} here`,
      description: `password: hunter2`,
      tags: ['fine', secret],
    });
    expect(redacted).toEqual([
      { path: 'description', rule: 'value of a secret name' },
      { path: 'content', rule: 'API key' },
      { path: 'tags.1', rule: 'API key' },
    ]);
    const { memory } = await viewer.data<{ memory: object }>(
      `query ($id: ID!) { memory(id: $id) { content description text } }`,
      { id },
    );
    expect(JSON.stringify(memory)).not.toMatch(/sk-a1|hunter2/);
    expect(JSON.stringify(memory)).toContain('[redacted]');
  });

  it('is raised to the team and the organisation, with a trace, and never lowered', async () => {
    const mine = await viewer.record('Name branches by issue');
    const theirs = await editor.record('Name branches by issue', { scope: 'TEAM' });
    const promote = `mutation ($id: ID!, $scope: MemoryScope!) { promoteMemory(id: $id, scope: $scope) {
      scope project team duplicateOf promotions { from to agent project } } }`;
    const { promoteMemory } = await viewer.data<{ promoteMemory: object }>(promote, { id: mine.id, scope: 'TEAM' });
    const trace = { from: 'PROJECT', to: 'TEAM', agent: 'viewer-agent', project: 'viewer' };
    const team = { scope: 'TEAM', project: 'viewer', team: 'desktop', duplicateOf: theirs.id, promotions: [trace] };
    expect(promoteMemory).toEqual(team);
    expect(await viewer.data(promote, { id: mine.id, scope: 'TEAM' })).toEqual({ promoteMemory: team });
    const seen = idsOf(await editor.search('name branches'));
    expect(seen.filter((id) => id === mine.id || id === theirs.id)).toHaveLength(1);
    expect(await viewer.refused(promote, { id: mine.id, scope: 'PROJECT' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'scope', rule: 'isWider' }],
    });
    await viewer.data(promote, { id: mine.id, scope: 'ORG' });
    expect(idsOf(await agent('site', 'web', namespace).search('branches'))).toEqual([mine.id]);
  });

  it('goes with its evidence when it is deleted, and leaves its title to the next', async () => {
    const first = await viewer.record('Sign commits');
    const second = await viewer.record('Sign commits');
    await viewer.data(FEEDBACK, { id: first.id, helpful: true });
    expect(await viewer.data(`mutation ($ref: String!) { delete(ref: $ref) }`, { ref: `memory:${first.id}` })).toEqual({
      delete: true,
    });
    expect(await viewer.data(`query ($id: ID!) { memory(id: $id) { id } }`, { id: first.id })).toEqual({
      memory: null,
    });
    expect((await viewer.record('Sign commits')).duplicateOf).toBe(second.id);
  });

  it('is listed page by page, newest first', async () => {
    const web = agent('site', 'web', freshNamespace());
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.unshift((await web.record(title)).id);
    const list = `query ($after: String) { memories(first: 2, after: $after) { nodes { id } totalCount pageInfo { hasNextPage endCursor } } }`;
    interface Listed {
      memories: { nodes: { id: string }[]; totalCount: number; pageInfo: { hasNextPage: boolean; endCursor: string } };
    }
    const { memories: head } = await web.data<Listed>(list);
    const { memories: rest } = await web.data<Listed>(list, { after: head.pageInfo.endCursor });
    expect(head.pageInfo.hasNextPage).toBe(true);
    expect([...head.nodes, ...rest.nodes].map(({ id }) => id)).toEqual(ids);
    expect(rest.totalCount).toBe(3);
    expect(await web.data(`{ memories(archived: true) { totalCount } }`)).toEqual({ memories: { totalCount: 0 } });
  });
});

describe('bad input', () => {
  let viewer: ReturnType<typeof agent>;
  beforeEach(() => {
    viewer = agent('viewer', 'desktop', freshNamespace());
  });
  const valid = { title: 't', description: 'd', content: 'c', outcome: 'SUCCESS' };

  it.each([
    ['an empty title', RECORD, { input: { ...valid, title: ' ' } }, 'input.title'],
    ['an oversized title', RECORD, { input: { ...valid, title: 'x'.repeat(201) } }, 'input.title'],
    ['an oversized content', RECORD, { input: { ...valid, content: 'x'.repeat(20_001) } }, 'input.content'],
    [
      'too many tags',
      RECORD,
      { input: { ...valid, tags: Array.from({ length: 21 }, (_, n) => `t${n}`) } },
      'input.tags',
    ],
    ['first 0', SEARCH, { query: 'x', first: 0 }, 'first'],
    ['first 21', SEARCH, { query: 'x', first: 21 }, 'first'],
    ['confidence 1.5', SEARCH, { query: 'x', minConfidence: 1.5 }, 'minConfidence'],
  ])('%s names the field, and stores nothing', async (_, query, variables, path) => {
    const { code, fields } = await viewer.refused(query, variables);
    expect(code).toBe('BAD_USER_INPUT');
    expect((fields as { path: string }[]).map((field) => field.path)).toEqual([path.replace('input.', '')]);
    expect(await viewer.data(`{ memories { totalCount } }`)).toEqual({ memories: { totalCount: 0 } });
  });

  it('an unknown scope is refused by the schema', async () => {
    expect(await viewer.refused(SEARCH, { query: 'x', scope: 'GALAXY' })).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('feedback for what is not there is NOT_FOUND', async () => {
    expect(await viewer.refused(FEEDBACK, { id: 'mem_none', helpful: true })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes Lucene syntax for words', async () => {
    const { id } = await viewer.record('Escape the AND operator', { content: 'Quotes " and tildes ~ / * too' });
    for (const query of [
      'AND',
      '"',
      '~',
      '/',
      '*',
      'AND OR NOT',
      'escape AND operator',
      'title:(',
      '"escape',
      'operator~ /x/ *',
    ]) {
      const found = idsOf(await viewer.search(query));
      if (/escape|operator/.test(query)) expect(found).toEqual([id]);
    }
  });
});

describe('an agent’s tools', () => {
  const namespace = freshNamespace();
  const connect = async (project: string) => {
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    const headers = { 'x-namespace': namespace, 'x-project': project, 'x-team': 'desktop' };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }),
    );
    return client;
  };
  const call = async (client: Client, name: string, given: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
    return { isError, text: (content as { text: string }[])[0]?.text, ...(structuredContent as object) };
  };

  it('have the seed’s schemas', async () => {
    const { tools } = await (await connect('viewer')).listTools();
    const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
    expect(schemaOf('memory_search')).toMatchObject({
      required: ['query'],
      properties: {
        query: { type: 'string' },
        scope: { type: 'string', enum: ['project', 'team', 'org', 'all'], default: 'all' },
        outcome: { type: 'string', enum: ['success', 'failure', 'all'], default: 'all' },
        limit: { type: 'integer', default: 5, minimum: 1, maximum: 20 },
        min_confidence: { type: 'number', default: 0.5 },
      },
    });
    expect(schemaOf('memory_record')).toMatchObject({
      required: ['title', 'description', 'content', 'outcome'],
      properties: { outcome: { enum: ['success', 'failure'] }, tags: { type: 'array', items: { type: 'string' } } },
    });
    expect(schemaOf('memory_feedback')).toMatchObject({
      required: ['memory_id', 'helpful'],
      properties: { memory_id: { type: 'string' }, helpful: { type: 'boolean' }, comment: { type: 'string' } },
    });
  });

  it('record, find, judge and read a memory', async () => {
    const [client, other] = [await connect('viewer'), await connect('editor')];
    const recorded = await call(client, 'memory_record', {
      title: 'Go Error Wrapping Pattern',
      description: 'When handling errors in Go services',
      content: 'Always wrap errors with context using fmt.Errorf',
      outcome: 'success',
      tags: ['go'],
    });
    expect(recorded).toMatchObject({ message: 'Memory recorded successfully', initial_confidence: 0.8 });
    const { id } = recorded as unknown as { id: string };
    const found = await call(client, 'memory_search', { query: 'wrapping errors in Go' });
    expect(found).toMatchObject({
      total_found: 1,
      tokens_used: expect.any(Number),
      memories: [
        {
          id,
          title: 'Go Error Wrapping Pattern',
          description: 'When handling errors in Go services',
          content: 'Always wrap errors with context using fmt.Errorf',
          outcome: 'success',
          confidence: expect.closeTo(0.8, 6),
          usage_count: 0,
          relevance: 1,
          scope: 'project',
        },
      ],
    });
    expect(JSON.parse(found.text ?? '')).toMatchObject({ total_found: 1 });
    expect(await call(client, 'memory_feedback', { memory_id: id, helpful: true, comment: 'it was' })).toMatchObject({
      success: true,
      applied: false,
      new_confidence: expect.closeTo(0.8, 6),
    });
    expect(await call(other, 'memory_search', { query: 'wrapping errors' })).toMatchObject({ memories: [] });
    const { contents } = await client.readResource({ uri: `heartwood://memory/${id}` });
    expect(contents[0]).toMatchObject({
      mimeType: 'text/plain',
      text: expect.stringContaining('Go Error Wrapping Pattern'),
    });
  });

  it('are listed, deleted and taken out of the archive by the command line', async () => {
    const client = await connect('kept');
    const input = { description: 'd', content: 'c', outcome: 'success' };
    const recorded: object[] = [];
    for (const title of ['First', 'Second', 'Third']) {
      recorded.push(await call(client, 'memory_record', { ...input, title }));
    }
    const [first, second, third] = recorded.map((memory) => ('id' in memory ? String(memory.id) : ''));
    const [written, notes]: [string[], string[]] = [[], []];
    const output = {
      isTerminal: false,
      write: (line: string) => void written.push(line),
      note: (line: string) => void notes.push(line),
    };
    const run = (...args: string[]) =>
      runCommand(
        ['memories', ...args, '--namespace', namespace, '--project', 'kept'],
        { HEARTWOOD_URL: service.url },
        output,
      );
    expect(await run('list', '--scope', 'project')).toBe(0);
    expect(written).toEqual([
      expect.stringContaining('"Third"') as string,
      expect.stringMatching(new RegExp(`^${second}  0\\.[78]\\d\\d  success  project  "Second"\n$`)) as string,
      expect.stringContaining('"First"') as string,
    ]);
    expect(await run('list', '--archived', '--scope', 'project')).toBe(0);
    expect(written).toHaveLength(3);
    expect(await run('restore', first ?? '')).toBe(0);
    expect(await run('delete', first ?? '')).toBe(0);
    expect(await run('delete', first ?? '', third ?? '')).toBe(2);
    expect(notes).toEqual([
      expect.stringMatching(new RegExp(`^${first} is restored, with a confidence of 0\\.[78]\\d\\d$`)) as string,
      `${first} is deleted`,
      `${first} is not found`,
      `${third} is deleted`,
    ]);
  });

  it('answer what is wrong as an error of the tool', async () => {
    const client = await connect('viewer');
    expect(await call(client, 'memory_search', { query: 'x', limit: 21 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('limit'),
    });
    expect(await call(client, 'memory_search', { query: 'x', scope: 'galaxy' })).toMatchObject({ isError: true });
    expect(await call(client, 'memory_feedback', { memory_id: 'mem_none', helpful: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining('NOT_FOUND'),
    });
  });
});

describe('a context', () => {
  it('has memories with their confidence, those that are trusted enough', async () => {
    const viewer = agent('viewer', 'desktop', freshNamespace());
    const { id } = await viewer.record('Close file handles', {
      outcome: 'FAILURE',
      description: 'With many files',
      content: 'Never leave them open.',
    });
    const weak = await viewer.record('File handles leak', { description: 'On Windows', content: 'They stay open.' });
    // 0.8 − 0.2 − 0.2
    for (const key of ['a', 'b']) await viewer.data(FEEDBACK, { id: weak.id, helpful: false, key });
    const { context } = await viewer.data<{
      context: { text: string; sections: { infoType: string }[]; hits: { knowledge: { id: string } }[] };
    }>(
      `{ context(input: { query: "file handles", minTrust: 0 }) { text sections { infoType } hits { knowledge { id } } } }`,
    );
    expect(context.sections).toEqual([{ infoType: 'memories' }]);
    expect(context.hits.map(({ knowledge }) => knowledge.id)).toEqual([id]);
    expect(context.text).toBe(
      [
        '# Memories',
        '',
        'Memory: Close file handles',
        `ID: ${id}`,
        'Outcome: failure – avoid this',
        'Confidence: 0.80, used 0 times, from this project',
        'When: With many files',
        'Never leave them open.',
      ].join('\n'),
    );
  });

  it('knows whether confidence predicts what is observed', async () => {
    const viewer = agent('viewer', 'desktop', freshNamespace());
    const { id } = await viewer.record('Measure first');
    for (const helpful of [true, false]) await viewer.data(FEEDBACK, { id, helpful });
    const { calibration } = await viewer.data<{ calibration: object }>(
      `{ calibration(kind: MEMORY, bins: 2) { samples brierScore bins { count successRate } } }`,
    );
    expect(calibration).toEqual({
      samples: 2,
      // (0.2² + 0.8²) / 2
      brierScore: expect.closeTo(0.34, 6),
      bins: [
        { count: 0, successRate: null },
        { count: 2, successRate: 0.5 },
      ],
    });
  });
});
