import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/common/hash.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import { freshNamespace } from '../support/graph.js';
import { type Knowledge, withKnowledge } from './support.js';

let service: Knowledge;
let graph: GraphService;
withKnowledge((started) => ({ service, graph } = started));

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
});
const load = (document: unknown) => service.load(namespace, document);
const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);

const nodes = ['ann', 'acme', 'bolt'].map((node_id) => ({ node_id, node_type: 'thing' }));
const works = (target_id: string, more: object = {}) => ({
  source_id: 'ann',
  edge_type: 'WORKS_AT',
  target_id,
  ...more,
});
const RELATIONS = `{ entity(id: "ann") { relations { totalCount nodes { target { id } properties validFrom validTo } } } }`;
interface Relations {
  readonly entity: { readonly relations: { readonly totalCount: number; readonly nodes: readonly object[] } };
}
const relations = async () => (await ask<Relations>(RELATIONS)).entity.relations;

describe('relations', () => {
  it('keep since when and until when they hold, and one between the same two may begin twice', async () => {
    const first = works('acme', { valid_from: '2019-01-01', valid_to: '2021-01-01' });
    const again = works('acme', { valid_from: '2023-05-01T02:00:00+02:00', properties: { description: 'came back' } });
    expect(await load({ graph: { nodes, edges: [first, again] } })).toMatchObject({ edges: 2, skipped: [] });
    expect(await relations()).toEqual({
      totalCount: 2,
      nodes: [
        {
          target: { id: 'acme' },
          properties: {},
          validFrom: '2019-01-01T00:00:00.000Z',
          validTo: '2021-01-01T00:00:00.000Z',
        },
        {
          target: { id: 'acme' },
          properties: { description: 'came back' },
          validFrom: '2023-05-01T00:00:00.000Z',
          validTo: null,
        },
      ],
    });
    expect(await load({ graph: { edges: [first, again] } })).toMatchObject({ unchanged: 2, updated: 0 });
  });

  it('take another end, or lose it, as an update of the same relation', async () => {
    await load({ graph: { nodes, edges: [works('acme', { valid_from: '2019-01-01', valid_to: '2021-01-01' })] } });
    const ended = works('acme', { valid_from: '2019-01-01', valid_to: '2022-01-01' });
    expect(await load({ graph: { edges: [ended] } })).toMatchObject({ updated: 1, created: 0 });
    expect(await relations()).toMatchObject({ totalCount: 1, nodes: [{ validTo: '2022-01-01T00:00:00.000Z' }] });
    expect(await load({ graph: { edges: [works('acme', { valid_from: '2019-01-01' })] } })).toMatchObject({
      updated: 1,
    });
    expect(await relations()).toMatchObject({ nodes: [{ validTo: null }] });
  });

  it('have the key of earlier versions where no beginning is given', async () => {
    await load({ graph: { nodes, edges: [works('acme'), works('bolt', { valid_to: '2022-01-01' })] } });
    const text = `MATCH ()-[l:LINK]->() WHERE l.namespace = $namespace RETURN l.key AS key, l.reverseKey AS reverse,
      [name IN keys(l) WHERE name STARTS WITH 'valid'] AS valid ORDER BY key`;
    const statement = { name: 'test/keys', mode: 'read' as const, text };
    expect(await graph.run<{ namespace: string }, object>(statement, { namespace })).toEqual([
      { key: 'ann\nWORKS_AT\nacme\n', reverse: 'acme\nWORKS_AT\nann\n', valid: [] },
      { key: 'ann\nWORKS_AT\nbolt\n', reverse: 'bolt\nWORKS_AT\nann\n', valid: ['validTo'] },
    ]);
  });

  it('are left out, by field, where they end before they begin or a time is none', async () => {
    const edges = [
      works('acme', { valid_from: '2021-01-01', valid_to: '2021-01-01' }),
      works('acme', { valid_from: 'last May' }),
      works('bolt', { valid_to: 7 }),
    ];
    const { skipped, edges: stored } = await load({ graph: { nodes, edges } });
    expect(stored).toBe(0);
    expect(skipped.map(({ index, field, reason }) => ({ index, field, reason }))).toEqual([
      { index: 0, field: 'valid_to', reason: 'valid_to must be later than valid_from' },
      { index: 1, field: 'valid_from', reason: 'valid_from must be an ISO 8601 time such as 2026-03-01T09:30:00Z' },
      { index: 2, field: 'valid_to', reason: 'valid_to must be an ISO 8601 time such as 2026-03-01T09:30:00Z' },
    ]);
  });
});

