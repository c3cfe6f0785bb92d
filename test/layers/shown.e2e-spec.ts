import { beforeEach, describe, expect, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { reviveFacts, retireFacts } from '../../src/loading/facts/facts.statements.js';
import {
  deleteLinks,
  deletePieces,
  dropEntities,
  undoEntities,
  undoLinks,
} from '../../src/entities/entities.statements.js';
import { listUnshown } from '../../src/entities/shown/shown.statements.js';
import { ShownWorker } from '../../src/loading/shown/shown.worker.js';
import { freshNamespace } from '../support/graph.js';
import { MERGE, UNDO } from './names-of-service.js';
import { inconsistencies, type Knowledge, withKnowledge } from './support.js';

let service: Knowledge;
let graph: GraphService;
let namespace: string;
withKnowledge((started) => ({ service, graph } = started));
beforeEach(() => {
  namespace = freshNamespace();
});

const run = <Row extends object>(text: string, parameters: object = {}, inside = namespace) =>
  graph.run<object, Row>(
    { name: 'test', mode: /\b(SET|REMOVE|CREATE)\b/.test(text) ? 'write' : 'read', text },
    { namespace: inside, ...parameters },
  );
const ask = <Data>(query: string, variables: object = {}) => service.data<Data>(namespace, query, variables);

/** What an analyst sees of an entity beside the properties of the service. */
async function seen(id: string): Promise<unknown> {
  const [row] = await run<{ labels: string[]; shown: object }>(
    `MATCH (n:Entity|EntityAlias|DeletedEntity {namespace: $namespace, id: $id})
     RETURN [label IN labels(n) WHERE NOT label IN ['Entity', 'EntityAlias', 'DeletedEntity']] AS labels,
       [name IN keys(n) WHERE name IN coalesce(n.shownProperties, []) | [name, n[name], valueType(n[name])]] AS shown`,
    { id },
  );
  return row && { ...row, shown: [...(row.shown as unknown[][])].map((each) => each.join(' ')).sort() };
}
const document = (node: object, metadata: object = {}, edge: object = {}) => ({
  metadata: { 'user:al': { entity_type: 'person', properties: metadata } },
  graph: {
    nodes: [
      { node_id: 'user:al', node_type: 'user', label: 'Al', properties: node },
      { node_id: 'tool:m', node_type: 'measuring tool', label: 'M' },
    ],
    edges: [{ source_id: 'user:al', target_id: 'tool:m', edge_type: 'USES', properties: edge }],
  },
});

it('shows the type as a label, and scalar properties as properties of their own', async () => {
  await service.load(namespace, document({ city: 'Berlin', age: 41, tags: ['a'] }, { age: 1, mail: 'al@x.org' }));
  expect(await seen('user:al')).toEqual({
    labels: ['person'],
    shown: ['age 41 INTEGER NOT NULL', 'city Berlin STRING NOT NULL', 'mail al@x.org STRING NOT NULL'],
  });
  expect(await seen('tool:m')).toEqual({ labels: ['measuring_tool'], shown: [] });
  expect(
    await run(`MATCH (p:person {namespace: $namespace, city: 'Berlin'}) WHERE p.age > 40 RETURN p.label AS label`),
  ).toEqual([{ label: 'Al' }]);
});

it('shows properties of relations, also after they were superseded', async () => {
  await ask('mutation { declareRelationType(type: "USES", functional: true) { type } }');
  await service.load(namespace, document({}, {}, { years: 3, since: '2020', weight: 0.5 }));
  const relation = () =>
    run(
      'MATCH (:Entity)-[l:LINK|WAS_LINK]->() WHERE l.namespace = $namespace RETURN l.years AS years, l.weight AS weight, l.since AS since, l.properties AS properties',
    );
  const properties = '{"since":"2020","weight":0.5,"years":3}';
  // The service uses `since` itself.
  expect(await relation()).toEqual([{ years: 3, weight: 0.5, since: null, properties }]);
  await service.load(namespace, document({}, {}, { weight: 1 }));
  expect(await relation()).toMatchObject([{ years: null, weight: 1 }]);
});

it('follows each change of a record, its removal, and a new type', async () => {
  await service.load(namespace, document({ city: 'Berlin', age: 41 }, { age: 12, mail: 'al@x.org' }));
  await service.load(namespace, document({ city: 'Bonn' }, { age: 12 }));
  // The property that the node no longer has is that of the metadata.
  expect(await seen('user:al')).toEqual({
    labels: ['person'],
    shown: ['age 12 INTEGER NOT NULL', 'city Bonn STRING NOT NULL'],
  });
  await service.load(namespace, {
    metadata: { 'user:al': { entity_type: 'robot', properties: { city: { name: 'Bonn' } } } },
    graph: { nodes: [{ node_id: 'user:al', node_type: 'user', properties: {} }] },
  });
  expect(await seen('user:al')).toEqual({ labels: ['robot'], shown: [] });
});

it('shows nothing of what was deleted, merged or undone, and all of what comes back', async () => {
  await service.load(namespace, document({ city: 'Berlin' }));
  await service.load(namespace, {
    graph: { nodes: [{ node_id: 'user:alice', node_type: 'user', label: 'Alice', properties: { age: 4 } }] },
  });
  const before = [await seen('user:al'), await seen('user:alice')];
  const { mergeEntities: merged } = await ask<{ mergeEntities: { changeId: string } }>(MERGE);
  expect(await run('MATCH (p:(person|user)&Entity {namespace: $namespace}) RETURN p.id AS id')).toEqual([
    { id: 'user:alice' },
  ]);
  expect(await seen('user:alice')).toEqual({
    labels: ['person'],
    shown: ['age 4 INTEGER NOT NULL', 'city Berlin STRING NOT NULL'],
  });
  await ask(UNDO, { id: merged.changeId });
  expect([await seen('user:al'), await seen('user:alice')]).toEqual(before);
  await ask('mutation { delete(ref: "entity:user:al", withPieces: true) }');
  expect(await run('MATCH (p:person&Entity {namespace: $namespace}) RETURN p.id AS id')).toEqual([]);
  expect(await inconsistencies(graph, namespace)).toEqual([]);
});

it('shows what an entity has that only pieces name, and nothing for one derived from a name in texts', async () => {
  await service.load(namespace, {
    pieces: [
      { piece_id: 'p1', content: 'We tuned the Zorblax pump, and the Zorblax pump ran.', entity_id: 'machine:pump' },
      { piece_id: 'p2', content: 'The team likes the Zorblax pump, and the Zorblax valve.' },
    ],
  });
  expect(await seen('machine:pump')).toEqual({ labels: ['machine'], shown: [] });
  const derived = await run('MATCH (e:Entity {namespace: $namespace}) WHERE e.rule RETURN labels(e) AS labels');
  for (const { labels } of derived as { labels: string[] }[]) expect(labels).toEqual(['Entity']);
});

it('shows no more names and types than a namespace may have', async () => {
  const nodes = Array.from({ length: 300 }, (_, n) => ({
    node_id: `n:${String(n).padStart(3, '0')}`,
    node_type: `type${n}`,
    properties: Object.fromEntries(Array.from({ length: 5 }, (_, m) => [`p${n}x${m}`, m])),
  }));
  await service.load(namespace, { graph: { nodes } });
  const [stored] = await run(
    `MATCH (l:KnowledgeLayers {namespace: $namespace})
     RETURN size(l.shownNames) AS names, size(l.shownTypes) AS labels,
       COUNT { MATCH (e:Entity {namespace: $namespace}) WHERE size(labels(e)) = 2 } AS typed,
       COUNT { MATCH (e:Entity {namespace: $namespace}) WHERE size(e.shownProperties) = 5 } AS shown`,
  );
  expect(stored).toEqual({ names: 1_000, labels: 200, typed: 200, shown: 200 });
});

// test/layers/shown.release-spec.ts tests that names are never confused with those of users.

it('shows what an import has marked, a namespace after the other', async () => {
  await service.load(namespace, document({ city: 'Berlin' }, {}, { years: 3 }));
  const before = await seen('user:al');
  await run(
    `MATCH (e:Entity {namespace: $namespace}) REMOVE e.city, e.shownProperties, e.shownLabels, e:person
     SET e.unshown = 'STORED'`,
  );
  await run(
    `MATCH (:Entity {namespace: $namespace})-[l:LINK]->() REMOVE l.years, l.shownProperties SET l.unshown = 'STORED'`,
  );
  await service.app.get(ShownWorker, { strict: false }).work();
  const shown = () => seen('user:al');
  await expect.poll(shown, { timeout: 20_000 }).toEqual(before);
  expect(
    await run('MATCH (:Entity {namespace: $namespace})-[l:LINK]->() RETURN l.years AS years, l.unshown AS unshown'),
  ).toEqual([{ years: 3, unshown: null }]);
});

// The index of marks returns a node or relationship that its transaction marked and deleted, and reading it fails.
describe('what a transaction marks and then deletes is not listed by', () => {
  it.each([
    ['deleteLinks', deleteLinks, { keys: ['k'] }],
    ['undoLinks', undoLinks, { id: 'c' }],
    ['deletePieces', deletePieces, { ids: ['p'] }],
    ['retireFacts', retireFacts, { keys: ['k'] }],
    ['reviveFacts', reviveFacts, { keys: ['was'] }],
    ['undoEntities', undoEntities, { id: 'c', now: new Date() }],
    ['dropEntities', dropEntities, { ids: ['user:al'] }],
  ] as const)('%s', async (name, deletion, parameters) => {
    await run(
      `CREATE (al:Entity {namespace: $namespace, id: 'user:al', name: 'al', type: 'user'}),
         (tool:Entity {namespace: $namespace, id: 'tool:m', type: 'tool'}), (other:Entity {namespace: $namespace, id: 'tool:n', type: 'tool'}),
         (tool)-[:LINK {namespace: $namespace, key: 'k', pieceId: 'p', type: 'USES'}]->(other),
         (tool)-[:WAS_LINK {namespace: $namespace, key: 'was', pieceId: 'p', type: 'USES'}]->(other),
         (:Piece {namespace: $namespace, id: 'p'}), (checkIn:CheckIn {namespace: $namespace, id: 'c'}),
         (checkIn)-[:BROUGHT {node: true, metadata: true, links: []}]->(al), (checkIn)-[:BROUGHT {node: false, metadata: false, links: ['k']}]->(tool)`,
    );
    await graph.transaction(async (transaction) => {
      const mark = (text: string) => transaction.run({ name: 'test', mode: 'write', text }, { namespace });
      await mark(`MATCH (e:Entity {namespace: $namespace}) SET e.unshown = 'WRITTEN'`);
      await mark(`MATCH ()-[l:LINK|WAS_LINK {namespace: $namespace}]->() SET l.unshown = 'WRITTEN'`);
      const list = async () => (await transaction.run(listUnshown, { namespace, from: 'WRITTEN', limit: 9 })).length;
      expect(await list()).toBe(5);
      await transaction.run(deletion as typeof deleteLinks, { namespace, ...parameters } as never);
      expect(await list()).toBeLessThanOrEqual(5);
    });
    const [left] = await run<{ count: number }>(
      `RETURN COUNT { (:Entity {namespace: $namespace}) } + COUNT { (:Entity {namespace: $namespace})-[:LINK|WAS_LINK]->() } AS count`,
    );
    expect(left?.count).toBe({ deletePieces: 3, retireFacts: 5, reviveFacts: 5 }[name as string] ?? 4);
  });
});
