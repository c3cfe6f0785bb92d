import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../src/common/hash.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import type { Migration } from '../../src/graph/migrations.js';
import { kinds } from '../../src/kinds.js';
import { namespaceToken } from '../../src/knowledge/facets.js';
import { exportFolder } from '../../src/cli/move.js';
import { lockLayers } from '../../src/entities/entities.statements.js';
import { exportNamespace } from '../../src/moving/export.js';
import { giveUpImport, importNamespace, type ImportOptions } from '../../src/moving/import.js';
import { MOVED_LABELS, SECOND_LABELS } from '../../src/moving/labels.js';
import { connectedGraph, freshNamespace, testConfig } from '../support/graph.js';

let graph: GraphService;
let driver: Driver;
const folder = mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'moving-'));
const served = { kinds: kinds.map(({ kind }) => kind), config: testConfig() };

beforeAll(async () => {
  graph = await connectedGraph();
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
  );
});
afterAll(async () => {
  await driver?.close();
  await graph?.onApplicationShutdown();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a node of every label, with values of every type, and relationships between them. */
async function fill(namespace: string): Promise<void> {
  const labels = MOVED_LABELS.map(({ label, key, alsoUnique = [] }) => ({
    label,
    copies: key.length === 0 ? 1 : 3,
    words: [...key, ...alsoUnique].filter((name) => !['num', 'number', 'position'].includes(name)),
    numbers: [...key, ...alsoUnique].filter((name) => ['num', 'number', 'position'].includes(name)),
  }));
  await driver.executeQuery(
    `UNWIND $labels AS row
     UNWIND range(1, row.copies) AS copy
     CREATE (n:$(row.label)) SET n.namespace = $namespace, n.comment = 'line 1\\n"two"\\u2028three', n.count = 7, n.weight = 7.0, n.done = true,
       n.at = datetime('2026-01-31T12:00:00.123Z'), n.opposedAt = [datetime('2026-01-31T12:00:00Z')], n.warnings = [],
       n.turns = [1, 2], n.scores = [1.0, 2.5], n.tags = ['a', $token], n.nameWords = '_' + left($token, 17) + ' word'
     FOREACH (name IN row.words | SET n[name] = name + ' ' + copy)
     FOREACH (name IN row.numbers | SET n[name] = copy)`,
    { labels, namespace, token: namespaceToken(namespace) },
  );
  await driver.executeQuery(
    // Ordered by id, because the order in which Neo4j finds nodes depends on free places in its store.
    `MATCH (i:KnowledgeItem {namespace: $namespace}) WITH i ORDER BY i.id SET i:Knowledge, i:UnnamedItem, i.ref = 'item:' + i.id, i.kind = 'ITEM',
       i.trust = 0.9, i.initialTrust = 0.9, i.trustSince = i.at, i.createdAt = i.at, i.updatedAt = i.at, i.title = i.id, i.text = 'text',
       i.model0 = 'none', i.model1 = 'none'
     WITH collect(i) AS items
     MATCH (e:Evidence {namespace: $namespace}) SET e.retractedBy = 'another' WITH items, e ORDER BY e.id WITH items, collect(e) AS entries
     FOREACH (i IN [items[0]] | FOREACH (e IN [entries[0]] | CREATE (i)-[:HAS_EVIDENCE]->(e)))
     WITH items MATCH (s:State {namespace: $namespace}) WITH items, collect(s) AS states
     UNWIND items AS i UNWIND states AS s
     CREATE (i)-[:REQUIRES {position: 1, name: s.name}]->(s)`,
    { namespace },
  );
  await driver.executeQuery(
    `MATCH (f:Fluent {namespace: $namespace, id: 'id 1'})
     CREATE (f)-[:HAS_VALUE]->(:FluentValue {namespace: $namespace, value: 'a', position: 0})
     CREATE (f)-[:HAS_VALUE]->(:FluentValue {namespace: $namespace, value: 'b', position: 1})
     WITH f MATCH (a:Entity {namespace: $namespace, id: 'id 1'}), (b:Entity {namespace: $namespace, id: 'id 2'})
     CREATE (a)-[:LINK {namespace: $namespace, key: 'a-b', updatedAt: a.at, loaded: true}]->(b)
     CREATE (a)-[:LINK {namespace: $namespace, key: 'a-b 2', updatedAt: a.at, loaded: true}]->(b)
     CREATE (:Job {namespace: $namespace, id: 'j'})-[:FOR]->(a)
     CREATE (a)-[:FOR]->(:Lease {namespace: $namespace})
     // So that the service of another test, which links names in all namespaces, finds nothing to do here.
     WITH DISTINCT f MATCH (l:KnowledgeLayers {namespace: $namespace}) SET l.mentions = false`,
    { namespace },
  );
}

const options = (more: Partial<ImportOptions> = {}): ImportOptions => ({ now: new Date(), ...more });
let folders = 0;
const newFolder = () => join(folder, String((folders += 1)));

async function exported(namespace: string): Promise<string> {
  const into = newFolder();
  const { unsteady, foreign } = await exportNamespace(graph, into, { namespace });
  expect({ unsteady, foreign }).toEqual({ unsteady: [], foreign: [] });
  return into;
}

const filesOf = (from: string) =>
  Object.fromEntries(
    readdirSync(from)
      .sort()
      .map((file) => [file, readFileSync(join(from, file), 'utf8')]),
  );

async function remove(namespace: string): Promise<void> {
  await driver.executeQuery('MATCH (n) WHERE n.namespace = $namespace DETACH DELETE n', { namespace });
}

it('gives the same bytes after a move to where nothing is, of every label and every type of value', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  const first = await exported(namespace);
  expect(readdirSync(first).sort()).toEqual(
    [
      ...MOVED_LABELS.map(({ label }) => `${label}.jsonl`),
      ...['Entity', 'KnowledgeItem'].map((label) => `${label}.relationships.jsonl`),
      'manifest.json',
    ].sort(),
  );
  const [line] = readFileSync(join(first, 'Plan.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({
    key: ['id 1'],
    properties: { count: { $int: 7 }, weight: 7, turns: { $int: [1, 2] }, at: { $time: '2026-01-31T12:00:00.123Z' } },
  });
  await remove(namespace);

  const done = await importNamespace(graph, first, options(), served);
  expect(done).toMatchObject({ namespace, resumedAt: 0, conflicts: [], checkedTrusts: 3, findings: [] });
  expect(filesOf(await exported(namespace))).toEqual(filesOf(first));
  // Data that only the import needs was removed, and the types of all values are the same.
  const { records } = await driver.executeQuery(
    `MATCH (n) WHERE n.namespace = $namespace AND NOT n:FluentValue AND NOT n:Audit
     RETURN sum(CASE WHEN n:Staged OR n.staged IS NOT NULL OR n:NamespaceImport THEN 1 ELSE 0 END) AS left,
       collect(DISTINCT valueType(n.count)) AS whole, collect(DISTINCT valueType(n.weight)) AS part,
       collect(DISTINCT valueType(n.turns)) AS wholes, collect(DISTINCT valueType(n.scores)) AS parts`,
    { namespace },
  );
  expect(records[0]?.toObject()).toEqual({
    left: neo4j.int(0),
    whole: ['INTEGER NOT NULL'],
    part: ['FLOAT NOT NULL'],
    wholes: ['LIST<INTEGER NOT NULL> NOT NULL'],
    parts: ['LIST<FLOAT NOT NULL> NOT NULL'],
  });
  await remove(namespace);
});

it('goes into another namespace, whose tokens its searches filter by, and leaves the first one alone', async () => {
  const [from, to] = [freshNamespace(), freshNamespace()];
  await fill(from);
  const first = await exported(from);
  await importNamespace(graph, first, options({ as: to }), served);
  // The job that shows properties of entities takes this lock after an import.
  await graph.run(lockLayers, { namespace: to, now: new Date(), rules: 1 });
  const moved = filesOf(await exported(to));
  const expected = Object.entries(filesOf(first)).map(([file, text]) => [
    file,
    text
      .replaceAll(namespaceToken(from), namespaceToken(to))
      .replaceAll(`_${namespaceToken(from).slice(0, 17)}`, `_${namespaceToken(to).slice(0, 17)}`),
  ]);
  delete moved['manifest.json'];
  expect(moved).toEqual(Object.fromEntries(expected.filter(([file]) => file !== 'manifest.json')));
  expect(filesOf(await exported(from))).toEqual(filesOf(first));
  // Without --merge, nothing is written into a namespace that contains data.
  await expect(importNamespace(graph, first, options({ as: to }), served)).rejects.toThrow(/holds data/);
  await Promise.all([remove(from), remove(to)]);
});

it('goes on where it was broken off, wherever that was, and shows nothing before all is there', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  const first = await exported(namespace);
  await remove(namespace);
  const seen = async () => {
    const { records } = await driver.executeQuery(
      'RETURN COUNT { MATCH (:KnowledgeItem {namespace: $namespace}) } AS items, COUNT { MATCH (:Plan {namespace: $namespace}) } AS plans',
      { namespace },
    );
    return records[0]?.toObject() as { items: { low: number }; plans: { low: number } };
  };
  let begun = 0;
  for (let stop = 4; ; stop += 9) {
    const onProgress = (done: number, total: number) => {
      begun = total;
      if (done === stop) throw new Error('killed');
    };
    const run = importNamespace(graph, first, options({ onProgress }), served);
    const result = await run.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (result !== 'killed') {
      expect(result).toMatchObject({ resumedAt: stop - 9, nodes: 3 * MOVED_LABELS.length - 2 * 4 });
      break;
    }
    // The last third of the batches makes the data of the first third visible.
    if (stop <= begun - MOVED_LABELS.length) {
      expect(await seen()).toMatchObject({ items: { low: 0 }, plans: { low: 0 } });
    } else {
      // Jobs find what is visible, and take the lock of its entities.
      await graph.run(lockLayers, { namespace, now: new Date(), rules: 1 });
    }
    // Meanwhile, another export cannot be imported.
    if (stop === 4)
      await expect(importNamespace(graph, first, options({ merge: true }), served)).rejects.toThrow(/Another import/);
  }
  expect(filesOf(await exported(namespace))).toEqual(filesOf(first));
  await remove(namespace);
});

