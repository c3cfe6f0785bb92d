import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { callerFrom } from '../../src/common/caller.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { ToolRegistry } from '../../src/mcp/tool.registry.js';
import { contextService, type TestService } from '../context/support.js';
import { type Given, GIVEN, type World } from '../graph/every-mutation.js';
import { argumentsOf, DOORS, operationOf } from '../mcp/support.js';
import { freshNamespace } from '../support/graph.js';
import { OWN, type Probe, SEPARATE, SHARED } from './ids.js';

type Headers = Readonly<Record<string, string>>;
const OWNER = { 'x-project': 'shop', 'x-team': 'web' };
const STRANGERS: readonly [Headers, Headers] = [{ 'x-project': 'bank', 'x-team': 'core' }, {}];

const namespace = freshNamespace();
let service: TestService;
let schema: GraphQLSchema;
let count = 0;
const world: World = {
  fresh: () => `w${String(++count).padStart(4, '0')}`,
  ask: (query, variables = {}) => service.data(namespace, query, variables, OWNER),
};

beforeAll(async () => {
  // Jobs stay queued, and the LLM is never asked.
  const llm = { LLM_MODEL: 'm', OPENAI_BASE_URL: 'http://127.0.0.1:1', DISTILLATION_WORKERS: '0' };
  service = await contextService(llm);
  schema = service.app.get(GraphQLSchemaHost, { strict: false }).schema;
});
afterAll(() => service.close());

/** All arguments and input fields that take an id or a ref, as `field(argument)`. */
function idsOf(): string[] {
  const found: string[] = [];
  const walk = (argument: GraphQLArgument | GraphQLInputField, path: string, of: string, within: readonly string[]) => {
    const type = getNamedType(argument.type);
    if (isInputObjectType(type)) {
      if (within.includes(type.name)) return;
      for (const field of Object.values(type.getFields())) {
        walk(field, `${path}.${field.name}`, of, [...within, type.name]);
      }
    } else if (type.name === 'ID' || (type.name === 'String' && /^(?:refs?|into)$|Ids?$/.test(argument.name))) {
      found.push(`${of}(${path})`);
    }
  };
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(isObjectType(type) || isInterfaceType(type)) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const of = roots.some((root) => root === type) ? field.name : `${type.name}.${field.name}`;
      for (const argument of field.args) walk(argument, argument.name, of, []);
    }
  }
  return found;
}

/** Prefix of a ref. */
const PREFIX = /^(?:memory|evidence|receipt|conversation):/;

/** The arguments with the id at this path replaced by one that nothing has, and the id that was there. */
function withoutId(given: Given, path: string): { missing: Given; id: string; none: string } {
  const missing = structuredClone(given) as Record<string, unknown>;
  const names = path.split('.');
  let place: Record<string, unknown> = missing;
  for (const name of names.slice(0, -1)) {
    const next = place[name];
    place = (Array.isArray(next) ? next[0] : next) as Record<string, unknown>;
  }
  const last = names.at(-1) ?? '';
  const value = place[last];
  const id = String(Array.isArray(value) ? value[0] : value);
  const none = id.replace(/[^:]+$/, 'nothing');
  place[last] = Array.isArray(value) ? [none] : none;
  return { missing, id, none };
}

/** The first answer of an operation, as text. */
async function answerOf(field: string, given: Given, headers: Headers, select = '{ __typename }'): Promise<string> {
  if (field in (schema.getSubscriptionType()?.getFields() ?? {})) return firstEvent(field, given, headers, select);
  const source = operationOf(schema, field).source.replace('{ __typename }', select);
  const { data, errors } = await service.graphql(namespace, source, given, headers);
  return JSON.stringify({ data, errors: errors?.map(({ message, extensions }) => ({ message, extensions })) });
}

async function firstEvent(field: string, given: Given, headers: Headers, select: string): Promise<string> {
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    connectionParams: { 'x-namespace': namespace, ...headers },
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  const query = `subscription ($jobId: ID) { ${field}(jobId: $jobId) ${select} }`;
  for await (const event of client.iterate({ query, variables: given })) {
    void client.dispose();
    return JSON.stringify({ ...event, errors: event.errors?.map(({ message }) => message) });
  }
  return 'nothing';
}

/** What a tool answers, as text; undefined where no tool does the same as the field. */
async function toolAnswer(field: string, given: Given, headers: Headers): Promise<string | undefined> {
  const doors = DOORS.find((one) => one.field === field);
  if (!doors) return undefined;
  const caller = callerFrom({ namespace, team: headers['x-team'], project: headers['x-project'] });
  const { takesInput } = operationOf(schema, field);
  const plain = takesInput ? (given['input'] as Given) : given;
  const registry = service.app.get(ToolRegistry, { strict: false });
  return JSON.stringify(await registry.call(caller, doors.tool, argumentsOf(doors, plain)));
}

