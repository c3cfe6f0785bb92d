import { expect, it } from 'vitest';
import { loadConfig } from '../config/config.js';
import { backoffMs, serverDelayMs } from './backoff.js';

const { DISTILLATION_BACKOFF_MS: first, DISTILLATION_BACKOFF_MAX_MS: longest } = loadConfig({});
const after = (attempts: number, random: number) => backoffMs(attempts, { first, longest }, () => random) / 1000;

it('doubles the delay from five seconds to ten minutes, of which up to half is taken off at random', () => {
  expect([1, 2, 3, 7, 8, 50].map((attempts) => after(attempts, 0))).toEqual([5, 10, 20, 320, 600, 600]);
  expect([1, 2, 8].map((attempts) => after(attempts, 0.999_999))).toEqual(
    [2.5, 5, 300].map((seconds) => expect.closeTo(seconds, 2) as number),
  );
});

it('waits at least as long as a server asks, and up to a tenth longer, within its limit', () => {
  expect(serverDelayMs(30_000, longest, () => 0)).toBe(30_000);
  expect(serverDelayMs(30_000, longest, () => 0.999_999)).toBeCloseTo(33_000, 0);
  expect(serverDelayMs(900_000, longest, () => 0)).toBe(longest);
});

it('gives jobs that failed together different delays', () => {
  const delays = Array.from({ length: 20 }, () => backoffMs(5, { first, longest }));
  expect(new Set(delays).size).toBeGreaterThan(15);
  expect(new Set(Array.from({ length: 20 }, () => serverDelayMs(1_000, longest))).size).toBeGreaterThan(15);
});
