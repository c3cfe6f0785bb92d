import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphService } from '../../src/graph/graph.service.js';
import { contextService, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

const OWN = { 'x-project': 'shop', 'x-team': 'web' };
const STRANGER = { 'x-project': 'bank', 'x-team': 'core' };
const RECORD = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }';

/** Each walk sends more than a thousand requests, on a machine that may be busy. */
const WALKS = 300_000;

type Headers = Readonly<Record<string, string>>;

async function record(service: TestService, namespace: string, headers: Headers, scope: string, said = 'it') {
  const input = { title: `Keep ${said} ${scope}`, description: `kettle ${said}`, content: `descaling ${said}`, scope };
  const { recordMemory } = await service.data<{ recordMemory: { id: string } }>(
    namespace,
    RECORD,
    { input: { ...input, outcome: 'SUCCESS', tags: [said] } },
    headers,
  );
  return recordMemory.id;
}

/** Mutations of settings that concern a whole database or namespace, not a scope. */
const OF_ALL: ReadonlySet<string> = new Set([
  ...['createApiKey', 'loadSample', 'reembed', 'relink', 'removeSample', 'revokeApiKey', 'setAutomaticMentions'],
]);

describe('a caller of another scope', () => {
  const MARK = `zq${freshNamespace().slice(5)}`;
  const namespace = freshNamespace();
  let service: TestService;
  let candidates: readonly string[];
  let written: string[];
  beforeAll(async () => {
    const limits = { GRAPHQL_MAX_COMPLEXITY: '10000000', GRAPHQL_MAX_TOKENS: '1000000', GRAPHQL_MAX_DEPTH: '30' };
    const llm = { LLM_MODEL: 'm', OPENAI_BASE_URL: 'http://127.0.0.1:1', DISTILLATION_WORKERS: '0' };
    service = await contextService({ ...limits, GRAPHQL_MAX_ALIASES: '1000', ...llm });
    const ids = [
      await record(service, namespace, OWN, 'PROJECT', MARK),
      await record(service, namespace, OWN, 'TEAM', MARK),
    ];
    const session = { sessionId: 'session-1', outcome: 'SUCCESS', trace: `I tried the ${MARK} kettle` };
    const queue = 'mutation ($input: SessionInput!) { queueSession(input: $input) { id } }';
    const { queueSession } = await service.data<{ queueSession: { id: string } }>(
      namespace,
      queue,
      { input: session },
      OWN,
    );
    const messages = [
      { messageId: 'm-1', role: 'user', content: `The ${MARK} kettle leaks.` },
      { messageId: 'm-2', role: 'assistant', content: `Then descale the ${MARK} kettle.` },
    ];
    const add = `mutation ($session: ID!, $scope: MemoryScope!, $messages: [MessageInput!]!) {
      addMessages(session: $session, scope: $scope, messages: $messages) { messages { ref } } }`;
    const refs: string[] = [];
    for (const scope of ['PROJECT', 'TEAM']) {
      const { addMessages } = await service.data<{ addMessages: { messages: { ref: string }[] } }>(
        namespace,
        add,
        { session: `talk-${scope}`, scope, messages },
        OWN,
      );
      refs.push(...addMessages.messages.map(({ ref }) => ref));
    }
    const { context, open } = await service.data<Record<'context' | 'open', { receiptId: string }>>(
      namespace,
      `query ($query: String!) {
        context(input: { query: $query }) { receiptId } open: context(input: { query: $query }) { receiptId } }`,
      { query: `kettle descaling ${MARK}` },
      OWN,
    );
    // Each memory gets evidence and a second version, so that there are ids of evidence and of changes.
    const known: string[] = [];
    for (const id of ids) {
      const judge = `mutation ($id: ID!) { memoryFeedback(memoryId: $id, helpful: true, comment: "${MARK}") { applied } }`;
      await service.data(namespace, judge, { id }, OWN);
      const edit = `mutation ($id: ID!) { editMemory(id: $id, content: "descaling ${MARK} again") { id } }`;
      await service.data(namespace, edit, { id }, OWN);
      const list = `query ($id: ID!, $ref: String!) {
        memory(id: $id) { evidence { nodes { id } } } changes(ref: $ref) { nodes { id } } }`;
      type Ids = { nodes: { id: string }[] };
      const { memory, changes } = await service.data<{ memory: { evidence: Ids }; changes: Ids }>(
        namespace,
        list,
        { id, ref: `memory:${id}` },
        OWN,
      );
      expect([memory.evidence.nodes.length > 0, changes.nodes.length > 1]).toEqual([true, true]);
      known.push(...[...memory.evidence.nodes, ...changes.nodes].map((one) => one.id));
    }
    const report = `mutation ($id: ID!) { reportOutcome(input: { receiptId: $id, success: true }) { id } }`;
    await service.data(namespace, report, { id: context.receiptId }, OWN);
    // The ids by which mutations name what they change.
    written = [...known, ...ids, ...ids.map((id) => `memory:${id}`), 'session-1', queueSession.id, context.receiptId];
    written.push('talk-PROJECT', 'talk-TEAM', open.receiptId, ...refs);
    candidates = [
      ...[...ids, ...ids.map((id) => `memory:${id}`), 'session-1', queueSession.id, context.receiptId],
      ...['talk-PROJECT', 'talk-TEAM', 'm-1', ...refs, ...refs.map((ref) => ref.slice(ref.indexOf(':') + 1))],
      'kettle descaling',
    ];
  });
  afterAll(() => service.close());

  /** Runs each query as a caller, with every id and with words; returns the answers by name of the query. */
  const walk = async (
    headers: Headers,
    kind: 'query' | 'mutation' = 'query',
    without: ReadonlySet<string> = new Set(),
  ): Promise<ReadonlyMap<string, string>> => {
    const { schema } = service.app.get(GraphQLSchemaHost);
    const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    const said = new Map<string, string>();
    const fields = Object.values(root?.getFields() ?? {}).filter(({ name }) => !without.has(name));
    const asked = fields.flatMap((field) => {
      const takesText = field.args.some(({ type }) => mentionsText(type));
      const takesId = field.args.some(({ name, type }) => name === 'ref' || mentionsText(type, ['ID']));
      const given = kind === 'query' ? candidates : takesId ? written : ['kettle descaling'];
      return (takesText ? given : ['']).map((candidate) => ({ field, candidate }));
    });
    const next = async (): Promise<void> => {
      for (let one = asked.pop(); one; one = asked.pop()) {
        const source = `${kind} { ${one.field.name}${argumentsOf(one.field.args, one.candidate)} ${selectionOf(schema, one.field, 3)} }`;
        const answer = await service.graphql(namespace, source, {}, headers);
        const code = answer.errors?.[0]?.extensions['code'];
        // The generated operation must be valid.
        if (code === 'GRAPHQL_VALIDATION_FAILED') throw new Error(`${source}: ${answer.errors?.[0]?.message}`);
        said.set(one.field.name, `${said.get(one.field.name) ?? ''}${JSON.stringify(answer)}`);
      }
    };
    await Promise.all(Array.from({ length: 4 }, next));
    return said;
  };
  const tellers = (said: ReadonlyMap<string, string>) =>
    [...said].filter(([, text]) => text.includes(MARK)).map(([name]) => name);

  it(
    'is told nothing by any query of what a project or a team keeps for itself',
    async () => {
      const told = tellers(await walk(OWN));
      expect(told).toEqual(
        expect.arrayContaining([
          ...['context', 'conversation', 'memories', 'memory', 'memorySearch', 'receipts', 'search', 'subgraph'],
        ]),
      );
      expect(tellers(await walk(STRANGER))).toEqual([]);
      expect(tellers(await walk({}))).toEqual([]);
    },
    WALKS,
  );

  it(
    'changes nothing of it by any mutation, and is told nothing',
    async () => {
      const nodes = async () => {
        const graph = service.app.get(GraphService, { strict: false });
        const kept = await graph.run<object, { id: string; properties: object }>(
          {
            name: 'test/every-node',
            mode: 'read',
            // Others may count the words of the namespace.
            text: `MATCH (n {namespace: $namespace}) WHERE n.indexEpoch IS NULL AND n.word IS NULL
                 RETURN elementId(n) AS id, properties(n) AS properties`,
          },
          { namespace },
        );
        return new Map(kept.map(({ id, properties }) => [id, JSON.stringify(properties)]));
      };
      const before = await nodes();
      for (const headers of [STRANGER, {}]) {
        const said = await walk(headers, 'mutation', OF_ALL);
        expect(said.size).toBeGreaterThan(50);
        expect(tellers(said)).toEqual([]);
      }
      const after = await nodes();
      const changed = [...before].filter(([id, properties]) => after.get(id) !== properties);
      expect(changed.map(([id, properties]) => ({ was: properties, is: after.get(id) }))).toEqual([]);
    },
    WALKS,
  );
});

