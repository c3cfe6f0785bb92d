import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATALOG, importCatalog, type PlanningService, SAVE_PLAN, type SavedPlan, startPlanning } from './support.js';

// Compares the four success metrics of the KB-attached learning design with values that were worked out by hand for a
// history.

let service: PlanningService;
beforeAll(async () => {
  service = await startPlanning();
});
afterAll(() => service.close());

const METRICS = `query ($since: DateTime) { learningMetrics(since: $since) {
  failedSteps attributionAccuracy attributionAccuracyInContext learningReuse trustSuccessCorrelation
  enrichedShare enrichedShareOfFailed enrichedShareOfAll } }`;
const REPORT = 'mutation ($input: StepReportInput!) { reportStep(input: $input) { learning { id } } }';
const FINISH =
  'mutation ($planId: ID!, $success: Boolean!) { finishPlan(planId: $planId, success: $success) { success } }';

async function fresh() {
  const headers = { 'x-namespace': `test-${crypto.randomUUID()}` };
  const ask = <Data>(query: string, variables: unknown) => service.ask<Data>(query, variables, headers);
  await ask(importCatalog, { items: CATALOG });
  return {
    ask,
    save: async (actions: readonly Record<string, unknown>[], more: Record<string, unknown> = {}) =>
      (
        await ask<{ savePlan: SavedPlan }>(SAVE_PLAN, {
          input: {
            task: 'Concatenate files',
            actions: actions.map((a) => ({ toolName: 'Click-Tool', ...a })),
            ...more,
          },
        })
      ).savePlan,
    fail: (planId: string, stepNum: number) =>
      ask(REPORT, { input: { planId, stepNum, outcome: 'FAILURE', error: 'not found' } }),
    succeed: (planId: string, stepNum: number) => ask(REPORT, { input: { planId, stepNum, outcome: 'SUCCESS' } }),
    finish: (planId: string, success: boolean) => ask(FINISH, { planId, success }),
    metrics: async (since?: string) =>
      (await ask<{ learningMetrics: Record<string, number | null> }>(METRICS, { since })).learningMetrics,
  };
}

it('has nothing to say of a namespace where nothing happened', async () => {
  const empty = {
    failedSteps: 0,
    attributionAccuracy: null,
    attributionAccuracyInContext: null,
    learningReuse: null,
    trustSuccessCorrelation: null,
    enrichedShare: null,
    enrichedShareOfFailed: null,
  };
  expect(await (await fresh()).metrics()).toEqual({ ...empty, enrichedShareOfAll: 0 });
  const { learningMetrics } = await service.ask<{ learningMetrics: unknown }>(METRICS);
  expect(learningMetrics).toEqual({ ...empty, enrichedShareOfAll: null });
});

it('counts attribution of all failures, and of those whose plan had retrieved something', async () => {
  const { save, fail, succeed, metrics } = await fresh();
  const retrievedItems = ['open_files', 'batch_mode'];
  const plan = await save(
    [
      { kbSource: 'open_files' },
      // It names no item, and its text contains no name of a retrieved one.
      { reasoning: 'wait a moment' },
      // Both retrieved items are in the menu, so there are candidates but no unique match.
      { reasoning: 'use Menu → File → Open or Menu → Mode → Batch processing' },
      // The item is known, but was not retrieved.
      { kbSource: 'save_output' },
      { kbSource: 'batch_mode' },
      { reasoning: 'look around' },
    ],
    { retrievedItems },
  );
  expect(plan.steps.map(({ item, suggestions }) => [item?.id ?? null, suggestions.length])).toEqual([
    ['open_files', 0],
    [null, 0],
    [null, 2],
    ['save_output', 0],
    ['batch_mode', 0],
    [null, 0],
  ]);
  for (const num of [0, 1, 2, 3, 5]) await fail(plan.id, num);
  await succeed(plan.id, 4);
  // This plan retrieved no item, so its failure counts only in the metric over all plans.
  const bare = await save([{ kbSource: 'save_output' }]);
  await fail(bare.id, 0);
  expect(await metrics()).toMatchObject({
    failedSteps: 6,
    attributionAccuracy: 0.5, // steps 0 and 3 of the first plan, and the step of the second
    attributionAccuracyInContext: 0.4, // steps 0 and 3, of the steps 0, 1, 2, 3 and 5
  });
});

