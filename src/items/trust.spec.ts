import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { EvidenceKind } from '../evidence/evidence.model.js';
import { itemTrust } from './trust.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const { fold } = itemTrust('all');
const replayTrust = (trust: number, evidence: readonly { positive: boolean; weight: number }[]) =>
  fold(
    { trust, since: NOW },
    evidence.map((given, sequence) => ({
      ...given,
      id: `e${sequence}`,
      kind: EvidenceKind.STEP_FAILURE,
      at: NOW,
      appliedAt: NOW,
      sequence,
    })),
  ).trust;

const failures = (count: number) => Array.from({ length: count }, () => ({ positive: false, weight: 0.95 }));
const successes = (count: number) => Array.from({ length: count }, () => ({ positive: true, weight: 0.05 }));

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

it('a success gives back a twentieth of what is missing to 1', () => {
  expect(replayTrust(0.5, successes(1))).toBeCloseTo(0.525, 12);
  expect(replayTrust(0.5, successes(2))).toBeCloseTo(0.54875, 12);
  expect(replayTrust(0.95, successes(1))).toBeCloseTo(0.9525, 12);
  expect(replayTrust(1, successes(3))).toBe(1);
});

it('the order counts: it is a moving average, no balance', () => {
  expect(replayTrust(0.8, [...failures(1), ...successes(1)])).toBeCloseTo(0.772, 12);
  expect(replayTrust(0.8, [...successes(1), ...failures(1)])).toBeCloseTo(0.7695, 12);
});

it('a success never lowers a trust and a failure never raises one, and it stays in [0.5,1]', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.5, max: 1, noNaN: true }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      (initial, outcomes) => {
        outcomes.reduce((trust, positive) => {
          const next = replayTrust(trust, positive ? successes(1) : failures(1));
          expect(positive ? next >= trust : next <= trust).toBe(true);
          expect(next >= 0.5 && next <= 1).toBe(true);
          return next;
        }, initial);
      },
    ),
  );
});
