import { describe, expect, it } from 'vitest';
import { readForeign } from './foreign.js';

const lines = (...records: unknown[]) =>
  records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n');

describe('the file of server-memory', () => {
  it('becomes entities, a piece an observation, and relations, which may stand first', () => {
    const text = lines(
      { type: 'relation', from: 'Ada', to: 'Pump 7', relationType: 'maintains' },
      { type: 'entity', name: 'Ada', entityType: 'Person', observations: ['Speaks Dutch', 'Works nights'] },
      { type: 'entity', name: 'Pump 7', entityType: 'Plant Part', observations: [] },
    );
    expect(readForeign('server-memory', `${text}\n\n`)).toEqual({
      document: {
        pieces: [
          { content: 'Speaks Dutch', entity_id: 'person:Ada' },
          { content: 'Works nights', entity_id: 'person:Ada' },
        ],
        graph: {
          nodes: [
            { node_id: 'person:Ada', node_type: 'person', label: 'Ada' },
            { node_id: 'plant_part:Pump 7', node_type: 'plant_part', label: 'Pump 7' },
          ],
          edges: [{ source_id: 'person:Ada', target_id: 'plant_part:Pump 7', edge_type: 'maintains' }],
        },
      },
      // Where each record stood, for the report of what the service refuses.
      places: {
        nodes: ['line 2', 'line 3'],
        pieces: ['line 2, observation 0', 'line 2, observation 1'],
        edges: ['line 1'],
      },
      skipped: [],
    });
  });

  it('is read as its tool read_graph answers, too', () => {
    const entity = { name: 'Ada', entityType: 'Person', observations: ['Speaks Dutch'] };
    const relation = { from: 'Ada', to: 'Ada', relationType: 'knows' };
    const read = readForeign(
      'server-memory',
      JSON.stringify({ entities: [entity, null], relations: [relation, {}] }, null, 2),
    );
    const written = lines({ type: 'entity', ...entity }, { type: 'relation', ...relation });
    expect(read.document).toEqual(readForeign('server-memory', written).document);
    expect(read.places).toEqual({
      nodes: ['entities 0'],
      pieces: ['entities 0, observation 0'],
      edges: ['relations 0'],
    });
    expect(read.skipped).toEqual([
      { place: 'entities 1', reason: 'it is no object' },
      { place: 'relations 1', reason: 'its relationType is not a text' },
    ]);
  });

  it('names what it says twice', () => {
    const relation = { type: 'relation', from: 'A', to: 'A', relationType: 'r' };
    const entity = { type: 'entity', name: 'A', entityType: 'a', observations: ['x', 'x'] };
    const { document, skipped } = readForeign('server-memory', lines(entity, relation, relation));
    expect(document.pieces).toHaveLength(1);
    expect(document.graph.edges).toHaveLength(1);
    expect(skipped).toEqual([
      { place: 'line 1, observation 1', reason: 'the entity has it already' },
      { place: 'line 3', reason: 'it occurred before' },
    ]);
  });

  it('names each line that it leaves out, and why', () => {
    const text = lines(
      '{"type":"entity",',
      '[1]',
      { type: 'note' },
      { type: 'entity', name: ' ', entityType: 'a', observations: [] },
      { type: 'entity', name: 'A', observations: [] },
      { type: 'entity', name: 'A', entityType: 'a', observations: ['x', 7] },
      { type: 'entity', name: 'A', entityType: 'b', observations: ['y'] },
      { type: 'relation', from: 'A', to: 'B', relationType: 'r' },
      { type: 'relation', from: 'B', to: 'A', relationType: 'r' },
      { type: 'relation', from: 'A', to: 'A' },
    );
    const { skipped, document } = readForeign('server-memory', text);
    expect(skipped.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      'line 1: it is not JSON',
      'line 2: it is no object',
      'line 3: its type is neither entity nor relation',
      'line 4: its name is not a text',
      'line 5: its entityType is not a text',
      'line 6, observation 1: it is no text',
      'line 7: an earlier entity has the same name; the first counts',
      'line 8: its to names no entity of the file',
      'line 9: its from names no entity of the file',
      'line 10: its relationType is not a text',
    ]);
    expect(document.pieces).toEqual([{ content: 'x', entity_id: 'a:A' }]);
  });
});