it('counts reuse as the mean over all learnings', async () => {
  const { ask, save, fail, succeed, metrics } = await fresh();
  const first = await save([{ kbSource: 'concatenate_mode' }, { kbSource: 'open_files' }]);
  await fail(first.id, 0);
  await fail(first.id, 1);
  expect((await metrics())['learningReuse']).toBe(0);
  const { planningPrompt } = await ask<{ planningPrompt: { receiptId: string } }>(
    'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId } }',
    { input: { task: 'set the operation to concatenate', first: 1 } },
  );
  const { receiptId } = planningPrompt;
  // The prompt shows the learning of concatenate_mode and, among the prerequisites, that of open_files.
  const plans = [];
  for (const kbSource of ['concatenate_mode', 'concatenate_mode', 'open_files'])
    plans.push(await save([{ kbSource }], { receiptId }));
  // A recovery that only copies such a step did not make it from its own prompt.
  const [reused] = plans;
  await succeed(reused?.id ?? '', 0);
  await save([{}], { receiptId, recovers: reused?.id });
  // Two plans reused one learning, and one plan the other: 3 / 2.
  expect((await metrics())['learningReuse']).toBe(1.5);
});

it('compares steps whose prompt showed a learning with those whose prompt did not', async () => {
  const { ask, save, fail, succeed } = await fresh();
  const uses = async (since?: string) =>
    (
      await ask<{ learningMetrics: object }>(
        `query ($since: DateTime) { learningMetrics(since: $since) {
          timesShown timesFollowed timesSucceeded withLearning { n successes } withoutLearning { n successes }
          difference differenceLower differenceUpper } }`,
        { since },
      )
    ).learningMetrics;
  const steps = (count: number, more = {}) =>
    Array.from({ length: count }, () => ({ kbSource: 'concatenate_mode', ...more }));
  // Before there was a learning: not compared, as is the failure that taught it.
  const before = await save(steps(2));
  await succeed(before.id, 1);
  await fail(before.id, 0);
  const none = { n: 0, successes: 0 };
  const nothing = { timesShown: 0, timesFollowed: 0, timesSucceeded: 0, withLearning: none, withoutLearning: none };
  expect(await uses()).toMatchObject({ ...nothing, difference: null, differenceLower: null, differenceUpper: null });
  const { planningPrompt, learnings } = await ask<{
    planningPrompt: { receiptId: string };
    learnings: { nodes: [{ id: string }] };
  }>(
    `query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId } learnings(first: 1) { nodes { id } } }`,
    { input: { task: 'set the operation to concatenate', first: 1 } },
  );
  const followsLearning = learnings.nodes[0].id;
  const shown = await save([...steps(2, { followsLearning }), ...steps(8)], { receiptId: planningPrompt.receiptId });
  const other = await save(steps(10));
  for (let step = 0; step < 10; step++) {
    await (step > 0 ? succeed : fail)(shown.id, step);
    await (step < 4 ? succeed : fail)(other.id, step);
  }
  const found = { timesShown: 1, timesFollowed: 2, timesSucceeded: 1, difference: 0.5 };
  expect(await uses()).toMatchObject({
    ...found,
    withLearning: { n: 10, successes: 9 },
    withoutLearning: { n: 10, successes: 4 },
    differenceLower: expect.closeTo(0.0816, 3) as number,
    differenceUpper: expect.closeTo(0.7459, 3) as number,
  });
  expect(await uses('9000-01-01')).toMatchObject(nothing);
});

