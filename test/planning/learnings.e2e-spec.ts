import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, importCatalog, type PlanningService, SAVE_PLAN, type SavedPlan, startPlanning } from './support.js';

// Learnings are completed, verified, shown and followed, and so change the items to which they belong.

let service: PlanningService;
beforeAll(async () => {
  service = await startPlanning();
});
afterAll(() => service.close());

const LEARNING =
  'id kind verified recoveryApproach awaitingRecovery recoveryFailed timesShown timesReused timesFollowed timesSucceeded';
const COMPLETE = `mutation ($id: ID!, $recoveryApproach: String!) {
  completeLearning(id: $id, recoveryApproach: $recoveryApproach) { ${LEARNING} item { id } } }`;
const VERIFY = `mutation ($id: ID!, $verified: Boolean) { verifyLearning(id: $id, verified: $verified) { ${LEARNING} } }`;
const REPORT = 'mutation ($input: StepReportInput!) { reportStep(input: $input) { learning { id } } }';
const PROMPT = 'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId user } }';

interface Learning {
  readonly id: string;
  readonly verified: boolean;
  readonly recoveryApproach: string | null;
  readonly awaitingRecovery: boolean;
  readonly recoveryFailed: boolean;
  readonly timesShown: number;
  readonly timesReused: number;
  readonly timesFollowed: number;
  readonly timesSucceeded: number;
}

const CORRECTED = {
  outcome: 'CORRECTED',
  correctedAction: { tool_name: 'Shortcut-Tool' },
  humanReasoning: 'Use the keyboard',
};

async function fresh() {
  const headers = { 'x-namespace': `test-${crypto.randomUUID()}` };
  await service.ask(importCatalog, { items: CATALOG }, headers);
  const ask = <Data>(query: string, variables: unknown) => service.ask<Data>(query, variables, headers);
  const savePlan = async (input: Record<string, unknown>) =>
    (await ask<{ savePlan: SavedPlan }>(SAVE_PLAN, { input: { task: 'Concatenate files', ...input } })).savePlan;
  const step = { toolName: 'Click-Tool', kbSource: 'concatenate_mode' };
  const report = async (planId: string, stepNum: number, fields: Record<string, unknown>) => {
    const input = { planId, stepNum, ...fields };
    return (await ask<{ reportStep: { learning: { id: string } | null } }>(REPORT, { input })).reportStep.learning?.id;
  };
  return {
    headers,
    ask,
    savePlan,
    report,
    /** Saves a plan with one step from concatenate_mode and reports it. @returns the id of the learning */
    fail: async (fields: Record<string, unknown> = { outcome: 'FAILURE', error: 'menu not found' }) => {
      const { id } = await savePlan({ actions: [step] });
      return (await report(id, 0, fields)) ?? '';
    },
    /** Reports a step that follows a learning. */
    follow: async (followsLearning: string, fields: Record<string, unknown>) => {
      const { id } = await savePlan({ actions: [{ ...step, followsLearning }] });
      return report(id, 0, fields);
    },
    learnings: async () =>
      (
        await ask<{ knowledgeItem: { learnings: { nodes: readonly Learning[] } } }>(
          `{ knowledgeItem(id: "concatenate_mode") { learnings(first: 100) { nodes { ${LEARNING} } } } }`,
          {},
        )
      ).knowledgeItem.learnings.nodes,
    prompt: async () =>
      (
        await ask<{ planningPrompt: { receiptId: string; user: string } }>(PROMPT, {
          input: { task: 'set the operation to concatenate', first: 1 },
        })
      ).planningPrompt,
    refuse: (query: string, variables: unknown) => service.refuse(query, variables, headers),
  };
}

const SUCCESS = { outcome: 'SUCCESS' };
const FAILURE = { outcome: 'FAILURE', error: 'tab not found' };

