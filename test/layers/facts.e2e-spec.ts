import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import type { OpenAiServer } from '../support/openai-server.js';
import { sharedLlm } from '../support/shared-service.js';
import { seeded } from '../versions/support.js';
import { inconsistencies, INGEST, type Knowledge, knowledgeService } from './support.js';

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
const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);
const load = (edges: readonly object[], pieces: readonly object[] = []) =>
  service.load(namespace, { graph: { nodes: NODES, edges }, pieces });
const declare = async (functional = true) =>
  (
    await ask<{ declareRelationType: object }>(
      'mutation ($functional: Boolean!) { declareRelationType(type: "WORKS_AT", functional: $functional) { type functional changed } }',
      { functional },
    )
  ).declareRelationType;

const NODES = ['ann', 'acme', 'bolt', 'core', 'dome'].map((node_id) => ({ node_id, node_type: 'thing' }));
const works = (target_id: string, year?: number, more: object = {}) => ({
  source_id: 'ann',
  edge_type: 'WORKS_AT',
  target_id,
  ...(year !== undefined && { valid_from: `${year}-01-01` }),
  ...more,
});
const piece = (piece_id: string, more: object = {}) => ({ piece_id, content: `What ${piece_id} says`, ...more });

interface Shown {
  readonly target: { readonly id: string };
  readonly validFrom: string | null;
  readonly validFromBasis: string | null;
  readonly validTo: string | null;
  readonly validToBasis: string | null;
}
/** Returns the present relations: target, beginning and end by their years, with the source of each year. */
const today = async () => {
  const { entity } = await ask<{ entity: { relations: { totalCount: number; nodes: readonly Shown[] } } }>(
    '{ entity(id: "ann") { relations { totalCount nodes { target { id } validFrom validFromBasis validTo validToBasis } } } }',
  );
  expect(entity.relations.totalCount).toBe(entity.relations.nodes.length);
  return entity.relations.nodes.map(({ target, ...times }) =>
    [target.id, times.validFrom?.slice(0, 4), times.validTo?.slice(0, 4), times.validToBasis].filter(Boolean).join(' '),
  );
};
/** Returns all stored properties of the facts, with the type of each edge. */
const stored = async () => {
  const text = `MATCH ()-[l:LINK|WAS_LINK]->() WHERE l.namespace = $namespace
    RETURN type(l) + ' ' + split(l.key, '\\n')[2] + ' ' + coalesce(toString(coalesce(l.validFrom, l.startsAt).year), '') + ' '
      + coalesce(toString(l.endsAt.year), 'open') AS told ORDER BY told`;
  const rows = await graph.run<{ namespace: string }, { told: string }>(
    { name: 'test/stored', mode: 'read', text },
    { namespace },
  );
  return rows.map(({ told }) => told);
};

