import { expect, it } from 'vitest';
import { FairQueue, KeyedQueue } from './queue.js';

/** Work that ends when the test tells it to. */
function work(log: string[], name: string) {
  let resolve: (name: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...ends) => ([resolve, reject] = ends));
  const run = async () => {
    log.push(`${name} begins`);
    return promise;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('does the work of one key in its order, that of another beside it, and forgets a key without work', async () => {
  const log: string[] = [];
  const queue = new KeyedQueue();
  const [a1, a2, b1] = [work(log, 'a1'), work(log, 'a2'), work(log, 'b1')];
  const answers = [queue.run('a', a1.run), queue.run('a', a2.run), queue.run('b', b1.run)];
  await settled();
  expect(log).toEqual(['a1 begins', 'b1 begins']);
  expect(queue.size).toBe(2);

  a1.end();
  await settled();
  expect(log).toEqual(['a1 begins', 'b1 begins', 'a2 begins']);
  a2.end();
  b1.end();
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'b1']);
  expect(queue.size).toBe(0);
});

it('goes on behind work that fails, which its own caller hears of', async () => {
  const queue = new KeyedQueue();
  const [bad, good] = [work([], 'bad'), work([], 'good')];
  const answers = [queue.run('a', bad.run), queue.run('a', good.run)];
  good.end();
  bad.fail();
  expect(await Promise.allSettled(answers)).toEqual([
    { status: 'rejected', reason: new Error('bad') },
    { status: 'fulfilled', value: 'good' },
  ]);
  expect(queue.size).toBe(0);
});

it('serves callers in turn, however much one of them sends', async () => {
  const queue = new FairQueue();
  const log: string[] = [];
  const send = (key: string, name: string) =>
    queue.run(key, async () => {
      await settled();
      log.push(name);
      if (name === 'a2') throw new Error('a2 fails');
    });
  const sent = [send('a', 'a1'), send('a', 'a2'), send('a', 'a3'), send('b', 'b1'), send('c', 'c1'), send('b', 'b2')];
  const results = await Promise.allSettled(sent);
  expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  // The queue continues after it was empty.
  await send('d', 'd1');
  expect(log.at(-1)).toBe('d1');
});
