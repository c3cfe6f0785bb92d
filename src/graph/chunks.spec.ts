import { expect, it } from 'vitest';
import { inChunks } from './chunks.js';

it('runs 500 rows at a time, one after the other, and none where there is no row', async () => {
  const chunks: number[][] = [];
  let running = 0;
  const run = async (chunk: readonly number[]) => {
    expect(++running).toBe(1);
    await new Promise(setImmediate);
    running--;
    chunks.push([chunk.length, chunk[0]!]);
    return chunk.map((row) => -row);
  };
  const rows = Array.from({ length: 1_001 }, (_, index) => index + 1);
  expect(await inChunks(rows, run)).toEqual(rows.map((row) => -row));
  expect(chunks).toEqual([
    [500, 1],
    [500, 501],
    [1, 1_001],
  ]);
  expect(await inChunks([], run)).toEqual([]);
  expect(chunks).toHaveLength(3);
});
