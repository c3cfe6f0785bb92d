import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EvidenceKind } from '../evidence/evidence.model.js';
import type { Entry, Standing } from '../evidence/policy.js';
import { confidenceAt, DECAY_PER_MS, memoryTrust } from './confidence.js';

const START = new Date('2026-01-01T00:00:00Z');
const { fold: replay } = memoryTrust({
  MEMORY_CONSENSUS_THRESHOLD: 2,
  MEMORY_CONSENSUS_OF: 'signals',
  MEMORY_SETTLED_BY: 'uses',
  MEMORY_PRUNE_THRESHOLD: 0.3,
});
const days = (count: number) => new Date(START.getTime() + count * 86_400_000);

function signal(weight: number, day: number, more: Partial<Entry> = {}): Entry {
  const at = days(day);
  return {
    id: `e${day}`,
    kind: EvidenceKind.EXPLICIT_FEEDBACK,
    positive: weight > 0,
    weight,
    at,
    appliedAt: at,
    sequence: 0,
    ...more,
  };
}

it('loses 0.05 in 30 days, and nothing below zero', () => {
  expect(confidenceAt({ trust: 0.8, since: START }, days(30))).toBeCloseTo(0.75, 12);
  expect(confidenceAt({ trust: 0.8, since: START }, days(15))).toBeCloseTo(0.775, 12);
  expect(confidenceAt({ trust: 0.1, since: START }, days(300))).toBe(0);
  // A replica whose clock is late does not raise the confidence.
  expect(confidenceAt({ trust: 0.8, since: START }, days(-30))).toBe(0.8);
});

it('decays from the last signal, not from the creation again and again', () => {
  // 0.8 − 0.05 = 0.75, −0.2 = 0.55; a month later 0.5, +0.1 = 0.6.
  const kept = replay({ trust: 0.8, since: START }, [signal(-0.2, 30), signal(0.1, 60)]);
  expect(kept.trust).toBeCloseTo(0.6, 12);
  expect(kept.since).toEqual(days(60));
});

it('counts what was applied, when it was applied, and leaves the pending and expired out', () => {
  const kept = replay({ trust: 0.5, since: START }, [
    signal(0.1, 1, { appliedAt: days(3) }),
    signal(0.1, 3),
    signal(-0.2, 2, { appliedAt: null }),
  ]);
  // Three days of decay: 0.005.
  expect(kept.trust).toBeCloseTo(0.5 - 0.005 + 0.1 + 0.1, 12);
});

it('takes a memory out of the archive with 0.5, or with what evidence has brought it to', () => {
  const restored = (day: number) => signal(0.5, day, { kind: EvidenceKind.RESTORED });
  expect(replay({ trust: 0.3, since: START }, [restored(30)]).trust).toBe(0.5);
  expect(replay({ trust: 0.8, since: START }, [restored(30)]).trust).toBeCloseTo(0.75, 12);
});

const weights = fc.constantFrom(0.3, -0.2, 0.1, -0.05, 0.2, -0.15);
const ledgers = fc
  .array(fc.tuple(weights, fc.nat(400)), { maxLength: 30 })
  .map((rows) => rows.map(([weight, day], index) => signal(weight, day, { id: `e${String(index).padStart(2, '0')}` })));

it('stays in [0,1], does not depend on the order of the rows, and is never lowered by a positive signal', () => {
  fc.assert(
    fc.property(ledgers, fc.float({ min: 0, max: 1, noNaN: true }), (ledger, base) => {
      const initial: Standing = { trust: base, since: START };
      const kept = replay(initial, ledger);
      expect(kept.trust).toBeGreaterThanOrEqual(0);
      expect(kept.trust).toBeLessThanOrEqual(1);
      expect(replay(initial, ledger.toReversed())).toEqual(kept);
      const before = confidenceAt(kept, days(401));
      expect(replay(initial, [...ledger, signal(0.1, 401)]).trust).toBeGreaterThanOrEqual(before);
    }),
    { numRuns: 200 },
  );
});

it('is what the month of the rule makes of a millisecond', () => {
  expect(DECAY_PER_MS * 30 * 24 * 3_600_000).toBeCloseTo(0.05, 15);
});
