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
