import { beforeEach, describe, expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { june, type Knowledge, onDay, withKnowledge } from './support.js';

let service: Knowledge;
withKnowledge((started) => ({ service } = started));

let namespace: string;
beforeEach(() => {
  namespace = freshNamespace();
});
const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);

// Data is recorded on days of June; years are the times at which facts were true.
const on = <Result>(day: number, work: () => Promise<Result>) => onDay(service, day, work);
const load = (day: number, document: object) => on(day, () => service.load(namespace, document));
const NODES = ['ann', 'acme', 'bolt', 'core'].map((node_id) => ({ node_id, node_type: 'thing' }));
const works = (target_id: string, year: number, more: object = {}) => {
  return { source_id: 'ann', edge_type: 'WORKS_AT', target_id, valid_from: `${year}-01-01`, ...more };
};
const piece = (piece_id: string, content: string, more: object = {}) => ({ piece_id, content, ...more });
const DECLARE = 'mutation { declareRelationType(type: "WORKS_AT", functional: true) { changed } }';

interface Times {
  readonly asOf?: Date;
  readonly validAt?: Date;
}
const RETRIEVE = `query ($query: String!, $asOf: DateTime, $validAt: DateTime) {
  retrieve(query: $query, entityId: "ann", asOf: $asOf, validAt: $validAt) {
    metadata pieces { score piece { id content trust } explain { trust } }
    graphContext { relationType target { id label } validTo piece { id content } }
    time { asOf validAt approximated } } }`;
interface Retrieved {
  readonly retrieve: {
    readonly metadata: object | null;
    readonly pieces: readonly { score: number; piece: { id: string; content: string; trust: number } }[];
    readonly graphContext: readonly { target: { id: string; label: string | null }; validTo: string | null }[];
    readonly time: object | null;
  };
}
const retrieve = async (times: Times, query = '') => (await ask<Retrieved>(RETRIEVE, { query, ...times })).retrieve;
const employers = async (times: Times) => (await retrieve(times)).graphContext.map(({ target }) => target.id);
const year = (of: number) => new Date(Date.UTC(of, 6, 1));

describe('the two clocks', () => {
  beforeEach(async () => {
    await on(1, () => ask(DECLARE));
    await load(1, { graph: { nodes: NODES, edges: [works('acme', 2019)] } });
    await load(10, { graph: { edges: [works('core', 2024)] } });
    // The fact was true long before it was recorded.
    await load(20, { graph: { edges: [works('bolt', 2022)] } });
  });

  it('tell what is known now of now, what is known now of then, what was known then of then and of now', async () => {
    expect(await employers({})).toEqual(['core']);
    expect(await employers({ validAt: year(2026) })).toEqual(['core']);
    expect(await employers({ validAt: year(2023) })).toEqual(['bolt']);
    expect(await employers({ validAt: year(2020) })).toEqual(['acme']);
    expect(await employers({ validAt: year(2018) })).toEqual([]);
    expect(await employers({ asOf: june(15), validAt: year(2023) })).toEqual(['acme']);
    expect(await employers({ asOf: june(15), validAt: year(2026) })).toEqual(['core']);
    expect(await employers({ asOf: june(15) })).toEqual(['core']);
    expect(await employers({ asOf: june(5) })).toEqual(['acme']);
    expect(await employers({ asOf: june(5), validAt: year(2026) })).toEqual(['acme']);
  });

  it('tell the end of a fact as it was known', async () => {
    const end = async (times: Times) => (await retrieve({ validAt: year(2020), ...times })).graphContext[0]?.validTo;
    expect(await end({})).toBe('2022-01-01T00:00:00.000Z');
    expect(await end({ asOf: june(15) })).toBe('2024-01-01T00:00:00.000Z');
    expect(await end({ asOf: june(5) })).toBeNull();
  });

  it('go with the relations of an entity, page by page, and what they lead to', async () => {
    const LIST = `query ($asOf: DateTime, $validAt: DateTime, $after: String) {
      entity(id: "acme", asOf: $asOf, validAt: $validAt) { relations(direction: IN, first: 1, after: $after) {
        totalCount pageInfo { endCursor hasNextPage } nodes { source { id relations { nodes { target { id } } } } } } } }`;
    expect(await ask(LIST, { validAt: year(2020) })).toMatchObject({
      entity: {
        relations: {
          totalCount: 1,
          pageInfo: { hasNextPage: false },
          nodes: [{ source: { id: 'ann', relations: { nodes: [{ target: { id: 'acme' } }] } } }],
        },
      },
    });
    expect(await ask(LIST, { asOf: june(15) })).toMatchObject({ entity: { relations: { totalCount: 0, nodes: [] } } });
  });
});