describe('completeLearning', () => {
  it('says later what worked, and the next prompt says so', async () => {
    const { fail, ask, prompt } = await fresh();
    const id = await fail();
    expect((await prompt()).user).toContain('   - What Worked: not known yet\n');
    const variables = { id, recoveryApproach: 'Use the Concatenate tab.' };
    const { completeLearning } = await ask<{ completeLearning: Learning }>(COMPLETE, variables);
    expect(completeLearning).toMatchObject({
      id,
      recoveryApproach: 'Use the Concatenate tab.',
      awaitingRecovery: false,
      item: { id: 'concatenate_mode' },
    });
    expect((await prompt()).user).toContain('   - What Worked: Use the Concatenate tab.\n');
  });

  it('takes the same text again, and refuses another', async () => {
    const { fail, ask, refuse, learnings } = await fresh();
    const id = await fail();
    await ask(COMPLETE, { id, recoveryApproach: 'Use the tab.' });
    await ask(COMPLETE, { id, recoveryApproach: 'Use the tab.' });
    const { extensions, message } = await refuse(COMPLETE, { id, recoveryApproach: 'Use the keyboard.' });
    expect(extensions.code).toBe('CONFLICT');
    expect(message).toBe(`Learning "${id}" has another recovery already; the first one stands`);
    expect(await learnings()).toMatchObject([{ recoveryApproach: 'Use the tab.' }]);
  });

  it('of two at once lets one stand', async () => {
    const { fail, headers, learnings } = await fresh();
    const id = await fail();
    const answers = await Promise.all(
      ['Use the tab.', 'Use the keyboard.'].map((recoveryApproach) =>
        service.graphql(COMPLETE, { id, recoveryApproach }, headers),
      ),
    );
    expect(answers.map(({ errors }) => errors[0]?.extensions.code ?? 'stands').sort()).toEqual(['CONFLICT', 'stands']);
    const stands = answers.find(({ errors }) => errors.length === 0)?.data?.['completeLearning'] as Learning;
    expect((await learnings())[0]?.recoveryApproach).toBe(stands.recoveryApproach);
  });

  it('cuts secrets out, and takes the same text with its secret again', async () => {
    const { fail, ask } = await fresh();
    const id = await fail();
    const recoveryApproach = `Log in with ${['sk', 'abcdefghijklmnopqrstuvwxyz'].join('-')}`;
    for (let times = 0; times < 2; times++) {
      const { completeLearning } = await ask<{ completeLearning: Learning }>(COMPLETE, { id, recoveryApproach });
      expect(completeLearning.recoveryApproach).toBe('Log in with [redacted]');
    }
  });

  it('refuses a human correction, an unknown learning, one of another namespace, and an empty text', async () => {
    const { fail, refuse } = await fresh();
    const human = await fail(CORRECTED);
    expect((await refuse(COMPLETE, { id: human, recoveryApproach: 'x' })).extensions.code).toBe('CONFLICT');
    expect((await refuse(COMPLETE, { id: 'nowhere', recoveryApproach: 'x' })).message).toBe(
      'Learning "nowhere" does not exist',
    );
    const elsewhere = await (await fresh()).fail();
    expect((await refuse(COMPLETE, { id: elsewhere, recoveryApproach: 'x' })).extensions.code).toBe('NOT_FOUND');
    expect((await refuse(COMPLETE, { id: elsewhere, recoveryApproach: ' ' })).extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'recoveryApproach', rule: 'isNotEmpty' }],
    });
    expect((await refuse(COMPLETE, { id: elsewhere, recoveryApproach: 'x'.repeat(20_001) })).extensions).toMatchObject({
      fields: [{ path: 'recoveryApproach', rule: 'maxLength' }],
    });
    expect((await refuse(COMPLETE, { id: elsewhere, recoveryApproach: 'a\u0000b' })).extensions).toMatchObject({
      fields: [{ path: 'recoveryApproach', rule: 'noControlCharacters' }],
    });
  });

  it('keeps an imported learning known by its content: its export imports back as the same', async () => {
    const { ask, learnings } = await fresh();
    const learning = {
      task: 'Save',
      step_num: 1,
      original_action: { tool_name: 'Click-Tool' },
      original_error: 'no button',
      timestamp: '2025-01-19T14:30:00',
      reported_by: 'nobody the schema knows',
    };
    const item = { ...CATALOG.find(({ knowledge_id: id }) => id === 'concatenate_mode'), kb_learnings: [learning] };
    await ask(importCatalog, { items: [item] });
    const [imported] = await learnings();
    await ask(COMPLETE, { id: imported?.id, recoveryApproach: 'Use the folder button.' });
    const { exportCatalog } = await ask<{ exportCatalog: unknown[] }>('{ exportCatalog }', {});
    await ask(importCatalog, { items: exportCatalog });
    expect(await learnings()).toHaveLength(1);
  });
});

