import { request as httpRequest } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { recordWork, underWaySince } from '../../src/common/work-under-way.js';
import { VERSION } from '../../src/common/version.js';
import { TOOLS_BY_PROFILE } from '../../src/mcp/profiles.js';
import { countTokens } from '../../src/common/tokens.js';
import { badValues, type BadValue, together } from '../support/bad-values.js';
import { freshNamespace } from '../support/graph.js';
import { argumentsOf, type Doors, DOORS, operationOf, pathOf, withBad } from './support.js';

let service: TestService;
let client: Client;
const namespace = freshNamespace();
const connect = async (headers: Record<string, string>) => {
  const connected = new Client({ name: 'test', version: '1' });
  await connected.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }),
  );
  return connected;
};
const call = async (name: string, given: Record<string, unknown>, by = client) => {
  const { structuredContent, content, isError } = await by.callTool({ name, arguments: given });
  const [block] = content as { type: string; text: string }[];
  return {
    isError: isError ?? false,
    output: structuredContent as Record<string, unknown>,
    /** Some answers are plain text instead of JSON. */
    parsed: /^[[{]/.test(block?.text ?? '') ? (JSON.parse(block?.text ?? '') as unknown) : undefined,
  };
};

beforeAll(async () => {
  service = await contextService({ ALLOWED_HOSTS: 'heartwood.example' });
  await saveItems(service, namespace);
  client = await connect({ 'x-namespace': namespace, 'x-agent': 'mcp-test', 'x-mcp-profile': 'all' });
});
afterAll(async () => {
  await client.close();
  await service.close();
});

describe('a client', () => {
  it('learns what the server is for', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'heartwood', version: VERSION });
    const instructions = client.getInstructions() ?? '';
    expect(instructions.split('\n')).toHaveLength(5);
    for (const named of ['memory', 'knowledge_context', 'memory_record', 'context_outcome']) {
      expect(instructions).toContain(named);
    }
  });

  it('finds the tools as they are pinned', async () => {
    const { tools } = await client.listTools();
    // Agents depend on these names and shapes, so a failure asks whether the change is intended. `npx vitest run
    // test/mcp -u` accepts it.
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('../../src/mcp/tools.json');
  });

  it('finds no resources in the list, and a template for each kind that has an address', async () => {
    expect((await client.listResources()).resources).toEqual([]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).sort()).toEqual([
      'heartwood://entity/{id}',
      'heartwood://fluent/{domain}/{name}',
      'heartwood://item/{id}',
      'heartwood://memory/{id}',
    ]);
  });

  it('is answered to a ping', async () => {
    expect(await client.ping()).toEqual({});
  });
});

describe('knowledge_search', () => {
  it('gives the hits of the namespace, as structure and as text', async () => {
    const { output, parsed, isError } = await call('knowledge_search', { query: 'draw a signal as a plot', first: 1 });
    expect(isError).toBe(false);
    expect(output).toMatchObject({
      hits: [
        {
          ref: 'item:plot_signal',
          id: 'plot_signal',
          kind: 'ITEM',
          title: 'plot signal',
          trust: 1,
          explain: { profile: 'catalog' },
        },
      ],
    });
    expect(parsed).toEqual(output);
  });

  it('names its work for the log of what holds the event loop', async () => {
    const stop = recordWork();
    try {
      await call('knowledge_search', { query: 'export' });
      expect(underWaySince(0)).toContainEqual(expect.objectContaining({ name: 'tool knowledge_search' }));
    } finally {
      stop();
    }
  });

  it('finds nothing of another namespace', async () => {
    const other = await connect({ 'x-namespace': freshNamespace() });
    expect((await call('knowledge_search', { query: 'plot' }, other)).output).toMatchObject({
      hits: [],
      total_found: 0,
    });
    await other.close();
  });

  it('takes null as absent', async () => {
    const { isError } = await call('knowledge_search', { query: 'plot', kinds: null, application: null, first: null });
    expect(isError).toBe(false);
  });
});

describe('knowledge_context', () => {
  it('gives the text GraphQL gives, with a receipt that names the agent', async () => {
    const { output } = await call('knowledge_context', { query: 'draw a signal as a plot', max_tokens: 400 });
    const { context, receipt } = await service.data<{ context: { text: string }; receipt: object }>(
      namespace,
      `query ($id: ID!) {
        context(input: { query: "draw a signal as a plot", maxTokens: 400 }) { text }
        receipt(id: $id) { agent text items { id } }
      }`,
      { id: output['receipt_id'] },
    );
    expect(output['text']).toBe(context.text);
    expect(receipt).toMatchObject({ agent: 'mcp-test', text: context.text });
  });
});

