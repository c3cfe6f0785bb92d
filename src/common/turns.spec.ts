import { describe, expect, it } from 'vitest';
import { mapInTurns, paced, turn } from './turns.js';

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
  // The work takes 200 ms, in turns of 15 ms.
  expect(turns).toBeGreaterThan(5);
});

describe('a list in paces', () => {
  it('is itself where it is short, and keeps its order where others have their turn in between', async () => {
    const short = [1, 2, 3];
    expect(await paced(short)).toBe(short);
    const seen: string[] = [];
    const others = setInterval(() => seen.push('other'), 0);
    const long = Array.from({ length: 1_000 }, (_, index) => index);
    const kept = (await paced(long)).map(async (each) => {
      const value = await each;
      const until = performance.now() + 0.05;
      while (performance.now() < until);
      seen.push('item');
      return value;
    });
    expect(await Promise.all(kept)).toEqual(long);
    clearInterval(others);
    expect(seen.indexOf('other')).toBeGreaterThanOrEqual(0);
    expect(seen.indexOf('other')).toBeLessThan(seen.lastIndexOf('item'));
  });

  it('is begun in a turn of its own, where others are ready at the same time', async () => {
    const long = Array.from({ length: 1_000 }, (_, index) => index);
    const seen: string[] = [];
    const begin = async (name: string) => {
      expect(await paced(long)).toHaveLength(1_000);
      seen.push(name);
    };
    const others = (async () => {
      for (let n = 0; n < 4; n++) {
        await turn();
        seen.push('other');
      }
    })();
    await Promise.all([begin('a'), begin('b'), others]);
    expect(seen.indexOf('a')).toBeLessThan(seen.indexOf('b'));
    expect(seen.slice(seen.indexOf('a'), seen.indexOf('b'))).toContain('other');
  });
});
