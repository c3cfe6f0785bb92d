import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import {
  CATALOG,
  importCatalog,
  ITEM,
  type Item,
  PLAN,
  type PlanningService,
  REPORT,
  type Report,
  SAVE_PLAN,
  type SavedPlan,
  startPlanning,
} from './support.js';

let service: PlanningService;
beforeAll(async () => {
  service = await startPlanning();
});
afterAll(() => service.close());

/** Creates a namespace with the small catalog. */
async function fresh() {
  const namespace = `test-${crypto.randomUUID()}`;
  const headers = { 'x-namespace': namespace };
  await service.ask(importCatalog, { items: CATALOG }, headers);
  const savePlan = async (input: Record<string, unknown>) =>
    (await service.ask<{ savePlan: SavedPlan }>(SAVE_PLAN, { input: { task: 'Concatenate files', ...input } }, headers))
      .savePlan;
  const planOf = (count: number, kbSource: string | null = 'open_files') =>
    savePlan({ actions: Array.from({ length: count }, () => ({ toolName: 'Click-Tool', kbSource })) });
  const report = async (input: Record<string, unknown>) =>
    (await service.ask<{ reportStep: Report }>(REPORT, { input }, headers)).reportStep;
  const refuseReport = (input: Record<string, unknown>) => service.refuse(REPORT, { input }, headers);
  const item = async (id: string) => (await service.ask<{ knowledgeItem: Item }>(ITEM, { id }, headers)).knowledgeItem;
  const plan = async (id: string) => (await service.ask<{ plan: SavedPlan }>(PLAN, { id }, headers)).plan;
  return { headers, savePlan, planOf, report, refuseReport, item, plan };
}

const FAILED = { outcome: 'FAILURE', error: 'no such menu' };
const CORRECTED = {
  outcome: 'CORRECTED',
  correctedAction: { tool_name: 'Shortcut-Tool' },
  humanReasoning: 'Use the keyboard',
};

/** Computes the trust after the evidence, oldest first, by the rules of the design. */
function replay(item: Item): number {
  return item.evidence.nodes
    .toReversed()
    .filter(({ kind, state }) => kind !== 'RETRACTION' && state !== 'RETRACTED')
    .reduce(
      (trust, { positive, weight }) => (positive ? trust + weight * (1 - trust) : Math.max(0.5, trust * weight)),
      1,
    );
}