describe('the text of knowledge_context', () => {
  it('is the text for the prompt, and in a block of its own the receipt and how to report', async () => {
    const { content, structuredContent } = await client.callTool({
      name: 'knowledge_context',
      arguments: { query: 'draw a signal as a plot', first: 1 },
    });
    const { text, receipt_id: id } = structuredContent as Record<string, string>;
    expect(content).toEqual([
      { type: 'text', text },
      {
        type: 'text',
        text: `receipt: ${id}\nWhen the task is over, call context_outcome with receipt_id "${id}", success, and used: the refs of what you relied on.\nGiven: item:plot_signal`,
      },
    ]);
  });
});

/** Names of tools in a text. */
const NAMES = /\b[a-z]+_[a-z_]+\b/g;

describe('a profile', () => {
  const listed = async (profile: string) => {
    const of = await connect({ 'x-namespace': namespace, 'x-mcp-profile': profile });
    const { tools } = await of.listTools();
    return { of, tools, names: tools.map(({ name }) => name), instructions: of.getInstructions() ?? '' };
  };

  it('is by default the loop: at most eight tools in 3,000 tokens, which do what they do elsewhere', async () => {
    const { of, tools, names, instructions } = await listed('');
    expect(names).toHaveLength(8);
    expect(countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(3_000);
    expect(instructions.match(NAMES)?.filter((name) => !names.includes(name))).toEqual([]);
    for (const { inputSchema } of tools) {
      expect(inputSchema.required?.every((argument) => argument in (inputSchema.properties ?? {}))).toBe(true);
    }
    const { output } = await call('knowledge_search', { query: 'draw a signal', first: 1, tags: [] }, of);
    expect(output).toMatchObject({ hits: [{ ref: 'item:plot_signal' }] });
    await of.close();
  });

  it('shows the arguments of the memory tools that the third design has', async () => {
    const { of, tools } = await listed('loop');
    const shown = (name: string) => Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
    expect(shown('memory_search')).toEqual(['query', 'scope', 'outcome', 'limit', 'min_confidence']);
    expect(shown('memory_record')).toEqual(['title', 'description', 'content', 'outcome', 'tags', 'scope']);
    expect(shown('memory_feedback')).toEqual(['memory_id', 'helpful', 'comment']);
    await of.close();
  });

  it.each([
    ['planning', 'plan_save', 'fluent_save'],
    ['rules', 'fluent_save', 'plan_save'],
    ['knowledge', 'knowledge_load', 'plan_save'],
    ['review', 'knowledge_review', 'plan_save'],
  ])('%s has %s beside the loop, and not %s', async (profile, has, hasNot) => {
    const { of, names, instructions } = await listed(profile);
    expect(names).toEqual(expect.arrayContaining(['knowledge_context', 'context_outcome', has]));
    expect(names).not.toContain(hasNot);
    expect(instructions.split('\n').length).toBeLessThanOrEqual(5);
    expect(instructions.match(NAMES)?.filter((name) => !names.includes(name))).toEqual([]);
    await of.close();
  });

  it('has each tool once, and there are at most 35', async () => {
    const { of, names } = await listed('all');
    expect(Object.values(TOOLS_BY_PROFILE).flat().sort()).toEqual(names);
    expect(names.length).toBeLessThanOrEqual(35);
    await of.close();
  });

  it('is asked for in the address, too, and named where it is none', async () => {
    const ask = (query: string) =>
      fetch(`${service.url}/mcp?profile=${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
    const { result } = (await (await ask('review')).json()) as { result: { tools: object[] } };
    expect(result.tools).toHaveLength(12);
    const wrong = await ask('tiny');
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('loop, planning, rules, knowledge, review, all');
  });

  it('marks no tool as read-only that counts what it gave', async () => {
    const { tools } = await client.listTools();
    const counts = ['memory_search', 'knowledge_context', 'kb_planning_prompt'];
    const isReadOnly = (name: string) => tools.find((tool) => tool.name === name)?.annotations?.readOnlyHint;
    expect(counts.map(isReadOnly)).toEqual([false, false, false]);
  });
});

describe('a message', () => {
  const refusal = async (params: object) => {
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`name${n}`, n]));

  it.each([
    ['arguments', { name: 'intent_analyze', arguments: named(5_001) }],
    ['parameters', { name: 'intent_analyze', ...named(5_001) }],
  ])('is refused before it is read where it has thousands of %s', async (_, params) => {
    expect(await refusal(params)).toMatchObject({ status: 400, error: { data: { code: 'LIMIT_EXCEEDED' } } });
  });

  it('may have as many values in an argument as the tool allows', async () => {
    const { result } = (await refusal({
      name: 'intent_analyze',
      arguments: { prompt: 'x', context: named(6_000) },
    })) as {
      result?: { content: { text: string }[] };
    };
    expect(result?.content[0]?.text).toContain('context must be at most 20000 characters long');
  });
});

describe('a tool marked as read-only', () => {
  it('changes nothing in the graph, whatever it finds', async () => {
    const own = freshNamespace();
    await saveItems(service, own);
    const by = await connect({ 'x-namespace': own, 'x-agent': 'reader', 'x-mcp-profile': 'all' });
    /** Calls a tool with arguments under the names of GraphQL; by default, with its valid ones. */
    const made = async (name: string, given?: Record<string, unknown>) => {
      const doors = DOORS.find(({ tool }) => tool === name);
      if (!doors) throw new Error(`${name} is not compared`);
      const { isError, output, parsed } = await call(name, argumentsOf(doors, given ?? doors.valid), by);
      expect(isError ? parsed : undefined, name).toBeUndefined();
      return output;
    };
    await made('memory_record', {
      ...{ title: 'Plot signals', description: 'When a signal is plotted', content: 'Open it first.' },
      ...{ outcome: 'SUCCESS', tags: ['plot'] },
    });
    const messages = [{ role: 'user', content: 'Plot the signal', messageId: 'm1' }];
    await made('conversation_add', { session: 's1', messages });
    await made('domain_vocabulary', { domain: 'MSA', vocabulary: { inputEvents: ['gap_start/1'] } });
    const rules = 'initiatedAt(gap(V)=true, T) :- happensAt(gap_start(V), T).';
    await made('fluent_save', { domain: 'MSA', name: 'gap', rules });
    await made('knowledge_load', {
      document: { pieces: [{ piece_id: 'p1', title: 'Signal', content: 'A signal is a series.' }] },
    });
    const { receipt_id: receipt } = await made('knowledge_context', { query: 'plot signal' });
    await made('context_outcome', { receiptId: receipt, success: true });
    const graph = service.app.get(GraphService, { strict: false });
    const everything = async () => {
      const rows = await graph.run<object, { node: string }>(
        {
          name: 'test/everything',
          mode: 'read',
          // The statistics of words are counted anew from time to time, whoever asks, and services of other tests embed the
          // texts of all namespaces.
          text: `MATCH (n {namespace: $namespace}) WHERE n.indexEpoch IS NULL AND n.word IS NULL
                 RETURN elementId(n) + toString(count { (n)--() }) AS node,
                   n {.*, embedding0: null, embedding1: null, model0: null, model1: null} AS properties`,
        },
        { namespace: own },
      );
      return rows.map((row) => JSON.stringify(row)).sort();
    };
    // The context counts what it gave a moment later.
    await expect.poll(async () => (await everything()).join()).toContain('"usageCount":1');
    const before = await everything();
    expect(before.length).toBeGreaterThan(15);
    const given: Record<string, Record<string, unknown>> = {
      knowledge_provide: {
        query: 'plot signal',
        templates: [{ infoType: 'general', engine: 'FORMAT', template: '{text}' }],
      },
      knowledge_search: { query: 'plot signal', first: 20 },
      rules_prompt: { domain: 'MSA', activity: 'gap between signals' },
    };
    const { tools } = await by.listTools();
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(readOnly.length).toBeGreaterThan(8);
    for (let from = 0; from < readOnly.length; from += 10) {
      const some = readOnly.slice(from, from + 10);
      for (const name of some) await made(name, given[name]);
      // Reading every node takes long beside the data of all other tests.
      expect(await everything(), some.join()).toEqual(before);
    }
    // What counts is found by the same comparison.
    await made('memory_search', { query: 'plot signal' });
    await expect.poll(everything, { timeout: 5_000 }).not.toEqual(before);
    await by.close();
  });
});

describe('what is wrong', () => {
  it.each([true, 'x', [], 7])('in the form of a call is an invalid request: arguments %j', async (given) => {
    const raw = { name: 'knowledge_search', arguments: given as unknown as Record<string, unknown> };
    await expect(client.callTool(raw)).rejects.toMatchObject({ code: -32600 });
  });

  it.each([
    ['a missing argument', 'knowledge_search', {}, ['query']],
    ['a number out of bounds', 'knowledge_context', { query: 'x', max_tokens: 0, first: 51 }, ['first', 'max_tokens']],
    ['an unknown argument', 'knowledge_context', { query: 'x', maxTokens: 5 }, ['maxTokens']],
    ['a wrong entry of a list', 'knowledge_search', { query: 'x', kinds: ['ITEM', 'ITEMS'] }, ['kinds.1']],
    ['a time that is none', 'knowledge_search', { query: 'x', updated_after: 'yesterday' }, ['updated_after']],
  ])('in the arguments comes back as a result with its fields: %s', async (_, name, given, paths) => {
    const { isError, parsed } = await call(name, given);
    expect(isError).toBe(true);
    expect(parsed).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.any(String) as string });
    expect((parsed as { fields: { path: string }[] }).fields.map(({ path }) => path).sort()).toEqual(paths);
  });

  it('in the name of a tool is a protocol error', async () => {
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });
});

const TEMPLATE = { infoType: 'skills', engine: 'FORMAT', template: '{text}' };

describe('bad input', () => {
  interface Refusal {
    readonly code?: string;
    readonly fields?: readonly { readonly path: string; readonly rule: string }[];
  }
  const told = (refusals: readonly Refusal[]) =>
    refusals.flatMap(({ code = '', fields = [] }) => fields.map(({ path, rule }) => `${code} ${path} ${rule}`)).sort();
  const overGraphql = async ({ field }: Doors, input: Record<string, unknown>, more = '') => {
    const { source, takesInput } = operationOf(service.app.get(GraphQLSchemaHost).schema, field, more);
    const { errors = [] } = await service.graphql(namespace, source, takesInput ? { input } : input);
    return errors;
  };
  const overMcp = async (doors: Doors, input: Record<string, unknown>) => {
    const { isError, parsed } = await call(doors.tool, argumentsOf(doors, input));
    return isError ? [parsed as Refusal] : [];
  };

  it('is compared for every tool', async () => {
    const { tools } = await client.listTools();
    expect(DOORS.map(({ tool }) => tool).sort()).toEqual(tools.map(({ name }) => name));
  });

  it.each(DOORS)('of $tool is refused as GraphQL refuses it, each with its path and rule', async (doors) => {
    const { field, type, valid } = doors;
    const { takesInput } = operationOf(service.app.get(GraphQLSchemaHost).schema, field);
    // GraphQL refuses a document with an unknown argument of a field, whatever its value.
    const isInDocument = ({ path }: BadValue) => path === 'nonsense' && !takesInput;
    if (!takesInput) {
      const [refused] = await overGraphql(doors, valid, ', nonsense: 1');
      expect(refused).toMatchObject({
        message: expect.stringContaining('Unknown argument "nonsense"') as string,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      });
    }
    for (const group of together(badValues(type, valid))) {
      const inTool = group.filter(({ path }) => path !== doors.onlyGraphql);
      const [overOne, overOther] = await Promise.all([
        overGraphql(
          doors,
          withBad(
            valid,
            group.filter((value) => !isInDocument(value)),
          ),
        ),
        overMcp(doors, withBad(valid, inTool)),
      ]);
      const expected = (name: (path: string) => string, values: readonly BadValue[]) =>
        values.map(({ path, rule }) => `BAD_USER_INPUT ${name(path)} ${rule}`).sort();
      expect(told(overOne.map(({ extensions }) => extensions))).toEqual(
        expected(
          (path) => path,
          group.filter((value) => !isInDocument(value)),
        ),
      );
      expect(told(overOther)).toEqual(expected((path) => pathOf(doors, path), inTool));
    }
  });

  it.each([
    ['plan_report_step', { outcome: 'FAILURE' }, 'error', 'isRequired'],
    ['plan_report_step', { recoveryApproach: 'By keyboard' }, 'recoveryApproach', 'isForeign'],
    ['plan_report_step', { outcome: 'PENDING' }, 'outcome', 'isReported'],
    ['plan_save', { receiptId: 'r', retrievedItems: ['open_files'] }, 'retrievedItems', 'isForeign'],
    ['kb_attach_learning', { correctedAction: {} }, 'correctedAction', 'isForeign'],
    ['knowledge_provide', { templates: [TEMPLATE, TEMPLATE] }, 'templates.1.infoType', 'unique'],
    ['memory_search', { first: 21 }, 'first', 'max'],
    ['rules_check', { domain: 'a/b' }, 'domain', 'domain'],
    ['adaptive_start', { methods: [{ method: 'a b', actions: [{ action: 'c' }] }] }, 'methods.0.method', 'matches'],
  ])('of %s is refused by a rule between fields or of the service: %j', async (tool, change, path, rule) => {
    const doors = DOORS.find((known) => known.tool === tool);
    if (!doors) throw new Error(`${tool} is not compared`);
    const input = { ...doors.valid, ...change };
    expect(told((await overGraphql(doors, input)).map(({ extensions }) => extensions))).toEqual([
      `BAD_USER_INPUT ${path} ${rule}`,
    ]);
    expect(told(await overMcp(doors, input))).toEqual([`BAD_USER_INPUT ${pathOf(doors, path)} ${rule}`]);
  });

  it('is no value that GraphQL takes for another', async () => {
    // A single value is accepted as a list of one, and a number as an id.
    const { output } = await call('knowledge_search', { query: 'plot', kinds: 'ITEM', entity_id: 7, first: 1 });
    expect(output).toMatchObject({ hits: [] });
  });
});

describe('a resource', () => {
  it('is an item as it stands in a prompt, by its encoded id', async () => {
    const id = 'weird/id ü%';
    await service.data(
      namespace,
      'mutation ($input: KnowledgeItemInput!) { saveKnowledgeItem(input: $input) { id } }',
      {
        input: {
          id,
          description: 'Odd.',
          uiLocation: '',
          actionSequence: [],
          prerequisites: [],
          outputState: '',
          docCitation: '',
        },
      },
    );
    const uri = `heartwood://item/${encodeURIComponent(id)}`;
    const { contents } = await client.readResource({ uri });
    expect(contents).toHaveLength(1);
    expect(contents[0]).toMatchObject({ uri, mimeType: 'text/plain' });
    expect((contents[0] as { text: string }).text).toContain(`KB ID: ${id}\nDescription: Odd.`);
  });

  it.each([
    'heartwood://item/none',
    'heartwood://item/',
    'heartwood://item/%',
    'heartwood://item/a/b',
    'file:///etc/passwd',
  ])('that does not exist is named as such: %s', async (uri) => {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
  });
});

describe('the endpoint', () => {
  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  /** fetch is not used, because it sets the host itself. */
  const send = (method: string, more: Record<string, string>, body = JSON.stringify(INITIALIZE)) =>
    new Promise<{ status: number | undefined; type: string; allow: string | undefined; body: string }>(
      (resolve, reject) => {
        const sent = httpRequest(`${service.url}/mcp`, { method, headers: { ...headers, ...more } }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () =>
            resolve({
              status: response.statusCode,
              type: response.headers['content-type'] ?? '',
              allow: response.headers.allow,
              body: text,
            }),
          );
        });
        sent.on('error', reject);
        sent.end(method === 'POST' ? body : undefined);
      },
    );

  it('answers with JSON and keeps no session', async () => {
    const { status, type, body } = await send('POST', {});
    expect({ status, type }).toEqual({ status: 200, type: 'application/json' });
    expect(JSON.parse(body)).toMatchObject({
      id: 1,
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'heartwood' } },
    });
    expect((await send('POST', {}, '{"jsonrpc":"2.0","id":2,"method":"tools/list"}')).status).toBe(200);
  });

  it.each(['GET', 'DELETE'])('has no sessions to %s', async (method) => {
    expect(await send(method, {})).toMatchObject({ status: 405, allow: 'POST' });
  });

  it.each([
    ['host', { host: 'evil.example' }],
    ['host with a port', { host: 'localhost.evil.example:4000' }],
    ['origin', { origin: 'http://evil.example' }],
  ])('refuses a foreign %s', async (_, more) => {
    expect((await send('POST', more)).status).toBe(403);
    expect((await send('GET', more)).status).toBe(403);
  });

  it.each([
    [{ host: 'localhost:1234', origin: 'http://127.0.0.1:6274' }],
    [{ host: 'heartwood.example', origin: 'https://heartwood.example' }],
  ])('lets %o in', async (more) => {
    expect((await send('POST', more)).status).toBe(200);
  });

  it('refuses a wrong namespace, wrong JSON and a body above the limit', async () => {
    expect((await send('POST', { 'x-namespace': 'a b' })).status).toBe(400);
    expect((await send('POST', {}, '{')).status).toBe(400);
    // A body above 16 MiB is not read; one of 2 MiB is read and refused for its content.
    expect((await send('POST', {}, JSON.stringify('x'.repeat(17 * 1024 * 1024)))).status).toBe(413);
    expect((await send('POST', {}, JSON.stringify('x'.repeat(2 * 1024 * 1024)))).status).toBe(400);
  });
});
