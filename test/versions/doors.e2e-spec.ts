import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { sharedLlm } from '../support/shared-service.js';
import { inconsistencies, INGEST, type Knowledge, knowledgeService } from '../layers/support.js';
import { seeded } from './support.js';

let llm: OpenAiServer;
let service: Knowledge;
let graph: GraphService;
beforeAll(async () => {
  llm = await sharedLlm();
  service = await knowledgeService(llm.environment);
  graph = await connectedGraph();
});
afterAll(async () => {
  await service.close();
  await graph.onApplicationShutdown();
  await llm.close();
});

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
  llm.reset();
});

type Content = Record<string, unknown>;
interface Version {
  readonly number: number;
  readonly content: Content;
  readonly change: { readonly id: string; readonly by: string | null; readonly door: string } | null;
}
interface Change {
  readonly id: string;
  readonly by: string | null;
  readonly door: string;
  readonly refs: readonly string[];
}
const ask = <Data>(query: string, variables: object = {}, headers: Record<string, string> = {}) =>
  service.data<Data>(namespace, query, variables, { 'x-agent': 'alice', ...headers });
/** Oldest first. */
const versions = async (ref: string) => {
  const query =
    'query ($ref: String!) { versions(ref: $ref, first: 500) { nodes { number content change { id by door } } } }';
  const found = await ask<{ versions: { nodes: Version[] } }>(query, { ref });
  return found.versions.nodes.toReversed();
};
const changes = async (args = '', headers = {}) =>
  (
    await ask<{ changes: { nodes: Change[] } }>(
      `{ changes(first: 500 ${args}) { nodes { id by door refs } } }`,
      {},
      headers,
    )
  ).changes.nodes;
const restore = async (ref: string, version: number, expected?: number) =>
  (
    await ask<{ restore: Version }>(
      'mutation ($ref: String!, $version: Int!, $expected: Int) { restore(ref: $ref, version: $version, expected: $expected) { number content change { id by door } } }',
      { ref, version, expected },
    )
  ).restore;
const codeOf = async (query: string) => (await service.graphql(namespace, query)).errors?.[0]?.extensions['code'];

const piece = (content: string, fields: object = {}) => ({
  piece_id: 'p',
  content,
  knowledge_type: 'fact',
  info_type: 'notes',
  ...fields,
});

describe('a piece', () => {
  it('has as many versions as its content changed, and each can be written back', async () => {
    const any = seeded(7);
    const said: unknown[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const fields = {
        tags: [[], ['a'], ['a', 'b']][any(3)],
        mentions: [['t:x'], ['t:x', 't:y'], []][any(3)],
        ...(any(2) === 0 && { session: 's', position: any(3), occurred_at: '2026-01-02T03:04:05.006Z' }),
      };
      await service.load(namespace, { pieces: [piece(`It says ${any(2)}.`, fields)] });
      const { content } = (await versions('piece:p')).at(-1) ?? {};
      if (JSON.stringify(content) !== JSON.stringify(said.at(-1))) said.push(content);
    }
    expect((await versions('piece:p')).map(({ content }) => content)).toEqual(said);
    expect(said.length).toBeGreaterThan(5);
    for (const number of [1, 2, 3]) {
      expect((await restore('piece:p', number)).content).toEqual(said[number - 1]);
    }
    const { knowledge } = await ask<{ knowledge: Record<string, unknown> }>(
      '{ knowledge(kind: PIECE, id: "p") { text ... on Piece { content mentions { id } session position occurredAt } } }',
    );
    const third = said[2] as Content;
    expect(knowledge).toEqual({
      text: third['content'],
      content: third['content'],
      session: third['session'],
      position: third['position'],
      occurredAt: third['occurredAt'],
      mentions: (third['mentioned'] as string[]).map((id) => ({ id })),
    });
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });
});