it('what was said since is not said, what came since is not there, and what did not hold is left out', async () => {
  const ann = (specialization: string) => ({ ann: { entity_type: 'user', properties: { specialization } } });
  const rate = (content: string) => piece('rate', content, { entity_id: 'ann' });
  await load(1, {
    metadata: ann('sails'),
    graph: { nodes: NODES, edges: [works('acme', 2019)] },
    pieces: [rate('The rate is 4 %'), piece('old', 'The rate was 7 % once', { valid_to: '2020-01-01' })],
  });
  await load(10, {
    metadata: ann('rotors'),
    graph: { nodes: [{ node_id: 'acme', node_type: 'firm', label: 'Acme Ltd' }] },
    pieces: [rate('The rate is 5 %'), piece('new', 'The rate is asked for daily')],
  });
  const now = await retrieve({}, 'rate');
  expect(now.metadata).toEqual({ specialization: 'rotors' });
  expect(now.pieces.map(({ piece: { id } }) => id).sort()).toEqual(['new', 'old', 'rate']);
  expect(now.time).toBeNull();
  const then = await retrieve({ asOf: june(5) }, 'rate');
  expect(then.metadata).toEqual({ specialization: 'sails' });
  expect(then.pieces.map(({ piece: { id, content } }) => `${id}: ${content}`).sort()).toEqual([
    'old: The rate was 7 % once',
    'rate: The rate is 4 %',
  ]);
  expect(then.graphContext).toMatchObject([{ target: { id: 'acme', label: null } }]);
  expect(then.time).toMatchObject({ asOf: june(5).toISOString(), validAt: null });
  const both = await retrieve({ asOf: june(5), validAt: year(2023) }, 'rate');
  expect(both.pieces.map(({ piece: { id } }) => id)).toEqual(['rate']);
  const PROVIDE = `query ($asOf: DateTime) {
    provideKnowledge(query: "rate", entityId: "ann", asOf: $asOf) { sections { infoType text } } }`;
  const { provideKnowledge } = await ask<{ provideKnowledge: { sections: { infoType: string; text: string }[] } }>(
    PROVIDE,
    {
      asOf: june(5),
    },
  );
  expect(provideKnowledge.sections.find(({ infoType }) => infoType === 'user_profile')?.text).toBe(
    'specialization: sails\nWORKS_AT → acme',
  );
  const PIECES = `query ($asOf: DateTime) { entity(id: "ann", asOf: $asOf) { type properties pieces { nodes { content } } } }`;
  expect(await ask(PIECES, { asOf: june(5) })).toEqual({
    entity: {
      type: 'user',
      properties: { specialization: 'sails' },
      pieces: { nodes: [{ content: 'The rate is 4 %' }] },
    },
  });
});

it('a search and a context tell of what was true at a time', async () => {
  await on(1, () => ask(DECLARE));
  await load(1, {
    graph: { nodes: NODES, edges: [works('acme', 2019), works('core', 2024)] },
    pieces: [
      piece('old', 'The rate of blades is 7 %', { valid_to: '2020-01-01', entity_id: 'ann' }),
      piece('new', 'The rate of blades is 4 %', { valid_from: '2020-01-01', entity_id: 'ann' }),
      piece('any', 'Blades have a rate', { entity_id: 'ann' }),
    ],
  });
  const SEARCH =
    'query ($validAt: DateTime) { search(query: "rate of blades", first: 2, validAt: $validAt) { hits { knowledge { id } } } }';
  const found = async (validAt: Date) => {
    const { search } = await ask<{ search: { hits: { knowledge: { id: string } }[] } }>(SEARCH, { validAt });
    return search.hits.map(({ knowledge }) => knowledge.id).sort();
  };
  expect(await found(year(2019))).toEqual(['any', 'old']);
  expect(await found(year(2020))).toEqual(['any', 'new']);
  const CONTEXT = `query ($validAt: DateTime) {
    context(input: { query: "rate of blades", entityId: "ann", validAt: $validAt }) { text } }`;
  const text = async (times: object) => (await ask<{ context: { text: string } }>(CONTEXT, times)).context.text;
  expect(await text({ validAt: year(2019) })).toContain('WORKS_AT → acme');
  expect(await text({ validAt: year(2019) })).not.toMatch(/4 %|core/);
  expect(await text({})).toMatch(/4 %/);
  expect(await text({})).toContain('WORKS_AT → core');
});

