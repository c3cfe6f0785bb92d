import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';
import { inconsistencies, type Knowledge, knowledgeService } from './support.js';

let llm: OpenAiServer;
let service: Knowledge;
let graph: GraphService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
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

interface Report {
  readonly pieces: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: readonly { field: string | null; reason: string }[];
  readonly duplicates: readonly { index: number; pieceId: string }[];
  readonly superseded: readonly string[];
  readonly possibleSupersessions: readonly { newerId: string; olderId: string; differences: string[] }[];
}
const FIELDS = `pieces created updated skipped { field reason } duplicates { index pieceId } superseded
  possibleSupersessions { newerId olderId differences }`;

const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
const load = async (document: object) =>
  (
    await ask<{ loadKnowledge: Report }>(`mutation ($d: JSON!) { loadKnowledge(document: $d) { ${FIELDS} } }`, {
      d: document,
    })
  ).loadKnowledge;
const ingest = async (reply: object, text = 'A note', entityId: string | null = 'ann') => {
  llm.reply({ content: reply });
  const { ingestText } = await ask<{ ingestText: { checkInId: string; load: Report } }>(
    `mutation ($t: String!, $e: ID) { ingestText(text: $t, entityId: $e) { checkInId load { ${FIELDS} } } }`,
    { t: text, e: entityId },
  );
  return ingestText;
};
const fact = (content: string, more: object = {}) => ({
  piece_id: 'p',
  content,
  knowledge_type: 'fact',
  info_type: 'context',
  ...more,
});
const contents = async (id = 'ann') => {
  const { entity } = await ask<{ entity: { pieces: { nodes: { id: string; content: string }[] } } | null }>(
    'query ($id: ID!) { entity(id: $id) { pieces(first: 50) { nodes { id content } } } }',
    { id },
  );
  return entity?.pieces.nodes.map(({ content }) => content).sort() ?? [];
};
const waiting = async () =>
  (
    await ask<{ review: { nodes: { ref: string; otherRef: string }[] } }>(
      '{ review(reasons: [POSSIBLE_SUPERSESSION]) { nodes { reason at ref otherRef } } }',
    )
  ).review.nodes;
const decide = (newerId: string, olderId: string, decision: string) =>
  ask<{ decideSupersession: { changeId: string | null; pieceIds: string[] } }>(
    `mutation ($newerId: ID!, $olderId: ID!, $decision: SupersessionDecision!) {
      decideSupersession(newerId: $newerId, olderId: $olderId, decision: $decision) { changeId pieceIds } }`,
    { newerId, olderId, decision },
  );
