import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  CATALOG,
  importCatalog,
  ITEM,
  type Item,
  REPORT,
  type Report,
  SAVE_PLAN,
  type SavedPlan,
  type PlanningService,
  startPlanning,
} from './support.js';
import { freshNamespace } from '../support/graph.js';

// The "Complete Flow" of the KB-attached learning design, only by GraphQL: concatenate_mode fails, the learning is
// attached to it, and the next prompt contains it.

const PROMPT = `query ($input: PlanningInput!) { planningPrompt(input: $input) {
  receiptId system user tokens items { score explain { relevance trust } knowledge { id } } alsoNeeded { id } } }`;

interface Prompt {
  readonly planningPrompt: {
    readonly receiptId: string;
    readonly system: string;
    readonly user: string;
    readonly tokens: number;
    readonly items: readonly { readonly knowledge: { readonly id: string } }[];
    readonly alsoNeeded: readonly { readonly id: string }[];
  };
}

const TASK = 'Concatenate MF4 measurement files';
const TOOLS = 'Switch-Tool(name)\nState-Tool(use_vision)\nClick-Tool(loc, button)';

let service: PlanningService;
beforeAll(async () => {
  service = await startPlanning();
  await service.ask(importCatalog, { items: CATALOG });
});
afterAll(() => service.close());

