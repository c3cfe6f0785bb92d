import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnowledgeItemInput } from '../../src/items/items.inputs.js';
import { findNames, writeNames } from '../../src/items/names.statements.js';
import { lookupKey, storedNames } from '../../src/items/stored-names.js';
import { freshNamespace } from '../support/graph.js';
import { dbHitsOf } from '../support/plan.js';
import { type Kb, record, startKb } from './support.js';

// Names of items, as stored in the graph.

let service: Kb;
let driver: Driver;
beforeAll(async () => {
  service = await startKb();
  driver = neo4j.driver(
    process.env.TEST_NEO4J_URI ?? '',
    neo4j.auth.basic(process.env.TEST_NEO4J_USER ?? 'neo4j', process.env.TEST_NEO4J_PASSWORD ?? ''),
    { disableLosslessIntegers: true },
  );
});
afterAll(async () => {
  await driver.close();
  await service.close();
});

const input = (id: string, fields: Partial<KnowledgeItemInput> = {}): KnowledgeItemInput => ({
  id,
  description: 'Opens it.',
  uiLocation: 'Menu → File → Open',
  actionSequence: ["click_menu('File')", "select_option('Open')"],
  prerequisites: [],
  outputState: '',
  docCitation: 'GUI',
  ...fields,
});

/** Returns the items that have a name, as `kind name`. */
async function owners(namespace: string, text: string, application: string | null = null): Promise<string[]> {
  const { names } = await service.names.findNames(namespace, application, [lookupKey(text)]);
  return names.flatMap(({ kind, name, owners }) => owners.map((id) => `${kind} ${name}: ${id}`)).toSorted();
}

async function run(text: string, parameters: object) {
  return service.graph.run<object, Record<string, unknown>>({ name: 'test', mode: 'write', text }, parameters);
}

/** Returns the nodes of names, whether or not an item has them. */
async function nameNodes(namespace: string): Promise<string[]> {
  const rows = await run(
    'MATCH (name:ItemName {namespace: $namespace}) RETURN name.kind + " " + name.name AS name ORDER BY name',
    { namespace },
  );
  return rows.map(({ name }) => String(name));
}

describe('the names of an item', () => {
  it('are there when it is saved, change with it, and go with it', async () => {
    const namespace = freshNamespace();
    await service.catalog.saveItem(namespace, input('open_files', { shortcut: 'Ctrl+O' }));
    expect(await nameNodes(namespace)).toEqual([
      'control file',
      'control open',
      'id open_files',
      'path file > open',
      'shortcut ctrl+o',
    ]);
    await service.catalog.saveItem(namespace, input('load', { shortcut: 'F2' }));
    expect(await owners(namespace, 'file')).toEqual(['control file: load', 'control file: open_files']);

    await service.catalog.saveItem(namespace, input('load', { uiLocation: 'Ribbon', actionSequence: [] }));
    expect(await owners(namespace, 'file')).toEqual(['control file: open_files']);
    expect(await owners(namespace, 'f2')).toEqual([]);
    expect(await owners(namespace, 'ribbon')).toEqual(['control ribbon: load']);

    await service.catalog.deleteItem(namespace, 'open_files');
    expect(await nameNodes(namespace)).toEqual(['control ribbon', 'id load']);
    expect(await service.names.isComplete(namespace, null)).toBe(true);
  });

  it('are of its application, and move with it', async () => {
    const namespace = freshNamespace();
    await service.catalog.saveItem(namespace, input('a', { application: 'viewer' }));
    await service.catalog.saveItem(namespace, input('b'));
    const all = ['control open: a', 'control open: b'];
    expect(await owners(namespace, 'open')).toEqual(all);
    expect(await owners(namespace, 'open', 'viewer')).toEqual(all);
    expect(await owners(namespace, 'open', 'editor')).toEqual(['control open: b']);
    await service.catalog.saveItem(namespace, input('a', { application: 'editor' }));
    expect(await owners(namespace, 'open', 'viewer')).toEqual(['control open: b']);
    expect(await owners(namespace, 'open', 'editor')).toEqual(all);
  });

  it('are those of an import too, however large, and stay through a reset', async () => {
    const namespace = freshNamespace();
    const records = Array.from({ length: 250 }, (_, i) =>
      record(`do_${i}`, { ui_location: `Menu → Tools → Tool ${i}` }),
    );
    await service.catalog.importCatalog(namespace, records);
    expect(await service.names.isComplete(namespace, null)).toBe(true);
    expect(await owners(namespace, 'tool 249')).toEqual(['control tool 249: do_249']);
    const before = await nameNodes(namespace);
    await service.catalog.importCatalog(namespace, records, { reset: true });
    expect(await nameNodes(namespace)).toEqual(before);
    expect(await service.names.isComplete(namespace, null)).toBe(true);
  });

  it('are too many to be kept: nothing is known of its application', async () => {
    const namespace = freshNamespace();
    const actionSequence = Array.from(
      { length: 50 },
      (_, i) => `f(${Array.from({ length: 50 }, (_, j) => `'control ${i} ${j}'`).join(', ')})`,
    );
    await service.catalog.saveItem(namespace, input('many', { actionSequence, application: 'viewer' }));
    await service.catalog.saveItem(namespace, input('few', { application: 'editor' }));
    const complete = () =>
      Promise.all([null, 'viewer', 'editor'].map((each) => service.names.isComplete(namespace, each)));
    expect(await complete()).toEqual([false, false, true]);
    await service.catalog.saveItem(namespace, input('many', { application: 'viewer' }));
    expect(await complete()).toEqual([true, true, true]);
  });

  it('are found wherever prose uses them', async () => {
    const namespace = freshNamespace();
    const items: Record<string, Partial<KnowledgeItemInput>> = {
      noun: { description: 'As on the Join tab.' },
      quoted: { description: 'Press "Join", then wait.' },
      told: { actionSequence: ['Click Join twice'] },
      join: { description: 'Opens it.' },
      word: { description: 'Join the files.' },
      longer: { description: 'See the Join all tab.' },
      before: { description: 'Go to option join, then wait.' },
      joined: { description: 'See join menu_2.' },
      join_files: {},
      chord: { description: 'Like Ctrl + J.' },
      way: { description: 'Choose Edit > Join > All' },
      calls: { actionSequence: ["click_menu('Edit')", "click_option('Join')"], uiLocation: 'Ribbon' },
    };
    for (const [id, fields] of Object.entries(items))
      await service.catalog.saveItem(namespace, input(id, { uiLocation: 'Ribbon', actionSequence: [], ...fields }));
    const users = async (kind: 'control' | 'shortcut' | 'path', name: string) => {
      const [found] = await service.names.findUsers(namespace, null, [{ kind, name }]);
      return found === 'unknown' || !found ? found : [...found.items].toSorted();
    };
    expect(await users('control', 'join')).toEqual(['before', 'join', 'joined', 'noun', 'quoted', 'told']);
    expect(await users('shortcut', 'ctrl+j')).toEqual(['chord']);
    expect(await users('path', 'edit > join')).toEqual(['calls', 'way']);
    expect(await users('control', '…')).toBe('unknown');
    expect(await users('control', 'gone "AND" (x')).toEqual([]);
  });
});