describe('relations of a functional type', () => {
  it('end when the next one begins, also one that arrives late, and leave those of today', async () => {
    await declare();
    await load([works('acme', 2019)]);
    await load([works('core', 2024)]);
    expect(await today()).toEqual(['core 2024']);
    await load([works('bolt', 2021, { valid_to: '2030-01-01' })]);
    expect(await today()).toEqual(['core 2024']);
    expect(await stored()).toEqual(['LINK core 2024 open', 'WAS_LINK acme 2019 2021', 'WAS_LINK bolt 2021 2024']);
    const { graphContext } = await service.retrieve(namespace, { query: '', entityId: 'ann' });
    expect(graphContext.map(({ target }) => target.id)).toEqual(['core']);
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('change nothing when they are loaded again, and are updated where they stand', async () => {
    await declare();
    await load([works('acme', 2019), works('core', 2024)]);
    expect(await load([works('acme', 2019), works('core', 2024)])).toMatchObject({ created: 0, updated: 0 });
    const other = works('acme', 2019, { properties: { description: 'as a trainee' } });
    expect(await load([other])).toMatchObject({ created: 0, updated: 1 });
    expect(await stored()).toEqual(['LINK core 2024 open', 'WAS_LINK acme 2019 2024']);
  });

  it('end the same in whatever order they arrive', async () => {
    const facts = [
      works('acme', 2012),
      works('bolt', 2015, { valid_to: '2016-06-01' }),
      works('core', 2018),
      works('acme', 2018),
      works('dome', 2020),
      works('acme', 2023),
    ];
    const ends: unknown[] = [];
    for (const seed of [1, 2, 3]) {
      namespace = freshNamespace();
      const random = seeded(seed);
      const order = facts.map((fact) => ({ fact, at: random(1_000) })).sort((a, b) => a.at - b.at);
      if (seed !== 2) await declare();
      for (let start = 0; start < order.length; start += 2) {
        await load(order.slice(start, start + 2).map(({ fact }) => fact));
      }
      if (seed === 2) await declare();
      ends.push(await stored());
    }
    expect(ends[0]).toEqual([
      'LINK acme 2023 open',
      'WAS_LINK acme 2012 2015',
      'WAS_LINK acme 2018 2020',
      'WAS_LINK bolt 2015 open',
      'WAS_LINK core 2018 2020',
      'WAS_LINK dome 2020 2023',
    ]);
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  });

  it('begin where no time is given when their piece happened, else when they were recorded, and say so', async () => {
    await declare();
    const told = (id: string) => ({ properties: { piece_id: id } });
    await load(
      [works('acme', undefined, told('old')), works('bolt', 2020)],
      [piece('old', { occurred_at: '2018-05-01' })],
    );
    expect(await stored()).toEqual(['LINK bolt 2020 open', 'WAS_LINK acme 2018 2020']);
    // The piece is loaded again with a later date.
    await load([], [piece('old', { occurred_at: '2022-05-01' })]);
    expect(await stored()).toEqual(['LINK acme 2022 open', 'WAS_LINK bolt 2020 2022']);
    await load([works('core')]);
    const year = new Date().getUTCFullYear();
    expect(await today()).toEqual([`core ${year}`]);
    const BASES = '{ entity(id: "ann") { relations { nodes { validFromBasis validToBasis } } } }';
    expect(await ask(BASES)).toEqual({
      entity: { relations: { nodes: [{ validFromBasis: 'RECORDED', validToBasis: null }] } },
    });
  });

  it('stay until the next one begins, and say when they will end', async () => {
    await declare();
    await load([works('acme', 2019), works('bolt', 2200)]);
    expect(await today()).toEqual(['acme 2019 2200 CALCULATED', 'bolt 2200']);
  });

  it('are as they would be without what was deleted', async () => {
    await declare();
    await load(
      [works('acme', 2019), works('bolt', 2021, { properties: { piece_id: 'note' } }), works('core', 2024)],
      [piece('note')],
    );
    await ask('mutation { delete(ref: "piece:note") }');
    expect(await stored()).toEqual(['LINK core 2024 open', 'WAS_LINK acme 2019 2024']);
    await ask('mutation { delete(ref: "entity:core") }');
    expect(await stored()).toEqual(['LINK acme 2019 open']);
    expect(await inconsistencies(graph, namespace)).toEqual([]);
  });

  it('are as they would be without a check-in that was undone', async () => {
    await declare();
    await load([works('acme', 2019), works('core', 2024)]);
    const reply = {
      pieces: [{ ...piece('note'), knowledge_type: 'fact', info_type: 'context' }],
      graph: { nodes: [], edges: [works('bolt', 2021), works('dome', 2025)] },
    };
    llm.reply({ content: JSON.stringify(reply) });
    const { ingestText } = await ask<{ ingestText: { checkInId: string } }>(INGEST, { text: 'Ann moved on.' });
    expect(await stored()).toHaveLength(4);
    expect(await today()).toEqual(['dome 2025']);
    await ask('mutation ($id: ID!) { undo(changeId: $id) { changeId } }', { id: ingestText.checkInId });
    expect(await stored()).toEqual(['LINK core 2024 open', 'WAS_LINK acme 2019 2024']);
  });

  it('are relations like any other again when the declaration is taken back', async () => {
    await load([works('acme', 2019), works('core'), works('dome')]);
    expect(await declare()).toEqual({ type: 'WORKS_AT', functional: true, changed: 3 });
    expect(await declare()).toMatchObject({ changed: 0 });
    expect(await ask('{ relationTypes { type functional } }')).toEqual({
      relationTypes: [{ type: 'WORKS_AT', functional: true }],
    });
    expect(await today()).toHaveLength(2);
    expect(await declare(false)).toEqual({ type: 'WORKS_AT', functional: false, changed: 3 });
    expect(await today()).toEqual(['acme 2019', 'core', 'dome']);
    expect(await ask('{ relationTypes { type } contradictions { totalCount } }')).toEqual({
      relationTypes: [],
      contradictions: { totalCount: 0 },
    });
  });
});

describe('contradictions', () => {
  const LIST = `query ($first: Int, $after: String) { contradictions(first: $first, after: $after) { totalCount
    nodes { type source { id } at relations { target { id } validTo piece { id } } } pageInfo { hasNextPage endCursor } } }`;
  interface List {
    readonly contradictions: { readonly pageInfo: { readonly endCursor: string } };
  }

  it('are listed by page: different targets from one time on, of which none ends the other', async () => {
    await declare();
    await load([works('acme', 2019), works('bolt', 2019), works('core', 2022), works('dome', 2022)]);
    await load([works('acme', 2024, { properties: { piece_id: 'note' } }), works('acme', 2024)], [piece('note')]);
    const of = (year: number, ...targets: readonly string[]) => ({
      type: 'WORKS_AT',
      source: { id: 'ann' },
      at: `${year}-01-01T00:00:00.000Z`,
      relations: targets.map((id) => {
        return { target: { id }, piece: null, validTo: `${year === 2019 ? 2022 : 2024}-01-01T00:00:00.000Z` };
      }),
    });
    const first = await ask<List>(LIST, { first: 1 });
    expect(first.contradictions).toMatchObject({
      totalCount: 2,
      nodes: [of(2019, 'acme', 'bolt')],
      pageInfo: { hasNextPage: true },
    });
    const { endCursor: after } = first.contradictions.pageInfo;
    expect(await ask<List>(LIST, { first: 1, after })).toMatchObject({
      contradictions: { nodes: [of(2022, 'core', 'dome')], pageInfo: { hasNextPage: false } },
    });
    await ask('mutation { delete(ref: "entity:bolt") }');
    expect(await ask(LIST)).toMatchObject({ contradictions: { totalCount: 1 } });
  });

  it('are refused a cursor of another list', async () => {
    const { errors } = await service.graphql(namespace, LIST, { after: 'none' });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'after' }] });
  });
});
