import fc from 'fast-check';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../src/common/caller.js';
import { EvidenceKind, EvidenceState } from '../../src/evidence/evidence.model.js';
import { Ledger } from '../../src/evidence/ledger.js';
import { readCypherFile } from '../../src/graph/statement.js';
import type { Standing } from '../../src/evidence/policy.js';
import { confidenceAt, memoryTrust } from '../../src/memories/confidence.js';
import { SignalKind } from '../../src/memories/memories.model.js';
import { visibleTo } from '../../src/memories/scopes.js';
import { testConfig } from '../support/graph.js';
import { dbHitsOf } from '../support/plan.js';
import { type Bank, callerIn, DAY_MS, memoryInput, startBank } from './support.js';

const { fold: replay } = memoryTrust({
  MEMORY_CONSENSUS_THRESHOLD: 2,
  MEMORY_CONSENSUS_OF: 'signals',
  MEMORY_SETTLED_BY: 'uses',
  MEMORY_PRUNE_THRESHOLD: 0.3,
});

let bank: Bank;
let driver: Driver;
beforeAll(async () => {
  bank = await startBank({ POLICY: 'seed' });
  driver = neo4j.driver(
    process.env['TEST_NEO4J_URI'] ?? '',
    neo4j.auth.basic(process.env['TEST_NEO4J_USER'] ?? 'neo4j', process.env['TEST_NEO4J_PASSWORD'] ?? ''),
    { disableLosslessIntegers: true },
  );
});
afterAll(async () => {
  await driver.close();
  await bank.close();
});

const record = async (caller: Caller, confidence = 0.5, title = 'Wrap errors') => {
  const { memory } = await bank.memories.record(caller, memoryInput(title), { confidence });
  // Each observation gets a time of its own.
  bank.clock.advance(1);
  return memory;
};
const judge = (caller: Caller, memoryId: string, helpful: boolean, key?: string) =>
  bank.memories.feedback(caller, { memoryId, helpful, ...(key !== undefined && { idempotencyKey: key }) });
const confidenceOf = async (caller: Caller, id: string) => (await bank.memories.get(caller, id)).confidence;
const ledgerOf = async ({ namespace }: Caller, id: string) =>
  (await bank.evidence.list(namespace, `memory:${id}`, 500)).nodes;
const states = async (caller: Caller, id: string) => (await ledgerOf(caller, id)).map(({ state }) => state).reverse();

it('waits for a second voice, and then counts both', async () => {
  const caller = callerIn();
  const { id } = await record(caller);
  expect(await judge(caller, id, true)).toMatchObject({ applied: false, newConfidence: expect.closeTo(0.5, 6) });
  bank.clock.advance(1_000);
  // A signal of the other sign is a different matter.
  expect(await judge(caller, id, false)).toMatchObject({ applied: false });
  bank.clock.advance(1_000);
  const second = await bank.memories.feedback(caller, {
    memoryId: id,
    kind: SignalKind.TASK_COMPLETION,
    helpful: true,
  });
  expect(second.applied).toBe(true);
  // 0.5 + 0.30 + 0.10
  expect(second.newConfidence).toBeCloseTo(0.9, 6);
  expect(await states(caller, id)).toEqual(['APPLIED', 'PENDING', 'APPLIED']);
  const history = await bank.evidence.trustHistory(caller.namespace, `memory:${id}`, 100);
  expect(history.map(({ trust }) => trust)).toEqual([0.5, expect.closeTo(0.8, 6), expect.closeTo(0.9, 6)]);
});

it('lets one voice do from the third use on, and applies nothing at the third use itself', async () => {
  const caller = callerIn();
  const { id } = await record(caller);
  await judge(caller, id, true);
  for (let use = 0; use < 3; use++) bank.memories.countUses(caller.namespace, [id]);
  expect((await judge(caller, id, false)).newConfidence).toBeCloseTo(0.3, 6);
  expect(await states(caller, id)).toEqual(['PENDING', 'APPLIED']);
  // The waiting signal is applied together with the next one of its sign.
  bank.clock.advance(1_000);
  expect((await judge(caller, id, true)).newConfidence).toBeCloseTo(0.9, 6);
  expect(await states(caller, id)).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
});

