/** Seed of mulberry32, so that each measurement of a graph draws the same pairs. */
const SEED = 20_261_123;

/** Draws random positions of texts, two per pair, as integers from 0 to 2^32. Each call returns the same positions. */
export function drawnPairs(count: number): (readonly [number, number])[] {
  let state = SEED;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return Array.from({ length: count }, () => [next(), next()] as const);
}
