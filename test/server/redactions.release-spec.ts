import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  getNamedType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { operationOf } from '../mcp/support.js';
import { freshNamespace } from '../support/graph.js';

// If a mutation redacts a secret in the caller's input, the caller is informed. Ids and names are keys, so nothing is
// redacted in them.

const SECRET = ['ghp', 'R7vK2xQ9mB4tZ8nW1cL6pD3sJ5hF0gYaTuEi'].join('_');

type Given = Readonly<Record<string, unknown>>;
type Redacted = readonly { readonly field: string; readonly path: string; readonly rule: string }[];

let service: TestService;
let graph: GraphService;
let schema: GraphQLSchema;
const namespace = freshNamespace();
const made: Record<string, string> = {};

const run = (field: string, variables: Given) => {
  const { source } = operationOf(schema, field);
  return service.graphql(namespace, source, variables, { 'x-agent': 'walker' });
};

/** Returns all data of a namespace as text. */
async function stored(part: string): Promise<string[]> {
  const text = `MATCH (n {namespace: $namespace}) UNWIND keys(n) AS key
    WITH CASE WHEN n[key] IS :: LIST<ANY> THEN reduce(all = '', one IN n[key] | all + ' ' + toStringOrNull(one)) ELSE toStringOrNull(n[key]) END AS value
    WHERE value CONTAINS $part RETURN value`;
  const rows = await graph.run<object, { value: string }>(
    { name: 'test/stored', mode: 'read', text },
    { namespace, part },
  );
  return rows.map(({ value }) => value);
}

/** Mutations that redacted a text during the test. */
const cutting = new Set<string>();

let count = 0;
const fresh = () => `w${String(++count).padStart(4, '0')}`;

