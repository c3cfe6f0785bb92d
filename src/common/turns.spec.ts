import { expect, it } from 'vitest';
import { mapInTurns } from './turns.js';

it('maps in order, and lets others have their turn meanwhile', async () => {
  const values = Array.from({ length: 200_000 }, (_, index) => index);
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  const mapped = await mapInTurns(values, (value, index) => {
    const end = performance.now() + (index % 100 === 0 ? 0.1 : 0);
    while (performance.now() < end);
    return value * 2;
  });
  clearInterval(other);
  expect(mapped).toEqual(values.map((value) => value * 2));
  // 200 ms of work in pieces of 15.
  expect(turns).toBeGreaterThan(5);
});