it('is given up without a trace but in the audit', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  const first = await exported(namespace);
  await remove(namespace);
  const onProgress = (done: number) => {
    if (done === 20) throw new Error('killed');
  };
  await expect(importNamespace(graph, first, options({ onProgress }), served)).rejects.toThrow('killed');
  expect(await giveUpImport(graph, namespace)).toBeGreaterThan(20);
  const { records } = await driver.executeQuery(
    'MATCH (n) WHERE n.namespace = $namespace RETURN labels(n) AS labels, n.act AS act',
    { namespace },
  );
  // Only the audit shows that there was an import.
  expect(records.map((record) => record.toObject())).toEqual([{ labels: ['Audit'], act: 'IMPORT' }]);
});

it('adds to a namespace what is not there, and lists what says something else, which stays with all of its own', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  const first = await exported(namespace);
  // Of the three items, one has other content by now and one was deleted, and the key of the latter belongs to another
  // plan.
  await driver.executeQuery(
    `MATCH (i:KnowledgeItem {namespace: $namespace, id: 'id 1'})-[:HAS_EVIDENCE]->(e) SET i.text = 'mended' DETACH DELETE e
     WITH DISTINCT 1 AS once MATCH (i:KnowledgeItem {namespace: $namespace, id: 'id 2'}) DETACH DELETE i
     WITH DISTINCT 1 AS once MATCH (p:Plan {namespace: $namespace, id: 'id 3'}) SET p.id = 'another'`,
    { namespace },
  );
  const done = await importNamespace(graph, first, options({ merge: true }), served);
  expect(done).toMatchObject({ nodes: 1, relationships: 3, leftOut: 1, checkedTrusts: 1, findings: [] });
  expect(done.conflicts).toEqual(['KnowledgeItem id 1', 'Plan id 3']);
  const { records } = await driver.executeQuery(
    `MATCH (i:KnowledgeItem {namespace: $namespace})
     RETURN i.id AS id, i.text AS text, COUNT { (i)-[:REQUIRES]->(:State) } AS states, COUNT { (i)-[:HAS_EVIDENCE]->() } AS entries,
       i:Staged AS staged ORDER BY id`,
    { namespace },
  );
  expect(records.map((record) => Object.values(record.toObject()).map(String))).toEqual([
    ['id 1', 'mended', '3', '0', 'false'],
    ['id 2', 'text', '3', '0', 'false'],
    ['id 3', 'text', '3', '0', 'false'],
  ]);
  // Importing the same data again adds nothing.
  expect(await importNamespace(graph, first, options({ merge: true }), served)).toMatchObject({
    nodes: 0,
    relationships: 0,
  });
  await remove(namespace);
});