/** Valid arguments, created anew for each call. Every text that is stored as given is among them. */
const GIVEN: Readonly<Record<string, () => Given | Promise<Given>>> = {
  addMessages: () => ({
    session: fresh(),
    messages: [{ messageId: fresh(), role: 'user', content: 'The valve sticks.' }],
  }),
  attachLearning: () => ({
    input: {
      ...{
        itemId: 'open_files',
        kind: 'SELF_EXPLORATION',
        task: `open ${fresh()}`,
        stepNum: 0,
        applicationVersion: '1.0',
      },
      ...{ originalAction: { tool_name: 'click' }, originalError: 'no menu', recoveryApproach: 'use the keys' },
    },
  }),
  editLearning: async () => {
    const { id } = (await GIVEN['completeLearning']?.()) as { id: string };
    const originalAction = { tool_name: 'click' };
    return {
      id,
      task: fresh(),
      originalAction,
      originalError: 'none',
      recoveryApproach: 'keys',
      applicationVersion: '1',
    };
  },
  completeLearning: async () => {
    const input = {
      itemId: 'open_files',
      kind: 'SELF_EXPLORATION',
      task: fresh(),
      stepNum: 0,
      originalAction: {},
      originalError: 'e',
    };
    const { data } = await service.graphql(
      namespace,
      'mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id } } }',
      { input },
    );
    return {
      id: (data as { attachLearning: { learning: { id: string } } }).attachLearning.learning.id,
      recoveryApproach: 'use the keys',
    };
  },
  declareVocabulary: () => ({
    domain: 'walk',
    vocabulary: { inputEvents: ['start/1'], inputFluents: ['on/1'], backgroundPredicates: ['near/2'] },
  }),
  describeActivities: () => ({ domain: 'walk', descriptions: { walking: 'somebody walks' } }),
  editMemory: () => ({
    id: made['memory'],
    title: `Wrap ${fresh()}`,
    description: 'in Go',
    content: 'wrap it',
    tags: ['go'],
  }),
  editPiece: () => ({
    id: 'p1',
    title: 'Pumps',
    content: `Stop it ${fresh()}`,
    embeddingText: 'stop',
    infoType: 'hints',
    tags: ['pump'],
  }),
  importCatalog: () => ({
    application: 'viewer',
    items: [
      {
        knowledge_id: fresh(),
        description: 'Opens it',
        ui_location: 'Menu',
        action_sequence: ['click'],
        prerequisites: [],
        output_state: 's',
        doc_citation: 'doc',
        parameters: { a: 'b' },
        note: 'a field of its own',
      },
    ],
  }),
  importRules: () => ({ domain: 'walk2', rules: 'initiatedAt(running(X)=true, T) :- happensAt(start(X), T).' }),
  ingestDocument: () => ({
    document: {
      content: `# Pumps\n\nStop them ${fresh()}.`,
      source: `${fresh()}.md`,
      title: 'Pumps',
      root: 'notes',
      mediaType: 'text/markdown',
      movedFrom: 'old.md',
    },
  }),
  judgeMemories: () => ({ judgements: [{ memoryId: made['memory'], helpful: true, comment: 'it helped' }] }),
  learnStrategy: () => ({
    action: { method: 'ai', action: 'do' },
    intent: { dataType: 'text', expectedFormat: 'text', successCriteria: ['not empty'] },
    success: true,
  }),
  loadKnowledge: () => ({
    document: {
      pieces: [{ piece_id: fresh(), content: 'Stop it', knowledge_type: 'fact', info_type: 'hints', tags: ['pump'] }],
    },
  }),
  memoryFeedback: () => ({ memoryId: made['memory'], helpful: true, comment: 'it helped' }),
  queueSession: () => ({ input: { sessionId: fresh(), outcome: 'SUCCESS', trace: 'It went well' } }),
  recordMemory: () => ({
    input: { title: `Wrap ${fresh()}`, description: 'in Go', content: 'wrap it', tags: ['go'], outcome: 'SUCCESS' },
  }),
  saveFluent: () => ({
    domain: 'walk',
    name: 'walking',
    rules: 'initiatedAt(walking(X)=true, T) :- happensAt(start(X), T).',
    description: 'somebody walks',
  }),
  saveKnowledgeItem: () => ({
    input: {
      ...{
        id: fresh(),
        application: 'viewer',
        description: 'Opens it',
        uiLocation: 'Menu',
        actionSequence: ['click'],
        shortcut: 'Ctrl+O',
      },
      ...{ prerequisites: ['app_open'], outputState: 's', docCitation: 'doc', parameters: { a: 'b' } },
    },
  }),
  savePlan: () => ({
    input: {
      task: `open ${fresh()}`,
      reasoning: 'as told',
      actions: [{ toolName: 'click', toolArguments: { a: 'b' }, reasoning: 'it opens', kbSource: 'open_files' }],
    },
  }),
  reportOutcome: async () => {
    const { data } = await service.graphql(
      namespace,
      `{ context(input: { query: "open files ${fresh()}" }) { receiptId } }`,
      {},
    );
    return {
      input: {
        receiptId: (data as { context: { receiptId: string } }).context.receiptId,
        success: true,
        comment: 'it went well',
      },
    };
  },
  reportStep: async () => ({
    input: {
      ...{ planId: await planOf(2), stepNum: 0, outcome: 'FAILURE', recover: false },
      ...{ error: 'no such menu', recoveryApproach: 'use the keys', applicationVersion: '1.0' },
    },
  }),
  retract: async () => {
    await run('memoryFeedback', { memoryId: made['memory'], helpful: true, comment: fresh() });
    return { ref: `evidence:${await newest('Evidence')}`, reason: 'it was another one' };
  },
  startAdaptiveTask: () => ({
    ...{ objective: `a list of ${fresh()}`, context: { a: 'b' } },
    methods: [
      {
        method: 'ai',
        description: 'a model',
        actions: [{ action: 'do', description: 'does it', parameters: { a: 'b' } }],
      },
    ],
  }),
  observe: async () => {
    await run('startAdaptiveTask', { objective: fresh(), methods: [{ method: 'ai', actions: [{ action: 'do' }] }] });
    return {
      input: {
        ...{
          taskId: await newest('Task'),
          stepNum: 0,
          success: false,
          error: 'it failed',
          action: { method: 'ai', action: 'do' },
        },
        documents: [{ name: 'out.txt', content: 'nothing', mimeType: 'text/plain' }],
      },
    };
  },
};