describe('exactly once', () => {
  it('counts 8 parallel failures of 8 steps as 8 factors', async () => {
    const { planOf, report, item } = await fresh();
    const plan = await planOf(8);
    await Promise.all(plan.steps.map(({ num }) => report({ planId: plan.id, stepNum: num, ...FAILED })));
    expect((await item('open_files')).trust).toBeCloseTo(0.663420431, 9); // 0.95^8
  });

  it('counts one step once, however often its report is repeated or raced', async () => {
    const { planOf, report, item } = await fresh();
    const plan = await planOf(1);
    const failure = { planId: plan.id, stepNum: 0, ...FAILED };
    const raced = await Promise.all(Array.from({ length: 32 }, () => report(failure)));
    const repeated = await report(failure);
    const after = await item('open_files');
    expect(after.trust).toBe(0.95);
    expect(after.learnings.totalCount).toBe(1);
    for (const answer of [...raced, repeated]) expect(answer).toEqual(raced[0]);
    expect(raced[0]?.trustAfter).toBe(0.95);
  });

  it('gives the first answer also after the trust has moved on', async () => {
    const { planOf, report } = await fresh();
    const plan = await planOf(2);
    const first = await report({ planId: plan.id, stepNum: 0, ...FAILED });
    await report({ planId: plan.id, stepNum: 1, ...FAILED });
    const again = await report({ planId: plan.id, stepNum: 0, ...FAILED });
    expect([again.trustAfter, again.learning]).toEqual([0.95, first.learning]);
    expect(again.item?.trust).toBe(0.9025);
  });

  it('refuses another report of the same step, and changes nothing', async () => {
    const { planOf, report, refuseReport, item } = await fresh();
    const plan = await planOf(1);
    const key = { planId: plan.id, stepNum: 0 };
    await report({ ...key, ...FAILED });
    for (const other of [
      { ...FAILED, error: 'something else' },
      { outcome: 'SUCCESS' },
      { ...FAILED, recoveryApproach: 'x' },
    ]) {
      const { extensions, message } = await refuseReport({ ...key, ...other });
      expect(extensions.code).toBe('CONFLICT');
      expect(message).toContain(`Step 0 of plan "${plan.id}" is FAILURE already`);
    }
    expect((await item('open_files')).evidence.totalCount).toBe(1);
  });

  it('takes a correction after a failure: a second learning, no second factor', async () => {
    const { planOf, report, refuseReport, item, plan: read } = await fresh();
    const plan = await planOf(1);
    const key = { planId: plan.id, stepNum: 0 };
    const failure = await report({ ...key, ...FAILED });
    const correction = await report({ ...key, ...CORRECTED });
    expect(correction.learning?.kind).toBe('HUMAN_INTERRUPT');
    expect([failure.trustAfter, correction.trustAfter]).toEqual([0.95, 0.95]);
    const after = await item('open_files');
    expect(after.trust).toBe(0.95);
    expect(after.evidence.nodes.map(({ kind, weight }) => [kind, weight])).toEqual([
      ['HUMAN_CORRECTION', 1],
      ['STEP_FAILURE', 0.95],
    ]);
    expect(after.learnings.nodes.map(({ kind }) => kind).toSorted()).toEqual(['HUMAN_INTERRUPT', 'SELF_EXPLORATION']);
    // Both reports may be repeated, but a third one is refused.
    expect(await report({ ...key, ...FAILED })).toMatchObject({ learning: { id: failure.learning?.id } });
    expect(await report({ ...key, ...CORRECTED })).toMatchObject({ learning: { id: correction.learning?.id } });
    expect((await refuseReport({ ...key, ...CORRECTED, humanReasoning: 'other' })).extensions.code).toBe('CONFLICT');
    expect((await read(plan.id)).steps[0]).toMatchObject({
      outcome: 'CORRECTED',
      learning: { id: correction.learning?.id },
    });
  });

  it('lowers trust for a correction without a failure before', async () => {
    const { planOf, report, item } = await fresh();
    const plan = await planOf(1);
    const { trustAfter } = await report({ planId: plan.id, stepNum: 0, ...CORRECTED });
    expect(trustAfter).toBe(0.95);
    const { nodes } = (await item('open_files')).learnings;
    expect(nodes).toMatchObject([
      {
        kind: 'HUMAN_INTERRUPT',
        humanReasoning: 'Use the keyboard',
        correctedAction: { tool_name: 'Shortcut-Tool' },
        stepNum: 0,
      },
    ]);
  });

  it('is not raced by learnings attached without a plan', async () => {
    const { headers, planOf, report, item } = await fresh();
    const plan = await planOf(4);
    const attach = 'mutation ($input: LearningInput!) { attachLearning(input: $input) { trustAfter } }';
    const input = {
      itemId: 'open_files',
      kind: 'SELF_EXPLORATION',
      task: 't',
      stepNum: 0,
      originalAction: {},
      originalError: 'e',
    };
    await Promise.all([
      ...plan.steps.map(({ num }) => report({ planId: plan.id, stepNum: num, ...FAILED })),
      ...[1, 2, 3, 4].map(() => service.ask(attach, { input }, headers)),
    ]);
    const after = await item('open_files');
    expect(after.trust).toBeCloseTo(0.663420431, 9); // 0.95^8
    expect(replay(after)).toBe(after.trust);
  });
});

