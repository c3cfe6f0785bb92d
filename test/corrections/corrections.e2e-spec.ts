import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextService, saveItems, type TestService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';

// Wrong reports are retracted.

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly trustBefore: number | null;
  readonly trustAfter: number | null;
  readonly retractedBy: string | null;
  readonly retracts: readonly string[] | null;
  readonly comment: string | null;
}
interface Thing {
  readonly trust: number;
  readonly formatted: string;
  readonly learnings: { readonly nodes: readonly { readonly id: string }[] };
  readonly evidence: { readonly nodes: readonly Entry[] };
  readonly trustHistory: readonly {
    readonly trust: number;
    readonly evidenceId: string | null;
    readonly state: string | null;
  }[];
}
interface Retraction {
  readonly reason: string;
  readonly at: string;
  readonly changes: readonly {
    readonly ref: string;
    readonly evidenceId: string;
    readonly retracts: readonly string[];
    readonly trustBefore: number;
    readonly trustAfter: number;
  }[];
}

const RETRACTION = 'reason at changes { ref evidenceId retracts trustBefore trustAfter }';
const EVIDENCE = 'evidence(first: 50) { nodes { id kind state trustBefore trustAfter retractedBy retracts comment } }';
const STEP = 'num outcome revision learning { id state } item { id } attribution';

let service: TestService;
let driver: Driver;
beforeAll(async () => {
  service = await contextService();
  driver = neo4j.driver(
    process.env['TEST_NEO4J_URI'] ?? '',
    neo4j.auth.basic(process.env['TEST_NEO4J_USER'] ?? 'neo4j', process.env['TEST_NEO4J_PASSWORD'] ?? ''),
    { disableLosslessIntegers: true },
  );
});
afterAll(async () => {
  await driver.close();
  await service.close();
});

async function world() {
  const namespace = freshNamespace();
  await saveItems(service, namespace);
  const data = <Data>(query: string, variables: object = {}, headers: Record<string, string> = {}) =>
    service.data<Data>(namespace, query, variables, { 'x-agent': 'a', ...headers });
  const refuse = async (query: string, variables: object = {}, headers: Record<string, string> = {}) => {
    const { errors } = await service.graphql(namespace, query, variables, headers);
    return errors?.[0]?.extensions;
  };
  const RETRACT = `mutation ($ref: String!, $reason: String!, $revision: Int) {
    retract(ref: $ref, reason: $reason, revision: $revision) { ${RETRACTION} } }`;
  const retracted = async (ref: string, reason: string, revision?: number) =>
    (await data<{ retract: Retraction }>(RETRACT, { ref, reason, revision })).retract;
  return {
    namespace,
    data,
    refuse,
    RETRACT,
    retracted,
    retract: (id: string, reason = 'It was the wrong window') => retracted(`evidence:${id}`, reason),
    withdraw: (planId: string, stepNum = 0, revision?: number) =>
      retracted(`step:${planId}/${stepNum}`, 'Wrong step', revision),
    item: async (id = 'open_files') =>
      (
        await data<{ knowledgeItem: Thing }>(
          `query ($id: ID!) { knowledgeItem(id: $id) { trust formatted learnings(first: 20) { nodes { id } } ${EVIDENCE} trustHistory { trust evidenceId state } } }`,
          { id },
        )
      ).knowledgeItem,
    tries: async (id = 'open_files') => {
      const { records } = await driver.executeQuery(
        'MATCH (k:Knowledge {namespace: $namespace, id: $id}) RETURN k.tried AS tried, k.succeeded AS succeeded',
        { namespace, id },
      );
      return [records[0]?.get('succeeded') as unknown, records[0]?.get('tried') as unknown];
    },
    attach: async (key: string, error = `broken ${key}`) =>
      (
        await data<{
          attachLearning: { trustAfter: number; retracted: boolean; learning: { id: string; state: string } };
        }>(
          'mutation ($input: LearningInput!) { attachLearning(input: $input) { trustAfter retracted learning { id state } } }',
          {
            input: {
              itemId: 'open_files',
              kind: 'SELF_EXPLORATION',
              task: 'Open a log',
              stepNum: 0,
              originalAction: { tool_name: 'Click' },
              originalError: error,
              idempotencyKey: key,
            },
          },
        )
      ).attachLearning,
    plan: async (...sources: (string | null)[]) =>
      (
        await data<{ savePlan: { id: string } }>('mutation ($input: PlanInput!) { savePlan(input: $input) { id } }', {
          input: {
            task: 'Open a measurement',
            actions: sources.map((kbSource) => ({ toolName: 'Click', kbSource })),
          },
        })
      ).savePlan.id,
    report: async (planId: string, stepNum: number, outcome: string) => {
      const fields =
        outcome === 'FAILURE'
          ? { error: 'no such menu' }
          : outcome === 'CORRECTED'
            ? { correctedAction: { tool_name: 'Key' }, humanReasoning: 'Use the keyboard' }
            : {};
      const input = { planId, stepNum, outcome, ...fields };
      return (
        await data<{ reportStep: { trustAfter: number | null; retracted: boolean; learning: { id: string } | null } }>(
          'mutation ($input: StepReportInput!) { reportStep(input: $input) { trustAfter retracted learning { id } } }',
          { input },
        )
      ).reportStep;
    },
    step: async (planId: string, num = 0) => {
      const { plan } = await data<{ plan: { steps: { outcome: string; revision: number; learning: unknown }[] } }>(
        `query ($planId: ID!) { plan(id: $planId) { steps { ${STEP} } } }`,
        { planId },
      );
      return plan.steps[num];
    },
    attribute: (planId: string, itemId: string, force = false) =>
      service.graphql(
        namespace,
        'mutation ($planId: ID!, $itemId: ID!, $force: Boolean!) { attributeStep(planId: $planId, stepNum: 0, itemId: $itemId, force: $force) { trustAfter item { id } } }',
        { planId, itemId, force },
      ),
  };
}

