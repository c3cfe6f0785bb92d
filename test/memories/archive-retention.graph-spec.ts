import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ArchiveKeeper } from '../../src/memories/archive.keeper.js';
import { GraphService } from '../../src/graph/graph.service.js';
import { MemoryEditor } from '../../src/memories/memories.editing.js';
import { type Bank, callerIn, memoryInput, startBank } from './support.js';

// The keeper deletes memories of all namespaces. Those of this file were archived in the 1990s, unlike all others.
const BEFORE = new Date('1995-06-01T00:00:00Z');

let bank: Bank;
let graph: GraphService;
let editor: MemoryEditor;
let keeper: ArchiveKeeper;
beforeAll(async () => {
  bank = await startBank();
  graph = bank.app.get(GraphService, { strict: false });
  editor = bank.app.get(MemoryEditor, { strict: false });
  keeper = bank.app.get(ArchiveKeeper, { strict: false });
});
afterAll(() => bank.close());

// Each test has a namespace of its own.
let caller: ReturnType<typeof callerIn>;
beforeEach(() => {
  caller = callerIn({ agent: 'alice' });
});
const run = <Row extends object>(text: string, parameters: object = {}) =>
  graph.run<object, Row>({ name: 'test/archive', mode: 'write', text }, { namespace: caller.namespace, ...parameters });
const recorded = async (title: string, archivedAt: string | undefined) => {
  const { id } = await bank.memories.record(caller, memoryInput(title));
  if (archivedAt !== undefined)
    await run(
      'MATCH (m:Memory {namespace: $namespace, id: $id}) SET m.archivedAt = datetime($archivedAt) RETURN m.id AS id',
      { id, archivedAt },
    );
  return id;
};
const left = async () =>
  (await run<{ title: string }>('MATCH (m:Memory {namespace: $namespace}) RETURN m.title AS title ORDER BY title')).map(
    ({ title }) => title,
  );

it('deletes memories archived before a time with what belongs to them, and no others', async () => {
  const old = await recorded('old oranges', '1995-05-31T23:59:59Z');
  await recorded('younger yams', '1995-06-01T00:00:00Z');
  await recorded('present pears', undefined);
  const target = await recorded('target turnips', undefined);
  const source = await recorded('source spinach', undefined);
  await run(
    `MATCH (m:Memory {namespace: $namespace, id: $source})
     SET m.mergedInto = $target, m.archivedAt = datetime('1995-01-01T00:00:00Z') RETURN m.id AS id`,
    { source, target },
  );
  await editor.edit(caller, { id: old, content: 'Peel the oranges first.' });

  expect(await keeper.expire(BEFORE)).toBe(1);
  expect(await left()).toEqual(['present pears', 'source spinach', 'target turnips', 'younger yams']);
  const [rest] = await run<{ versions: number; evidence: number; audit: string[] }>(
    `RETURN COUNT { (v:Version {namespace: $namespace, ref: $ref}) } AS versions,
       COUNT { (e:Evidence {namespace: $namespace, ref: $ref}) } AS evidence,
       COLLECT { MATCH (a:Audit {namespace: $namespace, ref: $ref}) RETURN a.act } AS audit`,
    { ref: `memory:${old}` },
  );
  expect(rest).toEqual({ versions: 0, evidence: 0, audit: ['DELETE'] });
  expect(await keeper.expire(BEFORE)).toBe(0);
});

it('leaves a memory that is restored while the keeper works', async () => {
  const ids = [
    await recorded('first figs', '1994-01-01T00:00:00Z'),
    await recorded('second figs', '1994-01-02T00:00:00Z'),
  ];
  const { remover } = keeper as unknown as { remover: { remove: (...given: unknown[]) => Promise<boolean> } };
  const remove = remover.remove.bind(remover);
  remover.remove = async (...given) => {
    await bank.memories.restore(caller, String(given[1]));
    return remove(...given);
  };
  try {
    expect(await keeper.expire(BEFORE)).toBe(0);
  } finally {
    remover.remove = remove;
  }
  expect(await left()).toEqual(expect.arrayContaining(['first figs', 'second figs']));
  expect(ids).toHaveLength(2);
});