describe('verified', () => {
  it('is a learning that was followed with success more often than without', async () => {
    const { fail, follow, learnings } = await fresh();
    const id = await fail();
    const verified = async () => (await learnings()).find((learning) => learning.id === id)?.verified;
    expect(await verified()).toBe(false);
    const seen = [];
    for (const outcome of [SUCCESS, FAILURE, SUCCESS, FAILURE, CORRECTED, SUCCESS, SUCCESS]) {
      await follow(id, outcome);
      seen.push(await verified());
    }
    // Successes minus failures after each report: 1, 0, 1, 0, -1, 0, 1.
    expect(seen).toEqual([true, false, true, false, false, false, true]);
  });

  it('is a human correction from the beginning, until following it fails as often', async () => {
    const { fail, follow, learnings } = await fresh();
    const id = await fail(CORRECTED);
    const verified = async () => (await learnings()).find((learning) => learning.id === id)?.verified;
    expect(await verified()).toBe(true);
    await follow(id, FAILURE);
    expect(await verified()).toBe(false);
    await follow(id, SUCCESS);
    expect(await verified()).toBe(true);
  });

  it('stands before newer ones in a prompt', async () => {
    const { fail, prompt } = await fresh();
    await fail(CORRECTED);
    await fail({ outcome: 'FAILURE', error: 'menu not found', recoveryApproach: 'Look in the other menu' });
    const order = (text: string) => ['Human Correction', 'Self-Recovery'].map((label) => text.indexOf(label));
    const [corrected, recovered] = order((await prompt()).user);
    expect(corrected).toBeGreaterThan(0);
    expect(corrected).toBeLessThan(recovered!);
  });

  it('counts a step that failed and was then corrected once, and a skipped one not at all', async () => {
    const { fail, savePlan, report, learnings } = await fresh();
    const id = await fail();
    const step = { toolName: 'Click-Tool', kbSource: 'concatenate_mode', followsLearning: id };
    const plan = await savePlan({ actions: [step, step, step, step] });
    await report(plan.id, 0, FAILURE);
    await report(plan.id, 0, CORRECTED);
    await report(plan.id, 1, { outcome: 'SKIPPED' });
    await report(plan.id, 2, SUCCESS);
    await report(plan.id, 3, SUCCESS);
    expect((await learnings()).find((learning) => learning.id === id)).toMatchObject({
      verified: true,
      timesFollowed: 4,
      timesSucceeded: 2,
    });
  });

  it('is what a person said, whatever becomes of the steps', async () => {
    const { fail, follow, ask, learnings } = await fresh();
    const [good, bad] = [await fail(), await fail(CORRECTED)];
    expect((await ask<{ verifyLearning: Learning }>(VERIFY, { id: good })).verifyLearning.verified).toBe(true);
    expect(
      (await ask<{ verifyLearning: Learning }>(VERIFY, { id: bad, verified: false })).verifyLearning.verified,
    ).toBe(false);
    await follow(good, FAILURE);
    await follow(bad, SUCCESS);
    const verified = new Map((await learnings()).map((learning) => [learning.id, learning.verified]));
    expect([verified.get(good), verified.get(bad)]).toEqual([true, false]);
  });

  it('is shown before what is newer', async () => {
    const { fail, ask, prompt } = await fresh();
    const ids = [await fail(), await fail(), await fail(), await fail()];
    const shown = async () => [...(await prompt()).user.matchAll(/, learning (\w+)/g)].map(([, id]) => id);
    expect(await shown()).toEqual([ids[3], ids[2], ids[1]]);
    await ask(VERIFY, { id: ids[0] });
    expect(await shown()).toEqual([ids[0], ids[3], ids[2]]);
  });

  it('is NOT_FOUND for an unknown learning and for one of another namespace', async () => {
    const { refuse } = await fresh();
    const elsewhere = await fresh();
    const id = await elsewhere.fail();
    expect((await refuse(VERIFY, { id: 'nowhere' })).extensions.code).toBe('NOT_FOUND');
    expect((await refuse(VERIFY, { id })).extensions.code).toBe('NOT_FOUND');
    expect((await elsewhere.learnings()).map(({ verified }) => verified)).toEqual([false]);
  });
});