describe('retract of evidence', () => {
  it('gives the trust back, takes the learning out of prompts, and keeps both readable', async () => {
    const { attach, retract, item, tries } = await world();
    await attach('one');
    const second = await attach('two');
    const [, wrong] = (await item()).evidence.nodes;
    const first = await retract(wrong!.id);
    expect(first).toMatchObject({
      reason: 'It was the wrong window',
      changes: [{ ref: 'item:open_files', retracts: [wrong!.id], trustBefore: 0.9025, trustAfter: 0.95 }],
    });
    const after = await item();
    expect(after.trust).toBe(0.95);
    expect(after.formatted).not.toContain('broken one');
    expect(after.formatted).toContain('broken two');
    expect(after.learnings.nodes).toEqual([{ id: second.learning.id }]);
    // Later entries keep the trust values with which they were recorded.
    expect(
      after.evidence.nodes.map(({ kind, state, trustBefore, trustAfter }) => [kind, state, trustBefore, trustAfter]),
    ).toEqual([
      ['RETRACTION', 'APPLIED', 0.9025, 0.95],
      ['STEP_FAILURE', 'APPLIED', 0.95, 0.9025],
      ['STEP_FAILURE', 'RETRACTED', 1, 0.95],
    ]);
    expect(after.trustHistory.map(({ trust, state }) => [trust, state])).toEqual([
      [1, null],
      [0.95, 'RETRACTED'],
      [0.9025, 'APPLIED'],
      [0.95, 'APPLIED'],
    ]);
    expect(await tries()).toEqual([0, 1]);
    expect(await retract(wrong!.id, 'Another reason')).toEqual(first);
    expect((await item()).evidence.nodes).toHaveLength(3);
    // The old key returns its first answer; a new report needs a new key.
    expect(await attach('one')).toMatchObject({ trustAfter: 0.95, retracted: true, learning: { state: 'RETRACTED' } });
    expect(await attach('three', 'broken one')).toMatchObject({ trustAfter: 0.9025, retracted: false });
  });

  it('lets a correction take the factor of the failure, and teaches the failure to no other item', async () => {
    const { plan, report, retract, item, tries, attribute } = await world();
    const id = await plan('open_files');
    await report(id, 0, 'FAILURE');
    await report(id, 0, 'CORRECTED');
    expect(await tries()).toEqual([0, 1]);
    const { changes } = await retract(`report-step:${id}:0:FAILURE`);
    expect(changes).toMatchObject([{ trustBefore: 0.95, trustAfter: 0.95 }]);
    expect([(await item()).trust, await tries()]).toEqual([0.95, [0, 1]]);
    expect((await report(id, 0, 'FAILURE')).retracted).toBe(true);
    await retract(`report-step:${id}:0:CORRECTED`);
    expect([(await item()).trust, await tries()]).toEqual([1, [0, 0]]);
    await attribute(id, 'plot_signal', true);
    expect((await item('plot_signal')).evidence.nodes).toEqual([]);
  });

  it('refuses what is no observation, what the caller does not see, and a reason that is none', async () => {
    const { attach, retract, item, refuse, RETRACT, data, namespace } = await world();
    await attach('one');
    const [wrong] = (await item()).evidence.nodes;
    const { changes } = await retract(wrong!.id);
    const before = await item();
    const reason = 'r';
    const ref = `evidence:${changes[0]!.evidenceId}`;
    expect(await refuse(RETRACT, { ref, reason })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'ref', rule: 'isObservation' }],
    });
    expect(await refuse(RETRACT, { ref: 'evidence:nothing', reason })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refuse(RETRACT, { ref: `evidence:${wrong!.id}`, reason: ' ' })).toMatchObject({
      fields: [{ path: 'reason', rule: 'isNotEmpty' }],
    });
    expect(await refuse(RETRACT, { ref: `evidence:${wrong!.id}`, reason: 'x'.repeat(501) })).toMatchObject({
      fields: [{ path: 'reason', rule: 'maxLength' }],
    });
    expect(await item()).toEqual(before);
    const mine = { 'x-project': 'mine' };
    const { recordMemory } = await data<{ recordMemory: { id: string } }>(
      'mutation { recordMemory(input: { title: "T", description: "D", content: "C", outcome: SUCCESS }) { id } }',
      {},
      mine,
    );
    await data(
      'mutation ($id: ID!) { memoryFeedback(memoryId: $id, helpful: true, idempotencyKey: "k") { applied } }',
      { id: recordMemory.id },
      mine,
    );
    const { records } = await driver.executeQuery(
      'MATCH (:Memory {namespace: $namespace})-[:HAS_EVIDENCE]->(e) RETURN e.id AS id',
      { namespace },
    );
    expect(
      await refuse(RETRACT, { ref: `evidence:${String(records[0]?.get('id'))}`, reason }, { 'x-project': 'theirs' }),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes an entry back once, however many ask at once, and loses no report beside it', async () => {
    const { attach, retract, item, plan, report, withdraw } = await world();
    await attach('one');
    const [wrong] = (await item()).evidence.nodes;
    const id = await plan(...Array.from({ length: 6 }, () => 'open_files'));
    const [retractions] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => retract(wrong!.id))),
      Promise.all(Array.from({ length: 6 }, (_, num) => report(id, num, 'FAILURE'))),
    ]);
    expect(new Set(retractions.map((one) => JSON.stringify(one))).size).toBe(1);
    const after = await item();
    expect(after.evidence.nodes.filter(({ kind }) => kind === 'RETRACTION')).toHaveLength(1);
    const six = Array.from({ length: 6 }).reduce((trust: number) => Math.max(0.5, trust * 0.95), 1);
    expect(after.trust).toBe(six);
    // Reports are withdrawn while others repeat them. In the end each step is either withdrawn or reported anew.
    await Promise.all([withdraw(id, 0, 0), report(id, 0, 'FAILURE'), withdraw(id, 0, 0), report(id, 0, 'FAILURE')]);
    const end = await item();
    const standing = end.evidence.nodes.filter(({ kind, state }) => kind === 'STEP_FAILURE' && state === 'APPLIED');
    expect(end.trust).toBe(standing.reduce((trust) => Math.max(0.5, trust * 0.95), 1));
    expect(end.learnings.nodes).toHaveLength(standing.length);
  });
});

