import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import type { KnowledgeItemInput } from '../../src/items/items.inputs.js';
import type { Statement } from '../../src/graph/statement.js';
import type { VersionsService } from '../../src/versions/versions.service.js';
import { failure, type Kb, record, startKb } from '../items/support.js';
import { freshNamespace } from '../support/graph.js';
import { changesOf, seeded, statesOf } from './support.js';

let service: Kb;
let history: VersionsService;
beforeAll(async () => {
  service = await startKb();
  history = service.history;
});
afterAll(() => service.close());

const input = (id: string, description: string, fields: Partial<KnowledgeItemInput> = {}): KnowledgeItemInput => ({
  id,
  description,
  uiLocation: '',
  actionSequence: [],
  prerequisites: [],
  outputState: '',
  docCitation: '',
  ...fields,
});
const caller = (agent = 'alice') => callerFrom({ namespace: freshNamespace(), agent });

describe('versions of an item', () => {
  it('are as many as its contents changed, each with what it said then, and each can be written back', async () => {
    const who = caller();
    const { namespace } = who;
    const any = seeded(19);
    const said: unknown[] = [];
    for (let turn = 0; turn < 16; turn++) {
      service.clock.advance(1_000);
      const given = input('open', `Opens file ${any(3)}`, {
        actionSequence: [['a'], [], ['a', 'b']][any(3)] ?? [],
        ...(any(2) === 0 && { shortcut: 'Ctrl+O' }),
        ...(any(4) === 0 && { application: 'viewer' }),
        parameters: any(3) === 0 ? { path: 'x' } : {},
      });
      await service.catalog.saveItem(namespace, given, { agent: 'alice' });
      const content = contentOf(await service.kb.getItem(namespace, 'open'));
      if (JSON.stringify(content) !== JSON.stringify(said.at(-1))) said.push(content);
      // Changes of trust do not change content.
      if (turn % 8 === 0) await service.kb.attachLearning(who, failure('open'));
    }
    const versions = await statesOf(history, who, 'item:open');
    expect(versions.map(({ number, content }) => ({ number, content }))).toEqual(
      said.map((content, index) => ({ number: index + 1, content })),
    );
    expect(said.length).toBeGreaterThan(6);
    versions.forEach(({ from, until }, index) => {
      expect(until).toEqual(versions[index + 1]?.from ?? null);
      expect(until === null || from < until).toBe(true);
    });
    expect(await changesOf(history, who)).toHaveLength(said.length);

    const last = said.length;
    const restored = await history.restore(who, 'item:open', 2, last);
    expect(restored).toMatchObject({ number: last + 1, content: said[1], change: { by: 'alice', door: 'RESTORE' } });
    expect(contentOf(await service.kb.getItem(namespace, 'open'))).toEqual(said[1]);
    expect((await history.diff(who, 'item:open', 2, last + 1)).fields).toEqual([]);
    // A repeated restore changes nothing, since the content is the same already.
    expect(await history.restore(who, 'item:open', 2)).toMatchObject({ number: last + 1 });
    await expect(history.restore(who, 'item:open', 1, last)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(history.restore(who, 'item:open', last + 2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await statesOf(history, who, 'item:open')).toHaveLength(last + 1);
  });

  it.for(['before the item is created anew', 'after it'])(
    'continue after those that a service without versions left (%s)',
    async (when) => {
      const who = caller();
      const { namespace } = who;
      const save = async (description: string) => {
        service.clock.advance(1_000);
        await service.catalog.saveItem(namespace, input('open', description));
      };
      const run = (text: string) =>
        service.graph.run<object, object>({ name: 'test/left', mode: 'write', text }, { namespace });
      for (const description of ['Opens.', 'Opens a file.', 'Opens any file.']) await save(description);
      await run("MATCH (item:Knowledge {namespace: $namespace, ref: 'item:open'}) DETACH DELETE item");
      await save('Shows a file.');
      if (when === 'after it') {
        // The other service has created the item as well.
        await run(
          "MATCH (item:Knowledge {namespace: $namespace, ref: 'item:open'}) REMOVE item.number, item.change, item.since",
        );
      }
      await save('Shows any file.');
      await save('Shows all files.');
      const versions = await statesOf(history, who, 'item:open');
      expect(versions.map(({ number, content }) => [number, content['description']])).toEqual([
        [1, 'Opens.'],
        [2, 'Opens a file.'],
        [3, 'Shows a file.'],
        [4, 'Shows any file.'],
        [5, 'Shows all files.'],
      ]);
    },
  );

  it('are told apart field by field', async () => {
    const who = caller();
    await service.catalog.saveItem(who.namespace, input('open', 'Opens a file'));
    await service.catalog.saveItem(
      who.namespace,
      input('open', 'Opens a file', { shortcut: 'F3', parameters: { a: 1 } }),
    );
    expect(await history.diff(who, 'item:open', 1)).toEqual({
      ref: 'item:open',
      from: 1,
      clauses: null,
      to: 2,
      fields: [
        { field: 'shortcut', before: null, after: 'F3' },
        { field: 'parameters', before: {}, after: { a: 1 } },
      ],
    });
  });

  it('come by pages, newest first', async () => {
    const who = caller();
    for (const text of ['one', 'two', 'three', 'four', 'five'])
      await service.catalog.saveItem(who.namespace, input('open', text));
    const numbers: number[] = [];
    let after: string | undefined;
    do {
      const { nodes, pageInfo } = await history.list(who, 'item:open', { first: 2, ...(after && { after }) });
      numbers.push(...nodes.map(({ number }) => number));
      after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;
    } while (after);
    expect(numbers).toEqual([5, 4, 3, 2, 1]);
  });

  it('go with it', async () => {
    const who = caller();
    const left = async () => service.graph.run(leftOf, { namespace: who.namespace });
    await service.catalog.saveItem(who.namespace, input('open', 'one'));
    await service.catalog.saveItem(who.namespace, input('open', 'two'));
    expect(await left()).toEqual([{ versions: 1 }]);
    await service.catalog.deleteItem(who.namespace, 'open');
    expect(await left()).toEqual([{ versions: 0 }]);
    await expect(history.list(who, 'item:open', { first: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await service.catalog.saveItem(who.namespace, input('open', 'three'));
    expect(await statesOf(history, who, 'item:open')).toMatchObject([{ number: 1, content: { description: 'three' } }]);
  });

  it('begin at number 1 where the item is older than this record', async () => {
    const who = caller();
    await service.catalog.saveItem(who.namespace, input('open', 'one'));
    await service.graph.run(forgetNumbers, { namespace: who.namespace });
    service.clock.advance(1_000);
    await service.catalog.saveItem(who.namespace, input('open', 'two'), { agent: 'bob' });
    expect(await statesOf(history, who, 'item:open')).toMatchObject([
      { number: 1, content: { description: 'one' }, change: null },
      { number: 2, content: { description: 'two' }, change: { by: 'bob' } },
    ]);
  });
});

describe('changes', () => {
  it('are one for a catalog, with all it wrote, and none where it says nothing new', async () => {
    const who = caller();
    const { namespace } = who;
    const records = [record('a'), record('b'), record('c')];
    await service.catalog.importCatalog(namespace, records, { author: { agent: 'alice' } });
    await service.catalog.importCatalog(namespace, records, { author: { agent: 'alice' } });
    service.clock.advance(1_000);
    await service.catalog.importCatalog(namespace, [record('a'), record('b', { ui_location: 'New' })], {
      author: { agent: 'bob' },
    });
    expect(await changesOf(history, who)).toMatchObject([
      { by: 'bob', door: 'IMPORT_CATALOG', refs: ['item:b'], refCount: 1 },
      { by: 'alice', door: 'IMPORT_CATALOG', refs: ['item:a', 'item:b', 'item:c'], refCount: 3 },
    ]);
    expect(await changesOf(history, who, 'item:a')).toMatchObject([{ by: 'alice' }]);
    const since = service.clock.now();
    expect((await history.changes(who, { since, first: 9 })).nodes).toMatchObject([{ by: 'bob' }]);
    expect((await history.changes(who, { by: 'alice', first: 9 })).nodes).toMatchObject([{ by: 'alice' }]);
    const [first] = (await history.changes(who, { first: 1 })).edges;
    const rest = await history.changes(who, { first: 1, after: first?.cursor ?? '' });
    expect(rest).toMatchObject({
      nodes: [{ by: 'alice' }],
      pageInfo: { hasNextPage: false },
      totalCount: {},
    });
    expect(await rest.totalCount).toBe(2);
  });

  it('are one each of saves that share a transaction', async () => {
    const who = caller();
    const agents = Array.from({ length: 20 }, (_, n) => `agent-${n}`);
    await Promise.all(agents.map((by) => service.catalog.saveItem(who.namespace, input(by, 'text'), { agent: by })));
    await Promise.all(agents.map((by) => service.catalog.saveItem(who.namespace, input('same', by), { agent: by })));
    const changes = await changesOf(history, who);
    expect(changes.map(({ by }) => by).sort()).toEqual([...agents, ...agents].sort());
    expect(changes.every(({ refCount }) => refCount === 1)).toBe(true);
    expect(await statesOf(history, who, 'item:same')).toHaveLength(20);
  });

  it('lose none of those who write one item at once', async () => {
    const who = caller();
    const other = await startKb();
    const saves = Array.from({ length: 24 }, (_, n) => {
      const { catalog } = n % 2 === 0 ? service : other;
      return catalog.saveItem(who.namespace, input('open', `text ${n}`), { agent: `agent-${n}` });
    });
    await Promise.all(saves).finally(() => other.close());
    const versions = await statesOf(history, who, 'item:open');
    expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1));
    // Each version names its author.
    expect(versions.map(({ content, change }) => [content['description'], change?.by])).toEqual(
      versions.map(({ change }) => [`text ${change?.by?.slice('agent-'.length)}`, change?.by]),
    );
  });
});

it('refuses what has no versions, and names what has', async () => {
  await expect(history.list(caller(), 'strategy:x', { first: 1 })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ path: 'ref', rule: 'hasVersions', message: expect.stringContaining('item:') as string }],
  });
});

const leftOf: Statement<{ namespace: string }, { versions: number }> = {
  name: 'test',
  mode: 'read',
  text: 'MATCH (v:Version {namespace: $namespace}) RETURN count(v) AS versions',
};
const forgetNumbers: Statement<{ namespace: string }, object> = {
  name: 'test',
  mode: 'write',
  text: 'MATCH (n:Knowledge {namespace: $namespace}) REMOVE n.number, n.change, n.since',
};

function contentOf(item: object): Record<string, unknown> {
  const fields =
    'application description uiLocation actionSequence shortcut prerequisites outputState docCitation parameters extra';
  return Object.fromEntries(
    fields.split(' ').map((field) => [field, (item as Record<string, unknown>)[field] ?? null]),
  );
}