describe('what mem0 gives', () => {
  const memory = {
    id: '6f2b',
    memory: 'Arjun prefers morning meetings',
    user_id: 'arjun',
    categories: ['preferences', null],
    metadata: { type: 'preference' },
    score: 0.9,
    created_at: '2026-01-01T08:00:00Z',
  };
  const piece = {
    piece_id: 'mem0:6f2b',
    content: 'Arjun prefers morning meetings',
    entity_id: 'user:arjun',
    tags: ['preferences'],
  };

  it.each([[[memory]], [{ count: 1, results: [memory] }], [{ memories: [memory] }]])(
    'becomes a piece of its user, whatever it stands in, and its score no trust',
    (given) => {
      const read = readForeign('mem0', JSON.stringify(given));
      expect(read).toEqual({
        document: { pieces: [piece], graph: { nodes: [], edges: [] } },
        places: { nodes: [], pieces: [expect.stringMatching(/^(?:memory|results|memories) 0$/) as unknown], edges: [] },
        skipped: [],
      });
    },
  );

  it('is named where it has relations of a graph memory, or is one page of several', () => {
    const relations = [{ source: 'arjun', relationship: 'likes', target: 'tea' }];
    const next = 'https://api.mem0.ai/v2/memories/?page=2';
    const { document, skipped } = readForeign('mem0', JSON.stringify({ next, results: [memory], relations }));
    expect(document.pieces).toHaveLength(1);
    expect(skipped).toEqual([
      { place: 'relations 0', reason: 'relations of a graph memory are not imported' },
      { place: 'next', reason: 'the file is one page of several; the memories of the others are not in it' },
    ]);
    expect(readForeign('mem0', JSON.stringify({ next: null, results: [memory] })).skipped).toEqual([]);
  });

  it('belongs to the agent, the application or nobody where it has no user', () => {
    const given = [
      { memory: 'a', agent_id: 'planner', app_id: 'x' },
      { memory: 'b', app_id: 'x' },
      { memory: 'c', user_id: null },
    ];
    expect(readForeign('mem0', JSON.stringify(given)).document.pieces).toEqual([
      { content: 'a', entity_id: 'agent:planner' },
      { content: 'b', entity_id: 'app:x' },
      { content: 'c' },
    ]);
  });

  it('is refused where it is no list, and named where a memory has no text', () => {
    expect(() => readForeign('mem0', '{"professional_profile":{}}')).toThrow(/expected a list of memories/);
    const { skipped } = readForeign('mem0', '{"results":[{"id":"1"},{"memory":"x"}]}');
    expect(skipped).toEqual([
      { place: 'results 0', reason: expect.stringMatching(/no text under "memory"/) as unknown },
    ]);
  });
});