it('forgets a voice that nobody joined in seven days', async () => {
  const caller = callerIn();
  const { id } = await record(caller);
  await judge(caller, id, true);
  bank.clock.advance(7 * DAY_MS);
  expect(await states(caller, id)).toEqual(['PENDING']);
  bank.clock.advance(1);
  expect(await states(caller, id)).toEqual(['EXPIRED']);
  expect((await judge(caller, id, true)).applied).toBe(false);
  bank.clock.advance(1);
  const third = await judge(caller, id, true);
  expect(third.applied).toBe(true);
  // A week of decay is 0.05 · 7/30.
  expect(third.newConfidence).toBeCloseTo(Math.min(1, 0.5 - 0.35 / 30 + 0.6), 6);
  expect(await states(caller, id)).toEqual(['EXPIRED', 'APPLIED', 'APPLIED']);
});

it('counts each of 64 voices at once, repeated ones once', async () => {
  const caller = callerIn();
  const { id } = await record(caller, 0.5);
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      bank.memories.feedback(caller, {
        memoryId: id,
        kind: index % 2 === 0 ? SignalKind.TASK_COMPLETION : SignalKind.CODE_STABILITY,
        helpful: index % 4 < 2,
        idempotencyKey: `key-${index % 48}`,
      }),
    ),
  );
  expect(answers.slice(48)).toEqual(answers.slice(0, 16));
  const ledger = await ledgerOf(caller, id);
  expect(new Set(ledger.map((evidence) => evidence.id)).size).toBe(48);
  // 12 signals of each: +0.10, +0.20, −0.05, −0.15, with the confidence clamped to its range.
  expect(ledger.map(({ state }) => state)).toEqual(Array(48).fill('APPLIED'));
  const memory = await bank.memories.get(caller, id);
  const kept = replay({ trust: 0.5, since: memory.createdAt }, ledger);
  expect(confidenceAt(kept, bank.clock.now())).toBeCloseTo(memory.confidence, 9);
});

