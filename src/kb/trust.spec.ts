import { expect, it } from 'vitest';
import { replayTrust } from './trust.js';

const failures = (count: number) => Array.from({ length: count }, () => ({ weight: 0.95 }));

it('a trust is what its evidence made of the initial one', () => {
  expect(replayTrust(1, [])).toBe(1);
  expect(replayTrust(1, failures(1))).toBe(0.95);
  expect(replayTrust(1, failures(2))).toBeCloseTo(0.9025, 12);
  expect(replayTrust(0.8, failures(1))).toBeCloseTo(0.76, 12);
});

it('a trust never falls below one half', () => {
  expect(replayTrust(1, failures(13))).toBeCloseTo(0.5133420832795047, 12);
  expect(replayTrust(1, failures(14))).toBe(0.5);
  expect(replayTrust(0.5, failures(3))).toBe(0.5);
});
