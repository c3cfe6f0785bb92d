import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { record } from '../items/support.js';
import { startTestService, type TestService } from '../server/support.js';
import { connectedGraph } from '../support/graph.js';

interface Subgraph {
  readonly nodes: readonly { ref: string; labels: string[]; title: string; trust: number | null; hidden: number }[];
  readonly edges: readonly { source: string; target: string; type: string; label: string | null }[];
  readonly truncated: boolean;
}

let service: TestService;
let graph: GraphService;
beforeAll(async () => {
  [service, graph] = await Promise.all([startTestService({}, {}), connectedGraph()]);
  const piece = (id: string, entity: string) => ({
    piece_id: id,
    title: id,
    content: `About ${id}.`,
    entity_id: entity,
  });
  const node = (id: string) => ({ node_id: id, node_type: 'person', label: id.toUpperCase() });
  const edge = (source: string, target: string) => ({ source_id: source, target_id: target, edge_type: 'KNOWS' });
  await ask('mutation($document: JSON!) { loadKnowledge(document: $document) { created } }', {
    document: {
      pieces: [piece('p1', 'ann'), piece('p2', 'ben')],
      graph: {
        nodes: ['ann', 'ben', 'cem', 'dan', 'hub'].map(node),
        edges: [edge('ann', 'ben'), edge('ben', 'cem'), edge('cem', 'dan'), edge('cem', 'ann'), edge('hub', 'ann')],
      },
    },
  });
  await ask('mutation($items: [JSON!]!) { importCatalog(items: $items) { created } }', {
    items: [record('open'), record('plot', { prerequisites: ['open'] })],
  });
  await graph.run<object, object>(
    {
      name: 'test',
      mode: 'write',
      text: `MATCH (hub:Entity {namespace: $namespace, id: 'hub'})
             UNWIND range(1, 20000) AS i
             CREATE (hub)-[:LINK {namespace: $namespace, key: 'k' + i, type: 'KNOWS'}]->(:Entity {namespace: $namespace, id: 'e' + i, label: 'E'})`,
    },
    { namespace: service.namespace },
  );
});
afterAll(async () => {
  await service.close();
  await graph.onApplicationShutdown();
});

async function ask(query: string, variables: object, headers: Record<string, string> = {}) {
  const { data, errors } = await service.graphql(query, variables, headers);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data!;
}

const QUERY = `query($ref: ID!, $depth: Int, $first: Int! = 100, $kinds: [KnowledgeKind!], $edgeTypes: [String!]) {
  subgraph(ref: $ref, depth: $depth, first: $first, kinds: $kinds, edgeTypes: $edgeTypes) {
    nodes { ref labels title trust hidden } edges { id source target type label } truncated
  }
}`;
const around = async (variables: object, headers?: Record<string, string>) =>
  (await ask(QUERY, variables, headers))['subgraph'] as Subgraph;
const refs = ({ nodes }: Subgraph) => nodes.map(({ ref }) => ref);
const arrows = ({ edges }: Subgraph) => edges.map(({ source, type, target }) => `${source} ${type} ${target}`).sort();