describe('retract of a step', () => {
  it('makes the step PENDING of the next revision, and it can be reported anew', async () => {
    const { plan, report, withdraw, item, step, tries } = await world();
    const id = await plan('open_files');
    await report(id, 0, 'FAILURE');
    await report(id, 0, 'CORRECTED');
    const first = await withdraw(id);
    expect(first.changes).toMatchObject([{ ref: 'item:open_files', trustBefore: 0.95, trustAfter: 1 }]);
    expect(first.changes[0]?.retracts).toHaveLength(2);
    expect(await step(id)).toMatchObject({ outcome: 'PENDING', revision: 1, learning: null });
    expect([(await item()).trust, (await item()).learnings.nodes, await tries()]).toEqual([1, [], [0, 0]]);
    expect(await withdraw(id)).toEqual(first);
    expect((await report(id, 0, 'FAILURE')).trustAfter).toBe(0.95);
    expect((await item()).evidence.nodes[0]?.id).toBe(`report-step:${id}:0#1:FAILURE`);
    // Repeating the withdrawal of the first report leaves the second report unchanged.
    expect(await withdraw(id, 0, 0)).toEqual(first);
    expect((await item()).trust).toBe(0.95);
    await withdraw(id, 0, 1);
    expect([(await item()).trust, (await step(id))?.revision]).toEqual([1, 2]);
  });

  it('withdraws what moved nothing, and refuses what was not reported', async () => {
    const { plan, report, withdraw, refuse, RETRACT, step, tries } = await world();
    const id = await plan('open_files', null, null);
    await report(id, 0, 'SUCCESS');
    expect(await tries()).toEqual([1, 1]);
    // The trust was 1 and could not rise.
    expect((await withdraw(id, 0)).changes).toMatchObject([{ trustBefore: 1, trustAfter: 1 }]);
    expect(await tries()).toEqual([0, 0]);
    await report(id, 1, 'FAILURE');
    expect((await withdraw(id, 1)).changes).toEqual([]);
    expect(await step(id, 1)).toMatchObject({ outcome: 'PENDING', revision: 1 });
    const wrong = { ref: `step:${id}/2`, reason: 'r' };
    expect(await refuse(RETRACT, wrong)).toMatchObject({ code: 'CONFLICT' });
    expect(await refuse(RETRACT, { ...wrong, ref: 'step:nothing/0' })).toMatchObject({ code: 'NOT_FOUND' });
    for (const [given, path] of [
      [{ ref: `step:${id}/9` }, 'ref'],
      [{ revision: 1 }, 'revision'],
      [{ ref: `step:${id}` }, 'ref'],
      [{ ref: 'item:open_files' }, 'ref'],
      [{ ref: 'evidence:one', revision: 1 }, 'revision'],
    ] as const) {
      const refused = { code: 'BAD_USER_INPUT', fields: [{ path }] };
      expect(await refuse(RETRACT, { ...wrong, ...given })).toMatchObject(refused);
    }
  });
});

