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
  lossy = await startService(testConfig({ ...SETTINGS, NEO4J_URI: proxy.uri, NEO4J_RETRY_MS: '300' }));
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

const keyed = (field: string, given: Readonly<Record<string, unknown>>) => {
  const place = takesKey(field);
  if (place === 'argument') return { ...given, idempotencyKey: 'k1' };
  return place === 'input' ? { input: { ...(given['input'] as object), idempotencyKey: 'k1' } } : given;
};

describe('a mutation whose commits are made and not answered', () => {
  it('is any of the schema', () => {
    const all = Object.keys(schema.getMutationType()?.getFields() ?? {}).sort();
    expect([...Object.keys(GIVEN), ...Object.keys(NOT_TRIED)].sort()).toEqual(all);
  });

  it.each(Object.entries(GIVEN))('%s changes nothing twice', async (field, make) => {
    const { source } = operationOf(schema, field);
    const [once, lost] = [newWorld(), newWorld()];
    const given = keyed(field, await make(once));
    const wanted = await changesOf(once.namespace, async () => {
      const { errors } = await send(direct, once.namespace, source, given);
      expect(errors, JSON.stringify(errors)).toBeUndefined();
    });

    const same = keyed(field, await make(lost));
    let repeat: unknown;
    const made = await changesOf(lost.namespace, async () => {
      proxy.set('lose-commits');
      const { errors } = await send(lossy, lost.namespace, source, same);
      proxy.set('none');
      const told = errors?.[0]?.extensions;
      // Some services look themselves whether it was made, and succeed.
      if (told) expect(told, JSON.stringify(errors)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      repeat = told ? told['repeat'] : 'SAFE';
      if (repeat !== 'SAFE' || !told) return;
      const again = await send(lossy, lost.namespace, source, same);
      expect(again.errors, JSON.stringify(again.errors)).toBeUndefined();
    });
    if (repeat === 'SAFE') return expect(made).toEqual(wanted);
    // A later transaction of the same call is not made after an earlier one whose outcome is unknown.
    for (const [name, by] of Object.entries(made)) {
      const most = wanted[name] ?? 0;
      expect(Math.sign(by) === Math.sign(most) && Math.abs(by) <= Math.abs(most), `${name}: ${by} of ${most}`).toBe(
        true,
      );
    }
  });
});
