import { expect } from 'vitest';

/** Returns the processor time that some work takes in milliseconds, regardless of other load on the machine. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Returns the least processor time of some runs in milliseconds. The first ones compile code and fill the heap, too. */
export function leastCpuTime(work: () => void, runs = 3): number {
  return Math.min(...Array.from({ length: runs }, () => cpuTime(work)));
}

/** Expects that some work takes less processor time, in one of five runs: the first compile code and fill the heap, too. */
export function expectCpuTime(limitMs: number, work: () => void): void {
  let least = Infinity;
  for (let run = 0; run < 5 && least >= limitMs; run++) least = Math.min(least, cpuTime(work));
  expect(least).toBeLessThan(limitMs);
}

/**
 * Expects that some work on a text takes time in proportion to its length: ten times the text takes at most 40 times as
 * long, on any machine. Quadratic work takes 100 times as long.
 *
 * @param part what the text repeats
 * @param characters the length of the longer text
 * @param limitMs maximum time for the longer text
 */
export function expectSteadyTime(
  work: (text: string) => void,
  part: string,
  characters: number,
  limitMs = Infinity,
): void {
  const timeOf = (length: number, runs: number) => {
    const text = part.repeat(Math.ceil(length / part.length));
    return leastCpuTime(() => work(text), runs);
  };
  // A clock of processor time does not measure less than a millisecond.
  const bound = Math.min(40 * Math.max(timeOf(characters / 10, 3), 1), limitMs);
  // Threads that compile or collect garbage count, too; their share shrinks from run to run.
  let least = Infinity;
  for (let run = 0; run < 10 && least >= bound; run++) least = Math.min(least, timeOf(characters, 1));
  expect(least, part.slice(0, 40)).toBeLessThan(bound);
}