/** Saves a plan with the given number of steps, each from an item. */
async function planOf(steps: number): Promise<string> {
  const action = { toolName: 'click', toolArguments: {}, reasoning: 'it opens', kbSource: 'open_files' };
  const input = { task: `open ${fresh()}`, actions: Array.from({ length: steps }, () => action) };
  const { data, errors } = await service.graphql(
    namespace,
    'mutation ($input: PlanInput!) { savePlan(input: $input) { id } }',
    { input },
  );
  expect(errors).toBeUndefined();
  return (data as { savePlan: { id: string } }).savePlan.id;
}

/** Texts of a different outcome of a step. */
const CORRECTED = async () => ({
  input: {
    ...{ planId: await planOf(1), stepNum: 0, outcome: 'CORRECTED', humanReasoning: 'the menu moved' },
    correctedAction: { tool_name: 'click', tool_arguments: { a: 'b' } },
  },
});

/** Mutations that store no text of their own: they take names of existing things, or one of several words. */
const NAMES_ALONE = [
  ...[
    'createApiKey',
    'declareRelationType',
    'deleteClauses',
    'deleteDomain',
    'deleteFluent',
    'moveMemories',
    'resolveLearning',
    'restore',
  ],
  // Their text is a name, a reply of the language model, or the JSON of a graph without free text.
  ...['createPlan', 'generateRules', 'importDependencies', 'ingestText', 'retryDistillations'],
  // The reason in these is redacted by the same function as that of retract.
  'judgeStep',
];

async function newest(label: string): Promise<string> {
  const text = `MATCH (n:${label} {namespace: $namespace}) RETURN n.id AS id ORDER BY n.id DESC LIMIT 1`;
  const rows = await graph.run<object, { id: string }>({ name: 'test/newest', mode: 'read', text }, { namespace });
  return rows[0]?.id ?? '';
}

/** Yields the texts in arguments, by path. */
function* leaves(value: unknown, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (typeof value === 'string') yield path;
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [name, inner] of Object.entries(value)) yield* leaves(inner, [...path, isList ? Number(name) : name]);
}

function replaced(
  value: unknown,
  [name, ...rest]: readonly (string | number)[],
  by: (text: string) => string,
): unknown {
  if (name === undefined) return by(String(value));
  if (Array.isArray(value)) return value.map((one: unknown, n) => (n === name ? replaced(one, rest, by) : one));
  return { ...(value as object), [name]: replaced((value as Given)[name], rest, by) };
}

const named = (path: readonly (string | number)[]) => (path[0] === 'input' ? path.slice(1) : path).join('.');

/** Returns the texts that a mutation takes according to the schema, with `*` for indexes of lists. */
function textsOf(type: GraphQLInputType, path: string, seen: readonly string[] = []): string[] {
  if (isNonNullType(type)) return textsOf(type.ofType, path, seen);
  if (isListType(type)) return textsOf(type.ofType, `${path}.*`, seen);
  const own = getNamedType(type);
  if (own.name === 'String') return [path];
  if (!isInputObjectType(own) || seen.includes(own.name)) return [];
  return Object.values(own.getFields()).flatMap((field) =>
    textsOf(field.type, `${path}.${field.name}`, [...seen, own.name]),
  );
}

beforeAll(async () => {
  service = await contextService({
    DISTILLATION_WORKERS: '0',
    LLM_MODEL: 'none',
    OPENAI_BASE_URL: 'http://127.0.0.1:9',
  });
  graph = service.app.get(GraphService, { strict: false });
  schema = service.app.get(GraphQLSchemaHost, { strict: false }).schema;
  await saveItems(service, namespace);
  await run('recordMemory', GIVEN['recordMemory']?.() as Given);
  made['memory'] = await newest('Memory');
  await run('loadKnowledge', {
    document: { pieces: [{ piece_id: 'p1', content: 'Stop', knowledge_type: 'fact', info_type: 'hints', tags: [] }] },
  });
});
afterAll(() => service.close());