describe('steps without an item', () => {
  it('make no learning and say so, with suggestions that a person takes up, once', async () => {
    const { headers, savePlan, report, item } = await fresh();
    const plan = await savePlan({
      retrievedItems: ['open_files', 'batch_mode'],
      actions: [
        {
          toolName: 'Click-Tool',
          toolArguments: { loc: ['last_state:menu:Mode and File'] },
          reasoning: 'Open measurement files at once',
        },
      ],
    });
    expect(plan.steps[0]).toMatchObject({ attribution: 'NONE', item: null });
    expect(plan.steps[0]?.suggestions.map(({ item }) => item.id).toSorted()).toEqual(['batch_mode', 'open_files']);

    const key = { planId: plan.id, stepNum: 0 };
    const failure = await report({ ...key, ...FAILED, recoveryApproach: 'Pressed Ctrl+O' });
    expect(failure).toMatchObject({ learning: null, item: null, trustAfter: null });
    expect(failure.note).toBe(
      'No learning was made: it is not known which knowledge item the step came from; attributeStep takes up a suggestion of the step',
    );
    expect(failure.step.suggestions).toHaveLength(2);
    await report({ ...key, ...CORRECTED });
    expect((await item('open_files')).evidence.totalCount).toBe(0);

    const ATTRIBUTE = `mutation ($planId: ID!, $stepNum: Int!, $itemId: ID!) { attributeStep(planId: $planId, stepNum: $stepNum, itemId: $itemId) {
      step { attribution suggestions { score } } learning { kind } item { id } trustAfter } }`;
    const attribute = () =>
      service.ask<{ attributeStep: Report }>(ATTRIBUTE, { ...key, itemId: 'open_files' }, headers);
    const answers = await Promise.all(Array.from({ length: 8 }, attribute));
    for (const { attributeStep } of answers) {
      expect(attributeStep).toMatchObject({
        step: { attribution: 'INFERRED', suggestions: [] },
        learning: { kind: 'HUMAN_INTERRUPT' },
        item: { id: 'open_files' },
        trustAfter: 0.95,
      });
    }
    const after = await item('open_files');
    expect(after.trust).toBe(0.95);
    expect(after.evidence.nodes.map(({ weight }) => weight)).toEqual([1, 0.95]);
    expect(after.learnings.nodes.find(({ kind }) => kind === 'SELF_EXPLORATION')).toMatchObject({
      originalError: 'no such menu',
      recoveryApproach: 'Pressed Ctrl+O',
    });

    const unknown = await service.refuse(ATTRIBUTE, { ...key, itemId: 'nothing' }, headers);
    expect([unknown.extensions.code, unknown.message]).toEqual(['NOT_FOUND', 'KnowledgeItem "nothing" does not exist']);
  });

  it('are attributed where their own text names one retrieved item, and learn then', async () => {
    const { savePlan, report } = await fresh();
    const plan = await savePlan({
      retrievedItems: ['open_files', 'concatenate_mode'],
      actions: [
        { toolName: 'Shortcut-Tool', toolArguments: { shortcut: 'ctrl+o' }, kbSource: 'open_file' },
        { toolName: 'State-Tool', reasoning: 'Look around' },
      ],
    });
    expect(plan.steps.map(({ attribution, item, kbSource }) => [attribution, item?.id, kbSource])).toEqual([
      ['INFERRED', 'open_files', 'open_file'],
      ['NONE', undefined, null],
    ]);
    const failure = await report({ planId: plan.id, stepNum: 0, ...FAILED });
    expect(failure).toMatchObject({ item: { id: 'open_files' }, trustAfter: 0.95 });
  });

  describe('that were inferred', () => {
    const ATTRIBUTE = `mutation ($planId: ID!, $stepNum: Int!, $itemId: ID!) {
      attributeStep(planId: $planId, stepNum: $stepNum, itemId: $itemId) { step { attribution } learning { id } item { id } trustAfter } }`;

    /** Saves a plan of inferred steps, some of which failed. */
    async function inferred() {
      const own = await fresh();
      const action = { toolName: 'Shortcut-Tool', toolArguments: { shortcut: 'ctrl+o' } };
      const plan = await own.savePlan({ retrievedItems: ['open_files'], actions: [action, action, action] });
      expect(plan.steps.map(({ attribution }) => attribution)).toEqual(['INFERRED', 'INFERRED', 'INFERRED']);
      const variables = (stepNum: number, itemId: string) => ({ planId: plan.id, stepNum, itemId });
      const attribute = async (stepNum: number, itemId: string) =>
        (await service.ask<{ attributeStep: Report }>(ATTRIBUTE, variables(stepNum, itemId), own.headers))
          .attributeStep;
      const reportStep = (stepNum: number, input: object) => own.report({ planId: plan.id, stepNum, ...input });
      return { ...own, plan, attribute, reportStep };
    }

    it('come from what a person says: learning and loss move, and both trusts stay folds', async () => {
      const { attribute, reportStep, item } = await inferred();
      const first = await reportStep(0, { ...FAILED, recoveryApproach: 'Pressed Ctrl+O' });
      await reportStep(1, FAILED);
      await reportStep(2, FAILED);
      await reportStep(2, CORRECTED);
      expect((await item('open_files')).trust).toBeCloseTo(0.857375, 12); // 0.95³

      // Concurrent calls all get the same answer.
      for (const answer of await Promise.all(Array.from({ length: 6 }, () => attribute(0, 'batch_mode')))) {
        expect(answer).toMatchObject({
          step: { attribution: 'INFERRED' },
          learning: { id: first.learning?.id },
          item: { id: 'batch_mode' },
          trustAfter: 0.95,
        });
      }
      let [wrong, right] = [await item('open_files'), await item('batch_mode')];
      expect(wrong.trust).toBeCloseTo(0.9025, 12);
      expect(wrong.evidence.nodes.map(({ kind }) => kind)).toEqual([
        'RETRACTION',
        'HUMAN_CORRECTION',
        'STEP_FAILURE',
        'STEP_FAILURE',
        'STEP_FAILURE',
      ]);
      expect(replay(wrong)).toBe(wrong.trust);
      expect(wrong.learnings.totalCount).toBe(3);
      expect(right.trust).toBe(0.95);
      expect(right.evidence.nodes.map(({ kind, weight }) => [kind, weight])).toEqual([['STEP_FAILURE', 0.95]]);
      expect(right.learnings.nodes).toMatchObject([{ id: first.learning?.id, recoveryApproach: 'Pressed Ctrl+O' }]);

      // A step that failed and was corrected moves both learnings, but lowers the trust only once.
      expect(await attribute(2, 'batch_mode')).toMatchObject({ trustAfter: 0.9025 });
      await attribute(1, 'save_output');
      [wrong, right] = [await item('open_files'), await item('batch_mode')];
      expect(wrong.trust).toBe(1);
      expect(replay(wrong)).toBe(wrong.trust);
      expect(wrong.learnings.totalCount).toBe(0);
      expect(right.learnings.nodes.map(({ kind }) => kind).toSorted()).toEqual([
        'HUMAN_INTERRUPT',
        'SELF_EXPLORATION',
        'SELF_EXPLORATION',
      ]);
      expect(replay(right)).toBe(right.trust);

      // Repeating a report returns the state of the item from which the step came.
      expect(await reportStep(0, { ...FAILED, recoveryApproach: 'Pressed Ctrl+O' })).toMatchObject({
        learning: { id: first.learning?.id },
        item: { id: 'batch_mode' },
        trustAfter: 0.95,
      });
    });

    it('are reported for what a person said before', async () => {
      const { attribute, reportStep, item } = await inferred();
      expect(await attribute(0, 'batch_mode')).toMatchObject({ learning: null, trustAfter: null });
      expect(await reportStep(0, FAILED)).toMatchObject({ item: { id: 'batch_mode' }, trustAfter: 0.95 });
      expect(await reportStep(0, CORRECTED)).toMatchObject({ item: { id: 'batch_mode' }, trustAfter: 0.95 });
      expect((await item('open_files')).evidence.totalCount).toBe(0);
      expect((await item('batch_mode')).evidence.totalCount).toBe(2);
    });

    it('stay what the plan stated', async () => {
      const { planOf, headers } = await fresh();
      const plan = await planOf(1);
      const variables = { planId: plan.id, stepNum: 0, itemId: 'batch_mode' };
      expect((await service.refuse(ATTRIBUTE, variables, headers)).extensions.code).toBe('CONFLICT');
    });
  });

  it('are not attributed to items that were not retrieved; the one that they name is suggested', async () => {
    const { savePlan } = await fresh();
    const plan = await savePlan({ actions: [{ toolName: 'Shortcut-Tool', toolArguments: { shortcut: 'ctrl+o' } }] });
    expect(plan.steps[0]).toMatchObject({ attribution: 'NONE', suggestions: [{ item: { id: 'open_files' } }] });
  });
});

