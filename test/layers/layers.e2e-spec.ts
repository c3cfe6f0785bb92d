import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import type { Statement } from '../../src/graph/statement.js';
import { LoadingService } from '../../src/loading/loading.service.js';
import { deleteEntity } from '../../src/entities/entities.statements.js';
import { freshNamespace } from '../support/graph.js';
import { counts, inconsistencies, type Knowledge, withKnowledge, LES_RANS, LOAD, RETRIEVE } from './support.js';

let service: Knowledge;
let graph: GraphService;
withKnowledge((started) => ({ service, graph } = started));

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
});
const load = (document: unknown) => service.load(namespace, document);
const retrieve = (variables: Record<string, unknown>) => service.retrieve(namespace, variables);
const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
const consistent = async () => expect(await inconsistencies(graph, namespace)).toEqual([]);

const node = (node_id: string, more: object = {}) => ({ node_id, node_type: 'thing', ...more });
const edge = (source_id: string, edge_type: string, target_id: string, properties: object = {}) => ({
  source_id,
  edge_type,
  target_id,
  properties,
});
const piece = (piece_id: string, content: string, more: object = {}) => ({
  piece_id,
  content,
  knowledge_type: 'fact',
  info_type: 'context',
  ...more,
});

describe('loadKnowledge', () => {
  it('brings the example of the design in, and a second time changes nothing', async () => {
    expect(await load(LES_RANS)).toEqual({
      metadata: 2,
      pieces: 2,
      nodes: 2,
      edges: 1,
      created: 7,
      updated: 0,
      unchanged: 0,
      skipped: [],
    });
    const ALL = `{ entity(id: "user:alice") { id type label properties
        pieces { nodes { id title text content knowledgeType infoType tags embeddingText trust createdAt updatedAt
          entity { id } mentions { id } checkIn { id } session position occurredAt evidence { totalCount } } totalCount }
        relations { nodes { type source { id } target { id label } properties piece { id } } totalCount } }
      entities { nodes { id } totalCount } }`;
    const before = await ask<Record<string, unknown>>(ALL);
    expect(before).toMatchObject({
      entity: {
        type: 'user',
        label: 'Alice',
        properties: { specialization: 'turbomachinery', team: 'aero' },
        pieces: {
          totalCount: 1,
          nodes: [
            {
              id: 'les-rans-init',
              title: 'Initialize transient LES from converged RANS -- cuts spin-up by ~40%',
              text: 'LES RANS initialization spin-up transient',
              content: 'Initialize transient LES from converged RANS -- cuts spin-up by ~40%',
              knowledgeType: 'PROCEDURE',
              tags: ['les', 'initialization', 'rans'],
              trust: 1,
              entity: { id: 'user:alice' },
              checkIn: null,
              evidence: { totalCount: 0 },
            },
          ],
        },
        relations: {
          totalCount: 1,
          nodes: [
            {
              type: 'SPECIALIZES_IN',
              source: { id: 'user:alice' },
              target: { id: 'technique:les', label: 'LES' },
              properties: { piece_id: 'les-rans-init' },
              piece: { id: 'les-rans-init' },
            },
          ],
        },
      },
      entities: { nodes: [{ id: 'global' }, { id: 'technique:les' }, { id: 'user:alice' }], totalCount: 3 },
    });
    expect(await load(LES_RANS)).toMatchObject({ created: 0, updated: 0, unchanged: 7, skipped: [] });
    expect(await ask(ALL)).toEqual(before);
    await consistent();
  });

  it('takes over what changed, and only that', async () => {
    await load(LES_RANS);
    const changed = structuredClone(LES_RANS) as { pieces: { content: string; embedding_text?: string }[] };
    changed.pieces[1]!.content = 'A constant of 0.1 suits jets';
    expect(await load(changed)).toMatchObject({ created: 0, updated: 1, unchanged: 6 });
    const { pieces } = await retrieve({ query: 'which constant suits jets' });
    expect(pieces.map(({ piece }) => piece.content)).toEqual(['A constant of 0.1 suits jets']);
  });

  it('skips wrong records with their place, field and reason, and takes the rest', async () => {
    const report = await load({
      metadata: { 'user:bob': { properties: {} }, 'user:eve': { entity_type: 'user' } },
      pieces: [
        piece('empty', '   '),
        piece('type', 'What it is', { knowledge_type: 'rumour' }),
        'no object',
        piece('good', 'A fact', { knowledge_type: 'FACT' }),
        piece('good', 'Another fact'),
        piece('long', 'x'.repeat(50_001)),
        piece('tags', 'Tags', { tags: 'les' }),
      ],
      graph: {
        nodes: [node('a'), { node_id: 'b' }, node('user:eve')],
        edges: [
          edge('a', 'KNOWS', 'user:eve'),
          edge('a', 'KNOWS', 'b'),
          edge('nobody', 'KNOWS', 'a'),
          edge('a', 'SAYS', 'a', { piece_id: 'empty' }),
        ],
      },
      more: [],
    });
    expect(report).toMatchObject({ metadata: 1, pieces: 1, nodes: 2, edges: 1, created: 5 });
    expect(report.skipped.map(({ section, index, id, field, reason }) => [section, index, id, field, reason])).toEqual([
      [null, 0, null, null, 'a document has the sections metadata, pieces and graph; another was left out'],
      ['metadata', 0, 'user:bob', 'entity_type', 'entity_type is missing'],
      ['pieces', 0, 'empty', 'content', 'content should not be empty'],
      [
        'pieces',
        1,
        'type',
        'knowledge_type',
        'knowledge_type must be one of fact, instruction, preference, procedure, note, episodic',
      ],
      ['pieces', 2, null, null, 'the record must be an object'],
      ['pieces', 4, 'good', null, 'it stands already at index 3; the first counts'],
      ['pieces', 5, 'long', 'content', 'content must be at most 50000 characters long'],
      ['pieces', 6, 'tags', 'tags', 'tags must be a list of strings'],
      ['nodes', 1, 'b', 'node_type', 'node_type is missing'],
      ['edges', 1, null, 'target_id', 'target_id names no node, neither of the document nor stored'],
      ['edges', 2, null, 'source_id', 'source_id names no node, neither of the document nor stored'],
      [
        'edges',
        3,
        null,
        'properties.piece_id',
        'properties.piece_id names no piece, neither of the document nor stored',
      ],
    ]);
    await consistent();
  });

  it('refuses secrets wherever they stand, names the rule and echoes none of them', async () => {
    const key = ['sk', '-proj-a1B2c3D4e5F6g7H8i9J0'].join('');
    const report = await load({
      metadata: {
        'user:a': { entity_type: 'user', properties: { login: { password: 'hunter2hunter2' } } },
        [key]: { entity_type: 'user' },
      },
      pieces: [
        piece('p1', `Use ${key}`),
        piece('p2', 'Fine', { embedding_text: 'Authorization: Bearer abcdef0123456789' }),
        piece(key, 'Fine'),
        piece('p4', 'Fine', { tags: ['password=hunter2hunter2'] }),
      ],
      graph: { nodes: [node('n', { label: key })], edges: [edge('x', 'USES', 'y', { note: key })] },
    });
    expect(report).toMatchObject({ created: 0, pieces: 0, nodes: 0, edges: 0, metadata: 0 });
    expect(JSON.stringify(report)).not.toMatch(/a1B2c3|hunter2|abcdef0123/);
    expect(report.skipped.map(({ section, index, id, field, reason }) => [section, index, id, field, reason])).toEqual([
      [
        'metadata',
        0,
        'user:a',
        'properties.login.password',
        'it holds what looks like a secret (value of a secret name)',
      ],
      ['metadata', 1, null, null, 'it holds what looks like a secret (API key)'],
      ['pieces', 0, 'p1', 'content', 'it holds what looks like a secret (API key)'],
      ['pieces', 1, 'p2', 'embedding_text', 'it holds what looks like a secret (bearer token)'],
      ['pieces', 2, null, 'piece_id', 'it holds what looks like a secret (API key)'],
      ['pieces', 3, 'p4', 'tags.0', 'it holds what looks like a secret (value of a secret name)'],
      ['nodes', 0, 'n', 'label', 'it holds what looks like a secret (API key)'],
      ['edges', 0, null, 'properties.note', 'it holds what looks like a secret (API key)'],
    ]);
    expect(await counts(graph, namespace)).toEqual({ metadata: 0, pieces: 0, nodes: 0, edges: 0, entities: 0 });
  });

  it('links an edge to nodes and pieces that were loaded before', async () => {
    await load({ pieces: [piece('p', 'Known')], graph: { nodes: [node('a'), node('b')] } });
    const report = await load({
      graph: { edges: [edge('a', 'KNOWS', 'b', { piece_id: 'p' }), edge('a', 'KNOWS', 'b')] },
    });
    expect(report).toMatchObject({ edges: 2, created: 2, skipped: [] });
  });

  it('puts the pieces of a session in order, also when one is added, moved or deleted', async () => {
    const turn = (id: string, position: number, session = 's') =>
      piece(id, `Turn ${id}`, { session, position, knowledge_type: 'episodic' });
    const order = async () => {
      const text = `MATCH (p:Piece {namespace: $namespace})-[:NEXT]->(n:Piece) RETURN p.id AS a, n.id AS b ORDER BY a`;
      const rows = await graph.run<object, { a: string; b: string }>(
        { name: 'test/order', mode: 'read', text },
        { namespace },
      );
      return rows.map(({ a, b }) => `${a}${b}`);
    };
    await load({ pieces: [turn('a', 0), turn('c', 2), turn('d', 10)] });
    expect(await order()).toEqual(['ac', 'cd']);
    await load({ pieces: [turn('b', 1)] });
    expect(await order()).toEqual(['ab', 'bc', 'cd']);
    await load({ pieces: [turn('c', 0, 'other')] });
    expect(await order()).toEqual(['ab', 'bd']);
    await ask('mutation { delete(ref: "piece:b") }');
    expect(await order()).toEqual(['ad']);
    await consistent();
  });

  it('answers a document that is none with a typed error', async () => {
    const { errors } = await service.graphql(namespace, LOAD, { document: [1] });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'document', rule: 'isObject' }],
    });
    expect(await load({ pieces: {}, graph: { nodes: 7 } })).toMatchObject({
      created: 0,
      skipped: [
        { section: 'pieces', index: 0, reason: 'pieces must be a list; all of it was left out' },
        { section: 'nodes', index: 0, reason: 'nodes must be a list; all of it was left out' },
      ],
    });
  });
});

