import { expect, it } from 'vitest';
import type { UseRow } from './memories.statements.js';
import { UseCounter } from './use-counter.js';

it('writes what comes together as one, each memory once, in the order of namespace and id', async () => {
  const written: (readonly UseRow[])[] = [];
  const counter = new UseCounter(
    (rows) => Promise.resolve(void written.push(rows)),
    () => undefined,
  );
  counter.add('b', ['m1']);
  counter.add('a', ['m2', 'm1']);
  counter.add('a', ['m1']);
  await counter.flush();
  await counter.flush();
  expect(written).toEqual([
    [
      { namespace: 'a', id: 'm1', uses: 2 },
      { namespace: 'a', id: 'm2', uses: 1 },
      { namespace: 'b', id: 'm1', uses: 1 },
    ],
  ]);
});

it('keeps what could not be written, and what comes meanwhile', async () => {
  const written: (readonly UseRow[])[] = [];
  const errors: unknown[] = [];
  let broken = true;
  const counter = new UseCounter(
    (rows) => (broken ? Promise.reject(new Error('away')) : Promise.resolve(void written.push(rows))),
    (error) => errors.push(error),
  );
  counter.add('a', ['m1']);
  await counter.flush();
  counter.add('a', ['m1']);
  broken = false;
  await counter.flush();
  expect(errors).toHaveLength(1);
  expect(written).toEqual([[{ namespace: 'a', id: 'm1', uses: 2 }]]);
});