describe('attributeStep to another item', () => {
  it('moves what a person attributed, to and fro, and what the plan stated only with force', async () => {
    const { plan, report, attribute, item } = await world();
    const id = await plan('open_files');
    await report(id, 0, 'FAILURE');
    expect((await attribute(id, 'plot_signal')).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
    const trusts = async () => [
      (await item()).trust,
      (await item('plot_signal')).trust,
      (await item('app_open')).trust,
    ];
    expect(await trusts()).toEqual([0.95, 1, 1]);
    for (const [to, force, expected] of [
      ['plot_signal', true, [1, 0.95, 1]],
      ['app_open', false, [1, 1, 0.95]],
      ['open_files', false, [0.95, 1, 1]],
      ['plot_signal', false, [1, 0.95, 1]],
    ] as const) {
      expect((await attribute(id, to, force)).data).toEqual({ attributeStep: { trustAfter: 0.95, item: { id: to } } });
      expect(await trusts()).toEqual(expected);
    }
    expect((await item()).learnings.nodes).toEqual([]);
    expect((await item('plot_signal')).learnings.nodes).toHaveLength(1);
  });
});

describe('an outcome', () => {
  it('is taken back with all its shares, and another one can be reported', async () => {
    const { data, item, retract, retracted, refuse, RETRACT } = await world();
    const { context } = await data<{ context: { receiptId: string; hits: { knowledge: { ref: string } }[] } }>(
      'query { context(input: { query: "open a measurement file plot", minMatch: 0 }) { receiptId hits { knowledge { ref } } } }',
    );
    const used = ['item:open_files', 'item:plot_signal'];
    const outcome = (success: boolean) =>
      data<{ reportOutcome: { items: { creditState: string }[] } }>(
        'mutation ($input: OutcomeInput!) { reportOutcome(input: $input) { success items { creditState } } }',
        { input: { receiptId: context.receiptId, success, used } },
      );
    await outcome(false);
    const half = 0.95 ** 0.5;
    expect([(await item()).trust, (await item('plot_signal')).trust]).toEqual([half, half]);
    const ref = `receipt:${context.receiptId}`;
    const back = await retracted(ref, 'Another task');
    expect(back.changes.map(({ ref }) => ref)).toEqual(used);
    expect([(await item()).trust, (await item('plot_signal')).trust]).toEqual([1, 1]);
    expect(await retracted(ref, 'Another reason')).toEqual(back);
    await outcome(false);
    const [share] = (await item()).evidence.nodes;
    expect(share?.id).toBe(`outcome:${context.receiptId}:#1:item:open_files`);
    // Retracting the evidence of one share retracts all shares.
    expect((await retract(share!.id)).changes.map(({ ref }) => ref)).toEqual(used);
    expect((await item('plot_signal')).trust).toBe(1);
    expect(await refuse(RETRACT, { ref: 'receipt:nothing', reason: 'r' })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a consensus', () => {
  it('is open again without one of its voices, and can be decided the other way', async () => {
    const { data, retract } = await world();
    const { recordMemory } = await data<{ recordMemory: { id: string } }>(
      'mutation { recordMemory(input: { title: "Logs", description: "D", content: "C", outcome: SUCCESS }) { id initialConfidence } }',
    );
    const { id } = recordMemory;
    const say = async (agent: string, helpful: boolean) =>
      (
        await data<{ memoryFeedback: { applied: boolean; retracted: boolean } }>(
          'mutation ($id: ID!, $helpful: Boolean!, $key: String!) { memoryFeedback(memoryId: $id, helpful: $helpful, idempotencyKey: $key) { applied retracted } }',
          { id, helpful, key: `${agent}:${helpful}` },
          { 'x-agent': agent },
        )
      ).memoryFeedback;
    const memory = async () =>
      (
        await data<{ memory: { trust: number; evidence: { nodes: Entry[] } } }>(
          `query ($id: ID!) { memory(id: $id) { trust ${EVIDENCE} } }`,
          { id },
        )
      ).memory;
    expect(await say('a', false)).toEqual({ applied: false, retracted: false });
    expect(await say('b', false)).toEqual({ applied: true, retracted: false });
    expect((await memory()).trust).toBeCloseTo(0.4, 5);
    const [b] = (await memory()).evidence.nodes;
    await retract(b!.id);
    const open = await memory();
    expect(open.trust).toBeCloseTo(0.8, 5);
    expect(open.evidence.nodes.map(({ kind, state }) => [kind, state])).toEqual([
      ['RETRACTION', 'APPLIED'],
      ['EXPLICIT_FEEDBACK', 'RETRACTED'],
      ['EXPLICIT_FEEDBACK', 'PENDING'],
    ]);
    expect(await say('b', false)).toEqual({ applied: true, retracted: true });
    expect(await say('c', true)).toMatchObject({ applied: false });
    expect(await say('d', true)).toMatchObject({ applied: true });
    // 0.8 + 0.3 + 0.3
    expect((await memory()).trust).toBeCloseTo(1, 5);
    expect((await memory()).evidence.nodes.at(-1)?.state).toBe('PENDING');
  });
});

describe('a learning', () => {
  const RESOLVE =
    'mutation ($id: ID!, $into: String!) { resolveLearning(id: $id, into: $into) { id state resolvedInto } }';

  it('that is resolved leaves the fold and the prompts; a new failure is new evidence', async () => {
    const { attach, data, item, refuse } = await world();
    const { learning } = await attach('one');
    const id = learning.id;
    expect(await refuse(RESOLVE, { id, into: 'item:nothing' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'into', rule: 'isRefOrAddress' }],
    });
    expect((await item()).trust).toBe(0.95);
    const resolved = { resolveLearning: { id, state: 'RESOLVED', resolvedInto: 'item:open_files' } };
    expect(await data(RESOLVE, { id, into: 'item:open_files' })).toEqual(resolved);
    expect(await data(RESOLVE, { id, into: 'item:open_files' })).toEqual(resolved);
    expect(await refuse(RESOLVE, { id, into: 'https://example.org/issue/1' })).toMatchObject({ code: 'CONFLICT' });
    const after = await item();
    expect([after.trust, after.learnings.nodes, after.evidence.nodes[1]?.state]).toEqual([1, [], 'RESOLVED']);
    expect(after.formatted).not.toContain('broken one');
    expect(await attach('two', 'broken one')).toMatchObject({ trustAfter: 0.95 });
  });

  it('that a person refutes stands in no prompt, and in the list of its item', async () => {
    const { attach, data, item } = await world();
    const { learning } = await attach('one');
    await data('mutation ($id: ID!) { verifyLearning(id: $id, verified: false) { verified } }', { id: learning.id });
    expect((await item()).formatted).not.toContain('broken one');
    expect((await item()).learnings.nodes).toEqual([{ id: learning.id }]);
    const { planningPrompt } = await data<{ planningPrompt: { user: string } }>(
      'query { planningPrompt(input: { task: "Load a measurement file" }) { user } }',
    );
    expect(planningPrompt.user).toContain('open_files');
    expect(planningPrompt.user).not.toContain('broken one');
  });
});
