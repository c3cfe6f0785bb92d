import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchLoader } from './batch-loader.js';

describe('a batch that is rejected', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
  });
  const broken = new Error('no connection is free');
  const loader = new BatchLoader(({ namespace }: { readonly namespace: string }, ids) =>
    namespace === 'broken' ? Promise.reject(broken) : Promise.resolve(new Map(ids.map((id) => [id, id]))),
  );

  it('fails each of its loads, and no loads of other namespaces', async () => {
    const scopes = ['broken', 'broken', 'other'];
    const loads = await Promise.allSettled(scopes.map((namespace, n) => loader.load({ namespace }, `${n}`)));
    expect(loads).toEqual([
      { status: 'rejected', reason: broken },
      { status: 'rejected', reason: broken },
      { status: 'fulfilled', value: '2' },
    ]);
  });

  it('gives no unhandled rejection where a caller stops waiting, or waits later', async () => {
    const loads = ['a', 'a', 'b'].map((id) => loader.load({ namespace: 'broken' }, id));
    // Like a caller that waits for its loads one after another and fails with the first.
    await expect(loads[0]).rejects.toBe(broken);
    await setImmediate();
    await setImmediate();
    expect(unhandled).toEqual([]);
    await expect(loads[1]).rejects.toBe(broken);
  });
});

describe('many ids', () => {
  const calls: string[][] = [];
  let running = 0;
  let most = 0;
  const loader = new BatchLoader(async (_: { readonly namespace: string }, ids) => {
    calls.push([...ids]);
    most = Math.max(most, ++running);
    await setImmediate();
    running -= 1;
    return new Map(ids.filter((id) => id !== 'absent').map((id) => [id, `${id}!`]));
  });
  beforeEach(() => {
    calls.length = 0;
    most = 0;
  });
  const ids = Array.from({ length: 1_200 }, (_, n) => `${n}`);

  it('are loaded in their order, batch after batch, without those that have no value', async () => {
    const found = await loader.loadInOrder({ namespace: 'a' }, ['absent', ...ids]);
    expect(found).toEqual(ids.map((id) => `${id}!`));
    expect(calls.map(({ length }) => length)).toEqual([500, 500, 201]);
    expect(most).toBe(1);
    expect(await loader.loadInOrder({ namespace: 'a' }, [])).toEqual([]);
  });

  it('that several ask for at the same time are loaded once, at most 500 by one call', async () => {
    const found = await Promise.all(
      [ids, ids, ids].map((of) => Promise.all(of.map((id) => loader.load({ namespace: 'a' }, id)))),
    );
    expect(found).toEqual([0, 1, 2].map(() => ids.map((id) => `${id}!`)));
    expect(calls.map(({ length }) => length)).toEqual([500, 500, 200]);
  });
});
