import { afterEach, expect, it, vi } from 'vitest';
import { Coalescer } from './write-coalescer.js';

const OPTIONS = { lockKey: ({ id }: { id: string }) => id, maxRows: 10, maxWaiting: 100 };

afterEach(() => void vi.useRealTimers());

it('goes on past a batch that hangs, and answers its rows when it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let end: (answers: string[]) => void = () => undefined;
  const batches: string[][] = [];
  const coalescer = new Coalescer<{ id: string }, string>('test', async (rows) => {
    const ids = rows.map(({ id }) => id);
    batches.push(ids);
    return ids.includes('hangs') ? new Promise((resolve) => (end = resolve)) : ids;
  }, OPTIONS); // prettier-ignore
  let isAnswered = false;
  const hanging = coalescer.write({ id: 'hangs' }).then((answer) => ((isAnswered = true), answer));
  await vi.advanceTimersByTimeAsync(50);
  const others = Promise.all([coalescer.write({ id: 'b' }), coalescer.write({ id: 'c' })]);
  await vi.advanceTimersByTimeAsync(2_200);
  expect(await others).toEqual(['b', 'c']);
  expect(batches).toEqual([['hangs'], ['b', 'c']]);
  expect(isAnswered).toBe(false);
  end(['late']);
  expect(await hanging).toBe('late');
  const last = coalescer.write({ id: 'd' });
  await vi.advanceTimersByTimeAsync(1);
  expect(await last).toBe('d');
});

it('lets three batches hang at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ends: ((answers: string[]) => void)[] = [];
  const coalescer = new Coalescer<{ id: string }, string>('test', () => new Promise((resolve) => ends.push(resolve)), OPTIONS); // prettier-ignore
  const answers: Promise<string>[] = [];
  for (const id of ['a', 'b', 'c', 'd']) {
    answers.push(coalescer.write({ id }));
    await vi.advanceTimersByTimeAsync(2_200);
  }
  expect(ends).toHaveLength(3);
  ends[0]?.(['a']);
  expect(await answers[0]).toBe('a');
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(4);
  for (const end of ends.slice(1)) end(['end']);
  expect(await Promise.all(answers.slice(1))).toEqual(['end', 'end', 'end']);
});