describe('pieces', () => {
  const piece = (more: object = {}) => ({ piece_id: 'rate', content: 'The rate is 4 %', entity_id: 'ann', ...more });
  const VALID = '{ knowledge(kind: PIECE, id: "rate") { ... on Piece { validFrom validTo } } }';

  it('keep since when and until when they hold, also in their versions', async () => {
    await load({ graph: { nodes }, pieces: [piece({ valid_from: '2024-01-01', valid_to: '2025-01-01' })] });
    expect(await ask(VALID)).toEqual({
      knowledge: { validFrom: '2024-01-01T00:00:00.000Z', validTo: '2025-01-01T00:00:00.000Z' },
    });
    expect(await load({ pieces: [piece({ valid_from: '2024-01-01' })] })).toMatchObject({ updated: 1 });
    expect(await ask('{ diff(ref: "piece:rate", from: 1) { fields { field before after } } }')).toEqual({
      diff: { fields: [{ field: 'validTo', before: '2025-01-01T00:00:00.000Z', after: null }] },
    });
    await ask('mutation { restore(ref: "piece:rate", version: 1) { number } }');
    expect(await ask(VALID)).toMatchObject({ knowledge: { validTo: '2025-01-01T00:00:00.000Z' } });
  });

  it('are the same to the byte where nothing is said of it', async () => {
    await load({ graph: { nodes }, pieces: [piece()] });
    const text = 'MATCH (p:Piece {namespace: $namespace}) RETURN p.documentHash AS hash, p.validFrom AS validFrom';
    const statement = { name: 'test/hash', mode: 'read' as const, text };
    const [stored] = await graph.run<{ namespace: string }, { hash: string }>(statement, { namespace });
    expect(stored).toEqual({
      validFrom: null,
      hash: hashOf({
        id: 'rate',
        content: 'The rate is 4 %',
        title: '',
        knowledgeType: 'FACT',
        infoType: 'context',
        tags: [],
        entityId: 'ann',
        embeddingText: null,
        mentions: [],
        session: null,
        position: null,
        occurredAt: null,
      }),
    });
  });

  it('are left out, by field, where they end before they begin', async () => {
    const { skipped } = await load({ pieces: [piece({ valid_from: '2024-01-02', valid_to: '2024-01-01' })] });
    expect(skipped).toMatchObject([{ section: 'pieces', id: 'rate', field: 'valid_to' }]);
  });
});

it('is written into a text only where it is asked for', async () => {
  await load({
    graph: { nodes, edges: [works('acme', { valid_from: '2019-01-01', valid_to: '2021-01-01' })] },
    pieces: [{ piece_id: 'rate', content: 'The rate is 4 %', entity_id: 'ann', valid_to: '2025-01-01' }],
  });
  const formatted = async (how: string) =>
    (await ask<{ retrieve: { formatted: string } }>(`{ retrieve(query: "rate", entityId: "ann") { formatted${how} } }`))
      .retrieve.formatted;
  expect(await formatted('')).toBe('[Knowledge]\n[fact] The rate is 4 %\n\n[Relationships]\nWORKS_AT → acme');
  expect(await formatted('(includeValidity: true)')).toBe(
    '[Knowledge]\n[fact] The rate is 4 %\n  Valid: until 2025-01-01T00:00:00.000Z\n\n' +
      '[Relationships]\nWORKS_AT → acme, from 2019-01-01T00:00:00.000Z until 2021-01-01T00:00:00.000Z',
  );
});