describe('retrieve', () => {
  it('gives profile, global metadata, pieces and relations of the example', async () => {
    await load(LES_RANS);
    const found = await retrieve({ query: 'Set up an LES simulation for jet noise', entityId: 'user:alice' });
    expect(found.metadata).toEqual({ specialization: 'turbomachinery', team: 'aero' });
    expect(found.globalMetadata).toEqual({ organization: 'NASA' });
    // The second piece contains no word of the question, but mentions the entity that the question names: 0.3, since
    // one piece mentions it.
    expect(found.pieces.map(({ piece, score }) => [piece.id, score])).toEqual([
      ['les-rans-init', 1],
      ['smagorinsky', expect.closeTo(0.3, 12)],
    ]);
    expect(found.graphContext).toEqual([
      {
        relationType: 'SPECIALIZES_IN',
        source: { id: 'user:alice' },
        target: { id: 'technique:les' },
        depth: 1,
        score: 1,
        properties: { piece_id: 'les-rans-init' },
        piece: { id: 'les-rans-init' },
      },
    ]);
  });

  it('gives a linked fact of the shipped sample whatever else of it matches, as search and context do', async () => {
    const read = (name: string) => JSON.parse(readFileSync(`sample/${name}.json`, 'utf8')) as unknown;
    const linked = async () => {
      const question = { query: 'Which settings suit LES for jet noise?', entityId: 'user:alice' };
      const { search, context } = await ask<{ search: Hits; context: Hits & { text: string } }>(
        `query ($query: String!, $entityId: ID!) {
          search(query: $query, first: 100) { hits { score knowledge { id } } }
          context(input: { query: $query, entityId: $entityId, first: 50, maxTokens: 8000 }) { text hits { score knowledge { id } } } }`,
        question,
      );
      expect(context.text).toContain('Smagorinsky constant of 0.1 works better than default 0.17');
      const { pieces } = await retrieve(question);
      return [
        search.hits.find(({ knowledge }) => knowledge.id === 'smagorinsky')?.score,
        context.hits.find(({ knowledge }) => knowledge.id === 'smagorinsky')?.score,
        pieces.find(({ piece }) => piece.id === 'smagorinsky')?.score,
      ];
    };
    interface Hits {
      readonly hits: readonly { readonly score: number; readonly knowledge: { readonly id: string } }[];
    }
    await load(read('knowledge'));
    const close: unknown = expect.closeTo(0.3, 12);
    expect(await linked()).toEqual([close, close, close]);
    await ask('mutation ($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
      items: read('knowledge_catalog'),
    });
    expect(await linked()).toEqual([close, close, close]);
  });

  it('gives metadata and relations without a query, and nothing of an entity that does not exist', async () => {
    await load(LES_RANS);
    const found = await retrieve({ query: ' ', entityId: 'user:alice' });
    expect(found.pieces.map(({ piece, score, explain }) => [piece.id, score, explain.traversal])).toEqual([
      ['les-rans-init', 1, 1],
    ]);
    expect(await retrieve({ query: '', entityId: 'user:nobody' })).toEqual({
      metadata: null,
      globalMetadata: { organization: 'NASA' },
      pieces: [],
      graphContext: [],
    });
  });

  it('covers the pieces of the entity and of nobody, without an entity those of nobody', async () => {
    await load({
      pieces: [
        piece('mine', 'solver tip', { entity_id: 'user:a' }),
        piece('theirs', 'solver tip', { entity_id: 'user:b' }),
        piece('all', 'solver tip'),
      ],
    });
    const ids = async (entityId?: string) =>
      (await retrieve({ query: 'solver', entityId })).pieces.map(({ piece }) => piece.id);
    expect(await ids('user:a')).toEqual(['all', 'mine']);
    expect(await ids()).toEqual(['all']);
  });

  /** The relations are start - a - b - c in both directions, start - hub, and two relations to a. */
  const chain = {
    pieces: [
      piece('pa', 'about a', { tags: ['x'] }),
      piece('pb', 'about b', { knowledge_type: 'note' }),
      piece('pc', 'about c'),
      piece('bobs', 'private of bob', { entity_id: 'user:bob' }),
    ],
    graph: {
      nodes: [node('s'), node('a'), node('b'), node('c'), node('d')],
      edges: [
        edge('s', 'R', 'a', { piece_id: 'pa' }),
        edge('s', 'Q', 'a', { since: 2020 }),
        edge('b', 'R', 'a', { piece_id: 'pb' }),
        edge('c', 'R', 'b', { piece_id: 'pc' }),
        edge('c', 'A', 's', { piece_id: 'bobs' }),
        edge('a', 'LOOP', 'a'),
        edge('d', 'R', 'c'),
      ],
    },
  };

  it('follows relations either way, each that leads from one depth to the next, scored 1/depth', async () => {
    await load(chain);
    const around = async (depth: number) => {
      const { graphContext, pieces } = await retrieve({ query: '', entityId: 's', depth });
      return {
        relations: graphContext.map(
          (r) => `${r.relationType} ${r.source.id}>${r.target.id} ${r.depth} ${r.score} ${r.piece?.id ?? '-'}`,
        ),
        pieces: pieces.map(({ piece, score }) => `${piece.id} ${score}`),
      };
    };
    expect(await around(0)).toEqual({ relations: [], pieces: [] });
    // c is one step away; the piece of bob does not belong to s.
    expect(await around(1)).toEqual({
      relations: ['A c>s 1 1 -', 'Q s>a 1 1 -', 'R s>a 1 1 pa'],
      pieces: ['pa 1'],
    });
    // b is reached from a and from c. Both relations count, and so does that to d.
    expect(await around(2)).toEqual({
      relations: ['A c>s 1 1 -', 'Q s>a 1 1 -', 'R b>a 2 0.5 pb', 'R s>a 1 1 pa', 'R c>b 2 0.5 pc', 'R d>c 2 0.5 -'],
      pieces: ['pa 1', 'pb 0.5', 'pc 0.5'],
    });
    expect(await around(4)).toEqual(await around(2));
  });

  it('holds linked pieces to the filters, and keeps their relations', async () => {
    await load(chain);
    const { pieces, graphContext } = await retrieve({
      query: 'about',
      entityId: 's',
      depth: 2,
      knowledgeTypes: ['NOTE'],
    });
    expect(pieces.map(({ piece }) => piece.id)).toEqual(['pb']);
    expect(graphContext).toHaveLength(6);
    const tagged = await retrieve({ query: 'about', entityId: 's', depth: 2, tags: ['x', 'y'] });
    expect(tagged.pieces.map(({ piece }) => piece.id)).toEqual(['pa']);
  });

  it('takes the nearest relations up to the limit, of one depth by type and other end', async () => {
    await load(chain);
    const { graphContext } = await retrieve({ query: '', entityId: 's', depth: 2, firstRelations: 4 });
    expect(graphContext.map((r) => `${r.relationType} ${r.source.id}>${r.target.id}`)).toEqual([
      'A c>s',
      'Q s>a',
      'R b>a',
      'R s>a',
    ]);
  });

  it('merges by the higher of both scores, or by the recipe, and explains each score', async () => {
    await load(chain);
    const max = await retrieve({ query: 'about c', entityId: 's', depth: 2 });
    expect(max.pieces.map(({ piece }) => piece.id)).toEqual(['pa', 'pc', 'pb']);
    for (const { score, explain } of max.pieces) {
      const {
        lexical,
        vector,
        graph,
        chain: chained,
        neighbours,
        session,
        traversal,
      } = explain as Record<string, number | null>;
      const parts = [lexical, vector, graph, chained, neighbours, session, traversal].map((part) => part ?? 0);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(explain.relevance, 9);
      expect(score).toBeCloseTo(explain.relevance, 9);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(max.pieces[0]).toMatchObject({ score: 1, explain: { traversal: 1, lexical: null, profile: 'factual' } });
    const fused = await retrieve({ query: 'c', entityId: 's', depth: 2, merge: 'FUSED' });
    expect(fused.pieces.map(({ piece, score }) => [piece.id, score])).toEqual([
      ['pc', 1],
      ['pa', 0],
      ['pb', 0],
    ]);
  });

  it.each([
    [{ query: 'x', first: 0 }, 'first'],
    [{ query: 'x', depth: 5 }, 'depth'],
    [{ query: 'x', firstRelations: 501 }, 'firstRelations'],
    [{ query: 'x', entityId: '' }, 'entityId'],
    [{ query: 'x', tags: [''] }, 'tags.0'],
  ])('refuses %j', async (variables, path) => {
    const { errors } = await service.graphql(namespace, RETRIEVE, variables);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path }] });
  });
});