it('merges into an empty namespace although a service takes the lock of its entities meanwhile', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  const first = await exported(namespace);
  await remove(namespace);
  // The first break comes when all nodes were read, so that the export's lock node waits to be shown.
  for (let stop: number = MOVED_LABELS.length; ; stop += 9) {
    const onProgress = (done: number) => {
      if (done === stop) throw new Error('killed');
    };
    const run = importNamespace(graph, first, options({ merge: true, onProgress }), served);
    const result = await run.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (result !== 'killed') {
      expect(result).toMatchObject({ resumedAt: stop - 9, findings: [] });
      break;
    }
    await graph.run(lockLayers, { namespace, now: new Date(), rules: 1 });
  }
  // What a merge lets the service derive again is the only difference.
  await driver.executeQuery(
    `MATCH (layers:KnowledgeLayers {namespace: $namespace}) REMOVE layers.mentionRules
     WITH layers MATCH (catalog:Catalog {namespace: $namespace}) REMOVE catalog.named`,
    { namespace },
  );
  expect(filesOf(await exported(namespace))).toEqual(filesOf(first));
  await remove(namespace);
});

it('keeps the lock node of a namespace that had one before a merge', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  const first = await exported(namespace);
  await driver.executeQuery("MATCH (layers:KnowledgeLayers {namespace: $namespace}) SET layers.comment = 'ours'", {
    namespace,
  });
  await importNamespace(graph, first, options({ merge: true }), served);
  const { records } = await driver.executeQuery(
    'MATCH (layers:KnowledgeLayers {namespace: $namespace}) RETURN layers.comment AS said',
    { namespace },
  );
  expect(records.map((record) => record.get('said') as unknown)).toEqual(['ours']);
  await remove(namespace);
});

