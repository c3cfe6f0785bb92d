import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { movesNothingAlone, sharesSoundly } from './drawn.js';
import { seed, credits, driver, REFS, service, startOutcomes, states, world } from './support.js';

startOutcomes();

// test/outcomes/outcomes.release-spec.ts has more random cases.
describe('a failure', () => {
  it('moves each kind that was used by its own rule, times a fifth', async () => {
    const { create, receipt, report, trusts, expectFolded } = world();
    await create();
    const outcome = await report({ receiptId: await receipt(), success: false, used: REFS });
    expect(credits(outcome)).toEqual([0.2, 0.2, 0.2, 0.2, expect.closeTo(0.2, 12)]);
    expect(states(outcome)).toEqual(['CREDITED', 'PENDING', 'CREDITED', 'CREDITED', 'CREDITED']);
    expect(await trusts()).toEqual({
      'item:a': expect.closeTo(0.95 ** 0.2, 12),
      // One voice is not enough, so the signal waits.
      'memory:b': 0.8,
      // (0 + 1) / (0.2 + 2)
      'strategy:c': expect.closeTo(1 / 2.2, 12),
      'piece:d': expect.closeTo(0.9 ** 0.2, 12),
      'fluent:e': expect.closeTo(0.9 ** 0.2, 12),
    });
    await expectFolded();
  });

  it('leaves items undecided that nobody named, and shares by the scores', async () => {
    const { create, receipt, report, trusts } = world();
    await create();
    const outcome = await report({ receiptId: await receipt(['item:a', 'piece:d'], [0.6, 0.2]), success: false });
    expect(credits(outcome)).toEqual([expect.closeTo(0.75, 12), expect.closeTo(0.25, 12)]);
    expect(states(outcome)).toEqual(['UNDECIDED', 'CREDITED']);
    expect(outcome.items.map(({ used }) => used)).toEqual([null, null]);
    const after = await trusts();
    expect(after['item:a']).toBe(1);
    expect(after['piece:d']).toBeCloseTo(0.9 ** 0.25, 12);
  });

  it('never brings an item, a piece or a fluent under one half', async () => {
    const { create, receipt, report, trusts } = world();
    await create();
    for (let count = 0; count < 14; count++) {
      await report({ receiptId: await receipt(['item:a']), success: false, used: ['item:a'] });
    }
    expect((await trusts())['item:a']).toBe(0.5);
  });
});

describe('a success', () => {
  it('raises what was used; in the first design, no item', async () => {
    for (const [on, state, item] of [
      [service, 'CREDITED', 0.95 + 0.05 * 0.5 * 0.05],
      [seed, 'UNMOVED', 0.95],
    ] as const) {
      const { create, receipt, report, trusts } = world(on);
      await create();
      await report({ receiptId: await receipt(['item:a']), success: false, used: ['item:a'] });
      await report({ receiptId: await receipt(['piece:d']), success: false, used: ['piece:d'] });
      const used = ['item:a', 'piece:d'];
      const outcome = await report({ receiptId: await receipt(), success: true, used });
      expect(states(outcome)).toEqual([state, 'UNUSED', 'UNUSED', 'CREDITED', 'UNUSED']);
      expect(credits(outcome)).toEqual([0.5, 0, 0, 0.5, 0]);
      const after = await trusts();
      expect(after['item:a']).toBeCloseTo(item, 12);
      expect(after['piece:d']).toBeCloseTo(0.9 + 0.1 * 0.5 * 0.1, 12);
    }
  });

  it('counts as a successful attempt of the share’s weight for a strategy', async () => {
    const { create, receipt, report, trusts, data, expectFolded } = world();
    await create();
    await report({ receiptId: await receipt(['strategy:c', 'piece:d'], [1, 3]), success: true });
    // (0.25 + 1) / (0.25 + 2)
    expect((await trusts())['strategy:c']).toBeCloseTo(1.25 / 2.25, 12);
    const { knowledge } = await data<{ knowledge: object }>(
      `{ knowledge(kind: STRATEGY, id: "c") { ... on Strategy { attempts successRate } evidence { nodes { kind weight share agent session } } } }`,
    );
    expect(knowledge).toEqual({
      attempts: 0,
      successRate: 0,
      evidence: { nodes: [{ kind: 'TASK_COMPLETION', weight: 0.25, share: 0.25, agent: 'tester', session: null }] },
    });
    await expectFolded();
  });
});