describe('a secret in a text of a mutation', () => {
  it('is looked for in every text that the schema has', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
    const taking = fields
      .filter((field) => field.args.some((arg) => textsOf(arg.type, arg.name).length > 0))
      .map(({ name }) => name);
    const known = new Set([...Object.keys(GIVEN), ...NAMES_ALONE]);
    expect(taking.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ...Object.entries(GIVEN).map(([field, make]) => ({ field, make, name: field })),
    { field: 'reportStep', make: CORRECTED, name: 'reportStep of a correction' },
  ])('is told where $name cuts it out', async ({ field, make }) => {
    const base = await make();
    const { errors } = await run(field, base);
    expect(errors, JSON.stringify(errors)).toBeUndefined();
    for (const path of leaves(base)) {
      const marker = fresh();
      const given = replaced(await make(), path, (text) => `${text} ${marker} ${SECRET}`) as Given;
      const answer = (await run(field, given)) as { errors?: readonly object[]; extensions?: { redacted?: Redacted } };
      const kept = await stored(marker);
      const at = `${field} ${named(path)}`;
      const isCut = kept.some((text) => text.includes('[redacted]'));
      const told = answer.extensions?.redacted ?? [];
      if (isCut) cutting.add(field);
      if (isCut && !answer.errors)
        expect(told, at).toContainEqual({ field, path: named(path), rule: expect.any(String) as string });
      if (told.length > 0) expect(JSON.stringify(answer)).not.toContain(SECRET);
    }
  });

  it('was cut by those that redact', () => {
    const redacting = [
      'attachLearning',
      'completeLearning',
      'editMemory',
      'memoryFeedback',
      'queueSession',
      'recordMemory',
      'reportStep',
      'importCatalog',
      'saveKnowledgeItem',
    ];
    expect([...cutting]).toEqual(expect.arrayContaining([...redacting, 'saveFluent', 'savePlan', 'startAdaptiveTask']));
  });
});

it('is told by the field that cut it, of several, and not where nothing was cut', async () => {
  const input = (content: string) => ({ title: fresh(), description: 'd', content, outcome: 'SUCCESS' });
  const text = `mutation ($a: MemoryInput!, $b: MemoryInput!, $text: String!) {
    a: recordMemory(input: $a) { id } b: recordMemory(input: $b) { redacted { path rule } }
    ...on Mutation { c: memoryFeedback(memoryId: "${made['memory']}", helpful: true, comment: $text) { applied } } }`;
  const answer = (await service.graphql(namespace, text, {
    ...{ a: input('fine'), b: input(`key ${SECRET}`), text: `it held ${SECRET}` },
  })) as unknown as { data: { b: { redacted: { path: string; rule: string }[] } }; extensions: { redacted: Redacted } };
  expect(answer.extensions.redacted.map(({ field, path }) => `${field} ${path}`)).toEqual(['b content', 'c comment']);
  expect(answer.data.b.redacted).toMatchObject([{ path: 'content' }]);
  expect(await service.graphql(namespace, text, { a: input('x'), b: input('y'), text: 'z' })).not.toHaveProperty(
    'extensions',
  );
});

it('is told by tools in a block of its own, and by a header where the answer is a text', async () => {
  const client = new Client({ name: 'test', version: '0' });
  const requestInit = { headers: { 'x-namespace': namespace } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
  const call = async (comment: string) => {
    const { content } = await client.callTool({
      name: 'memory_feedback',
      arguments: { memory_id: made['memory'], helpful: true, comment },
    });
    return (content as { text: string }[]).map(({ text }) => text);
  };
  expect(await call('it helped')).toHaveLength(1);
  expect((await call(`it helped ${SECRET}`))[1]).toBe('redacted: comment (GitHub token)');
  await client.close();
  const asked = (query: string) =>
    fetch(`${service.url}/context?query=${encodeURIComponent(query)}`, { headers: { 'x-namespace': namespace } });
  expect((await asked('open files')).headers.get('x-redacted')).toBeNull();
  expect((await asked(`open files ${SECRET}`)).headers.get('x-redacted')).toBe('GitHub token');
});