describe('a name that many share', () => {
  it('costs no more to ask for, and to take, than another', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(
      namespace,
      Array.from({ length: 250 }, (_, i) => record(`do_${i}`, { ui_location: `Menu → File → Do ${i}` })),
    );
    const { names } = await service.names.findNames(namespace, null, [lookupKey('file')]);
    expect(names.map(({ total, owners }) => [total, owners.length])).toEqual([[250, 6]]);

    const hits = async (text: string, parameters: object) => {
      const session = driver.session();
      const transaction = session.beginTransaction();
      try {
        const { summary } = await transaction.run(`PROFILE ${text}`, parameters);
        return dbHitsOf(summary.profile);
      } finally {
        await transaction.rollback();
        await session.close();
      }
    };
    const asked = (key: string) =>
      hits(findNames.text, { namespace, application: null, keys: [key], limit: 51, owners: 6 });
    expect(await asked('file')).toBeLessThan((await asked('do 7')) + 40);

    const taking = async (control: string) => {
      const given = {
        id: 'do_7',
        description: '',
        uiLocation: `Menu → ${control}`,
        actionSequence: [],
        shortcut: null,
      };
      const rows = await run(
        'MATCH (item:KnowledgeItem {namespace: $namespace, id: "do_7"}) RETURN item.documentHash AS hash',
        { namespace },
      );
      const row = { id: 'do_7', documentHash: rows[0]?.['hash'], ...storedNames(given) };
      return hits(writeNames.text, { namespace, rows: [row] });
    };
    // Both items give up their controls. One gets `file`, which 249 other items have; the other gets a new name.
    expect(Math.abs((await taking('File')) - (await taking('Anew')))).toBeLessThan(60);
  });
});

describe('a writer of a version that keeps no names', () => {
  it('is noticed: nothing is known until its items are named too', async () => {
    const namespace = freshNamespace();
    await service.catalog.importCatalog(namespace, [
      record('a', { ui_location: 'Menu → File' }),
      record('b', { ui_location: 'Menu → Edit' }),
      record('c'),
    ]);
    expect(await service.names.isComplete(namespace, null)).toBe(true);
    // Locks the catalog and saves as an older version does, which stores no names.
    await run(
      `MATCH (catalog:Catalog {namespace: $namespace}) SET catalog.changedAt = datetime()
       WITH catalog
       MATCH (item:KnowledgeItem {namespace: $namespace, id: 'a'})
       SET item.uiLocation = 'Menu → Mode', item.actionSequence = [], item.documentHash = 'another'
       WITH item
       MATCH (other:KnowledgeItem {namespace: $namespace, id: 'b'})
       SET other.application = 'viewer', other.facets = other.facets + ['a']`,
      { namespace },
    );
    expect(await service.names.isComplete(namespace, null)).toBe(false);
    await service.catalog.saveItem(namespace, input('c'));
    expect(await service.names.isComplete(namespace, null)).toBe(false);

    await service.worker.work();
    expect(await service.names.isComplete(namespace, null)).toBe(true);
    expect(await owners(namespace, 'mode')).toEqual(['control mode: a']);
    expect(await owners(namespace, 'edit')).toEqual(['control edit: b']);
    expect(await owners(namespace, 'edit', 'editor')).toEqual([]);
  });
});