it('knows of every id in the schema whose it is', () => {
  const separate = new Set(Object.keys(SEPARATE).map((name) => name.slice(0, name.indexOf(')') + 1)));
  const listed = [...separate, ...Object.values(OWN).flat(), ...Object.values(SHARED).flat()];
  expect(listed.sort()).toEqual(idsOf().sort());
});

describe('an id of a memory, session, conversation or receipt', () => {
  it.concurrent.each(Object.entries(SEPARATE))('is one of nothing to strangers: %s', async (name, probe: Probe) => {
    const [, field = '', path = ''] = /^(\w+)\(([\w.]+)\)/.exec(name) ?? [];
    const given = await probe.make(world);
    if (name.startsWith('retryDistillation')) await failJobs();
    const { missing, id, none } = withoutId(given, path);
    // An error names the id as it was given, or without the prefix of a ref. Some answers have an id of their own.
    const unnamed = (answer: string | undefined) =>
      answer
        ?.replaceAll(id, none)
        .replaceAll(id.replace(PREFIX, ''), none.replace(PREFIX, ''))
        .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, '#');
    const [stranger, nobody] = STRANGERS;
    const unknown = unnamed(await answerOf(field, missing, stranger, probe.select));
    expect(unnamed(await answerOf(field, given, stranger, probe.select))).toBe(unknown);
    expect(unnamed(await answerOf(field, given, nobody, probe.select))).toBe(unknown);
    const ofTool = unnamed(await toolAnswer(field, missing, nobody));
    expect(unnamed(await toolAnswer(field, given, nobody))).toBe(ofTool);
    // The owner is told something else, so that the answers above are not those to another mistake.
    const known = await answerOf(field, given, OWNER, probe.select);
    expect(unnamed(known)).not.toBe(unknown);
    expect(known).not.toContain('"message"');
  });
});

describe('an id of what the namespace shares', () => {
  const fields = new Set(
    Object.values(SHARED)
      .flat()
      .map((name) => name.slice(0, name.indexOf('('))),
  );
  const separate = new Set(Object.keys(SEPARATE).map((name) => name.slice(0, name.indexOf('('))));
  const tried = Object.entries(GIVEN).filter(([field]) => fields.has(field) && !separate.has(field));

  it.concurrent.each(tried)('is accepted from another project and team: %s', async (field, make) => {
    const answer = await answerOf(field, await make(world), STRANGERS[0]);
    expect(answer).not.toContain('"message"');
  });
});

it('refuses a session’s name that another project took, and tells nothing of the session', async () => {
  const said = 'the secret of the kettle';
  for (const [field, given] of [
    ['queueSession', { input: { sessionId: 'taken-1', outcome: 'SUCCESS', trace: said } }],
    ['addMessages', { session: 'taken-2', messages: [{ messageId: 'm', role: 'user', content: said }] }],
  ] as const) {
    await answerOf(field, given, OWNER);
    const other = JSON.parse(JSON.stringify(given).replace(said, 'something else')) as Given;
    for (const asked of [given, other]) {
      const answer = await answerOf(field, asked, STRANGERS[0]);
      expect(answer).toContain('CONFLICT');
      expect(answer).not.toMatch(/secret|shop|web/);
    }
  }
});

it('tells strangers of no change that took evidence of a memory back, which cannot be undone', async () => {
  const given = (await GIVEN['retract']?.(world)) ?? {};
  await answerOf('retract', given, OWNER);
  const { changes } = await world.ask('{ changes(first: 1) { nodes { id door } } }');
  const [change] = (changes as { nodes: { id: string; door: string }[] }).nodes;
  expect(change?.door).toBe('RETRACT_EVIDENCE');
  const changeId = change?.id;
  expect(await answerOf('undo', { changeId }, OWNER)).toContain('BAD_USER_INPUT');
  expect(await answerOf('undo', { changeId }, STRANGERS[0])).toContain('NOT_FOUND');
});

it('counts in calibration only signals on memories that the caller sees', async () => {
  const samples = async (headers: Headers) =>
    (
      await service.data<{ calibration: { samples: number } }>(
        namespace,
        '{ calibration(kind: MEMORY, bins: 2) { samples } }',
        {},
        headers,
      )
    ).calibration.samples;
  const before = await samples(OWNER);
  const given = (await GIVEN['memoryFeedback']?.(world)) ?? {};
  await answerOf('memoryFeedback', given, OWNER);
  expect(await samples(OWNER)).toBe(before + 1);
  expect(await samples(STRANGERS[0])).toBe(0);
});

async function failJobs(): Promise<void> {
  const text = `MATCH (job:Job {namespace: $namespace}) SET job.status = 'FAILED'`;
  const graph = service.app.get(GraphService, { strict: false });
  await graph.run({ name: 'test/fail-jobs', mode: 'write', text }, { namespace });
}