const undo = (id: string | null) =>
  ask<{ undo: { changeId: string } }>('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id });

const STORED = { piece_id: 'limit', content: 'The gateway times out after 30 s.', entity_id: 'ann' };

describe('what is known already', () => {
  it('is not stored twice, and what carried it carries the stored piece', async () => {
    await load({ pieces: [STORED] });
    const { load: report } = await ingest({
      pieces: [fact('the gateway times out after 30 seconds'), fact('Tea is served at noon.', { piece_id: 'q' })],
      graph: {
        nodes: [
          { node_id: 'ann', node_type: 'entity' },
          { node_id: 'x', node_type: 'host', label: 'Gateway' },
        ],
        edges: [{ source_id: 'ann', target_id: 'x', edge_type: 'RUNS', properties: { piece_id: 'p' } }],
      },
    });
    expect(report).toMatchObject({
      pieces: 1,
      duplicates: [{ index: 0, pieceId: 'limit' }],
      possibleSupersessions: [],
      skipped: [],
    });
    expect(await contents()).toEqual(['Tea is served at noon.', STORED.content]);
    const { entity } = await ask<{ entity: { relations: { nodes: object[] } } }>(
      '{ entity(id: "ann") { relations { nodes { target { id } piece { id } } } } }',
    );
    expect(entity.relations.nodes).toEqual([{ target: { id: 'host:gateway' }, piece: { id: 'limit' } }]);
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('is of one entity and type, and of one time', async () => {
    await load({ pieces: [STORED] });
    const same = 'The gateway times out after 30 s';
    const { load: report } = await ingest({
      pieces: [
        fact(same, { piece_id: '1', entity_id: 'bob' }),
        fact(same, { piece_id: '2', knowledge_type: 'note' }),
        fact(same, { piece_id: '3', valid_from: '2026-01-01' }),
      ],
    });
    // The second and the third piece have the same id, that of content and entity, so only the first of them counts.
    expect(report).toMatchObject({ duplicates: [], pieces: 2 });
  });

  it('is stored under the id that a caller gives, and compared where a caller gives none', async () => {
    await load({ pieces: [STORED] });
    const report = await load({
      pieces: [
        { ...STORED, piece_id: 'own' },
        { content: 'The gateway times out after 30 s', entity_id: 'ann' },
        { content: 'The gateway times out after 30 min', entity_id: 'ann' },
        { content: 'the gateway times out after 30 min!', entity_id: 'ann' },
      ],
    });
    expect(report.duplicates.map(({ index }) => index)).toEqual([1, 3]);
    expect(report.possibleSupersessions).toMatchObject([{ olderId: 'limit', differences: ['NUMBER'] }]);
    expect(await contents()).toHaveLength(3);
  });
});

describe('what supersedes', () => {
  it('is a new version of the piece, also of one that was loaded', async () => {
    await load({ pieces: [STORED, { piece_id: 'other', content: 'Of Bob', entity_id: 'bob' }] });
    const newer = 'The gateway times out after 45 s.';
    const { load: report, checkInId } = await ingest(
      { pieces: [fact(newer, { supersedes: 'limit' }), fact('Not of Bob', { piece_id: 'q', supersedes: 'other' })] },
      'The gateway times out after 45 s now.',
    );
    expect(llm.requests[0]?.messages.at(-1)?.content).toContain('"piece_id":"limit"');
    expect(llm.requests[0]?.messages.at(-1)?.content).not.toContain('Of Bob');
    expect(report).toMatchObject({ superseded: ['limit'], updated: 1, created: 1 });
    expect(await contents()).toEqual(['Not of Bob', newer].sort());
    expect(await contents('bob')).toEqual(['Of Bob']);
    const { versions } = await ask<{ versions: { nodes: object[] } }>(
      '{ versions(ref: "piece:limit") { nodes { number change { door } } } }',
    );
    expect(versions.nodes).toMatchObject([{ number: 2, change: { door: 'INGEST_TEXT' } }, { number: 1 }]);
    await undo(checkInId);
    expect(await contents()).toEqual([STORED.content]);
  });

  it('is refused by field where it names nothing, or has an id of its own', async () => {
    await load({ pieces: [STORED] });
    const report = await load({
      pieces: [
        { content: 'New', supersedes: 'nothing' },
        { content: 'New', piece_id: 'new', supersedes: 'limit' },
        { content: 'It times out after a minute.', entity_id: 'ann', supersedes: 'limit' },
      ],
    });
    expect(report.skipped.map(({ field }) => field)).toEqual(['supersedes', 'supersedes']);
    expect(report.superseded).toEqual(['limit']);
    expect(await contents()).toEqual(['It times out after a minute.']);
  });
});

describe('what may supersede', () => {
  const doubtful = async () => {
    await load({ pieces: [STORED] });
    const { load: report } = await ingest({
      pieces: [fact('The gateway times out after 45 s.')],
      graph: {
        nodes: [
          { node_id: 'ann', node_type: 'entity' },
          { node_id: 'x', node_type: 'host', label: 'Gateway' },
        ],
        edges: [{ source_id: 'ann', target_id: 'x', edge_type: 'RUNS', properties: { piece_id: 'p' } }],
      },
    });
    const [pair] = report.possibleSupersessions;
    if (!pair) throw new Error('no pair');
    expect(pair).toMatchObject({ olderId: 'limit', differences: ['NUMBER'] });
    return pair;
  };

  it('waits for a person, and both stay', async () => {
    const { newerId, olderId } = await doubtful();
    expect(await contents()).toHaveLength(2);
    expect(await waiting()).toMatchObject([{ ref: `piece:${newerId}`, otherRef: 'piece:limit' }]);
    const { decideSupersession: kept } = await decide(newerId, olderId, 'KEEP_BOTH');
    expect(kept.pieceIds).toEqual([newerId, 'limit']);
    expect(await waiting()).toEqual([]);
    const { undo: undone } = await undo(kept.changeId);
    expect(await waiting()).toHaveLength(1);
    await undo(undone.changeId);
    expect(await decide(newerId, olderId, 'KEEP_BOTH')).toMatchObject({ decideSupersession: { changeId: null } });
    expect(await waiting()).toEqual([]);
    // A pair on which a person has decided is not listed again.
    await ingest({ pieces: [fact('The gateway times out after 45 s.')] });
    expect(await waiting()).toEqual([]);
    const { errors } = await service.graphql(
      namespace,
      'mutation { decideSupersession(newerId: "limit", olderId: "x", decision: KEEP_BOTH) { changeId } }',
    );
    expect(errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  });

  it('becomes a version where a person says so, with its relations; undo brings both back, and undoing that', async () => {
    const { newerId, olderId } = await doubtful();
    const carriers = async () =>
      (
        await ask<{ entity: { relations: { nodes: { piece: { id: string } }[] } } }>(
          '{ entity(id: "ann") { relations { nodes { piece { id } } } } }',
        )
      ).entity.relations.nodes.map(({ piece }) => piece.id);
    const { decideSupersession: decided } = await decide(newerId, olderId, 'SUPERSEDE');
    const one = async () => {
      expect(await contents()).toEqual(['The gateway times out after 45 s.']);
      expect(await carriers()).toEqual(['limit']);
      expect(await waiting()).toEqual([]);
      expect(await inconsistencies(graph, namespace)).toEqual([]);
    };
    await one();
    const { undo: undone } = await undo(decided.changeId);
    expect(await contents()).toEqual(['The gateway times out after 30 s.', 'The gateway times out after 45 s.']);
    expect(await carriers()).toEqual([newerId]);
    expect(await waiting()).toHaveLength(1);
    await undo(undone.changeId);
    await one();
  });
});

describe('entities of a reply', () => {
  const entities = async () =>
    (await ask<{ entities: { nodes: { id: string }[] } }>('{ entities(first: 50) { nodes { id } } }')).entities.nodes
      .map(({ id }) => id)
      .sort();

  it('are the stored ones of that type and name, or by the name of one that was merged; else they have ids of ours', async () => {
    await load({
      graph: {
        nodes: [
          { node_id: 'p-17', node_type: 'person', label: 'Tom Reed' },
          { node_id: 'p-18', node_type: 'person', label: 'Thomas Reed' },
          { node_id: 'p-19', node_type: 'person', label: 'Ada Berg' },
          { node_id: 'p-20', node_type: 'person', label: 'Ada Berg' },
        ],
      },
    });
    await ask('mutation { mergeEntities(source: "p-18", target: "p-17") { changeId } }');
    await ingest(
      {
        pieces: [fact('They met.', { mentions: ['a', 'b', 'c', 'd'] })],
        graph: {
          nodes: [
            { node_id: 'a', node_type: 'Person', label: 'tom reed' },
            { node_id: 'b', node_type: 'person', label: 'Thomas Reed' },
            { node_id: 'c', node_type: 'boat', label: 'Tom Reed' },
            { node_id: 'd', node_type: 'person', label: 'Ada Berg' },
          ],
          edges: [],
        },
      },
      'They met.',
      null,
    );
    // It is unknown which Ada is meant, so neither of the two is linked.
    expect(await entities()).toEqual([
      'boat:tom-reed',
      'p-17',
      'p-19',
      'p-20',
      expect.stringMatching(/^person:ada-berg-[0-9a-f]{32}$/),
    ]);
  });

  it('do not meet in an id that the model makes up, and are shown to it where the text names them', async () => {
    await ingest({
      pieces: [],
      graph: { nodes: [{ node_id: 'p1', node_type: 'person', label: 'Ann Lee' }], edges: [] },
    });
    await ingest(
      { pieces: [], graph: { nodes: [{ node_id: 'p1', node_type: 'person', label: 'Bo Lind' }], edges: [] } },
      'Ann Lee met Bo Lind.',
    );
    expect(llm.requests[1]?.messages.at(-1)?.content).toContain(
      '{"id":"person:ann-lee","entity_type":"person","label":"Ann Lee"}',
    );
    expect(await entities()).toEqual(['person:ann-lee', 'person:bo-lind']);
  });
});