describe('subgraph', () => {
  it('shows what is one step away, with how much more there is behind each', async () => {
    const found = await around({ ref: 'entity:ben' });
    expect(found.truncated).toBe(false);
    expect(found.nodes[0]).toEqual({ ref: 'entity:ben', labels: ['Entity'], title: 'BEN', trust: null, hidden: 0 });
    expect(found.nodes.find(({ ref }) => ref === 'piece:p2')?.trust).toBe(1);
    expect(refs(found).sort()).toEqual(['entity:ann', 'entity:ben', 'entity:cem', 'piece:p2']);
    expect(arrows(found)).toEqual([
      'entity:ann LINK entity:ben',
      'entity:ben LINK entity:cem',
      'piece:p2 ABOUT entity:ben',
    ]);
    // The hidden edges lead to cem, hub and its piece; to ann and dan.
    expect(found.nodes.find(({ ref }) => ref === 'entity:ann')?.hidden).toBe(3);
    expect(found.nodes.find(({ ref }) => ref === 'entity:cem')?.hidden).toBe(2);
    expect(found.edges.find(({ target }) => target === 'entity:cem')?.label).toBe('KNOWS');
  });

  it('goes as many steps as asked, and shows the edges between what it found', async () => {
    const found = await around({ ref: 'entity:dan', depth: 3 });
    expect(refs(found).slice(0, 2)).toEqual(['entity:dan', 'entity:cem']);
    expect(refs(found)).toEqual(expect.arrayContaining(['entity:ann', 'entity:ben', 'entity:hub', 'piece:p1']));
    expect(arrows(found)).toContain('entity:ann LINK entity:ben');
  });

  it('follows and shows only what is asked for', async () => {
    const links = await around({ ref: 'entity:ben', edgeTypes: ['LINK'] });
    expect(refs(links).sort()).toEqual(['entity:ann', 'entity:ben', 'entity:cem']);
    const items = await around({ ref: 'entity:ben', kinds: ['ITEM'] });
    expect(refs(items)).not.toContain('piece:p2');
    expect(arrows(await around({ ref: 'item:plot' }))).toEqual([
      'item:plot PRODUCES state:plot_done',
      'item:plot REQUIRES item:open',
    ]);
    expect(refs(await around({ ref: 'state:open_done' }))).toEqual(['state:open_done', 'item:open']);
  });

  it('begins at a step of a plan, as at what is no knowledge otherwise', async () => {
    const { savePlan } = await ask('mutation($input: PlanInput!) { savePlan(input: $input) { id } }', {
      input: { task: 'Plot it', retrievedItems: ['plot'], actions: [{ kbSource: 'plot', toolName: 'click' }] },
    });
    const { id } = savePlan as { id: string };
    const edgeTypes = ['HAS_STEP', 'DERIVED_FROM'];
    const found = await around({ ref: `step:${id}/0`, edgeTypes });
    expect(refs(found).sort()).toEqual([`item:plot`, `plan:${id}`, `step:${id}/0`]);
    // Many steps use the same tool, so the title also names the plan.
    expect(found.nodes.find(({ ref }) => ref === `step:${id}/0`)?.title).toBe('click, step 0 of Plot it');
    expect(refs(await around({ ref: `plan:${id}`, edgeTypes }))).toContain(`step:${id}/0`);
    const { errors } = await service.graphql(QUERY, { ref: `step:${id}/7` });
    expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('reads of a hub what it shows', async () => {
    const found = await around({ ref: 'entity:hub', first: 50 });
    expect(found.nodes).toHaveLength(50);
    expect(found.truncated).toBe(true);
    expect(found.nodes[0]).toMatchObject({ ref: 'entity:hub', hidden: 20_001 - found.edges.length });
  });

  it('shows of memories those that the caller sees', async () => {
    const mine = { 'x-project': 'mine' };
    const input = { title: 'T', description: 'D', content: 'C', outcome: 'SUCCESS' };
    const recordMemory = 'mutation($input: MemoryInput!) { recordMemory(input: $input) { id } }';
    const [first, second] = [await ask(recordMemory, { input }, mine), await ask(recordMemory, { input }, mine)];
    const [one, other] = [first, second].map((answer) => `memory:${(answer['recordMemory'] as { id: string }).id}`);
    expect(refs(await around({ ref: other }, mine))).toEqual([other, one]);
    const { errors } = await service.graphql(QUERY, { ref: other }, { 'x-project': 'theirs' });
    expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it.each([
    [{ ref: 'item:nobody' }, 'NOT_FOUND', undefined],
    [{ ref: 'entity:ben', edgeTypes: ['LINK', 'KNOWS'] }, 'BAD_USER_INPUT', 'edgeTypes.1'],
    [{ ref: 'entity:ben', depth: 4 }, 'BAD_USER_INPUT', 'depth'],
    [{ ref: 'entity:ben', first: 501 }, 'BAD_USER_INPUT', 'first'],
  ])('refuses %j', async (variables, code, path) => {
    const { errors } = await service.graphql(QUERY, variables);
    expect(errors[0]?.extensions.code).toBe(code);
    if (path !== undefined) expect(errors[0]?.extensions.fields?.[0]?.path).toBe(path);
  });

  it('does not leave the namespace', async () => {
    const { errors } = await service.graphql(QUERY, { ref: 'entity:ben' }, { 'x-namespace': 'elsewhere' });
    expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