it('refuses a key that was used for something else, and changes nothing', async () => {
  const caller = callerIn();
  const { id } = await record(caller);
  await judge(caller, id, true, 'k');
  await expect(judge(caller, id, false, 'k')).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await judge(caller, id, true, 'k')).toMatchObject({ applied: false, newConfidence: expect.closeTo(0.5, 6) });
  expect(await ledgerOf(caller, id)).toHaveLength(1);
  // Keys belong to one memory: a memory can be judged with a key that was used for another one.
  const next = await record(caller);
  await judge(caller, next.id, false, 'k');
  await judge(caller, next.id, false, 'k');
  expect(await ledgerOf(caller, next.id)).toHaveLength(1);
  // Several memories are judged with the same key at once; each of them is judged independently.
  const judgements = [
    { memoryId: id, helpful: true },
    { memoryId: next.id, helpful: true },
  ];
  await bank.memories.judge(caller, { judgements, idempotencyKey: 'k' });
  await bank.memories.judge(caller, { judgements: judgements.slice(1), idempotencyKey: 'k' });
  await expect(
    bank.memories.judge(caller, { judgements: [{ memoryId: id, helpful: false }], idempotencyKey: 'k' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  expect([await ledgerOf(caller, id), await ledgerOf(caller, next.id)].map(({ length }) => length)).toEqual([2, 2]);
  // Another project may use the same keys.
  const other = callerIn({ namespace: caller.namespace, project: 'other' });
  await expect(judge(other, id, true, 'k')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

/** Generates judgements by callers, with the days that pass before each. */
const steps = fc.array(
  fc.record({
    days: fc.constantFrom(0, 1, 3, 7, 40),
    act: fc.constantFrom('feedback', 'TASK_COMPLETION', 'CODE_STABILITY', 'use'),
    positive: fc.boolean(),
  }),
  { minLength: 1, maxLength: 10 },
);

const DELTAS = { feedback: [0.3, -0.2], TASK_COMPLETION: [0.1, -0.05], CODE_STABILITY: [0.2, -0.15] } as const;

it('keeps what the rules make of any sequence, and what a replay of its ledger gives', async () => {
  const caller = callerIn();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { id, createdAt } = await record(caller, 0.5);
      // The rules of design.md, applied to the whole ledger.
      let expected: Standing = { trust: 0.5, since: createdAt };
      let uses = 0;
      const ledger: { at: number; positive: boolean; weight: number; state: EvidenceState }[] = [];
      for (const { days, act, positive } of sequence) {
        bank.clock.advance(days * DAY_MS + 1);
        if (act === 'use') {
          uses += 1;
          bank.memories.countUses(caller.namespace, [id]);
          continue;
        }
        const at = bank.clock.now().getTime();
        const before = await confidenceOf(caller, id);
        const answer =
          act === 'feedback'
            ? await judge(caller, id, positive)
            : await bank.memories.feedback(caller, { memoryId: id, kind: SignalKind[act], helpful: positive });
        const own = { at, positive, weight: DELTAS[act][positive ? 0 : 1], state: EvidenceState.PENDING };
        for (const one of ledger) {
          if (one.state === EvidenceState.PENDING && one.at < at - 7 * DAY_MS) one.state = EvidenceState.EXPIRED;
        }
        ledger.push(own);
        const agreeing = ledger.filter(
          (one) => one.positive === positive && one.at >= at - 7 * DAY_MS && one.state !== EvidenceState.EXPIRED,
        );
        expect(answer.applied).toBe(uses >= 3 || agreeing.length >= 2);
        if (answer.applied) {
          for (const one of agreeing.filter(({ state }) => state === EvidenceState.PENDING)) {
            const trust = confidenceAt(expected, new Date(at)) + one.weight;
            expected = { trust: Math.min(1, Math.max(0, trust)), since: new Date(at) };
            one.state = EvidenceState.APPLIED;
          }
        }
        if (positive) expect(answer.newConfidence).toBeGreaterThanOrEqual(before - 1e-12);
        expect(answer.newConfidence).toBeCloseTo(confidenceAt(expected, new Date(at)), 9);
      }
      const stored = await ledgerOf(caller, id);
      const horizon = bank.clock.now().getTime() - 7 * DAY_MS;
      expect(stored.map(({ state }) => state).reverse()).toEqual(
        ledger.map(({ state, at }) =>
          state === EvidenceState.PENDING && at < horizon ? EvidenceState.EXPIRED : state,
        ),
      );
      const replayed = replay({ trust: 0.5, since: createdAt }, stored);
      const later = new Date(bank.clock.now().getTime() + 30 * DAY_MS);
      expect(confidenceAt(replayed, later)).toBeCloseTo(confidenceAt(expected, later), 9);
      expect(confidenceAt(replayed, bank.clock.now())).toBeCloseTo(await confidenceOf(caller, id), 9);
    }),
    { numRuns: 3 },
  );
});

it('compares what was observed with the confidence there was before, of what the caller may see', async () => {
  const caller = callerIn();
  const [trusted, doubted] = [await record(caller, 0.95, 'one'), await record(caller, 0.55, 'two')];
  await judge(caller, trusted.id, true);
  await judge(caller, doubted.id, true);
  await judge(caller, doubted.id, false);
  const calibrate = (by: Caller) => {
    const sampled = { namespace: by.namespace, kind: 'MEMORY', required: [visibleTo(by)] };
    return bank.app.get(Ledger, { strict: false }).calibrate(memoryTrust(testConfig()), sampled, 2);
  };
  const sums = await calibrate(caller);
  expect(sums).toHaveLength(1);
  expect(sums[0]).toMatchObject({ bin: 1, samples: 3, successes: 2 });
  // 0.05² + 0.45² + 0.55²
  expect(sums[0]?.squaredErrors).toBeCloseTo(0.0025 + 0.2025 + 0.3025, 6);
  expect(await calibrate({ ...caller, project: 'another', team: 'another' })).toEqual([]);
});

it('archives what has fallen, once, and nothing else; restores it with 0.5', async () => {
  // No memory of another test file falls below the threshold in six days from now.
  bank.clock.set(new Date().toISOString());
  const caller = callerIn();
  const { id } = await record(caller, 0.31, 'will fall');
  const stays = await record(caller, 0.8, 'stays');
  // 0.01 of decay is 6 days.
  bank.clock.advance(6 * DAY_MS + 1_000);
  const before = await bank.memories.search(caller, { query: 'fall', minConfidence: 0 });
  expect(before.memories.map(({ memory }) => memory.id)).toEqual([id]);
  await driver.executeQuery("MATCH (lease:Lease {name: 'memory-archive'}) DELETE lease");
  const counts = await Promise.all([bank.archiver.sweep(), bank.archiver.sweep()]);
  expect(counts.filter((count) => count !== undefined)).toHaveLength(1);
  // Within the interval, no replica sweeps again.
  expect(await bank.archiver.sweep()).toBeUndefined();
  const fallen = await bank.memories.get(caller, id);
  expect(fallen.archivedAt).toEqual(bank.clock.now());
  expect((await bank.memories.get(caller, stays.id)).archivedAt).toBeNull();
  expect((await bank.memories.search(caller, { query: 'fall', minConfidence: 0 })).memories).toEqual([]);

  const restored = await bank.memories.restore(caller, id);
  expect(restored).toMatchObject({ archivedAt: null, confidence: 0.5 });
  expect((await bank.memories.restore(caller, id)).confidence).toBe(0.5);
  // The confidence begins at the minimum of a search. The tolerance of 0.005 keeps it visible for the decay of three
  // days.
  const foundNow = async () =>
    (await bank.memories.search(caller, { query: 'fall', minConfidence: 0.5 })).memories.length;
  bank.clock.advance(2 * DAY_MS);
  expect(await foundNow()).toBe(1);
  bank.clock.advance(2 * DAY_MS);
  expect(await foundNow()).toBe(0);
  bank.clock.advance(-4 * DAY_MS);
  const ledger = await ledgerOf(caller, id);
  expect(ledger).toMatchObject([{ kind: EvidenceKind.RESTORED, state: 'APPLIED', trustAfter: 0.5 }]);
  expect(replay({ trust: 0.31, since: fallen.createdAt }, ledger)).toEqual({ trust: 0.5, since: ledger[0]?.appliedAt });
  const found = await bank.memories.search(caller, { query: 'fall' });
  expect(found.memories.map(({ memory }) => memory.id)).toEqual([id]);
});

it('reads no more to archive a few among many than among few', async () => {
  const caller = callerIn();
  const hits = async (living: number) => {
    await driver.executeQuery(
      `UNWIND range(1, $living) AS n
       CREATE (:Memory {namespace: $namespace, id: randomUUID(), pruneAt: datetime($now) + duration({days: 400})})
       WITH count(*) AS made UNWIND range(1, 5) AS n
       CREATE (:Memory {namespace: $namespace, id: randomUUID(), pruneAt: datetime($now) - duration({days: 3650}), updatedAt: datetime($now),
         facets: ['v0'], visibility: 'v0'})`,
      { namespace: caller.namespace, living: neo4j.int(living), now: new Date().toISOString() },
    );
    const now = neo4j.types.DateTime.fromStandardDate(new Date(Date.now() - 3_000 * DAY_MS));
    const { records, summary } = await driver.executeQuery(
      `PROFILE ${readCypherFile('memories/archive-fallen').text}`,
      {
        now,
        limit: 500,
      },
    );
    expect(records[0]?.get('archived')).toBe(5);
    return dbHitsOf(summary.profile);
  };
  const [few, many] = [await hits(10), await hits(2_000)];
  expect(many).toBeLessThanOrEqual(few + 10);
});