it('correlates trust with the success of finished plans, item by item', async () => {
  const { save, fail, finish, metrics } = await fresh();
  // open_files fails twice, and both plans fail; batch_mode fails once, and one of two plans fails; save_output never
  // fails.
  const plan = async (kbSource: string, fails: boolean, success: boolean | null) => {
    const { id } = await save([{ kbSource }]);
    if (fails) await fail(id, 0);
    if (success !== null) await finish(id, success);
  };
  await plan('open_files', true, false);
  await plan('open_files', true, false);
  await plan('batch_mode', true, false);
  expect((await metrics())['trustSuccessCorrelation']).toBeNull(); // two items
  await plan('batch_mode', false, true);
  await plan('save_output', false, true);
  await plan('save_output', true, null); // an unfinished plan lowers the trust, but does not count as a plan yet
  // Trust 0.9025, 0.95, 0.95 and success 0, 0.5, 1 have the ranks 1, 2.5, 2.5 and 1, 2, 3: 1.5 / √(1.5 · 2).
  expect((await metrics())['trustSuccessCorrelation']).toBeCloseTo(0.8660254038, 9);
});

it('does not blame an item for a plan that skipped its step or only carried it over', async () => {
  const { ask, save, fail, succeed, finish, metrics } = await fresh();
  const sources = ['open_files', 'batch_mode', 'save_output', 'app_open'];
  const plan = await save(sources.map((kbSource) => ({ kbSource })));
  await succeed(plan.id, 0);
  await fail(plan.id, 1);
  const recovery = await save([{ kbSource: 'concatenate_mode' }], { recovers: plan.id });
  await finish(plan.id, false);
  await finish(recovery.id, true);
  // Plan 0 used open_files and batch_mode, its recovery only concatenate_mode. Trust 1, 0.95, 1 and success 0, 0, 1 of
  // the three items have the ranks 2.5, 1, 2.5 and 1.5, 1.5, 3: 0.75 / √(1.5 · 1.5).
  expect((await metrics())['trustSuccessCorrelation']).toBeCloseTo(0.5, 12);
  expect(await ask('{ plans { totalCount } }', {})).toEqual({ plans: { totalCount: 2 } });
});

it('counts items with learnings among those retrieved, those that failed, and all', async () => {
  const { ask, save, fail, metrics } = await fresh();
  const plan = await save([{ kbSource: 'open_files' }, { kbSource: 'save_output' }], {
    retrievedItems: ['open_files', 'batch_mode', 'concatenate_mode'],
  });
  await fail(plan.id, 0);
  await fail(plan.id, 1);
  expect(await metrics()).toMatchObject({
    enrichedShare: 1 / 3, // open_files, of three items
    enrichedShareOfFailed: 1,
    enrichedShareOfAll: 2 / 5,
  });
  // The learnings are deleted; the plans and steps stay.
  const items = CATALOG.filter(({ knowledge_id: id }) => id === 'open_files');
  await ask('mutation ($items: [JSON!]!) { importCatalog(items: $items, reset: true) { updated } }', { items });
  expect(await metrics()).toMatchObject({
    failedSteps: 2,
    enrichedShare: 0,
    enrichedShareOfFailed: 0.5,
    enrichedShareOfAll: 1 / 5,
  });
});

it('looks at nothing before `since`', async () => {
  const { save, fail, finish, metrics } = await fresh();
  const retrievedItems = ['open_files'];
  const plan = await save([{ kbSource: 'open_files' }], { retrievedItems });
  await fail(plan.id, 0);
  await finish(plan.id, false);
  expect(await metrics('2000-01-01T00:00:00Z')).toEqual(await metrics());
  expect(await metrics('9000-01-01')).toEqual({
    failedSteps: 0,
    attributionAccuracy: null,
    attributionAccuracyInContext: null,
    learningReuse: 0,
    trustSuccessCorrelation: null,
    enrichedShare: null,
    enrichedShareOfFailed: null,
    enrichedShareOfAll: 1 / 5,
  });
});

it('keeps namespaces apart', async () => {
  const [one, other] = [await fresh(), await fresh()];
  const before = await other.metrics();
  const plan = await one.save([{ kbSource: 'open_files' }], { retrievedItems: ['open_files'] });
  await one.fail(plan.id, 0);
  await one.finish(plan.id, false);
  expect(await other.metrics()).toEqual(before);
});

it('refuses a time that is none', async () => {
  expect((await service.refuse(METRICS, { since: 'yesterday' })).extensions.code).toBe('BAD_USER_INPUT');
});