describe('recovery', () => {
  it('numbers plans, carries what succeeded, skips what was pending, and counts nothing twice', async () => {
    const { savePlan, report, refuseReport, plan: read, item } = await fresh();
    const action = { toolName: 'Click-Tool', kbSource: 'open_files' };
    const first = await savePlan({ actions: [action, action, action] });
    await report({ planId: first.id, stepNum: 0, outcome: 'SUCCESS' });
    await report({ planId: first.id, stepNum: 1, ...FAILED });
    const second = await savePlan({ recovers: first.id, reasoning: 'By keyboard', actions: [action] });
    expect((await read(first.id)).steps.map(({ outcome }) => outcome)).toEqual(['SUCCESS', 'FAILURE', 'SKIPPED']);
    expect(second.steps.map(({ outcome, carried }) => [outcome, carried])).toEqual([
      ['SUCCESS', true],
      ['PENDING', false],
    ]);
    // A copied step counts as reported already.
    await report({ planId: second.id, stepNum: 0, outcome: 'SUCCESS' });
    expect((await refuseReport({ planId: second.id, stepNum: 0, ...FAILED })).extensions.code).toBe('CONFLICT');
    await report({ planId: second.id, stepNum: 1, ...FAILED });
    const third = await savePlan({ recovers: second.id, reasoning: 'Gave up', actions: [action] });
    expect([first.number, second.number, third.number]).toEqual([0, 1, 2]);
    expect(third.recovers?.id).toBe(second.id);
    const after = await item('open_files');
    // One success and two failures: a carried step is not evidence again.
    expect(after.evidence.totalCount).toBe(3);
    expect(after.learnings.nodes.map(({ recoveryApproach }) => recoveryApproach).toSorted()).toEqual([
      'By keyboard',
      'Gave up',
    ]);
  });

  it('lets one plan recover a plan', async () => {
    const { headers, planOf, savePlan } = await fresh();
    const plan = await planOf(1);
    const input = { task: 't', recovers: plan.id, actions: [{ toolName: 'X' }] };
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => savePlan(input)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { extensions, message } = await service.refuse(SAVE_PLAN, { input }, headers);
    expect([extensions.code, message]).toEqual([
      'CONFLICT',
      `Plan "${plan.id}" is recovered by another plan already; recover that one`,
    ]);
  });

  it('takes a failure that is reported after its recovery was saved, with what worked', async () => {
    const { planOf, savePlan, report } = await fresh();
    const plan = await planOf(1);
    const recovery = await savePlan({ recovers: plan.id, reasoning: 'By keyboard', actions: [{ toolName: 'X' }] });
    const late = await report({ planId: plan.id, stepNum: 0, ...FAILED });
    expect(late).toMatchObject({
      learning: { recoveryApproach: 'By keyboard', awaitingRecovery: false },
      recoveryPlan: { id: recovery.id },
      trustAfter: 0.95,
    });
  });
});