it('plays the complete flow: plan, fail, learn, and the next prompt carries what was learned', async () => {
  // 1. Planning
  const planning = { task: TASK, application: 'asammdf', tools: TOOLS, first: 3 };
  const { planningPrompt: prompt } = await service.ask<Prompt>(PROMPT, { input: planning });
  expect(prompt.items.map(({ knowledge }) => knowledge.id)).toContain('concatenate_mode');
  expect(prompt.system).toContain('Begin with Switch-Tool, which brings asammdf to the front.');
  expect(prompt.user).toContain('User task: "Concatenate MF4 measurement files"');
  expect(prompt.user).toContain(
    'KB ID: concatenate_mode\nDescription: Set the operation to concatenate measurement files\n',
  );
  expect(prompt.user).not.toContain('⚠️ PAST LEARNINGS');
  expect(prompt.tokens).toBeGreaterThan(300);

  const { savePlan: plan } = await service.ask<{ savePlan: SavedPlan }>(SAVE_PLAN, {
    input: {
      task: TASK,
      receiptId: prompt.receiptId,
      reasoning: 'Open the files, then set concatenate mode',
      estimatedDuration: 60,
      actions: [
        { toolName: 'Switch-Tool', toolArguments: { name: 'asammdf' }, reasoning: 'Activate asammdf', kbSource: null },
        { toolName: 'State-Tool', toolArguments: { use_vision: false }, reasoning: 'Get UI state', kbSource: '' },
        {
          toolName: 'Click-Tool',
          toolArguments: { loc: ['last_state:menu:File'] },
          reasoning: 'Open File menu',
          kbSource: 'open_files',
        },
        {
          toolName: 'Click-Tool',
          toolArguments: { loc: ['last_state:menu:Concatenate'] },
          reasoning: 'Select Concatenate mode',
          kbSource: 'concatenate_mode',
        },
      ],
    },
  });
  expect(plan.number).toBe(0);
  expect(plan.steps.map(({ num, attribution, item }) => [num, attribution, item?.id ?? null])).toEqual([
    [0, 'NONE', null],
    [1, 'NONE', null],
    [2, 'STATED', 'open_files'],
    [3, 'STATED', 'concatenate_mode'],
  ]);
  expect(plan.retrieved.map(({ rank }) => rank)).toEqual([1, 2, 3]);
  expect(plan.retrieved.find(({ id }) => id === 'concatenate_mode')).toMatchObject({
    trust: 1,
    shownLearnings: [],
    snapshot: { knowledge_id: 'concatenate_mode', ui_location: 'Menu → Concatenate', trust_score: 1, kb_learnings: [] },
  });

  // 2. Execution: steps 0 to 2 succeed, step 3 fails
  for (const stepNum of [0, 1, 2]) {
    const { reportStep } = await service.ask<{ reportStep: Report }>(REPORT, {
      input: { planId: plan.id, stepNum, outcome: 'SUCCESS' },
    });
    expect(reportStep).toMatchObject({
      step: { num: stepNum, outcome: 'SUCCESS' },
      learning: null,
      trustAfter: stepNum === 2 ? 1 : null,
      note: null,
    });
  }
  const { reportStep: failure } = await service.ask<{ reportStep: Report }>(
    REPORT,
    { input: { planId: plan.id, stepNum: 3, outcome: 'FAILURE', error: 'Concatenate menu not found' } },
    { 'x-agent': 'gui-agent' },
  );
  expect(failure.learning).toMatchObject({ kind: 'SELF_EXPLORATION', recoveryApproach: null, awaitingRecovery: true });
  expect(failure).toMatchObject({
    item: { id: 'concatenate_mode', trust: 0.95 },
    trustAfter: 0.95,
    recoveryPlan: null,
  });

  // 3. Recovery: its reasoning becomes the learning
  const { savePlan: recovery } = await service.ask<{ savePlan: SavedPlan }>(SAVE_PLAN, {
    input: {
      task: TASK,
      recovers: plan.id,
      retrievedItems: ['concatenate_mode'],
      reasoning: 'Used Concatenate tab instead of menu. Tab is visible in main UI.',
      actions: [
        {
          toolName: 'Click-Tool',
          toolArguments: { loc: ['last_state:tab:Concatenate'] },
          kbSource: 'concatenate_mode',
        },
      ],
    },
  });
  expect(recovery.number).toBe(1);
  expect(recovery.steps.map(({ num, toolName, outcome, carried }) => [num, toolName, outcome, carried])).toEqual([
    [0, 'Switch-Tool', 'SUCCESS', true],
    [1, 'State-Tool', 'SUCCESS', true],
    [2, 'Click-Tool', 'SUCCESS', true],
    [3, 'Click-Tool', 'PENDING', false],
  ]);
  const { knowledgeItem: item } = await service.ask<{ knowledgeItem: Item }>(ITEM, { id: 'concatenate_mode' });
  expect(item.trust).toBe(0.95);
  expect(item.learnings.nodes).toEqual([
    {
      id: failure.learning?.id,
      kind: 'SELF_EXPLORATION',
      task: TASK,
      stepNum: 3,
      originalAction: {
        tool_name: 'Click-Tool',
        tool_arguments: { loc: ['last_state:menu:Concatenate'] },
        reasoning: 'Select Concatenate mode',
        kb_source: 'concatenate_mode',
      },
      originalError: 'Concatenate menu not found',
      recoveryApproach: 'Used Concatenate tab instead of menu. Tab is visible in main UI.',
      correctedAction: null,
      humanReasoning: null,
      applicationVersion: null,
    },
  ]);
  expect(item.evidence.nodes).toMatchObject([
    {
      kind: 'STEP_FAILURE',
      weight: 0.95,
      trustBefore: 1,
      trustAfter: 0.95,
      agent: 'gui-agent',
      comment: 'Concatenate menu not found',
    },
  ]);

  // 4. The next task: the prompt contains the learning, and the plan that is made with it records this
  const { planningPrompt: next } = await service.ask<Prompt>(PROMPT, { input: planning });
  expect(next.user).toContain(
    [
      '⚠️ PAST LEARNINGS (1 correction):',
      '',
      '1. Agent Self-Recovery:',
      '   - Failed Action: Click-Tool',
      '   - Error: Concatenate menu not found',
      '   - What Worked: Used Concatenate tab instead of menu. Tab is visible in main UI.',
      '   - Task Context: Concatenate MF4 measurement files',
    ].join('\n'),
  );
  expect(next.user).toContain(failure.learning?.id ?? 'no learning');
  const { savePlan: better } = await service.ask<{ savePlan: SavedPlan }>(SAVE_PLAN, {
    input: {
      task: TASK,
      receiptId: next.receiptId,
      actions: [
        {
          toolName: 'Click-Tool',
          toolArguments: { loc: ['last_state:tab:Concatenate'] },
          kbSource: 'concatenate_mode',
          followsLearning: failure.learning?.id,
        },
      ],
    },
  });
  expect(better.retrieved.find(({ id }) => id === 'concatenate_mode')).toMatchObject({
    trust: 0.95,
    shownLearnings: [failure.learning?.id],
    snapshot: { trust_score: 0.95, kb_learnings: [{ original_error: 'Concatenate menu not found', step_num: 3 }] },
  });
  expect(better.steps[0]?.followsLearning).toBe(failure.learning?.id);

  // The first plan still shows the item with its content of that time.
  const { plan: first } = await service.ask<{ plan: SavedPlan & { recoveredBy: { id: string } } }>(
    'query ($id: ID!) { plan(id: $id) { recoveredBy { id } retrieved { id trust shownLearnings } } }',
    { id: plan.id },
  );
  expect(first.recoveredBy.id).toBe(recovery.id);
  expect(first.retrieved.find(({ id }) => id === 'concatenate_mode')).toMatchObject({ trust: 1, shownLearnings: [] });
});