function mentionsText(type: GraphQLInputType, names = ['String', 'ID'], depth = 3): boolean {
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    return depth > 0 && Object.values(named.getFields()).some((field) => mentionsText(field.type, names, depth - 1));
  }
  return names.includes(named.name);
}

/**
 * Passes the candidate to every argument that takes a text or id; other arguments are passed only if they are required
 * and have no default.
 */
function argumentsOf(args: readonly GraphQLArgument[], candidate: string): string {
  const given = args.flatMap(({ name, type, defaultValue }) => {
    const value = defaultValue === undefined ? valueOf(type, candidate, name) : undefined;
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return given.length === 0 ? '' : `(${given.join(', ')})`;
}

function valueOf(type: GraphQLInputType, candidate: string, name: string, depth = 3): string | undefined {
  const isRequired = isNonNullType(type);
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const entry = isRequired ? valueOf(bare.ofType, candidate, name, depth - 1) : undefined;
    return entry === undefined ? (isRequired ? '[]' : undefined) : `[${entry}]`;
  }
  if (isInputObjectType(bare)) {
    if (!isRequired || depth === 0) return undefined;
    const fields = Object.values(bare.getFields()).flatMap((field) => {
      const isNeeded = isNonNullType(field.type) && field.defaultValue === undefined;
      const value = isNeeded ? valueOf(field.type, candidate, field.name, depth - 1) : undefined;
      return value === undefined ? [] : [`${field.name}: ${value}`];
    });
    return `{${fields.join(', ')}}`;
  }
  if (bare.name === 'ID' || bare.name === 'String') {
    return isRequired || /^(?:ref|.*[iI]d)$/.test(name) ? JSON.stringify(candidate) : undefined;
  }
  if (!isRequired) return undefined;
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  if (bare.name === 'Boolean') return 'true';
  if (bare.name === 'DateTime') return '"2026-01-01T00:00:00Z"';
  return '1';
}

/** Selects all fields of a type that need no arguments, down to the given number of levels. */
function selectionOf(
  schema: GraphQLSchema,
  { type }: Pick<GraphQLField<unknown, unknown>, 'type'>,
  depth: number,
): string {
  return fieldsOf(schema, getNamedType(type), depth, '');
}

function fieldsOf(schema: GraphQLSchema, type: GraphQLNamedType, depth: number, prefix: string): string {
  if (isLeafType(type)) return '';
  const own = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const fields = own.flatMap((field) => {
    if (field.args.some((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined)) return [];
    const named = getNamedType(field.type);
    const alias = prefix === '' ? field.name : `${prefix}_${field.name}: ${field.name}`;
    if (isLeafType(named)) return [alias];
    return depth <= 0 ? [] : [`${alias} ${fieldsOf(schema, named, depth - 1, '')}`];
  });
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  const parts = possible.map((one) => `... on ${one.name} ${fieldsOf(schema, one, depth - 1, one.name)}`);
  return `{ __typename ${[...fields, ...parts].join(' ')} }`;
}