describe('nodes and edges of Graphiti', () => {
  const nodes = [
    { uuid: 'n1', name: 'Ada', group_id: 'g', labels: ['Entity', 'Person'], summary: 'Runs the plant', attributes: {} },
    { uuid: 'n2', name: 'Leeds', labels: ['Entity'], summary: '' },
    { uuid: 'e1', name: 'chat 1', labels: [], source: 'message', content: 'I moved', valid_at: '2026-01-02T00:00:00Z' },
    { uuid: 'c1', name: 'all', labels: ['Community'], summary: 'x' },
  ];
  const edge = {
    uuid: 'f1',
    name: 'LIVES_IN',
    fact: 'Ada lives in Leeds',
    source_node_uuid: 'n1',
    target_node_uuid: 'n2',
    valid_at: '2024-01-01T00:00:00Z',
    invalid_at: '2026-01-02T00:00:00Z',
    expired_at: '2026-01-02T09:00:00Z',
    fact_embedding: [0.1],
  };

  it('become entities, pieces that say the facts, and relations with the time in which they held', () => {
    const read = readForeign('graphiti', JSON.stringify({ nodes, edges: [edge] }));
    const valid = { valid_from: '2024-01-01T00:00:00Z', valid_to: '2026-01-02T00:00:00Z' };
    expect(read.document).toEqual({
      pieces: [
        {
          piece_id: 'graphiti:n1/summary',
          content: 'Runs the plant',
          entity_id: 'graphiti:n1',
          knowledge_type: 'note',
        },
        {
          ...{ piece_id: 'graphiti:e1', content: 'I moved', knowledge_type: 'episodic', title: 'chat 1' },
          occurred_at: '2026-01-02T00:00:00Z',
        },
        {
          ...{ piece_id: 'graphiti:f1', content: 'Ada lives in Leeds', mentions: ['graphiti:n1', 'graphiti:n2'] },
          ...valid,
        },
      ],
      graph: {
        nodes: [
          { node_id: 'graphiti:n1', node_type: 'person', label: 'Ada' },
          { node_id: 'graphiti:n2', node_type: 'entity', label: 'Leeds' },
        ],
        edges: [
          {
            ...{ source_id: 'graphiti:n1', target_id: 'graphiti:n2', edge_type: 'LIVES_IN' },
            ...{ properties: { piece_id: 'graphiti:f1' }, ...valid },
          },
        ],
      },
    });
    expect(read.skipped).toEqual([{ place: 'nodes 3', reason: expect.stringMatching(/community/) as unknown }]);
    expect(read.places).toEqual({
      nodes: ['nodes 0', 'nodes 1'],
      pieces: ['nodes 0, summary', 'nodes 2', 'edges 0'],
      edges: ['edges 0'],
    });
    // The same records, one per line, in one list or in other lists, have the same result.
    expect(readForeign('graphiti', lines(...nodes, edge)).document).toEqual(read.document);
    expect(readForeign('graphiti', JSON.stringify([...nodes, edge])).document).toEqual(read.document);
    const lists = { group_id: 'g', entity_nodes: nodes.slice(0, 2), episodes: [nodes[2]], entity_edges: [edge] };
    expect(readForeign('graphiti', JSON.stringify(lists)).document).toEqual(read.document);
    expect(() => readForeign('graphiti', '{"graph":{}}')).toThrow(/expected/);
  });

  it('have times as Python writes them', () => {
    const written = { ...edge, valid_at: '2024-01-01 00:00:00+00:00', invalid_at: null, expired_at: null };
    const { document } = readForeign('graphiti', JSON.stringify({ nodes, edges: [written] }));
    expect(document.graph.edges).toMatchObject([{ valid_from: '2024-01-01T00:00:00+00:00' }]);
  });

  it('leave out communities and sagas, which have no label in exports', () => {
    const group = { uuid: 'g1', name: 'Plant people', group_id: 'g', labels: [], summary: 'x' };
    const member = { uuid: 'm1', group_id: 'g', source_node_uuid: 'g1', target_node_uuid: 'n1' };
    const { document, skipped } = readForeign(
      'graphiti',
      JSON.stringify({ nodes: [nodes[0], group], edges: [member] }),
    );
    expect(document.graph.nodes).toHaveLength(1);
    expect(skipped).toEqual([
      { place: 'nodes 1', reason: 'it is a community or a saga, since its edges state no facts' },
      { place: 'edges 0', reason: 'it has no name and fact, as edges between entities have' },
    ]);
  });

  it('are named where an end is missing, or nothing says when a fact stopped being true', () => {
    const edges = [
      { ...edge, target_node_uuid: 'n9' },
      { ...edge, invalid_at: null },
      { uuid: 'm', source_node_uuid: 'e1', target_node_uuid: 'n1' },
    ];
    const { skipped } = readForeign('graphiti', JSON.stringify({ nodes: nodes.slice(0, 2), edges }));
    expect(skipped.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      'edges 0: its target_node_uuid names no entity of the file',
      'edges 1: it has expired, and nothing says when it stopped being true',
      'edges 2: it has no name and fact, as edges between entities have',
    ]);
  });
});
