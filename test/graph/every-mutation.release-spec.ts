import { GraphQLSchemaHost } from '@nestjs/graphql';
import { getNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { type RunningService, startService } from '../../src/service.js';
import { operationOf } from '../mcp/support.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { freshNamespace, testConfig } from '../support/graph.js';
import { GIVEN, NOT_TRIED, type World } from './every-mutation.js';

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

const SETTINGS = { LLM_MODEL: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9', EMBEDDER: 'none' };
let direct: RunningService;
let lossy: RunningService;
let proxy: FaultyProxy;
let graph: GraphService;
let schema: GraphQLSchema;

beforeAll(async () => {
  proxy = await FaultyProxy.before(process.env['TEST_NEO4J_URI'] ?? '');
  direct = await startService(testConfig(SETTINGS));
  lossy = await startService(testConfig({ ...SETTINGS, NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: '5000' }));
  graph = direct.app.get(GraphService, { strict: false });
  schema = direct.app.get(GraphQLSchemaHost, { strict: false }).schema;
});
afterAll(async () => {
  proxy?.set('none');
  await lossy?.close();
  await direct?.close();
  await proxy?.close();
});

async function send(service: RunningService, namespace: string, query: string, variables: object): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-namespace': namespace,
      'x-project': 'p',
      'x-team': 't',
      'x-agent': 'a',
    },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}

function newWorld(): World & { namespace: string } {
  const namespace = freshNamespace();
  let count = 0;
  return {
    namespace,
    fresh: () => `w${String(++count).padStart(4, '0')}`,
    ask: async (query, variables = {}) => {
      const { data, errors } = await send(direct, namespace, query, variables);
      if (errors || !data) throw new Error(JSON.stringify(errors));
      return data;
    },
  };
}

/** Labels and types of relationships of a namespace, with their numbers. */
async function contentOf(namespace: string): Promise<Map<string, number>> {
  const text = `MATCH (n {namespace: $namespace}) UNWIND labels(n) AS what RETURN what, count(*) AS times
    UNION ALL MATCH ({namespace: $namespace})-[r]->() RETURN type(r) AS what, count(*) AS times`;
  const rows = await graph.run<object, { what: string; times: number }>(
    { name: 'test/content', mode: 'read', text },
    { namespace },
  );
  return new Map(rows.map(({ what, times }) => [what, times]));
}

/** What a call changes, by label and type. */
async function changesOf(namespace: string, call: () => Promise<void>): Promise<Record<string, number>> {
  const before = await contentOf(namespace);
  await call();
  const after = await contentOf(namespace);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changes = names.map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, by]) => by !== 0));
}

const takesKey = (field: string): 'argument' | 'input' | undefined => {
  const args = schema.getMutationType()?.getFields()[field]?.args ?? [];
  if (args.some(({ name }) => name === 'idempotencyKey')) return 'argument';
  const input = args.find(({ name }) => name === 'input');
  const type = input && getNamedType(input.type);
  return isInputObjectType(type) && 'idempotencyKey' in type.getFields() ? 'input' : undefined;
};

const keyed = (field: string, given: Readonly<Record<string, unknown>>, idempotencyKey = 'k1') => {
  const place = takesKey(field);
  if (place === 'argument') return { ...given, idempotencyKey };
  return place === 'input' ? { input: { ...(given['input'] as object), idempotencyKey } } : given;
};

/** An answer in which ids and times of the service, and the namespace, are replaced by numbers in their order. */
function withoutOwn(answer: unknown, namespace: string): unknown {
  const own = new RegExp(
    `[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|${namespace}`,
    'g',
  );
  const seen = new Map<string, number>();
  const text = JSON.stringify(answer).replace(own, (found) => {
    if (!seen.has(found)) seen.set(found, seen.size);
    return `#${seen.get(found)}`;
  });
  return JSON.parse(text) as unknown;
}

describe('a mutation whose commits are made and not answered', () => {
  it('is any of the schema', () => {
    const all = Object.keys(schema.getMutationType()?.getFields() ?? {}).sort();
    expect([...Object.keys(GIVEN), ...Object.keys(NOT_TRIED)].sort()).toEqual(all);
  });

  it.each(Object.entries(GIVEN))('%s is made once and answers as made', async (field, make) => {
    const { source } = operationOf(schema, field);
    const called = async (service: RunningService, world: ReturnType<typeof newWorld>) => {
      const given = keyed(field, await make(world));
      let answer: Answer = {};
      const changes = await changesOf(world.namespace, async () => {
        proxy.set('lose-commits');
        answer = await send(service, world.namespace, source, given);
        proxy.set('none');
      });
      expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
      return { changes, answer: withoutOwn(answer.data, world.namespace) };
    };
    const wanted = await called(direct, newWorld());
    const { lost } = proxy;
    const made = await called(lossy, newWorld());
    expect(proxy.lost).toBeGreaterThan(lost);
    expect(made).toEqual(wanted);
  });
});

/** All mutations that take an idempotency key. */
const WITH_KEY = [
  'attachLearning',
  'judgeMemories',
  'learnStrategy',
  'memoryFeedback',
  'recordMemory',
  'savePlan',
  'startAdaptiveTask',
];

describe('a mutation without an idempotency key whose commit is not answered before the database goes away', () => {
  it('is any that takes one', () => {
    const all = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(all.filter((field) => takesKey(field)).sort()).toEqual(WITH_KEY);
  });

  it.each(WITH_KEY)('%s gets a key from the service, with which it is made once', async (field) => {
    const { source } = operationOf(schema, field);
    const once = newWorld();
    const givenOnce = (await GIVEN[field]?.(once)) ?? {};
    const wanted = await changesOf(once.namespace, async () => {
      expect((await send(direct, once.namespace, source, givenOnce)).errors).toBeUndefined();
    });

    const world = newWorld();
    const given = (await GIVEN[field]?.(world)) ?? {};
    const changes = await changesOf(world.namespace, async () => {
      const { losesCommit, lost } = proxy;
      // Jobs of the service commit, too.
      proxy.losesCommit = (transaction) => transaction.includes(world.namespace);
      proxy.set('lose-last-commit');
      const unknown = await send(lossy, world.namespace, source, given);
      proxy.set('none');
      proxy.losesCommit = losesCommit;
      expect(proxy.lost).toBe(lost + 1);
      const extensions = unknown.errors?.[0]?.extensions ?? {};
      expect(extensions).toEqual({
        code: 'OUTCOME_UNKNOWN',
        idempotencyKey: expect.stringMatching(/^made-[0-9A-HJKMNP-TV-Z]{26}$/) as unknown,
        repeat: 'SAFE',
      });
      const repeated = keyed(field, given, extensions['idempotencyKey'] as string);
      expect((await send(lossy, world.namespace, source, repeated)).errors).toBeUndefined();
    });
    expect(changes).toEqual(wanted);
  });
});