describe('what a prompt shows of learnings', () => {
  it('are first those that know a recovery, however old they are and whatever version the others have', async () => {
    const { fail, prompt, ask } = await fresh();
    const known = await fail({ outcome: 'FAILURE', error: 'no menu', recoveryApproach: 'Use the tab.' });
    const others = [];
    for (let n = 0; n < 3; n++) {
      others.push(await fail({ outcome: 'FAILURE', error: 'no menu', applicationVersion: '8.8' }));
    }
    const expected = [known, others[2], others[1]];
    const ids = (text: string) => [...text.matchAll(/, learning (\w+)/g)].map(([, id]) => id);
    expect(ids((await prompt()).user)).toEqual(expected);
    const input = { task: 'set the operation to concatenate', first: 1, applicationVersion: '8.8' };
    expect(ids((await ask<{ planningPrompt: { user: string } }>(PROMPT, { input })).planningPrompt.user)).toEqual(
      expected,
    );
    const { knowledgeItem } = await ask<{ knowledgeItem: { formatted: string } }>(
      '{ knowledgeItem(id: "concatenate_mode") { formatted } }',
      {},
    );
    expect(ids(knowledgeItem.formatted)).toEqual(expected);
  });

  it('says of a human correction what to call, with its arguments', async () => {
    const { fail, prompt } = await fresh();
    const correctedAction = { tool: 'Click-Tool', target: 'Concatenate tab' };
    await fail({ ...CORRECTED, correctedAction });
    const { user } = await prompt();
    expect(user).toContain('   - Corrected To: Click-Tool {"target":"Concatenate tab"}\n');
    expect(user).not.toContain('N/A');
  });

  it('says of a recovery that its plan failed too, until steps that follow it prove it', async () => {
    const { savePlan, report, follow, prompt, learnings } = await fresh();
    const step = { toolName: 'Click-Tool', kbSource: 'concatenate_mode' };
    const first = await savePlan({ actions: [step] });
    const id = (await report(first.id, 0, FAILURE)) ?? '';
    const recovery = await savePlan({
      recovers: first.id,
      reasoning: 'Use the ribbon.',
      actions: [{ toolName: 'State-Tool' }, { toolName: 'Click-Tool' }],
    });
    const failed = async () => (await learnings()).find((learning) => learning.id === id)?.recoveryFailed;
    expect((await prompt()).user).toContain('   - What Worked: Use the ribbon.\n');
    await report(recovery.id, 0, SUCCESS);
    expect(await failed()).toBe(false);
    await report(recovery.id, 1, { outcome: 'FAILURE', error: 'no ribbon' });
    expect(await failed()).toBe(true);
    expect((await prompt()).user).toContain('   - Tried, But Failed Too: Use the ribbon.\n');
    await follow(id, SUCCESS);
    expect(await failed()).toBe(false);
  });

  it('says of a recovery that those who followed it failed', async () => {
    const { fail, follow, prompt } = await fresh();
    const id = await fail({ outcome: 'FAILURE', error: 'no menu', recoveryApproach: 'Use the ribbon.' });
    await follow(id, SUCCESS);
    await follow(id, FAILURE);
    expect((await prompt()).user).toContain('   - What Worked: Use the ribbon.\n');
    await follow(id, FAILURE);
    expect((await prompt()).user).toContain('   - Tried, But Failed Too: Use the ribbon.\n');
  });
});

describe('what became of a learning', () => {
  it('is counted: shown, reused, followed, succeeded', async () => {
    const { fail, prompt, savePlan, report, learnings } = await fresh();
    const id = await fail();
    const one = async () => (await learnings()).find((learning) => learning.id === id);
    expect(await one()).toMatchObject({ timesShown: 0, timesReused: 0, timesFollowed: 0, timesSucceeded: 0 });

    const { receiptId } = await prompt();
    expect(await one()).toMatchObject({ timesShown: 0 }); // no plan was made with the prompt
    const step = { toolName: 'Click-Tool', kbSource: 'concatenate_mode' };
    const followed = await savePlan({ receiptId, actions: [{ ...step, followsLearning: id }, step] });
    await savePlan({
      receiptId: (await prompt()).receiptId,
      actions: [{ toolName: 'Click-Tool', kbSource: 'open_files' }],
    });
    expect(await one()).toMatchObject({ timesShown: 2, timesReused: 1, timesFollowed: 1, timesSucceeded: 0 });

    await report(followed.id, 0, SUCCESS);
    await report(followed.id, 1, FAILURE);
    expect(await one()).toMatchObject({ timesShown: 2, timesReused: 1, timesFollowed: 1, timesSucceeded: 1 });

    // A recovery whose prompt showed it copies the successful step, and has no step of its own from the item.
    await savePlan({
      receiptId: (await prompt()).receiptId,
      recovers: followed.id,
      actions: [{ toolName: 'Wait-Tool' }],
    });
    expect(await one()).toMatchObject({ timesShown: 3, timesReused: 1, timesFollowed: 1, timesSucceeded: 1 });
  });
});

