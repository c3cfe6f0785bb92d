import { beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { freshNamespace } from '../support/graph.js';
import { inconsistencies, type Knowledge, withKnowledge } from './support.js';

let service: Knowledge;
let graph: GraphService;
let namespace: string;
withKnowledge((started) => ({ service, graph } = started));
beforeEach(() => {
  namespace = freshNamespace();
});

const MERGE = `mutation ($source: ID!, $target: ID!) { mergeEntities(source: $source, target: $target) {
  changeId relations collapsed selfLoops pieces entity { id label properties } } }`;
const UNDO = 'mutation ($id: ID!) { undo(changeId: $id) { changeId restored kept { ref field byChange } } }';
const ENTITY = `query ($id: ID!) { entity(id: $id) { id label properties
  pieces(first: 50) { nodes { id } }
  relations(first: 50, direction: BOTH) { nodes { type source { id } target { id } properties piece { id } } } } }`;

interface Shown {
  readonly id: string;
  readonly label: string | null;
  readonly properties: Record<string, unknown>;
  readonly pieces: { nodes: { id: string }[] };
  readonly relations: {
    nodes: { type: string; source: { id: string }; target: { id: string }; properties: object; piece: object | null }[];
  };
}

const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
const entity = async (id: string) => (await ask<{ entity: Shown | null }>(ENTITY, { id })).entity;
const merge = async (source: string, target: string) =>
  (await ask<{ mergeEntities: { changeId: string } & Record<string, unknown> }>(MERGE, { source, target }))
    .mergeEntities;
const undo = async (id: string) =>
  (
    await ask<{ undo: { changeId: string; restored: string[]; kept: { ref: string; byChange: string }[] } }>(UNDO, {
      id,
    })
  ).undo;
const told = (shown: Shown | null) =>
  shown?.relations.nodes.map(({ type, source, target }) => `${source.id} ${type} ${target.id}`).sort();

/** Two spellings of one person. Both have one relation in common, one to each other, and one of their own. */
const DOCUMENT = {
  metadata: {
    'user:al': { entity_type: 'user', properties: { team: 'aero', mail: 'al@x.org' } },
    'user:alice': { entity_type: 'user', properties: { team: 'thermo' } },
  },
  pieces: [
    { piece_id: 'p-al', content: 'Al prefers small steps.', entity_id: 'user:al' },
    { piece_id: 'p-of', content: 'A note on the mesh.', mentions: ['user:al', 'tool:m'] },
    { piece_id: 'p-alice', content: 'Alice wrote the solver.', entity_id: 'user:alice' },
  ],
  graph: {
    nodes: [
      { node_id: 'user:al', node_type: 'user', label: 'Al' },
      { node_id: 'user:alice', node_type: 'user', label: 'Alice' },
      { node_id: 'tool:m', node_type: 'tool', label: 'Mesher' },
      { node_id: 'tool:s', node_type: 'tool', label: 'Solver' },
    ],
    edges: [
      { source_id: 'user:al', target_id: 'tool:m', edge_type: 'USES', properties: { since: 'al' } },
      { source_id: 'user:alice', target_id: 'tool:m', edge_type: 'USES', properties: { since: 'alice' } },
      { source_id: 'user:al', target_id: 'tool:s', edge_type: 'USES', properties: { piece_id: 'p-al' } },
      { source_id: 'tool:s', target_id: 'user:al', edge_type: 'MADE_BY' },
      { source_id: 'user:al', target_id: 'user:alice', edge_type: 'KNOWS' },
    ],
  },
};

async function world(): Promise<unknown> {
  const text = `MATCH (piece:Piece {namespace: $namespace})
      RETURN piece.ref AS ref, piece {.title, .content, .infoType, .tags, .entityId, .mentioned,
        mentions: COLLECT { MATCH (piece)-[m:MENTIONS]->(e) RETURN e.id + coalesce(m.by, '') ORDER BY e.id }} AS state
     UNION ALL
      MATCH (entity:Entity {namespace: $namespace}) WHERE entity.rule IS NULL
      RETURN 'entity:' + entity.id AS ref, entity {.type, .name, .label, .nodeType, .properties, .metadataType, .metadata} AS state
     UNION ALL
      MATCH (source:Entity {namespace: $namespace})-[link:LINK|WAS_LINK]->(target:Entity)
      RETURN link.ref AS ref, link {sourceId: source.id, targetId: target.id, .type, .pieceId, .properties,
        recorded: toString(link.createdAt), loaded: coalesce(link.loaded, false)} AS state`;
  const rows = await graph.run<{ namespace: string }, { ref: string; state: object }>(
    { name: 'test', mode: 'read', text },
    { namespace },
  );
  return rows.map((row) => JSON.stringify(row)).sort();
}

describe('mergeEntities', () => {
  it('makes one entity of two, whose id stands for it at every door', async () => {
    await service.load(namespace, DOCUMENT);
    expect(await merge('user:al', 'user:alice')).toMatchObject({
      relations: 4,
      collapsed: 1,
      selfLoops: 1,
      pieces: 2,
      entity: { id: 'user:alice', label: 'Alice', properties: { team: 'thermo', mail: 'al@x.org' } },
    });
    const alice = await entity('user:alice');
    expect(told(alice)).toEqual(['tool:s MADE_BY user:alice', 'user:alice USES tool:m', 'user:alice USES tool:s']);
    expect(alice?.relations.nodes.find(({ target }) => target.id === 'tool:m')?.properties).toEqual({ since: 'alice' });
    expect(alice?.pieces.nodes.map(({ id }) => id)).toEqual(['p-al', 'p-alice']);
    expect(await entity('user:al')).toEqual(alice);
    const asked = { query: 'small steps', depth: 1, first: 5 };
    expect(await service.retrieve(namespace, { ...asked, entityId: 'user:al' })).toEqual(
      await service.retrieve(namespace, { ...asked, entityId: 'user:alice' }),
    );
    expect(await inconsistencies(graph, namespace)).toEqual([]);
    // Names of the old id refer to the new one, and loading the same document again changes nothing.
    expect(await service.load(namespace, DOCUMENT)).toMatchObject({ created: 0, updated: 0 });
    const more = { pieces: [{ piece_id: 'p2', content: 'Al uses a new laptop.', entity_id: 'user:al' }] };
    expect(await service.load(namespace, more)).toMatchObject({ created: 1, skipped: [] });
    expect((await entity('user:alice'))?.pieces.nodes.map(({ id }) => id)).toEqual(['p-al', 'p-alice', 'p2']);
  });

  it('keeps what the other one said of a field as a version', async () => {
    await service.load(namespace, DOCUMENT);
    await merge('user:al', 'user:alice');
    const query = 'query ($ref: String!) { versions(ref: $ref) { nodes { number content change { door } } } }';
    const { versions } = await ask<{ versions: { nodes: { number: number; content: { metadata: object } }[] } }>(
      query,
      {
        ref: 'entity:user:al',
      },
    );
    expect(versions.nodes.map(({ number, content: { metadata } }) => [number, metadata])).toEqual([
      [3, { team: 'thermo', mail: 'al@x.org' }],
      [2, { team: 'aero', mail: 'al@x.org' }],
      [1, { team: 'thermo' }],
    ]);
  });

  it('is undone whole, and done again', async () => {
    await service.load(namespace, DOCUMENT);
    const before = await world();
    const { changeId } = await merge('user:al', 'user:alice');
    const merged = await world();
    const { changeId: undone, kept } = await undo(changeId);
    expect(await world()).toEqual(before);
    expect(kept).toEqual([]);
    expect((await entity('user:al'))?.id).toBe('user:al');
    await undo(undone);
    expect(await world()).toEqual(merged);
    expect((await entity('user:al'))?.id).toBe('user:alice');
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('undoes what was loaded before as if the two had been one all along', async () => {
    await service.load(namespace, DOCUMENT);
    const more = {
      pieces: [{ piece_id: 'p3', content: 'Al likes tea.', entity_id: 'user:al' }],
      graph: { edges: [{ source_id: 'user:al', target_id: 'tool:s', edge_type: 'LIKES' }] },
    };
    await service.load(namespace, more);
    const query = '{ changes(first: 1) { nodes { id } } }';
    const id = (await ask<{ changes: { nodes: { id: string }[] } }>(query)).changes.nodes[0]?.id ?? '';
    await merge('user:al', 'user:alice');
    expect(told(await entity('user:alice'))).toContain('user:alice LIKES tool:s');
    const { changeId } = await undo(id);
    const without = await entity('user:alice');
    expect(told(without)).not.toContain('user:alice LIKES tool:s');
    expect(without?.pieces.nodes.map(({ id }) => id)).toEqual(['p-al', 'p-alice']);
    await undo(changeId);
    expect(told(await entity('user:al'))).toContain('user:alice LIKES tool:s');
  });

  it('names what was written of the target since, when it is undone', async () => {
    await service.load(namespace, DOCUMENT);
    const { changeId } = await merge('user:al', 'user:alice');
    await service.load(namespace, { pieces: [{ piece_id: 'p2', content: 'Al is on leave.', entity_id: 'user:al' }] });
    const { kept } = await undo(changeId);
    expect(kept).toMatchObject([{ ref: 'piece:p2' }]);
    expect((await entity('user:alice'))?.pieces.nodes.map(({ id }) => id)).toEqual(['p-alice', 'p2']);
    expect((await entity('user:al'))?.pieces.nodes.map(({ id }) => id)).toEqual(['p-al']);
  });

  it('follows chains to their end, and refuses what it cannot merge', async () => {
    await service.load(namespace, DOCUMENT);
    await service.load(namespace, { metadata: { global: { entity_type: 'global', properties: {} } } });
    await merge('user:al', 'user:alice');
    const refusals = [
      ['user:alice', 'user:alice', 'notTarget'],
      ['global', 'user:alice', 'notGlobal'],
      ['user:alice', 'global', 'notGlobal'],
      ['user:al', 'tool:m', 'notAlias'],
      ['tool:m', 'user:al', 'notAlias'],
    ];
    for (const [source, target, rule] of refusals) {
      await expect(merge(source ?? '', target ?? '')).rejects.toThrow(rule);
    }
    await expect(merge('user:nobody', 'user:alice')).rejects.toThrow('NOT_FOUND');
    await merge('user:alice', 'tool:m');
    expect((await entity('user:al'))?.id).toBe('tool:m');
    await ask('mutation { delete(ref: "entity:user:al", withPieces: true) }');
    expect([await entity('tool:m'), await entity('user:al')]).toEqual([null, null]);
  });
});

describe('putting right by hand', () => {
  const EDIT = `mutation ($id: ID!, $content: String, $tags: [String!], $validFrom: DateTime, $validTo: DateTime, $version: Int) {
    editPiece(id: $id, content: $content, tags: $tags, validFrom: $validFrom, validTo: $validTo, version: $version) {
      content title tags } }`;

  it('edits a piece as a new version, which undo takes back', async () => {
    await service.load(namespace, DOCUMENT);
    const edited = { editPiece: { content: 'Al prefers large steps.', tags: ['cfd'] } };
    expect(await ask(EDIT, { id: 'p-al', ...edited.editPiece })).toMatchObject(edited);
    const query = '{ versions(ref: "piece:p-al") { nodes { number change { id door } } } }';
    const { versions } = await ask<{ versions: { nodes: { number: number; change: { id: string } }[] } }>(query);
    expect(versions.nodes).toMatchObject([{ number: 2, change: { door: 'EDIT' } }, { number: 1 }]);
    await expect(ask(EDIT, { id: 'p-al', content: 'Too late.', version: 1 })).rejects.toThrow('CONFLICT');
    const never = { id: 'p-al', validFrom: '2026-02-01T00:00:00Z', validTo: '2026-01-01T00:00:00Z' };
    await expect(ask(EDIT, never)).rejects.toThrow('BAD_USER_INPUT');
    await undo(versions.nodes[0]?.change.id ?? '');
    const { entity: al } = await ask<{ entity: { pieces: { nodes: object[] } } }>(
      '{ entity(id: "user:al") { pieces { nodes { content tags } } } }',
    );
    expect(al.pieces.nodes).toEqual([{ content: 'Al prefers small steps.', tags: [] }]);
  });

  it('deletes a relation for good', async () => {
    await service.load(namespace, DOCUMENT);
    const query = '{ entity(id: "user:al") { relations { nodes { ref type } } } }';
    const read = async () =>
      (await ask<{ entity: { relations: { nodes: { ref: string; type: string }[] } } }>(query)).entity.relations.nodes;
    const ref = (await read()).find(({ type }) => type === 'KNOWS')?.ref;
    const remove = 'mutation ($ref: String!) { delete(ref: $ref) }';
    expect(await ask(remove, { ref })).toEqual({ delete: true });
    expect((await read()).map(({ type }) => type)).toEqual(['USES', 'USES']);
    expect(await ask(remove, { ref })).toEqual({ delete: false });
  });
});