it('leaves out the earlier versions of a learning with the learning', async () => {
  const namespace = freshNamespace();
  await driver.executeQuery(
    `CREATE (i:KnowledgeItem:Knowledge {namespace: $namespace, id: 'i', ref: 'item:i', text: 'text'})
     CREATE (i)-[:HAS_LEARNING]->(:Learning {namespace: $namespace, id: 'l', task: 'two'})
     CREATE (:Version {namespace: $namespace, ref: 'learning:l', number: 1, state: '{"task":"one"}'})`,
    { namespace },
  );
  const first = await exported(namespace);
  await driver.executeQuery('MATCH (n) WHERE n.namespace = $namespace AND (n:Learning OR n:Version) DETACH DELETE n', {
    namespace,
  });
  expect(await importNamespace(graph, first, options({ merge: true }), served)).toMatchObject({
    nodes: 0,
    relationships: 0,
    leftOut: 2,
  });
  await remove(namespace);
});

it('says of which trusts the evidence gives another', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  await driver.executeQuery("MATCH (i:KnowledgeItem {namespace: $namespace, id: 'id 2'}) SET i.trust = 0.5", {
    namespace,
  });
  const first = await exported(namespace);
  await remove(namespace);
  const done = await importNamespace(graph, first, options(), served);
  expect(done.findings).toEqual([{ ref: 'item:id 2', trust: 0.5, folded: 0.9 }]);
  await remove(namespace);
});

it('refuses what is no export, was changed, or is of a newer release, before anything is written', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  const first = await exported(namespace);
  await expect(exportNamespace(graph, first, { namespace })).rejects.toThrow(/is not empty/);
  await remove(namespace);
  const refused = async (message: RegExp) => {
    await expect(importNamespace(graph, first, options(), served)).rejects.toThrow(message);
    const { records } = await driver.executeQuery('MATCH (n) WHERE n.namespace = $namespace RETURN count(n) AS left', {
      namespace,
    });
    expect(records[0]?.get('left')).toEqual(neo4j.int(0));
  };
  const path = join(first, 'manifest.json');
  const original = readFileSync(path, 'utf8');
  const manifest = JSON.parse(original) as Record<string, unknown> & { migrations: string[]; files: object[] };
  const withManifest = (changed: object) => writeFileSync(path, JSON.stringify({ ...manifest, ...changed }));
  withManifest({ format: 2 });
  await refused(/format 2 .* reads up to 1/);
  withManifest({ schema: 'schema/999-later' });
  await refused(/newer release/);
  withManifest({ migrations: [...manifest.migrations, 'migrations/999-later'] });
  await refused(/newer release/);
  withManifest({ migrations: ['migrations/001-unlock-knowledge'] });
  await refused(/from before 0.2.0 was finished/);
  withManifest({});
  const given = { merge: true, migrations: [doing(namespace)] };
  await expect(importNamespace(graph, first, options(given), served)).rejects.toThrow(/older release/);
  const outside = [{ file: '../Plan.jsonl', label: 'Plan', holds: 'nodes', lines: 1, sha256: '' }];
  withManifest({ files: outside, hash: sha256(JSON.stringify(outside)) });
  await refused(/none that an export writes/);
  writeFileSync(path, original);
  appendFileSync(join(first, 'Plan.jsonl'), '{"key":["more"]}\n');
  await refused(/Plan.jsonl was changed/);
  rmSync(path);
  await refused(/has no manifest/);
});