describe('a plan', () => {
  it('is saved once under its key, however often and at once', async () => {
    const { headers, savePlan } = await fresh();
    const input = {
      idempotencyKey: 'k',
      retrievedItems: ['open_files'],
      actions: [{ toolName: 'X', kbSource: 'open_files' }],
    };
    const plans = await Promise.all(Array.from({ length: 16 }, () => savePlan(input)));
    expect(new Set(plans.map(({ id }) => id)).size).toBe(1);
    expect((await savePlan(input)).id).toBe(plans[0]?.id);
    const other = await service.refuse(SAVE_PLAN, { input: { task: 'another', ...input } }, headers);
    expect(other.extensions.code).toBe('CONFLICT');
  });

  it('gives the first answer also when what it stood on is gone', async () => {
    const { headers, savePlan, plan: read } = await fresh();
    const input = {
      idempotencyKey: 'k',
      retrievedItems: ['save_output'],
      actions: [{ toolName: 'X', kbSource: 'save_output' }],
    };
    const first = await savePlan(input);
    await service.ask('mutation { delete(ref: "item:save_output") }', {}, headers);
    expect((await savePlan(input)).id).toBe(first.id);
    const { retrieved, steps } = await read(first.id);
    expect(retrieved).toMatchObject([{ id: 'save_output', item: null, snapshot: { knowledge_id: 'save_output' } }]);
    expect(steps).toMatchObject([{ kbSource: 'save_output', attribution: 'STATED', item: null }]);
  });

  it('is finished once', async () => {
    const { headers, planOf } = await fresh();
    const plan = await planOf(1);
    const FINISH =
      'mutation ($planId: ID!, $success: Boolean!) { finishPlan(planId: $planId, success: $success) { success } }';
    for (let i = 0; i < 2; i++) {
      expect(await service.ask(FINISH, { planId: plan.id, success: true }, headers)).toEqual({
        finishPlan: { success: true },
      });
    }
    expect((await service.refuse(FINISH, { planId: plan.id, success: false }, headers)).extensions.code).toBe(
      'CONFLICT',
    );
    expect((await service.refuse(FINISH, { planId: 'none', success: false }, headers)).extensions.code).toBe(
      'NOT_FOUND',
    );
  });

  it('stands in the list, newest first, in pages, and by its task', async () => {
    const { headers, savePlan } = await fresh();
    const ids: string[] = [];
    for (const task of ['Open a LOG', 'Save 100% of it', 'open another log'])
      ids.push((await savePlan({ task, actions: [{ toolName: 'X' }] })).id);
    const LIST =
      'query ($first: Int, $after: String, $task: String) { plans(first: $first, after: $after, task: $task) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }';
    interface List {
      plans: { totalCount: number; nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    }
    const one = await service.ask<List>(LIST, { first: 2 }, headers);
    expect(one.plans.nodes.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(one.plans).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const two = await service.ask<List>(LIST, { first: 2, after: one.plans.pageInfo.endCursor }, headers);
    expect(two.plans.nodes.map(({ id }) => id)).toEqual([ids[0]]);
    const logs = await service.ask<List>(LIST, { task: 'log' }, headers);
    expect([logs.plans.totalCount, logs.plans.nodes.map(({ id }) => id)]).toEqual([2, [ids[2], ids[0]]]);
  });

  it('keeps no secret', async () => {
    const { savePlan, report, plan: read, item } = await fresh();
    const secret = 'sk-abcdefghijklmnopqrstuvwx';
    const plan = await savePlan({
      task: `Log in with ${secret}`,
      reasoning: `key ${secret}`,
      actions: [
        {
          toolName: 'Type-Tool',
          toolArguments: { text: secret, password: 'hunter2' },
          reasoning: secret,
          kbSource: 'open_files',
        },
      ],
    });
    await report({
      planId: plan.id,
      stepNum: 0,
      outcome: 'FAILURE',
      error: `refused ${secret}`,
      recoveryApproach: `used ${secret}`,
    });
    const stored = JSON.stringify([await read(plan.id), await item('open_files')]);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain('hunter2');
    expect(stored).toContain('refused [redacted]');
  });
});

describe('bad input', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['a failure without its error', { outcome: 'FAILURE' }, 'error', 'isRequired'],
    ['a correction without its reason', { outcome: 'CORRECTED', correctedAction: {} }, 'humanReasoning', 'isRequired'],
    ['a correction without its action', { outcome: 'CORRECTED', humanReasoning: 'x' }, 'correctedAction', 'isRequired'],
    ['a success with an error', { outcome: 'SUCCESS', error: 'x' }, 'error', 'isForeign'],
    ['a pending outcome', { outcome: 'PENDING' }, 'outcome', 'isReported'],
    ['a step behind the last', { stepNum: 2, outcome: 'SUCCESS' }, 'stepNum', 'max'],
    ['a negative step', { stepNum: -1, outcome: 'SUCCESS' }, 'stepNum', 'min'],
    ['control characters in an error', { outcome: 'FAILURE', error: 'a\u0000b' }, 'error', 'noControlCharacters'],
    ['a huge error', { outcome: 'FAILURE', error: 'x'.repeat(50_001) }, 'error', 'maxLength'],
    ['a corrected action that is no object', { ...CORRECTED, correctedAction: [1] }, 'correctedAction', 'isObject'],
  ])('%s is refused by name, and changes nothing', async (_, input, path, rule) => {
    const { planOf, refuseReport, plan: read } = await fresh();
    const plan = await planOf(2);
    const { extensions } = await refuseReport({ planId: plan.id, stepNum: 0, ...input });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path, rule }] });
    expect((await read(plan.id)).steps.map(({ outcome }) => outcome)).toEqual(['PENDING', 'PENDING']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no actions', { actions: [] }, 'actions'],
    ['an unknown retrieved item', { retrievedItems: ['open_files', 'nothing'] }, 'retrievedItems.1'],
    ['both a receipt and items', { receiptId: 'r', retrievedItems: ['open_files'] }, 'retrievedItems'],
    ['control characters in a source', { actions: [{ toolName: 'X', kbSource: 'a\u0007' }] }, 'actions.0.kbSource'],
    ['control characters in a task', { task: 'a\u001b[31m' }, 'task'],
    ['arguments that are no object', { actions: [{ toolName: 'X', toolArguments: [] }] }, 'actions.0.toolArguments'],
    ['an empty tool', { actions: [{ toolName: 'X' }, { toolName: ' ' }] }, 'actions.1.toolName'],
  ])('a plan with %s is refused by name', async (_, given, path) => {
    const { headers } = await fresh();
    const input = { task: 't', actions: [{ toolName: 'X' }], ...given };
    const { extensions } = await service.refuse(SAVE_PLAN, { input }, headers);
    expect(extensions.code).toBe('BAD_USER_INPUT');
    expect(extensions.fields?.[0]?.path).toBe(path);
  });

  it.each([{ receiptId: 'nothing' }, { recovers: 'nothing' }])('a plan with %j is not found', async (given) => {
    const { headers } = await fresh();
    const { extensions, message } = await service.refuse(
      SAVE_PLAN,
      { input: { task: 't', actions: [{ toolName: 'X' }], ...given } },
      headers,
    );
    expect(extensions.code).toBe('NOT_FOUND');
    expect(message).toContain('"nothing" does not exist');
  });

  it('a plan, receipt or learning of another namespace does not exist', async () => {
    const mine = await fresh();
    const other = await fresh();
    const plan = await other.planOf(1);
    const { learning } = await other.report({ planId: plan.id, stepNum: 0, ...FAILED });
    const { planningPrompt } = await service.ask<{ planningPrompt: { receiptId: string } }>(
      'query { planningPrompt(input: { task: "open files" }) { receiptId } }',
      {},
      other.headers,
    );
    const own = await mine.planOf(1);
    const refusals = await Promise.all([
      mine.refuseReport({ planId: plan.id, stepNum: 0, outcome: 'SUCCESS' }),
      mine.refuseReport({ planId: own.id, stepNum: 0, outcome: 'SUCCESS', followedLearning: learning?.id }),
      service.refuse(
        SAVE_PLAN,
        { input: { task: 't', actions: [{ toolName: 'X' }], recovers: plan.id } },
        mine.headers,
      ),
      service.refuse(
        SAVE_PLAN,
        { input: { task: 't', actions: [{ toolName: 'X' }], receiptId: planningPrompt.receiptId } },
        mine.headers,
      ),
    ]);
    expect(refusals.map(({ extensions }) => extensions.code)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect(await mine.plan(plan.id)).toBeNull();
  });
});
