import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { INGEST, type Knowledge, knowledgeService } from '../layers/support.js';
import { freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { sharedLlm } from '../support/shared-service.js';

let llm: OpenAiServer;
let service: Knowledge;
let namespace: string;
beforeAll(async () => {
  llm = await sharedLlm();
  service = await knowledgeService(llm.environment);
});
afterAll(async () => {
  await service.close();
  await llm.close();
});
beforeEach(() => {
  namespace = freshNamespace();
  llm.reset();
});

const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
interface Change {
  readonly id: string;
  readonly door: string;
}
const lastChange = async () =>
  (await ask<{ changes: { nodes: Change[] } }>('{ changes(first: 1) { nodes { id door } } }')).changes.nodes[0];
const undo = async () => {
  const change = await lastChange();
  await ask('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id: change?.id });
  return change?.door;
};
const contentOf = async (ref: string) => {
  const query = '{ versions(ref: "REF", first: 1) { nodes { content } } }'.replace('REF', ref);
  return (await ask<{ versions: { nodes: { content: unknown }[] } }>(query)).versions.nodes[0]?.content;
};

const ITEM = {
  knowledge_id: 'i',
  ui_location: '',
  action_sequence: [],
  prerequisites: [],
  output_state: '',
  doc_citation: '',
};
const piece = (content: string) => ({ piece_id: 'p', content, knowledge_type: 'fact', info_type: 'notes' });
/** Calls of each door with a limit of 900 or 950, and what they write. */
const DOORS: readonly (readonly [door: string, ref: string, call: (limit: number) => Promise<unknown>])[] = [
  ['LOAD_KNOWLEDGE', 'piece:p', (limit) => service.load(namespace, { pieces: [piece(`The limit is ${limit}.`)] })],
  [
    'INGEST_TEXT',
    'entity:user:al',
    (limit) => {
      const metadata = { 'user:al': { entity_type: 'user', properties: { limit } } };
      llm.reply({ content: JSON.stringify({ metadata, pieces: [], graph: null }) });
      return ask(INGEST, { text: `The limit is ${limit}.`, entityId: 'user:al', replace: true });
    },
  ],
  [
    'IMPORT_CATALOG',
    'item:i',
    (limit) =>
      ask('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
        items: [{ ...ITEM, description: `The limit is ${limit}.` }],
      }),
  ],
  [
    'SAVE_ITEM',
    'item:i',
    (limit) =>
      ask('mutation ($item: KnowledgeItemInput!) { saveKnowledgeItem(input: $item) { id } }', {
        item: {
          id: 'i',
          description: `The limit is ${limit}.`,
          actionSequence: [],
          prerequisites: [],
          uiLocation: '',
          outputState: '',
          docCitation: '',
        },
      }),
  ],
  [
    'SAVE_FLUENT',
    'fluent:d/hot',
    (limit) =>
      ask('mutation ($rules: String!) { saveFluent(domain: "d", name: "hot", rules: $rules) { report { valid } } }', {
        rules: `initiatedAt(hot(X)=true, T) :- happensAt(limit(X, ${limit}), T).`,
      }),
  ],
];

describe('a call that is repeated after its change was undone', () => {
  it.each(DOORS)('writes the same again: %s', async (door, ref, call) => {
    await call(900);
    const first = await contentOf(ref);
    await call(950);
    const second = await contentOf(ref);
    expect(second).not.toEqual(first);
    expect(await undo()).toBe(door);
    expect(await contentOf(ref)).toEqual(first);
    await call(950);
    expect(await contentOf(ref)).toEqual(second);
    await undo();
    await call(900);
    expect(await contentOf(ref)).toEqual(first);
  });

  it('records a memory again that an undo took away', async () => {
    const input = { title: 'Limit', description: 'pumps', content: 'The limit is 900.', outcome: 'SUCCESS' };
    const record = 'mutation ($input: MemoryInput!) { recordMemory(input: $input) { id duplicateOf } }';
    const shown = async () => {
      const query = '{ memorySearch(query: "limit of pumps", minConfidence: 0.1) { memories { memory { content } } } }';
      const { memorySearch } = await ask<{ memorySearch: { memories: unknown[] } }>(query);
      return memorySearch.memories.length;
    };
    await ask(record, { input });
    expect([await undo(), await shown()]).toEqual(['RECORD_MEMORY', 0]);
    expect(await ask(record, { input })).toMatchObject({ recordMemory: { duplicateOf: null } });
    expect(await shown()).toBe(1);
  });
});

describe('a document whose ingest was undone', () => {
  const FIRST = '# Pump guide\n\nThe limit is 900.\n\nSee [valves](valves.md).\n\n## Old\n\nOnly here.\n';
  const SECOND = '# Pump handbook\n\nThe limit is 950.\n\nSee [seals](seals.md).\n';
  const ingest = async (content: string, source = 'pumps.md') => {
    const query = 'mutation ($document: IngestDocumentInput!) { ingestDocument(document: $document) { outcome } }';
    const { ingestDocument } = await ask<{ ingestDocument: { outcome: string } }>(query, {
      document: { source, content },
    });
    return ingestDocument.outcome;
  };
  const PIECES = '{ pieces(first: 100) { nodes { content citation } } }';
  const DOCUMENTS =
    '{ documents(first: 10) { nodes { source hash title chunks closedAt links: linksTo(first: 5) { document { source } } } } }';
  const seen = async () => {
    const { pieces } = await ask<{ pieces: { nodes: { content: string; citation: string }[] } }>(PIECES);
    const { documents } = await ask<{ documents: { nodes: { source: string }[] } }>(DOCUMENTS);
    const pump = documents.nodes.find(({ source }) => source === 'pumps.md');
    return { pump, pieces: pieces.nodes.map(({ content, citation }) => `${citation}: ${content}`).sort() };
  };

  it('has the hash, the title, the chunks and the links of what stands, and is read again', async () => {
    await ingest('# Valves\n', 'valves.md');
    await ingest('# Seals\n', 'seals.md');
    await ingest(FIRST);
    const first = await seen();
    expect(first.pump).toMatchObject({ title: 'Pump guide', links: [{ document: { source: 'valves.md' } }] });
    expect(await ingest(SECOND)).toBe('UPDATED');
    const second = await seen();
    expect(second.pump).toMatchObject({ title: 'Pump handbook', links: [{ document: { source: 'seals.md' } }] });
    expect(await undo()).toBe('INGEST_DOCUMENT');
    expect(await seen()).toEqual(first);
    expect(await ingest(FIRST)).toBe('UNCHANGED');
    expect(await ingest(SECOND)).toBe('UPDATED');
    expect(await seen()).toEqual(second);
    // The undo of the undo brings the second text back.
    await undo();
    expect(await seen()).toEqual(first);
    await undo();
    expect(await seen()).toEqual(second);
    expect(await ingest(SECOND)).toBe('UNCHANGED');
    expect(await ingest(FIRST)).toBe('UPDATED');
    expect(await seen()).toEqual(first);
  });

  it('comes back with its chunks when it was closed, and can be closed again', async () => {
    await ingest(FIRST);
    const open = await seen();
    const { documents } = await ask<{ documents: { nodes: { id: string }[] } }>(
      '{ documents(first: 1) { nodes { id } } }',
    );
    const close = () => ask('mutation ($id: ID!) { closeDocument(id: $id) }', { id: documents.nodes[0]?.id });
    expect(await close()).toEqual({ closeDocument: true });
    expect((await seen()).pieces).toEqual([]);
    await undo();
    expect(await seen()).toEqual(open);
    expect(await ingest(FIRST)).toBe('UNCHANGED');
    expect(await close()).toEqual({ closeDocument: true });
    expect((await seen()).pieces).toEqual([]);
  });
});