describe('an entity', () => {
  const profile = (n: number) => ({ metadata: { 'user:al': { entity_type: 'user', properties: { n } } } });
  const node = (label: string) => ({ graph: { nodes: [{ node_id: 'user:al', node_type: 'person', label }] } });

  it('has versions of its node and its profile, and loses what it did not have when one is written back', async () => {
    await service.load(namespace, { pieces: [piece('About Al.', { entity_id: 'user:al' })] });
    await service.load(namespace, profile(1));
    await service.load(namespace, profile(1));
    await service.load(namespace, { ...profile(2), ...node('Al') });
    const before = await versions('entity:user:al');
    expect(before.map(({ content }) => content)).toEqual([
      { type: 'user', label: null, nodeType: null, properties: null, metadataType: null, metadata: null },
      { type: 'user', label: null, nodeType: null, properties: null, metadataType: 'user', metadata: { n: 1 } },
      { type: 'user', label: 'Al', nodeType: 'person', properties: {}, metadataType: 'user', metadata: { n: 2 } },
    ]);
    for (const number of [2, 1, 3]) {
      expect((await restore('entity:user:al', number)).content).toEqual(before[number - 1]?.content);
    }
    expect(await ask('{ entity(id: "user:al") { type label properties } }')).toEqual({
      entity: { type: 'user', label: 'Al', properties: { n: 2 } },
    });
    expect((await versions('entity:user:al')).map(({ change }) => change?.door)).toEqual([
      ...['LOAD_KNOWLEDGE', 'LOAD_KNOWLEDGE', 'LOAD_KNOWLEDGE'],
      ...['RESTORE', 'RESTORE', 'RESTORE'],
    ]);
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('takes its versions along', async () => {
    await service.load(namespace, { ...profile(1), pieces: [piece('One.', { entity_id: 'user:al' })] });
    await service.load(namespace, { ...profile(2), pieces: [piece('Two.', { entity_id: 'user:al' })] });
    expect(await left()).toBe(2);
    await ask('mutation { delete(ref: "entity:user:al", withPieces: true) }');
    expect(await left()).toBe(0);
    expect(await codeOf('{ versions(ref: "entity:user:al") { totalCount } }')).toBe('NOT_FOUND');
  });
});

describe('every door', () => {
  it('makes one change of what it wrote, and none where it says nothing new', async () => {
    const document = {
      pieces: [piece('One.', { mentions: ['t:x'] })],
      graph: { nodes: [{ node_id: 'n', node_type: 't' }] },
    };
    await service.load(namespace, document);
    await service.load(namespace, document);
    expect(await changes()).toMatchObject([{ by: null, door: 'LOAD_KNOWLEDGE' }]);
    expect(new Set((await changes())[0]?.refs)).toEqual(new Set(['entity:n', 'entity:t:x', 'piece:p']));
    const record = {
      knowledge_id: 'i',
      description: 'd',
      ui_location: '',
      action_sequence: [],
      prerequisites: [],
      output_state: '',
      doc_citation: '',
    };
    const importing = 'mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }';
    await ask(importing, { items: [record] });
    await ask(importing, { items: [record] });
    expect(await changes()).toHaveLength(2);
    // Changes of trust do not change content.
    const learning =
      'itemId: "i", kind: SELF_EXPLORATION, task: "t", stepNum: 1, originalAction: {}, originalError: "e"';
    await ask(`mutation { attachLearning(input: { ${learning} }) { learning { id } } }`);
    expect(await changes()).toHaveLength(2);
  });

  it('has a check-in for a change, and undoing it is one', async () => {
    await service.load(namespace, { graph: { nodes: [{ node_id: 'user:al', node_type: 'user', label: 'Al' }] } });
    const reply = {
      metadata: { 'user:al': { entity_type: 'user', properties: { n: 1 } } },
      pieces: [piece('New.')],
      graph: null,
    };
    llm.reply({ content: JSON.stringify(reply) });
    const { ingestText } = await ask<{ ingestText: { checkInId: string } }>(INGEST, {
      text: 'New.',
      entityId: 'user:al',
    });
    expect((await changes())[0]).toMatchObject({ id: ingestText.checkInId, door: 'INGEST_TEXT', by: 'alice' });
    await ask(
      'mutation ($id: ID!) { undo(changeId: $id) { changeId } }',
      { id: ingestText.checkInId },
      { 'x-agent': 'bob' },
    );
    const [undone] = await changes();
    expect(undone).toMatchObject({ door: 'UNDO', by: 'bob' });
    expect(undone?.refs.toSorted()).toEqual(['entity:user:al', expect.stringMatching(/^piece:/)]);
    expect((await versions('entity:user:al')).map(({ content }) => content['metadata'])).toEqual([
      null,
      { n: 1 },
      null,
    ]);
  });
});

describe('a memory', () => {
  const recorded = async (headers: Record<string, string>, title = 'Try again') =>
    (
      await ask<{ recordMemory: { id: string } }>(
        'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id } }',
        { input: { title, description: 'd', content: 'c', outcome: 'SUCCESS' } },
        headers,
      )
    ).recordMemory.id;

  it('has a version and a change that only those see who see it', async () => {
    const ours = { 'x-project': 'ours', 'x-team': 'one' };
    const theirs = { 'x-project': 'theirs', 'x-team': 'two' };
    const id = await recorded(ours);
    const asked = `{ versions(ref: "memory:${id}") { nodes { number content change { by door } } } }`;
    expect(await ask(asked, {}, ours)).toMatchObject({
      versions: {
        nodes: [
          { number: 1, content: { title: 'Try again', tags: [] }, change: { by: 'alice', door: 'RECORD_MEMORY' } },
        ],
      },
    });
    const { errors } = await service.graphql(namespace, asked, {}, theirs);
    expect(errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    expect(await changes('', ours)).toMatchObject([{ refs: [`memory:${id}`] }]);
    expect(await changes('', theirs)).toEqual([]);
    const { changes: counted } = await ask<{ changes: unknown }>(
      '{ changes { totalCount pageInfo { hasNextPage } } }',
      {},
      theirs,
    );
    expect(counted).toEqual({ totalCount: 0, pageInfo: { hasNextPage: false } });
  });

  it('goes from receipts with what they quote; ids and scores stay', async () => {
    const headers = { 'x-project': 'ours' };
    const id = await recorded(headers, 'Calibrate the rotor sensor');
    const { context } = await ask<{ context: { receiptId: string; text: string } }>(
      '{ context(input: { query: "rotor sensor", minTrust: 0 }) { receiptId text } }',
      {},
      headers,
    );
    expect(context.text).toContain('Calibrate the rotor sensor');
    const receipt = '{ receipt(id: "ID") { text quotesDeleted items { id score } } }'.replace('ID', context.receiptId);
    expect(await ask(receipt, {}, headers)).toMatchObject({ receipt: { text: context.text, quotesDeleted: false } });
    expect(await ask(`mutation { delete(ref: "memory:${id}") }`, {}, { 'x-project': 'theirs' })).toEqual({
      delete: false,
    });
    expect(await ask(receipt, {}, headers)).toMatchObject({ receipt: { quotesDeleted: false } });
    expect(await ask(`mutation { delete(ref: "memory:${id}") }`, {}, headers)).toEqual({ delete: true });
    expect(await ask(receipt, {}, headers)).toEqual({
      receipt: { text: '', quotesDeleted: true, items: [{ id, score: expect.any(Number) as number }] },
    });
  });
});

it.for([
  ['{ versions(ref: "strategy:x") { totalCount } }', 'BAD_USER_INPUT'],
  ['{ versions(ref: "x") { totalCount } }', 'BAD_USER_INPUT'],
  ['{ versions(ref: "item:nobody") { totalCount } }', 'NOT_FOUND'],
  ['{ versions(ref: "entity:nobody") { totalCount } }', 'NOT_FOUND'],
  ['{ changes(after: "x") { totalCount } }', 'BAD_USER_INPUT'],
  ['{ changes(ref: "learning:x") { totalCount } }', 'NOT_FOUND'],
  ['{ changes(ref: "plan:x") { totalCount } }', 'BAD_USER_INPUT'],
  ['{ diff(ref: "item:x", from: 0) { from } }', 'BAD_USER_INPUT'],
  ['mutation { restore(ref: "item:x", version: 0) { number } }', 'BAD_USER_INPUT'],
  ['mutation { restore(ref: "item:nobody", version: 1) { number } }', 'NOT_FOUND'],
] as const)('%s is %s', async ([query, code]) => {
  expect(await codeOf(query)).toBe(code);
});

/** Returns the number of versions. */
async function left(): Promise<number> {
  const statement: Statement<{ namespace: string }, { versions: number }> = {
    name: 'test',
    mode: 'read',
    text: 'MATCH (v:Version {namespace: $namespace}) RETURN count(v) AS versions',
  };
  const [row] = await graph.run(statement, { namespace });
  return row?.versions ?? 0;
}