describe('a document that is too much for one transaction', () => {
  it('goes in by parts, entities before pieces before relations, and comes to the same', async () => {
    const document = {
      metadata: { 'user:a': { entity_type: 'user', properties: { n: 1 } } },
      pieces: [1, 2, 3].map((n) =>
        piece(`p${n}`, `Piece ${n}.`, { entity_id: 'user:a', mentions: [`t:${n}`], session: 's' }),
      ),
      graph: {
        nodes: [node('user:a'), node('x')],
        edges: [edge('user:a', 'KNOWS', 'x', { piece_id: 'p3' }), edge('x', 'OF', 'nobody')],
      },
    };
    const loading = service.app.get(LoadingService);
    const caller = { namespace, team: 'default', project: 'default' };
    const parted = await loading.loadKnowledge(caller, document, { whole: 5, part: 2 });
    const parts = await counts(graph, namespace);
    await consistent();
    const again = await loading.loadKnowledge(caller, document, { whole: 5, part: 2 });
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 7 });

    namespace = freshNamespace();
    const whole = await loading.loadKnowledge({ ...caller, namespace }, document);
    expect(parted).toEqual(whole);
    expect(parted).toMatchObject({ created: 7, skipped: [{ section: 'edges', index: 1, field: 'target_id' }] });
    expect(parts).toEqual(await counts(graph, namespace));
  });
});

