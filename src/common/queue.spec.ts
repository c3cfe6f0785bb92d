import { expect, it } from 'vitest';
import { KeyedQueue } from './queue.js';

/** Work that ends when it is told to. */
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
