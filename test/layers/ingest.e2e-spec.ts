import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { sharedLlm } from '../support/shared-service.js';
import { counts, inconsistencies, INGEST, type Knowledge, knowledgeService, LES_RANS, type Load } from './support.js';

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
const ask = <Data>(query: string, variables: object = {}, headers: Record<string, string> = {}) =>
  service.data<Data>(namespace, query, variables, headers);

interface Ingested {
  readonly document: {
    readonly pieces: readonly Record<string, unknown>[];
    readonly graph: { readonly edges: readonly Record<string, unknown>[] };
  };
  readonly attempts: number;
  readonly checkInId: string | null;
  readonly load: Load;
}
const ingest = async (variables: Record<string, unknown>, headers?: Record<string, string>) =>
  (await ask<{ ingestText: Ingested }>(INGEST, variables, headers)).ingestText;
const undo = (id: string | null) => ask('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id });

const TEXT = 'Initialize LES from converged RANS -- cuts spin-up by ~40%';
const PIECE = {
  piece_id: 'les-rans-init',
  content: 'Initialize transient LES from converged RANS -- cuts spin-up by ~40%',
  knowledge_type: 'Procedure',
  info_type: 'instructions',
  tags: ['les', 'rans'],
  mentions: ['technique:les'],
};
const REPLY = {
  metadata: { 'user:alice': { entity_type: 'user', properties: { team: 'aero' } } },
  pieces: [PIECE],
  graph: {
    nodes: [
      { node_id: 'user:alice', node_type: 'user', label: 'Alice' },
      { node_id: 'technique:les', node_type: 'technique', label: 'LES' },
    ],
    edges: [
      {
        source_id: 'user:alice',
        target_id: 'technique:les',
        edge_type: 'SPECIALIZES_IN',
        properties: { piece_id: 'les-rans-init' },
      },
    ],
  },
};

describe('ingestText', () => {
  it('has the LLM structure a text, loads it and keeps a check-in', async () => {
    llm.reply({ content: REPLY });
    const { document, attempts, checkInId, load } = await ingest(
      { text: TEXT, entityId: 'user:alice', artifacts: { file: 'notes.md' } },
      { 'x-agent': 'alice' },
    );
    expect(attempts).toBe(1);
    expect(load).toMatchObject({ metadata: 1, pieces: 1, nodes: 2, edges: 1, created: 5, skipped: [] });
    // The piece names no entity, and its id is derived from its content and owner instead of being the LLM's.
    const [piece] = document.pieces;
    expect(document.pieces).toEqual([
      { ...PIECE, piece_id: piece?.['piece_id'], knowledge_type: 'procedure', entity_id: 'user:alice' },
    ]);
    expect(piece?.['piece_id']).toMatch(/^piece-[0-9a-f]{32}$/);
    expect(document.graph.edges).toMatchObject([{ properties: { piece_id: piece?.['piece_id'] } }]);

    const [system, user] = llm.requests[0]?.messages ?? [];
    expect(system?.content).toMatch(/Leave out credentials/);
    expect(user?.content).toContain(TEXT);
    expect(llm.requests[0]?.response_format?.json_schema.name).toBe('knowledge_document');

    const { knowledge } = await ask<{ knowledge: { checkIn: Record<string, unknown> } }>(
      `query ($id: ID!) { knowledge(id: $id, kind: PIECE) { ... on Piece { checkIn { id text reply document artifacts by } } } }`,
      { id: piece?.['piece_id'] },
    );
    expect(knowledge.checkIn).toEqual({
      id: checkInId,
      text: TEXT,
      reply: JSON.stringify(REPLY),
      document,
      artifacts: { file: 'notes.md' },
      by: 'alice',
    });
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('asks again with what was wrong, and gives up after maxRetries', async () => {
    llm.reply(
      { content: 'No JSON' },
      { content: { pieces: [{ ...PIECE, content: '' }] } },
      { content: { pieces: [PIECE] } },
    );
    expect(await ingest({ text: TEXT, maxRetries: 2, checkIn: false })).toMatchObject({ attempts: 3, checkInId: null });
    expect(llm.requests[1]?.messages.at(-1)?.content).toMatch(/not valid JSON/);
    expect(llm.requests[2]?.messages.at(-1)?.content).toMatch(/pieces\.0\.content/);

    llm.reset();
    llm.reply({ content: 'No' }, { content: 'No' });
    const { errors } = await service.graphql(namespace, INGEST, { text: TEXT, maxRetries: 1 });
    expect(errors?.[0]?.extensions['code']).toBe('LLM_INVALID_REPLY');
    expect(llm.unscripted).toBe(0);
  });

  it.each([
    ['cut off', { content: { pieces: [PIECE] }, finishReason: 'length' }, 'LLM_CUT_OFF'],
    ['refused', { refusal: 'I will not' }, 'LLM_REFUSED'],
  ])('stores nothing of a reply that is %s', async (_, reply, code) => {
    llm.reply(reply);
    const { errors } = await service.graphql(namespace, INGEST, { text: TEXT, maxRetries: 0 });
    expect(errors?.[0]?.extensions['code']).toBe(code);
    expect(await counts(graph, namespace)).toEqual({ metadata: 0, pieces: 0, nodes: 0, edges: 0, entities: 0 });
  });

  it('cuts a secret out of a text before anybody sees it, and out of a reply', async () => {
    const key = ['ghp', '_a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8'].join('');
    llm.reply({ content: { pieces: [PIECE] } });
    await ingest({ text: `Use ${key}` });
    expect(JSON.stringify(llm.requests)).toContain('Use [redacted]');
    expect(JSON.stringify(llm.requests)).not.toContain('a1B2c3');

    llm.reply({ content: { pieces: [{ ...PIECE, embedding_text: `key ${key}` }] } });
    const { checkInId } = await ingest({ text: TEXT });
    const { checkIn } = await ask<{ checkIn: object }>('query ($id: ID!) { checkIn(id: $id) { reply document } }', {
      id: checkInId,
    });
    expect(JSON.stringify(checkIn)).not.toContain('a1B2c3');
  });
});

describe('what an LLM proposes', () => {
  const profileOf = async (id: string) =>
    (
      await ask<{ entity: Record<string, unknown> | null }>(
        'query ($id: ID!) { entity(id: $id) { type label properties } }',
        { id },
      )
    ).entity;
  const piecesOf = async (id: string) =>
    (
      await ask<{ entity: { pieces: { nodes: { id: string; content: string }[] } } }>(
        'query ($id: ID!) { entity(id: $id) { pieces { nodes { id content } } } }',
        { id },
      )
    ).entity.pieces.nodes;
  const says = (content: string, team: string) => ({
    metadata: { 'user:alice': { entity_type: 'user', properties: { team, [`seenBy_${team}`]: true } } },
    pieces: [{ ...PIECE, content, session: 'monday', position: 1 }],
    graph: {
      nodes: [{ node_id: 'technique:les', node_type: 'technique', label: 'LES', properties: { team } }],
      edges: [
        {
          source_id: 'technique:les',
          target_id: 'technique:les',
          edge_type: 'TUNED_BY',
          properties: { piece_id: 'les-rans-init' },
        },
      ],
    },
  });

  it('does not let the texts of two users meet, though the LLM gives both the same ids', async () => {
    llm.reply({ content: says('Start from RANS', 'aero') }, { content: says('Start from rest', 'hydro') });
    const alice = await ingest({ text: 'one', entityId: 'user:alice' });
    const bob = await ingest({ text: 'two', entityId: 'user:bob' });
    expect(alice.load).toMatchObject({ created: 4, updated: 0, unchanged: 0, skipped: [] });
    // Bob's text does not mention Alice's profile, and the node exists already.
    expect(bob.load).toMatchObject({
      created: 2,
      updated: 0,
      unchanged: 1,
      skipped: [{ section: 'metadata', id: 'user:alice' }],
    });
    const [[first], [second]] = [await piecesOf('user:alice'), await piecesOf('user:bob')];
    expect([first?.content, second?.content]).toEqual(['Start from RANS', 'Start from rest']);
    expect(first?.id).toMatch(/^piece-[0-9a-f]{32}$/);
    expect(await profileOf('user:alice')).toEqual({
      type: 'user',
      label: null,
      properties: { team: 'aero', seenBy_aero: true },
    });
    expect(await profileOf('technique:les')).toMatchObject({ type: 'technique', properties: { team: 'aero' } });
    // Each relation is linked to the piece of its own text, although the two texts have no session in common.
    const { entity } = await ask<{ entity: { relations: { nodes: { piece: { id: string } }[] } } }>(
      '{ entity(id: "technique:les") { relations { nodes { piece { id } } } } }',
    );
    expect(entity.relations.nodes.map(({ piece }) => piece.id).sort()).toEqual([first?.id, second?.id].sort());
    const sessions = await graph.run<{ namespace: string }, { session: string }>(
      {
        name: 'test/sessions',
        mode: 'read',
        text: 'MATCH (p:Piece {namespace: $namespace}) RETURN DISTINCT p.session AS session',
      },
      { namespace },
    );
    expect(sessions).toHaveLength(2);

    llm.reply({ content: says('Start from rest', 'hydro') });
    expect((await ingest({ text: 'two', entityId: 'user:bob' })).load).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
    });
    const before = await counts(graph, namespace);
    await undo(alice.checkInId);
    expect(await piecesOf('user:bob')).toEqual([second]);
    expect(await profileOf('technique:les')).toMatchObject({ properties: { team: 'aero' } });
    expect(await counts(graph, namespace)).toEqual({
      ...before,
      metadata: 0,
      pieces: 1,
      edges: 1,
      entities: before.entities - 1,
    });
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('leaves what was loaded as it is, and adds to a profile only what it lacks', async () => {
    await service.load(namespace, {
      metadata: {
        'user:alice': { entity_type: 'user', properties: { team: 'aero', tools: { mesher: 'snappy' } } },
        'user:bob': { entity_type: 'user', properties: { team: 'hydro' } },
        global: { entity_type: 'global', properties: { units: 'SI' } },
      },
      pieces: [
        { ...PIECE, content: 'Loaded' },
        { content: 'Start from RANS', entity_id: 'user:alice', tags: ['loaded'] },
      ],
      graph: {
        nodes: [{ node_id: 'technique:les', node_type: 'technique', label: 'LES' }],
        edges: [
          {
            source_id: 'user:alice',
            target_id: 'technique:les',
            edge_type: 'USES',
            properties: { description: 'daily' },
          },
        ],
      },
    });
    const proposed = {
      metadata: {
        'user:alice': {
          entity_type: 'person',
          properties: { team: 'x', site: 'Bremen', tools: { mesher: 'x', solver: 'foam' } },
        },
        'user:bob': { entity_type: 'user', properties: { team: 'x' } },
        'user:carol': { entity_type: 'user', properties: { team: 'x' } },
        global: { entity_type: 'global', properties: { units: 'x', site: 'x' } },
      },
      pieces: [{ ...PIECE, content: 'Start from RANS', tags: ['proposed'] }],
      graph: {
        nodes: [{ node_id: 'technique:les', node_type: 'x', label: 'x', properties: { x: 1 } }],
        edges: [
          {
            source_id: 'user:alice',
            target_id: 'technique:les',
            edge_type: 'USES',
            properties: { description: 'never' },
          },
          // The relation refers to a piece that is not in the reply; another owner's piece has this id.
          {
            source_id: 'user:alice',
            target_id: 'technique:les',
            edge_type: 'KNOWS',
            properties: { piece_id: 'other' },
          },
        ],
      },
    };
    await service.load(namespace, { pieces: [{ piece_id: 'other', content: 'Of somebody else' }] });
    llm.reply({ content: proposed });
    const { load, checkInId } = await ingest({ text: TEXT, entityId: 'user:alice' });
    expect(load).toMatchObject({ created: 0, updated: 1, unchanged: 3 });
    expect(load.skipped.map(({ section, id, field }) => [section, id, field])).toEqual([
      ['metadata', 'user:bob', null],
      ['metadata', 'user:carol', null],
      ['metadata', 'global', null],
      ['edges', null, 'properties.piece_id'],
    ]);
    const alice = { team: 'aero', tools: { mesher: 'snappy', solver: 'foam' }, site: 'Bremen' };
    expect(await profileOf('user:alice')).toMatchObject({ type: 'user', properties: alice });
    expect((await profileOf('user:bob'))?.['properties']).toEqual({ team: 'hydro' });
    expect(await profileOf('user:carol')).toBeNull();
    expect((await profileOf('global'))?.['properties']).toEqual({ units: 'SI' });
    expect(await profileOf('technique:les')).toEqual({ type: 'technique', label: 'LES', properties: {} });
    expect(await ask('{ knowledge(id: "les-rans-init", kind: PIECE) { ... on Piece { content } } }')).toEqual({
      knowledge: { content: 'Loaded' },
    });
    const { entity } = await ask<{ entity: object }>(
      '{ entity(id: "user:alice") { pieces { nodes { content tags } } relations { nodes { type properties } } } }',
    );
    expect(entity).toEqual({
      pieces: { nodes: [{ content: 'Start from RANS', tags: ['loaded'] }] },
      relations: { nodes: [{ type: 'USES', properties: { description: 'daily' } }] },
    });
    await undo(checkInId);
    expect(await counts(graph, namespace)).toMatchObject({ metadata: 3, pieces: 3, nodes: 1, edges: 1 });

    // The caller can allow it.
    llm.reply({ content: proposed });
    await ingest({ text: TEXT, entityId: 'user:alice', replace: true, allowOthers: true, allowGlobal: true });
    expect((await profileOf('user:alice'))?.['properties']).toEqual({
      ...alice,
      team: 'x',
      tools: { mesher: 'x', solver: 'foam' },
    });
    expect((await profileOf('user:bob'))?.['properties']).toEqual({ team: 'x' });
    expect((await profileOf('user:carol'))?.['properties']).toEqual({ team: 'x' });
    expect((await profileOf('global'))?.['properties']).toEqual({ units: 'x', site: 'x' });
    expect(await profileOf('technique:les')).toMatchObject({ type: 'x', label: 'x' });
  });

  it('creates profiles of a text that belongs to nobody, and changes none', async () => {
    llm.reply({ content: says('Start from RANS', 'aero') }, { content: says('Start from rest', 'hydro') });
    expect((await ingest({ text: 'one' })).load).toMatchObject({ metadata: 1, skipped: [] });
    expect((await ingest({ text: 'two' })).load.skipped).toMatchObject([{ section: 'metadata', id: 'user:alice' }]);
    expect((await profileOf('user:alice'))?.['properties']).toEqual({ team: 'aero', seenBy_aero: true });
  });
});

describe('undo of a check-in', () => {
  it('takes back all that came of a text', async () => {
    llm.reply({ content: REPLY });
    const { checkInId } = await ingest({ text: TEXT, entityId: 'user:alice' });
    await undo(checkInId);
    expect(await counts(graph, namespace)).toEqual({ metadata: 0, pieces: 0, nodes: 0, edges: 0, entities: 0 });
    await undo(checkInId);
    expect(await counts(graph, namespace)).toMatchObject({ pieces: 0 });
  });

  it('leaves what a load or another check-in brought, too, and what something of theirs hangs on', async () => {
    llm.reply({ content: REPLY }, { content: { pieces: [PIECE] } });
    const first = await ingest({ text: TEXT });
    const second = await ingest({ text: TEXT });
    expect(second.load).toMatchObject({ created: 0, unchanged: 1 });
    await service.load(namespace, {
      metadata: { 'user:alice': { entity_type: 'user', properties: { team: 'aero' } } },
      graph: {
        nodes: [{ node_id: 'case:jet', node_type: 'case' }],
        edges: [{ source_id: 'case:jet', target_id: 'technique:les', edge_type: 'USES' }],
      },
    });
    await undo(first.checkInId);
    // The piece was ingested again, the profile was loaded, and a loaded relation leads to the technique.
    expect(await counts(graph, namespace)).toEqual({ metadata: 1, pieces: 1, nodes: 2, edges: 1, entities: 3 });
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });
});

describe('at other doors', () => {
  const mcpClient = async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
        requestInit: { headers: { 'x-namespace': namespace } },
      }),
    );
    return client;
  };

  it('loads over MCP, reads an entity there, and gives agents a context with profile, relations and pieces', async () => {
    const client = await mcpClient();
    const loaded = await client.callTool({ name: 'knowledge_load', arguments: { document: LES_RANS } });
    expect(loaded.structuredContent).toMatchObject({ created: 7, unchanged: 0, skipped: [] });
    const { contents } = await client.readResource({ uri: 'heartwood://entity/user%3Aalice' });
    expect(contents[0]).toMatchObject({
      text: [
        'user:alice (user): Alice\n\nspecialization: turbomachinery\nteam: aero\n\nAlice SPECIALIZES_IN → LES',
        '[procedure, instructions] Initialize transient LES from converged RANS -- cuts spin-up by ~40% (les-rans-init)',
      ].join('\n\n'),
    });
    const context = await client.callTool({
      name: 'knowledge_context',
      arguments: { query: 'initialize an LES', entity_id: 'user:alice' },
    });
    expect((context.structuredContent as { text: string }).text).toBe(
      [
        '# User profile\n\nspecialization: turbomachinery\nteam: aero\n\norganization: NASA',
        '# Instructions\n\n[procedure] Initialize transient LES from converged RANS -- cuts spin-up by ~40%',
        '# Context\n\n[fact] Smagorinsky constant of 0.1 works better than default 0.17',
      ].join('\n\n'),
    );
    const wrong = await client.callTool({ name: 'knowledge_load', arguments: { document: [] } });
    expect(wrong.isError).toBe(true);
    await client.close();
  });

  it('keeps a title in the field of titles, so that a word of it alone finds the piece', async () => {
    const piece = (piece_id: string, title: string) => ({ ...PIECE, piece_id, title, content: `About ${piece_id}` });
    await service.load(namespace, { pieces: [piece('loaded', 'Quokka diet')] });
    const client = await mcpClient();
    const { isError } = await client.callTool({
      name: 'knowledge_load',
      arguments: { document: { pieces: [piece('by-mcp', 'Wombat diet')] } },
    });
    await client.close();
    expect(isError).toBeFalsy();
    llm.reply({ content: { pieces: [piece('proposed', 'Numbat diet')] } });
    const { load } = await ingest({ text: TEXT });
    expect(load).toMatchObject({ pieces: 1, skipped: [] });

    const FOUND = `query ($query: String!) { search(query: $query) { hits { knowledge { ... on Piece { title text } } } } }`;
    for (const [query, id] of [
      ['quokka', 'loaded'],
      ['wombat', 'by-mcp'],
      ['numbat', 'proposed'],
    ] as const) {
      const { search } = await ask<{ search: { hits: { knowledge: object }[] } }>(FOUND, { query });
      const title = `${query.charAt(0).toUpperCase()}${query.slice(1)} diet`;
      // The word is not a whole name, so that no mention leads to the piece.
      expect(search.hits.map(({ knowledge }) => knowledge)).toEqual([{ title, text: `About ${id}` }]);
    }
  });

  it('gives the profile of an entity also where no piece fits, and nobody the pieces of another', async () => {
    await service.load(namespace, LES_RANS);
    const context = async (entityId?: string) =>
      (
        await ask<{ context: { text: string; hits: unknown[] } }>(
          'query ($entityId: ID) { context(input: { query: "initialize spin-up", entityId: $entityId, kinds: [PIECE] }) { text hits { score } } }',
          { entityId },
        )
      ).context;
    expect((await context('user:alice')).hits).toHaveLength(1);
    expect(await context('technique:les')).toEqual({
      text: '# User profile\n\norganization: NASA\n\n# Context\n\nAlice —SPECIALIZES_IN→ LES',
      hits: [],
    });
    expect(await context()).toEqual({ text: 'Nothing relevant is known about this.', hits: [] });
  });

  it('counts what was loaded and how long a retrieval took', async () => {
    await service.load(namespace, LES_RANS);
    await service.retrieve(namespace, { query: 'LES' });
    const text = await (await fetch(`${service.url}/metrics`)).text();
    expect(text).toMatch(/heartwood_knowledge_records_total\{section="pieces",outcome="created"\} [1-9]/);
    expect(text).toMatch(/heartwood_retrieve_seconds_count [1-9]/);
  });
});

it('docs/knowledge.md shows what the service answers', async () => {
  const page = readFileSync(new URL('../../docs/knowledge.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```graphql\n(.*?)```\n\n```json\n(.*?)```/gs)];
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  for (const [, operation = '', answer = ''] of blocks) {
    expect(await ask(operation), operation).toEqual(JSON.parse(answer));
  }
});