describe('deleting', () => {
  it('keeps an entity while pieces belong to it, unless they go with it', async () => {
    await load(LES_RANS);
    const { errors } = await service.graphql(namespace, 'mutation { delete(ref: "entity:user:alice") }');
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
    expect(await counts(graph, namespace)).toMatchObject({ entities: 3, pieces: 2, edges: 1 });
    expect(await ask('mutation { delete(ref: "entity:user:alice", withPieces: true) }')).toEqual({ delete: true });
    expect(await counts(graph, namespace)).toMatchObject({ entities: 2, pieces: 1, edges: 0 });
    expect(await ask('mutation { delete(ref: "entity:user:alice") }')).toEqual({ delete: false });
    await consistent();
  });

  it('takes mentions away with an entity, and loads them again', async () => {
    await load(LES_RANS);
    await ask('mutation { delete(ref: "entity:technique:les") }');
    const mentions = '{ knowledge(id: "smagorinsky", kind: PIECE) { ... on Piece { mentions { id } } } }';
    expect(await ask(mentions)).toEqual({ knowledge: { mentions: [] } });
    await consistent();
    expect(await load(LES_RANS)).toMatchObject({ created: 2, updated: 1, unchanged: 4 });
    expect(await ask(mentions)).toEqual({ knowledge: { mentions: [{ id: 'technique:les' }] } });
  });

  it('takes an entity out of sight at once, and whoever writes next takes apart what is left of a deletion that broke off', async () => {
    const hub = {
      graph: { nodes: [node('hub'), node('a'), node('b')], edges: [edge('hub', 'HAS', 'a'), edge('b', 'OF', 'hub')] },
    };
    await load(hub);
    // Leaves the state in which a process is killed at this point.
    await graph.run(deleteEntity, { namespace, id: 'hub' });
    const around = '{ entity(id: "a") { relations(direction: BOTH) { nodes { type } } } entities { nodes { id } } }';
    expect(await ask(around)).toEqual({
      entity: { relations: { nodes: [] } },
      entities: { nodes: [{ id: 'a' }, { id: 'b' }] },
    });
    expect(await load(hub)).toMatchObject({ created: 3, unchanged: 2 });
    expect(await counts(graph, namespace)).toMatchObject({ entities: 3, edges: 2 });
    await consistent();
  });

  it.each([
    ['To whom does Eve report?', 'REPORTS_TO → Zoe'],
    ['Which team is Eve in?', 'WORKS_IN → Hydraulics'],
    ['Who mentors her?', 'Yan —MENTORS→ Eve'],
    ['What did she write on gaskets?', 'AUTHORED → Gaskets of 7'],
  ])('looks at each type of the relations of a hub, and counts what it leaves out: %s', async (query, line) => {
    const edge = (source_id: string, edge_type: string, target_id: string) => ({ source_id, edge_type, target_id });
    const texts = Array.from({ length: 260 }, (_, n) => `text:${String(n).padStart(3, '0')}`);
    await service.load(namespace, {
      graph: {
        nodes: [
          ...texts.map((id, n) => node(id, { label: n === 207 ? 'Gaskets of 7' : `Text ${n}` })),
          ...[['eve', 'Eve'], ['zoe', 'Zoe'], ['hyd', 'Hydraulics'], ['yan', 'Yan']].map(([id = '', label]) => node(id, { label })), // prettier-ignore
        ],
        edges: [
          ...texts.map((id) => edge('eve', 'AUTHORED', id)),
          ...[edge('eve', 'REPORTS_TO', 'zoe'), edge('eve', 'WORKS_IN', 'hyd'), edge('yan', 'MENTORS', 'eve')],
        ],
      },
    });
    // Today, and as of a moment ago.
    for (const asOf of [null, new Date().toISOString()]) {
      const { context } = await service.data<{ context: { text: string } }>(
        namespace,
        'query ($query: String!, $asOf: DateTime) { context(input: { query: $query, entityId: "eve", maxTokens: 4000, asOf: $asOf }) { text } }',
        { query, asOf },
      );
      const lines = context.text.split('\n');
      expect(lines).toContain(line);
      // 20 places: three for the other types, and no place stays empty.
      const authored = lines.filter((each) => each.startsWith('AUTHORED →')).length;
      expect(authored).toBe(17);
      expect(lines).toContain(`AUTHORED: and ${260 - authored} more`);
      for (const other of ['REPORTS_TO →', 'WORKS_IN →', 'Yan —MENTORS→']) expect(context.text).toContain(other);
    }
  });

  it('deletes an entity with more relations than one transaction takes apart', async () => {
    await load({ graph: { nodes: [node('hub')] } });
    const grow: Statement<object, object> = {
      name: 'test',
      mode: 'write',
      text: `MATCH (hub:Entity {namespace: $namespace, id: 'hub'}) UNWIND range(1, 5200) AS i
        CREATE (hub)-[:LINK {namespace: $namespace, key: 'hub-' + i, reverseKey: 'r', type: 'HAS', properties: '{}'}]->(hub)`,
    };
    await graph.run(grow, { namespace });
    expect(await ask('mutation { delete(ref: "entity:hub") }')).toEqual({ delete: true });
    expect(await counts(graph, namespace)).toMatchObject({ entities: 0, edges: 0 });
  });

  it('takes the relations away that carry a piece', async () => {
    await load(LES_RANS);
    expect(await ask('mutation { delete(ref: "piece:les-rans-init") }')).toEqual({ delete: true });
    expect(await ask('mutation { delete(ref: "piece:les-rans-init") }')).toEqual({ delete: false });
    expect(await counts(graph, namespace)).toEqual({ metadata: 2, pieces: 1, nodes: 2, edges: 0, entities: 3 });
    await consistent();
    expect(await load(LES_RANS)).toMatchObject({ created: 2, unchanged: 5 });
  });
});