it('has the same bytes as the answer of today where nothing was written since', async () => {
  await load(1, {
    metadata: {
      ann: { entity_type: 'user', properties: { team: 'aero' } },
      global: { entity_type: 'all', properties: { units: 'SI' } },
    },
    graph: { nodes: NODES, edges: [works('acme', 2019, { properties: { piece_id: 'p1' } }), works('bolt', 2020)] },
    pieces: [
      piece('p1', 'Rotor blades stall at high wind', { entity_id: 'ann' }),
      piece('p2', 'Wind wears blades', { tags: ['wind'] }),
    ],
  });
  const ALL = `query ($asOf: DateTime) { retrieve(query: "blades and wind", entityId: "ann", depth: 3, asOf: $asOf) {
    metadata globalMetadata formatted(includeValidity: true)
    pieces { score piece { id title text trust createdAt updatedAt content tags validFrom entity { id properties } }
      explain { relevance lexical trust formula } }
    graphContext { relationType source { id type properties } target { id label } depth score properties validFrom
      validFromBasis validTo validToBasis piece { id content } } }
    entity(id: "ann", asOf: $asOf) { id type properties pieces { totalCount nodes { id } }
      relations(first: 1) { totalCount pageInfo { endCursor hasNextPage } nodes { type validFrom target { id } piece { id } } } } }`;
  // Word statistics may be counted anew between two answers, because other test files write to the same index. Then
  // both are requested again.
  let [today, then, again] = ['', '', 'another'];
  for (let attempt = 0; attempt < 5 && today !== again; attempt++) {
    today = JSON.stringify(await ask(ALL));
    then = JSON.stringify(await ask(ALL, { asOf: june(2) }));
    again = JSON.stringify(await ask(ALL));
  }
  expect(then).toBe(today);
  expect(today).toContain('Rotor blades stall');
});

it('trusts a piece as far as it was trusted then', async () => {
  await load(1, { graph: { nodes: NODES }, pieces: [piece('p', 'Blades stall at high wind')] });
  const { context } = await on(3, () =>
    ask<{ context: { receiptId: string } }>(
      '{ context(input: { query: "blades stall", kinds: [PIECE] }) { receiptId } }',
    ),
  );
  await on(10, () =>
    ask(
      'mutation ($id: ID!) { reportOutcome(input: { receiptId: $id, success: false, used: ["piece:p"] }) { success } }',
      {
        id: context.receiptId,
      },
    ),
  );
  const [now] = (await retrieve({}, 'blades stall')).pieces;
  const [then] = (await retrieve({ asOf: june(5) }, 'blades stall')).pieces;
  expect(now?.piece.trust).toBeLessThan(1);
  expect(then).toMatchObject({ score: 1, piece: { trust: 1 }, explain: { trust: 1 } });
});

it('refuses a time of which nothing is known, and tells the earliest', async () => {
  await load(5, { graph: { nodes: NODES } });
  const refused = async (asOf: Date) => {
    const { errors } = await service.graphql(
      namespace,
      '{ entity(id: "ann", asOf: "' + asOf.toISOString() + '") { id } }',
    );
    return errors?.[0]?.extensions;
  };
  expect(await refused(june(4))).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [
      { path: 'asOf', rule: 'notBeforeFirst', message: expect.stringContaining('2025-06-05T00:00:00.000Z') as string },
    ],
  });
  expect(await refused(new Date(Date.now() + 3_600_000))).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ path: 'asOf', rule: 'notInFuture' }],
  });
  expect(await refused(june(5))).toBeUndefined();
});

// test/versions/from-nothing.release-spec.ts tests times between merges and undos.
it('an entity has the pieces that belonged to it then', async () => {
  await load(1, { graph: { nodes: NODES }, pieces: [piece('p', 'The blades stall.', { entity_id: 'ann' })] });
  await on(5, () => ask('mutation { editPiece(id: "p", entityId: "acme") { id } }'));
  const query = `query ($asOf: DateTime) { ann: entity(id: "ann", asOf: $asOf) { pieces { nodes { id } edges { node { id } } } }
    acme: entity(id: "acme", asOf: $asOf) { pieces { nodes { id } edges { node { id } } } } }`;
  const [none, has] = [
    { nodes: [], edges: [] },
    { nodes: [{ id: 'p' }], edges: [{ node: { id: 'p' } }] },
  ];
  expect(await ask(query, { asOf: june(4) })).toEqual({ ann: { pieces: has }, acme: { pieces: none } });
  expect(await ask(query, { asOf: june(5) })).toEqual({ ann: { pieces: none }, acme: { pieces: has } });
});