describe('reliability and calibration', () => {
  const RELIABILITY = `{ knowledgeItems { nodes { id reliability { uses failures mean lowerBound } } } }`;
  const CALIBRATION = `query ($bins: Int) { calibration(kind: ITEM, bins: $bins) {
    samples brierScore expectedCalibrationError bins { from to count meanTrust successRate } } }`;
  interface Calibration {
    readonly samples: number;
    readonly brierScore: number | null;
    readonly expectedCalibrationError: number | null;
    readonly bins: readonly {
      readonly from: number;
      readonly to: number;
      readonly count: number;
      readonly meanTrust: number | null;
      readonly successRate: number | null;
    }[];
  }

  it('counts the reported steps of an item upon the prior', async () => {
    const { ask, savePlan, report } = await fresh();
    const step = { toolName: 'Click-Tool', kbSource: 'open_files' };
    const plan = await savePlan({ actions: [step, step, step, step, { toolName: 'Click-Tool' }] });
    await report(plan.id, 0, SUCCESS);
    await report(plan.id, 1, FAILURE);
    await report(plan.id, 1, CORRECTED);
    await report(plan.id, 2, CORRECTED);
    // Copies of successful steps are not counted again; pending steps become skipped.
    await savePlan({ recovers: plan.id, actions: [step] });
    const { knowledgeItems } = await ask<{
      knowledgeItems: { nodes: { id: string; reliability: Record<string, number> }[] };
    }>(RELIABILITY, {});
    const byId = new Map(knowledgeItems.nodes.map(({ id, reliability }) => [id, reliability]));
    expect(byId.get('open_files')).toMatchObject({ uses: 3, failures: 2, mean: 10 / 13 });
    // The 5 % quantile of Beta(10, 3).
    expect(byId.get('open_files')?.['lowerBound']).toBeCloseTo(0.5619, 3);
    expect(byId.get('app_open')).toMatchObject({ uses: 0, failures: 0, mean: 0.9 });
  });

  it('compares the trust items had when they were retrieved with what became of the steps', async () => {
    const { ask, savePlan, report } = await fresh();
    const none = await ask<{ calibration: Calibration }>(CALIBRATION, { bins: 2 });
    expect(none.calibration).toEqual({
      samples: 0,
      brierScore: null,
      expectedCalibrationError: null,
      bins: [
        { from: 0, to: 0.5, count: 0, meanTrust: null, successRate: null },
        { from: 0.5, to: 1, count: 0, meanTrust: null, successRate: null },
      ],
    });

    const step = { toolName: 'Click-Tool', kbSource: 'open_files' };
    const first = await savePlan({ retrievedItems: ['open_files'], actions: [step, step] });
    await report(first.id, 0, SUCCESS); // trust 1
    await report(first.id, 1, FAILURE); // it had trust 1 when it was retrieved
    const second = await savePlan({ retrievedItems: ['open_files'], actions: [step, step] });
    await report(second.id, 0, SUCCESS); // it had trust 0.95; the other step is pending
    const without = await savePlan({ actions: [step] });
    await report(without.id, 0, FAILURE); // not retrieved
    // This copies the successful step of the second plan.
    await savePlan({ retrievedItems: ['open_files'], recovers: second.id, actions: [{ toolName: 'Wait-Tool' }] });
    const { calibration } = await ask<{ calibration: Calibration }>(CALIBRATION, { bins: 20 });
    expect(calibration.samples).toBe(3);
    expect(calibration.bins).toHaveLength(20);
    expect(calibration.bins[18]).toMatchObject({ count: 0 });
    expect(calibration.bins[19]).toMatchObject({ from: 0.95, to: 1, count: 3, successRate: 2 / 3 });
    expect(calibration.bins[19]?.meanTrust).toBeCloseTo(2.95 / 3, 12);
    // (0² + 1² + 0.05²) / 3
    expect(calibration.brierScore).toBeCloseTo(1.0025 / 3, 12);
    expect(calibration.expectedCalibrationError).toBeCloseTo(0.95 / 3, 12);
  });

  it('keeps a namespace to itself', async () => {
    const { savePlan, report } = await fresh();
    const step = { toolName: 'Click-Tool', kbSource: 'open_files' };
    const plan = await savePlan({ retrievedItems: ['open_files'], actions: [step] });
    await report(plan.id, 0, FAILURE);
    const other = await fresh();
    expect((await other.ask<{ calibration: Calibration }>(CALIBRATION, {})).calibration.samples).toBe(0);
    const { knowledgeItems } = await other.ask<{
      knowledgeItems: { nodes: { id: string; reliability: Record<string, number> }[] };
    }>(RELIABILITY, {});
    for (const { reliability } of knowledgeItems.nodes) expect(reliability).toMatchObject({ uses: 0, failures: 0 });
  });

  it.each([
    [0, 'min'],
    [101, 'max'],
  ])('refuses %d bins', async (bins, rule) => {
    const { extensions } = await service.refuse(CALIBRATION, { bins });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'bins', rule }] });
  });
});