it('puts prerequisites into a block of their own, each once, in the order to carry them out', async () => {
  const input = { task: 'set the operation to concatenate', first: 1 };
  const { planningPrompt } = await service.ask<Prompt>(PROMPT, { input });
  expect(planningPrompt.items.map(({ knowledge }) => knowledge.id)).toEqual(['concatenate_mode']);
  // batch_mode requires the state app_running, which app_open produces; files_opened leads to open_files.
  expect(planningPrompt.alsoNeeded.map(({ id }) => id)).toEqual(['app_open', 'batch_mode', 'open_files']);
  const places = [
    'KB ID: concatenate_mode',
    'PREREQUISITES',
    'KB ID: app_open',
    'KB ID: batch_mode',
    'KB ID: open_files',
    'USING KB ITEMS',
  ];
  const found = places.map((text) => planningPrompt.user.indexOf(text));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found[0]).toBeGreaterThan(0);
});

it('gives the same bytes for the same input, and another receipt', async () => {
  const input = { task: TASK, tools: TOOLS, context: '${task} $& {tools}' };
  const [one, two] = await Promise.all([1, 2].map(() => service.ask<Prompt>(PROMPT, { input })));
  expect(one?.planningPrompt.user).toBe(two?.planningPrompt.user);
  expect(one?.planningPrompt.user).toContain('Context:\n${task} $& {tools}\n');
  expect(one?.planningPrompt.receiptId).not.toBe(two?.planningPrompt.receiptId);
});

it('shows three of many learnings, those of the given version first', async () => {
  const headers = { 'x-namespace': freshNamespace() };
  await service.ask(importCatalog, { items: CATALOG }, headers);
  const attach = 'mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id } } }';
  const learn = (day: number, applicationVersion: string) =>
    service.ask(
      attach,
      {
        input: {
          itemId: 'save_output',
          kind: 'SELF_EXPLORATION',
          task: 'Save',
          stepNum: 0,
          originalAction: { tool_name: 'Click-Tool' },
          originalError: `error of day ${day}`,
          applicationVersion,
          timestamp: `2025-01-0${day}T00:00:00Z`,
        },
      },
      headers,
    );
  for (const [day, version] of [
    [1, '7.0'],
    [2, '8.0'],
    [3, '8.0'],
    [4, '8.0'],
    [5, '8.0'],
  ] as const)
    await learn(day, version);
  const days = async (applicationVersion?: string) => {
    const input = { task: 'save the output to a folder', first: 1, applicationVersion };
    const { planningPrompt } = await service.ask<Prompt>(PROMPT, { input }, headers);
    return [...planningPrompt.user.matchAll(/Error: error of day (\d)/g)].map(([, day]) => day);
  };
  expect(await days()).toEqual(['5', '4', '3']);
  expect(await days('7.0')).toEqual(['1', '5', '4']);
});