describe('an outcome', () => {
  it('moves nothing where nothing was used', async () => {
    const { create, receipt, report, trusts } = world();
    await create();
    const before = await trusts();
    const outcome = await report({ receiptId: await receipt(), success: false, used: [] });
    expect(credits(outcome)).toEqual([0, 0, 0, 0, 0]);
    expect(new Set(states(outcome))).toEqual(new Set(['UNUSED']));
    expect(await trusts()).toEqual(before);
  });

  it('is reported once: the same gives the first answer, another is a CONFLICT', async () => {
    const { create, receipt, report, refused, trusts } = world();
    await create();
    const input = { receiptId: await receipt(), success: false, used: ['item:a', 'piece:d'] };
    const first = await report(input);
    const before = await trusts();
    expect(await report({ ...input, used: ['piece:d', 'item:a', 'item:a'] }, { 'x-session': 'later' })).toEqual(first);
    expect(await refused({ ...input, success: true })).toMatchObject({ code: 'CONFLICT' });
    expect(await refused({ ...input, used: ['item:a'] })).toMatchObject({ code: 'CONFLICT' });
    expect(await trusts()).toEqual(before);
  });

  it('counts once, however often it is raced', async () => {
    const { create, receipt, report, trusts, expectFolded } = world();
    await create();
    const receipts = await Promise.all(Array.from({ length: 8 }, () => receipt()));
    const input = (receiptId: string) => ({ receiptId, success: false, used: REFS });
    await Promise.all(receipts.flatMap((id) => [0, 1, 2, 3].map(() => report(input(id)))));
    const after = await trusts();
    expect(after['item:a']).toBeCloseTo(0.95 ** 1.6, 10);
    expect(after['piece:d']).toBeCloseTo(0.9 ** 1.6, 10);
    await expectFolded();
  });

  it('is refused with the path of a ref that was not given, and changes nothing', async () => {
    const { create, receipt, refused, report, trusts } = world();
    await create();
    const before = await trusts();
    const receiptId = await receipt(['item:a']);
    expect(await refused({ receiptId, success: false, used: ['item:a', 'item:z'] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'used.1', rule: 'isGiven' }],
    });
    expect(await refused({ receiptId, success: false, steps: [{ stepNum: 0, outcome: 'SUCCESS' }] })).toMatchObject({
      fields: [{ path: 'planId', rule: 'isRequired' }],
    });
    expect(await refused({ receiptId: 'none', success: false })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refused({ receiptId, success: false, planId: 'none' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refused({ receiptId, success: false, taskId: 'none' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await trusts()).toEqual(before);
    expect(states(await report({ receiptId, success: false, used: ['item:a'] }))).toEqual(['CREDITED']);
  });

  it('loses the share of what was deleted, and of a memory that the caller does not see', async () => {
    const { namespace, create, receipt, report, trusts } = world();
    await create();
    const receiptId = await receipt();
    await driver.executeQuery(
      `MATCH (item:KnowledgeItem {namespace: $namespace}) DETACH DELETE item
       WITH count(*) AS gone MATCH (memory:Memory {namespace: $namespace}) SET memory.visibility = 'v-other'`,
      { namespace },
    );
    const outcome = await report({ receiptId, success: false, used: ['item:a', 'memory:b', 'piece:d'] });
    expect(states(outcome)).toEqual(['LOST', 'LOST', 'UNUSED', 'CREDITED', 'UNUSED']);
    expect(credits(outcome)[3]).toBeCloseTo(1 / 3, 12);
    expect((await trusts())['piece:d']).toBeCloseTo(0.9 ** (1 / 3), 12);
  });

  sharesSoundly(10);
});

describe('voices', () => {
  const confidence = async ({ trusts }: ReturnType<typeof world>) => (await trusts())['memory:b'];

  it('one alone moves no memory, however often it speaks and searches; a second one moves it', async () => {
    const liar = world();
    const { create, receipt, report, data } = liar;
    await create();
    const judge = `mutation ($session: ID) { memoryFeedback(memoryId: "b", helpful: false, session: $session) { applied } }`;
    for (let count = 0; count < 5; count++) {
      await data('{ memorySearch(query: "memory") { totalFound } }');
      expect(await data(judge)).toEqual({ memoryFeedback: { applied: false } });
    }
    expect(states(await report({ receiptId: await receipt(['memory:b']), success: false }))).toEqual(['PENDING']);
    expect(await confidence(liar)).toBe(0.8);
    // The same agent in another session is another voice.
    expect(await data(judge, { session: 'other' })).toEqual({ memoryFeedback: { applied: true } });
    // One judgement of each voice, and the outcome of the receipt.
    expect(await confidence(liar)).toBeCloseTo(0.8 - 0.2 - 0.2 - 0.05, 4);
  });

  it('all that name neither agent nor session are one', async () => {
    const { create, data, trusts } = world();
    await create();
    const judge = 'mutation { memoryFeedback(memoryId: "b", helpful: true) { applied } }';
    const anonymous = { 'x-agent': '' };
    expect(await data(judge, {}, anonymous)).toEqual({ memoryFeedback: { applied: false } });
    expect(await data(judge, {}, anonymous)).toEqual({ memoryFeedback: { applied: false } });
    expect((await trusts())['memory:b']).toBe(0.8);
    expect(await data(judge, {}, { 'x-agent': '', 'x-session': 'run-7' })).toEqual({
      memoryFeedback: { applied: true },
    });
  });

  it('one is enough for a memory that contexts gave to three, not for one that was listed or that one asked for often', async () => {
    const { create, receipt, data, namespace } = world();
    await create();
    const judge = 'mutation { memoryFeedback(memoryId: "b", helpful: true) { applied } }';
    for (let count = 0; count < 3; count++) await data('{ memorySearch(query: "memory") { totalFound } }');
    expect(await data(judge)).toEqual({ memoryFeedback: { applied: false } });
    const voices = [{ agent: 'tester' }, { agent: 'tester' }, { agent: 'other' }];
    for (const voice of voices) await receipt(['memory:b'], [1], voice);
    expect(await data(judge)).toEqual({ memoryFeedback: { applied: false } });
    // An agent in another session is another voice.
    await receipt(['memory:b'], [1], { agent: 'tester', session: 'later' });
    expect(await data(judge)).toEqual({ memoryFeedback: { applied: true } });
    // The evidence that settled it is stored, so it stays settled, however often one voice requests contexts.
    const { records } = await driver.executeQuery(
      'MATCH (memory:Memory {namespace: $namespace}) RETURN memory.settledVoices AS voices',
      { namespace },
    );
    expect((records[0]?.get('voices') as string[]).sort()).toEqual(['other\n', 'tester\n', 'tester\nlater']);
  });

  movesNothingAlone(2);

  it('judges several memories at once, or none of them', async () => {
    const { create, data, namespace } = world();
    await create();
    const judge = `mutation ($judgements: [JudgementInput!]!, $key: String, $session: ID) {
      judgeMemories(judgements: $judgements, idempotencyKey: $key, session: $session) { applied } }`;
    const judgements = [{ memoryId: 'b', helpful: true }];
    const given = { judgements, key: 'k' };
    expect(await data(judge, given)).toEqual({ judgeMemories: [{ applied: false }] });
    expect(await data(judge, given)).toEqual({ judgeMemories: [{ applied: false }] });
    const { errors = [] } = await service.graphql(namespace, judge, {
      judgements: [...judgements, { memoryId: 'none', helpful: true }],
      session: 'other',
    });
    expect(errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    expect(await data('{ memory(id: "b") { evidence { totalCount } } }')).toEqual({
      memory: { evidence: { totalCount: 1 } },
    });
    expect(await data(judge, { judgements, session: 'other' })).toEqual({ judgeMemories: [{ applied: true }] });
  });
});

describe('with a plan', () => {
  const SAVE = `mutation ($input: PlanInput!) { savePlan(input: $input) { id } }`;
  const plan = async ({ data }: ReturnType<typeof world>, more: object = {}) =>
    (
      await data<{ savePlan: { id: string } }>(SAVE, {
        input: { task: 'Open', actions: [{ toolName: 'Click', kbSource: 'a' }, { toolName: 'Click' }], ...more },
      })
    ).savePlan.id;

  it('reports its steps and its end in one call; what a step moved gets no share again', async () => {
    const one = world();
    await one.create();
    const planId = await plan(one);
    const input = {
      receiptId: await one.receipt(['item:a', 'piece:d']),
      success: false,
      used: ['item:a', 'piece:d'],
      planId,
      steps: [
        { stepNum: 0, outcome: 'FAILURE', error: 'no such menu' },
        { stepNum: 1, outcome: 'SUCCESS' },
      ],
    };
    const outcome = await one.report(input);
    expect(states(outcome)).toEqual(['COUNTED', 'CREDITED']);
    expect(credits(outcome)).toEqual([0.5, 0.5]);
    expect(outcome).toMatchObject({
      plan: {
        success: false,
        steps: [
          { outcome: 'FAILURE', item: { id: 'a' } },
          { outcome: 'SUCCESS', item: null },
        ],
      },
    });
    const after = await one.trusts();
    // The item has exactly the trust of the step's report; the piece has half of the outcome.
    expect(after['item:a']).toBe(0.95);
    expect(after['piece:d']).toBeCloseTo(0.9 ** 0.5, 12);
    expect(await one.report(input)).toEqual(outcome);
    expect(await one.trusts()).toEqual(after);
  });

  it('counts what the steps of plans that it recovers have moved', async () => {
    const one = world();
    await one.create();
    const failed = await plan(one);
    await one.data(
      'mutation ($id: ID!) { reportStep(input: { planId: $id, stepNum: 0, outcome: FAILURE, error: "x" }) { trustAfter } }',
      { id: failed },
    );
    const planId = await plan(one, { recovers: failed });
    const input = { receiptId: await one.receipt(['item:a']), success: false, used: ['item:a'], planId };
    expect(states(await one.report(input))).toEqual(['COUNTED']);
    expect((await one.trusts())['item:a']).toBe(0.95);
  });

  it('changes nothing at all where a step is refused', async () => {
    const one = world();
    await one.create();
    const planId = await plan(one);
    const receiptId = await one.receipt(['piece:d']);
    const input = { receiptId, success: false, used: ['piece:d'], planId };
    const before = await one.trusts();
    const failure = { stepNum: 0, outcome: 'FAILURE', error: 'x' };
    expect(await one.refused({ ...input, steps: [failure, { stepNum: 7, outcome: 'SUCCESS' }] })).toMatchObject({
      fields: [{ path: 'steps.1.stepNum', rule: 'max' }],
    });
    expect(await one.refused({ ...input, steps: [failure, { stepNum: 1, outcome: 'FAILURE' }] })).toMatchObject({
      fields: [{ path: 'steps.1.error', rule: 'isRequired' }],
    });
    expect(await one.refused({ ...input, steps: [failure, { stepNum: 0, outcome: 'SUCCESS' }] })).toMatchObject({
      code: 'CONFLICT',
    });
    expect(await one.trusts()).toEqual(before);
    const read = 'query ($id: ID!, $receipt: ID!) { plan(id: $id) { success } receipt(id: $receipt) { success } }';
    expect(await one.data(read, { id: planId, receipt: receiptId })).toEqual({
      plan: { success: null },
      receipt: { success: null },
    });
  });
});

describe('with an adaptive task', () => {
  it('gives no second share to the strategy that a validation of the task has moved', async () => {
    const one = world();
    await one.create();
    const started = await one.data<{ startAdaptiveTask: { id: string } }>(
      `mutation { startAdaptiveTask(objective: "Give me the first 3 primes", methods: [{ method: "ai", actions: [{ action: "process" }] }]) { id } }`,
    );
    const taskId = started.startAdaptiveTask.id;
    const { observe } = await one.data<{ observe: { strategy: { id: string; trust: number } } }>(
      `mutation ($id: ID!) { observe(input: { taskId: $id, stepNum: 0, success: true, documents: [{ name: "a.txt", content: "2, 3, 5" }] }) {
        strategy { id trust } } }`,
      { id: taskId },
    );
    const { id, trust } = observe.strategy;
    const receiptId = await one.receipt([`strategy:${id}`, 'piece:d']);
    const outcome = await one.report({ receiptId, success: true, taskId });
    expect(states(outcome)).toEqual(['COUNTED', 'CREDITED']);
    expect((await one.trusts())[`strategy:${id}`]).toBe(trust);
  });
});

it('counts voices, under POLICY=seed signals, and with UNTRUSTED_AGENTS agents', () => {
  expect(loadConfig({})).toMatchObject({ MEMORY_CONSENSUS_OF: 'voices', MEMORY_SETTLED_BY: 'voices' });
  expect(loadConfig({ POLICY: 'seed' })).toMatchObject({ MEMORY_CONSENSUS_OF: 'signals', MEMORY_SETTLED_BY: 'uses' });
  expect(loadConfig({ UNTRUSTED_AGENTS: 'true' })).toMatchObject({
    MEMORY_CONSENSUS_OF: 'agents',
    MEMORY_SETTLED_BY: 'never',
  });
});
