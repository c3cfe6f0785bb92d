import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerFrom } from '../../src/common/caller.js';
import { type Kb, record, startKb } from '../items/support.js';
import { freshNamespace } from '../support/graph.js';
import { changesOf, statesOf } from './support.js';

// The keeper deletes versions of all namespaces. Those of this file ended in the 1990s, in which no other test writes.
let service: Kb;
beforeAll(async () => {
  service = await startKb();
});
afterAll(() => service.close());

const day = (month: number, of = 1) => new Date(Date.UTC(1995, month - 1, of));
const fresh = () => callerFrom({ namespace: freshNamespace(), agent: 'alice' });
type Who = ReturnType<typeof fresh>;
const write = async (who: Who, at: Date, id: string, description: string) => {
  service.clock.set(at.toISOString());
  const given = record(id, { description });
  await service.catalog.importCatalog(who.namespace, [given], { author: { agent: 'alice' } });
};
const numbers = async (who: Who, ref: string) =>
  (await statesOf(service.history, who, ref)).map(({ number }) => number);

describe('old versions', () => {
  it('are deleted except the newest of each thing', async () => {
    const who = fresh();
    for (const month of [1, 2, 3, 4, 5]) await write(who, day(month), 'open', `Opens in month ${month}.`);
    await write(who, day(1), 'shut', 'Shuts.');
    await write(who, day(2), 'shut', 'Shuts at once.');
    await write(who, day(1), 'same', 'Stays as it is.');

    expect(await service.oldVersions.expire(day(3, 15))).toBe(2);
    // The third version stood on that day. The first of the other item is its only earlier one.
    expect(await numbers(who, 'item:open')).toEqual([3, 4, 5]);
    expect(await numbers(who, 'item:shut')).toEqual([1, 2]);
    expect(await numbers(who, 'item:same')).toEqual([1]);
    const page = await service.history.list(who, 'item:open', { first: 2 });
    expect(page).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    expect((await service.history.diff(who, 'item:open', 3)).fields).toEqual([
      { field: 'description', before: 'Opens in month 3.', after: 'Opens in month 5.' },
    ]);
    await expect(service.history.diff(who, 'item:open', 2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.history.restore(who, 'item:open', 2)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    expect(await service.oldVersions.expire(day(3, 15))).toBe(0);
    // The next version continues the numbers.
    await write(who, day(6), 'open', 'Opens in month 6.');
    expect(await numbers(who, 'item:open')).toEqual([3, 4, 5, 6]);
  });

  it('leave undos alone in namespaces where nothing is deleted', async () => {
    const [young, kept] = [fresh(), fresh()];
    await write(young, day(4), 'open', 'Opens.');
    await write(young, day(5), 'open', 'Opens at once.');
    await write(kept, day(1), 'shut', 'Shuts.');
    await write(kept, day(2), 'shut', 'Shuts at once.');
    const undos = ({ namespace }: Who) =>
      service.graph.run<object, { epoch: number | null }>(
        {
          name: 'test/undos',
          mode: 'read',
          text: 'MATCH (u:Undoing {namespace: $namespace}) RETURN u.epoch AS epoch',
        },
        { namespace },
      );
    await service.oldVersions.expire(day(3, 15));
    expect(await undos(young)).toEqual([]);
    // An undo that reads the history meanwhile need not read it again.
    expect(await undos(kept)).toEqual([{ epoch: null }]);
    await write(kept, day(3), 'shut', 'Shuts slowly.');
    await service.oldVersions.expire(day(3, 15));
    expect(await undos(kept)).toEqual([{ epoch: 1 }]);
  });

  it('are deleted in batches, however many ended at the same time', async () => {
    const who = fresh();
    await service.graph.run(
      {
        name: 'test/old-versions',
        mode: 'write',
        text: `UNWIND range(1, 400) AS thing UNWIND [1, 2, 3] AS number
          CREATE (:Version {namespace: $namespace, ref: 'item:' + thing, number: number, state: '{}',
            from: $until - duration({days: 4 - number}), until: $until})`,
      },
      { namespace: who.namespace, until: day(1) },
    );
    let batches = 0;
    const deleted = await service.oldVersions.expire(day(1, 2), async (batch) => {
      for (let isLast = false; !isLast; batches += 1) ({ isLast } = await batch());
    });
    expect(batches).toBeGreaterThan(3);
    expect(deleted).toBeGreaterThanOrEqual(800);
    const left = await service.graph.run<object, { number: number; cut: boolean; count: number }>(
      {
        name: 'test/left-versions',
        mode: 'read',
        text: `MATCH (v:Version {namespace: $namespace}) RETURN v.number AS number, v.cutAt IS NOT NULL AS cut, count(*) AS count`,
      },
      { namespace: who.namespace },
    );
    expect(left).toEqual([{ number: 3, cut: true, count: 400 }]);
  });
});

describe('a search of another time', () => {
  const ask = async (who: Who, asOf: Date) => {
    const { hits } = await service.search.search(who, { query: 'opens in month', first: 5, asOf });
    return hits.map(({ knowledge, score }) => ({
      content: (knowledge as { description?: string }).description,
      score,
    }));
  };

  it('answers about the time since which versions are kept as before, and refuses earlier times', async () => {
    const who = fresh();
    for (const month of [1, 2, 3, 4, 5]) await write(who, day(month), 'open', `Opens in month ${month}.`);
    expect((await ask(who, day(2, 5)))[0]?.content).toBe('Opens in month 2.');
    const times = [day(3, 15), day(3, 20), day(4, 2), day(5)];
    const before = await Promise.all(times.map((time) => ask(who, time)));
    expect(before[0]?.[0]?.content).toBe('Opens in month 3.');

    await service.oldVersions.expire(day(3, 15));
    expect(await Promise.all(times.map((time) => ask(who, time)))).toEqual(before);
    for (const time of [day(3, 14), day(2, 5), day(1)])
      await expect(ask(who, time)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: [{ path: 'asOf', rule: 'notBeforeFirst', message: expect.stringContaining('1995-03-15') as string }],
      });
  });

  it('is refused for times before VERSION_RETENTION, whether versions are deleted already or not', async () => {
    const strict = await startKb({ VERSION_RETENTION: '90d' });
    try {
      await strict.oldVersions.onApplicationShutdown();
      const who = fresh();
      await write(who, day(1), 'open', 'Opens.');
      strict.clock.set(day(5).toISOString());
      const at = (asOf: Date) => strict.search.search(who, { query: 'opens', first: 5, asOf });
      expect((await at(day(2, 5))).hits).toHaveLength(1);
      await expect(at(day(1, 20))).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: [{ path: 'asOf', message: expect.stringContaining('1995-01-31') as string }],
      });
    } finally {
      await strict.close();
    }
  });
});

describe('an undo', () => {
  it('is refused for a change from before the time since which versions are kept', async () => {
    const who = fresh();
    for (const month of [1, 2, 3, 4]) await write(who, day(month), 'open', `Opens in month ${month}.`);
    const [newest, , old] = await changesOf(service.history, who);
    await service.oldVersions.expire(day(3, 15));
    await expect(service.undo.undo(who, old?.id ?? '')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'changeId', rule: 'isUndoable', message: expect.stringContaining('1995-03-15') as string }],
    });
    expect(await numbers(who, 'item:open')).toEqual([3, 4]);
    await service.undo.undo(who, newest?.id ?? '');
    expect((await statesOf(service.history, who, 'item:open')).at(-1)?.content).toMatchObject({
      description: 'Opens in month 3.',
    });
  });
});