/** A migration of the plans of a namespace. */
const doing = (namespace: string): Migration => ({
  name: 'migrations/999-do',
  checksum: '',
  statement: {
    name: 'test-migration',
    mode: 'write',
    text: `MATCH (plan:Plan {namespace: '${namespace}'}) WHERE plan.id > $after[1]
      WITH plan ORDER BY plan.id LIMIT 2
      SET plan.task = 'done'
      WITH collect(plan.id) AS ids
      RETURN CASE WHEN ids = [] THEN null ELSE ['${namespace}', last(ids)] END AS after, size(ids) AS changed`,
  },
});

it('brings the data of an older export into the form of this release, and says so', async () => {
  const namespace = freshNamespace();
  await fill(namespace);
  const old = await exported(namespace);
  await remove(namespace);
  const path = join(old, 'manifest.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), release: '0.1.9' }));
  const done = await importNamespace(graph, old, options({ migrations: [doing(namespace)] }), served);
  expect(done.migratedFrom).toBe('0.1.9');
  const plans = readFileSync(join(await exported(namespace), 'Plan.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(plans.map((line) => (JSON.parse(line) as { properties: { task: string } }).properties.task)).toEqual([
    ...['done', 'done', 'done'],
  ]);
  await remove(namespace);
});

it('says that the export of a namespace without data is empty, whose name may be mistyped', async () => {
  const notes: string[] = [];
  const output = { isTerminal: false, write: () => undefined, note: (line: string) => notes.push(line) };
  const { TEST_NEO4J_URI, TEST_NEO4J_USER, TEST_NEO4J_PASSWORD } = process.env;
  const environment = {
    NEO4J_URI: TEST_NEO4J_URI,
    NEO4J_USER: TEST_NEO4J_USER,
    NEO4J_PASSWORD: TEST_NEO4J_PASSWORD,
  };
  const namespace = freshNamespace();
  expect(await exportFolder(newFolder(), { namespace, withVectors: false }, environment, output)).toBe(false);
  expect(notes).toEqual([expect.stringMatching(/holds no data/)]);
  await remove(namespace);
});

it('leaves out and names what the service does not store, so that an import takes the rest', async () => {
  const namespace = freshNamespace();
  await driver.executeQuery(
    `CREATE (i:KnowledgeItem:Favourite {namespace: $namespace, id: 'i', noted: 'by hand'})
     CREATE (i)-[:RESEMBLES]->(i) CREATE (i)-[:REQUIRES {noted: true}]->(i)
     CREATE (:Fluent {namespace: $namespace, id: 'f'})-[:HAS_VALUE]->(:ApiKey {namespace: 'none', id: $namespace})`,
    { namespace },
  );
  const into = newFolder();
  const { foreign } = await exportNamespace(graph, into, { namespace });
  expect(foreign).toEqual(['label Favourite', 'node ApiKey', 'property noted', 'relationship RESEMBLES']);
  await remove(namespace);
  const done = await importNamespace(graph, into, options(), served);
  expect(done).toMatchObject({ nodes: 2, relationships: 1 });
  await remove(namespace);
  await driver.executeQuery('MATCH (key:ApiKey {id: $namespace}) DELETE key', { namespace });
});

it('keeps the labels that stand beside', async () => {
  const namespace = freshNamespace();
  const rows = Object.entries(SECOND_LABELS).flatMap(([second, beside]) =>
    beside.map((label) => {
      const key = MOVED_LABELS.find((moved) => moved.label === label)?.key ?? [];
      const own = Object.fromEntries(key.map((name) => [name, name === 'number' ? neo4j.int(1) : second]));
      return { labels: [label, second], properties: { ...own, ref: `${label} ${second}`, trust: 1, kind: 'NONE' } };
    }),
  );
  await driver.executeQuery(
    `UNWIND $rows AS row CREATE (n:$(row.labels)) SET n = row.properties, n.namespace = $namespace`,
    { namespace, rows },
  );
  const first = await exported(namespace);
  await remove(namespace);
  await importNamespace(graph, first, options(), served);
  expect(filesOf(await exported(namespace))).toEqual(filesOf(first));
  await remove(namespace);
});