describe('lists', () => {
  it('pages through relations of both directions and entities of a type', async () => {
    await load({
      graph: {
        nodes: [node('s'), node('a'), node('b', { node_type: 'other' })],
        edges: [edge('s', 'R', 'a'), edge('s', 'Q', 'b'), edge('a', 'R', 's'), edge('b', 'R', 's')],
      },
    });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: {
        entity: {
          relations: {
            nodes: { type: string; source: { id: string }; target: { id: string } }[];
            totalCount: number;
            pageInfo: { endCursor: string; hasNextPage: boolean };
          };
        };
      } = await ask(
        `query ($after: String) { entity(id: "s") { relations(direction: BOTH, first: 1, after: $after) {
          nodes { type source { id } target { id } } totalCount pageInfo { endCursor hasNextPage } } } }`,
        { after },
      );
      const { nodes, totalCount, pageInfo } = page.entity.relations;
      expect(totalCount).toBe(4);
      seen.push(...nodes.map((r) => `${r.source.id} ${r.type} ${r.target.id}`));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(['s Q b', 's R a', 'a R s', 'b R s']);
    expect(await ask('{ entities(type: "other") { nodes { id } totalCount } }')).toEqual({
      entities: { nodes: [{ id: 'b' }], totalCount: 1 },
    });
  });
});
