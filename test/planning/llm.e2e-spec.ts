import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlanningRepository } from '../../src/planning/planning.repository.js';
import { freshNamespace } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';
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

const CREATE = `mutation ($input: PlanningInput!) { createPlan(input: $input) { id task number reasoning estimatedDuration warnings
  steps { num toolName toolArguments reasoning kbSource attribution followsLearning item { id } suggestions { item { id } } }
  retrieved { id rank relevance trust shownLearnings snapshot } } }`;

const action = (kb_source: string | null | undefined, more: Record<string, unknown> = {}) => ({
  tool_name: 'Click-Tool',
  tool_arguments: { loc: ['last_state:menu:File'] },
  reasoning: 'Open the File menu',
  ...(kb_source !== undefined && { kb_source }),
  ...more,
});
const REPLY = { plan: [action('open_files'), action(null)], reasoning: 'Open, then look', estimated_duration: 45 };

const CUT_OFF = { content: REPLY, finishReason: 'length' };

let llm: OpenAiServer;
let service: PlanningService;
let without: PlanningService;
let namespace: string;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  // Nest's log belongs to the service that was started last.
  without = await startPlanning();
  service = await startPlanning({ ...llm.environment, LLM_TIMEOUT_MS: '1500' });
});
afterAll(async () => {
  await Promise.all([service.close(), without.close()]);
  await llm.close();
});
beforeEach(async () => {
  llm.reset();
  namespace = freshNamespace();
  await ask(importCatalog, { items: CATALOG });
});

const ask = <Data>(query: string, variables?: unknown, headers?: Record<string, string>) =>
  service.ask<Data>(query, variables, { 'x-namespace': namespace, ...headers });
const planningTotal = async () =>
  (await ask<{ plans: { totalCount: number } }>('{ plans { totalCount } }')).plans.totalCount;

const create = async (input: Record<string, unknown> = {}) =>
  (
    await ask<{ createPlan: SavedPlan & { reasoning: string; estimatedDuration: number; warnings: string[] } }>(
      CREATE,
      {
        input: { task: 'Open measurement files', ...input },
      },
    )
  ).createPlan;
const report = async (input: Record<string, unknown>) =>
  (await ask<{ reportStep: Report }>(REPORT, { input })).reportStep;
const trustOf = async (id: string) => (await ask<{ knowledgeItem: Item }>(ITEM, { id })).knowledgeItem;

describe('createPlan', () => {
  it('asks the LLM with both prompts and the schema, and saves what it answers', async () => {
    llm.reply({ content: REPLY });
    const plan = await create({ application: 'asammdf', first: 2 });
    expect(plan).toMatchObject({ number: 0, reasoning: 'Open, then look', estimatedDuration: 45 });
    expect(plan.steps.map(({ attribution, item }) => [attribution, item?.id])).toEqual([
      ['STATED', 'open_files'],
      // Of the two retrieved items, only open_files has the names "File" and "the File menu".
      ['INFERRED', 'open_files'],
    ]);
    expect(plan.retrieved[0]).toMatchObject({ id: 'open_files', rank: 1, relevance: 1 });
    const [request] = llm.requests;
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(request?.messages[0]?.content).toContain('You plan how asammdf is operated');
    expect(request?.messages[1]?.content).toContain('KB ID: open_files');
    expect(request?.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { name: 'plan', strict: false },
    });
    expect(request?.response_format?.json_schema.schema).toMatchObject({
      properties: { plan: { items: { properties: { kb_source: {}, kb_learning: {} }, required: ['tool_name'] } } },
    });
  });

  it('attributes a plan that forgot kb_source only where one item is named', async () => {
    llm.reply({
      content: {
        plan: [
          action(undefined, {
            tool_arguments: { shortcut: 'ctrl+o' },
            tool_name: 'Shortcut-Tool',
            reasoning: 'Open by keyboard',
          }),
          action('', { tool_name: 'State-Tool', tool_arguments: {}, reasoning: 'Look' }),
          action('no_such_item', { tool_arguments: {}, reasoning: 'measurement files' }),
        ],
      },
    });
    const plan = await create();
    expect(plan.steps.map(({ kbSource, attribution, item }) => [kbSource, attribution, item?.id])).toEqual([
      [null, 'INFERRED', 'open_files'],
      [null, 'NONE', undefined],
      ['no_such_item', 'NONE', undefined],
    ]);
    expect(plan.steps[2]?.suggestions.length).toBeGreaterThan(0);
    expect(service.log()).toContain(`step 0 of plan ${plan.id} has no kb_source; inferred open_files`);
    expect(service.log()).not.toContain(`step 1 of plan ${plan.id}`);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/heartwood_attributions_total\{how="INFERRED"\} [1-9]/);
    expect(metrics).toMatch(/heartwood_attributions_total\{how="SUGGESTED"\} [1-9]/);
  });

  it('tells the LLM what was wrong, and takes the answer that fits', async () => {
    llm.reply(
      { content: '{"plan": [' },
      { content: { plan: [], reasoning: 'x' } },
      { content: `\`\`\`json\n${JSON.stringify(REPLY)}\n\`\`\`` },
    );
    expect((await create()).steps).toHaveLength(2);
    expect(llm.requests).toHaveLength(3);
    expect(llm.requests[2]?.messages.at(-1)?.content).toContain('plan: ');
  });

  it('keeps which learning an action follows', async () => {
    const attach = 'mutation ($input: LearningInput!) { attachLearning(input: $input) { learning { id } } }';
    const input = {
      itemId: 'batch_mode',
      kind: 'SELF_EXPLORATION',
      task: 't',
      stepNum: 0,
      originalAction: {},
      originalError: 'e',
      recoveryApproach: 'r',
    };
    const { attachLearning } = await ask<{ attachLearning: { learning: { id: string } } }>(attach, { input });
    const { id } = attachLearning.learning;
    llm.reply({
      content: { plan: [action('batch_mode', { kb_learning: id }), action('batch_mode', { kb_learning: 'made up' })] },
    });
    const plan = await create({ task: 'Switch to processing many files' });
    expect(llm.requests[0]?.messages[1]?.content).toContain(`learning ${id}`);
    expect(plan.steps.map(({ followsLearning }) => followsLearning)).toEqual([id, null]);
    expect(plan.warnings).toEqual(['actions.1.followsLearning: Learning "made up" does not exist, and was left out']);
    expect(plan.retrieved.find((item) => item.id === 'batch_mode')?.shownLearnings).toEqual([id]);
  });

  it('says so where it found no item of the application and planned with those of others', async () => {
    llm.reply({ content: REPLY });
    expect((await create()).warnings).toEqual([]);
    llm.reply({ content: REPLY });
    // The catalog of this test names no application.
    const plan = await create({ application: 'unheard_of', first: 1 });
    expect(plan.warnings).toEqual([
      'application: no item of "unheard_of" was found, and all items were looked through',
    ]);
    expect(plan.retrieved).toHaveLength(1);
  });

  it.each<[string, Parameters<OpenAiServer['reply']>, string, string]>([
    [
      'malformed JSON three times',
      [{ content: 'no' }, { content: '{' }, { content: '' }],
      'LLM_INVALID_REPLY',
      'the reply is empty',
    ],
    [
      'the wrong schema three times',
      [{ content: [] }, { content: {} }, { content: { plan: [{}] } }],
      'LLM_INVALID_REPLY',
      'plan.0.tool_name',
    ],
    ['nothing in time', [{ content: REPLY, delayMs: 3_000 }], 'LLM_UNAVAILABLE', 'within 1500 ms'],
    ['a rate limit', [{ status: 429, retryAfter: 3_600 }], 'LLM_UNAVAILABLE', '429'],
    ['a refusal', [{ refusal: 'I will not' }], 'LLM_REFUSED', 'refused to answer: I will not'],
    ['a filtered reply', [{ content: REPLY, finishReason: 'content_filter' }], 'LLM_FILTERED', 'content filter'],
    [
      'a whole plan that was cut off each time',
      [CUT_OFF, CUT_OFF, CUT_OFF],
      'LLM_CUT_OFF',
      'cut off at the longest length allowed',
    ],
  ])('saves nothing when the LLM gives %s', async (_, replies, code, text) => {
    const before = await planningTotal();
    llm.reply(...replies);
    const error = await service.refuse(
      CREATE,
      { input: { task: 'Open measurement files' } },
      { 'x-namespace': namespace },
    );
    expect(error.extensions.code).toBe(code);
    expect(error.message).toContain(text);
    expect(llm.unscripted).toBe(0);
    expect(await planningTotal()).toBe(before);
  });

  it('refuses bad input before it asks the LLM', async () => {
    const { extensions } = await service.refuse(
      CREATE,
      { input: { task: 'a\u0000', first: 51 } },
      { 'x-namespace': namespace },
    );
    expect(extensions.fields?.map(({ path }) => path)).toEqual(['task', 'first']);
    expect(llm.requests).toHaveLength(0);
  });
});

describe('the recovery of a failed step', () => {
  const FAILED = { outcome: 'FAILURE', error: 'no such menu' };
  const RECOVERY = {
    plan: [action('open_files', { tool_name: 'Shortcut-Tool' })],
    reasoning: 'Press Ctrl+O instead of the menu',
  };
  const planned = async () => {
    llm.reply({ content: REPLY });
    const plan = await create();
    llm.reset();
    return plan;
  };

  it('is planned by the LLM once the failure is committed, and is what was learned', async () => {
    const plan = await planned();
    await report({ planId: plan.id, stepNum: 0, outcome: 'SUCCESS' });
    llm.reply({ content: RECOVERY });
    const failure = await report({ planId: plan.id, stepNum: 1, ...FAILED });
    expect(failure.recoveryPlan).toMatchObject({
      number: 1,
      reasoning: 'Press Ctrl+O instead of the menu',
      steps: [
        { num: 0, toolName: 'Click-Tool', outcome: 'SUCCESS', carried: true },
        { num: 1, toolName: 'Shortcut-Tool', outcome: 'PENDING', carried: false },
      ],
    });
    expect(failure.learning).toMatchObject({
      recoveryApproach: 'Press Ctrl+O instead of the menu',
      awaitingRecovery: false,
    });
    const prompt = llm.requests[0]?.messages[1]?.content;
    expect(prompt).toContain('Then step 1 failed:');
    expect(prompt).toContain('Error:\nno such menu\n');
    // The failure is committed, so the prompt contains its learning already.
    expect(prompt).toContain('What Worked: not known yet');
    // Repeating the report does not call the LLM.
    expect(await report({ planId: plan.id, stepNum: 1, ...FAILED })).toEqual(failure);
    expect(llm.requests).toHaveLength(1);
  });

  it('knows the context of a planning prompt, with which no other project can save a plan', async () => {
    const [headers, others] = [{ 'x-project': 'atlas' }, { 'x-project': 'borealis' }];
    const { planningPrompt } = await ask<{ planningPrompt: { receiptId: string } }>(
      'query ($input: PlanningInput!) { planningPrompt(input: $input) { receiptId } }',
      { input: { task: 'Open measurement files', application: 'asammdf', context: 'quicksilver in the bearings' } },
      headers,
    );
    const input = {
      task: 'Open measurement files',
      receiptId: planningPrompt.receiptId,
      actions: [{ toolName: 'Click-Tool', kbSource: 'open_files' }],
    };
    await expect(ask(SAVE_PLAN, { input }, others)).rejects.toThrow('does not exist');
    const { savePlan } = await ask<{ savePlan: SavedPlan }>(SAVE_PLAN, { input }, headers);
    llm.reply({ content: REPLY });
    await ask(REPORT, { input: { planId: savePlan.id, stepNum: 0, outcome: 'FAILURE', error: 'e' } }, headers);
    const asked = JSON.stringify(llm.requests[0]?.messages);
    expect(asked).toContain('asammdf');
    expect(asked).toContain('quicksilver');
  });

  it('is asked for once, however often the report is raced', async () => {
    const plan = await planned();
    llm.reply({ content: RECOVERY, delayMs: 300 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => report({ planId: plan.id, stepNum: 0, ...FAILED })),
    );
    expect(new Set(answers.map(({ recoveryPlan }) => recoveryPlan?.id)).size).toBe(1);
    expect(answers[0]?.recoveryPlan).not.toBeNull();
    expect(llm.requests).toHaveLength(1);
  });

  it('is not asked for again by a repeat that had looked at the step before the recovery was there', async () => {
    const plan = await planned();
    llm.reply({ content: RECOVERY });
    const again = () => report({ planId: plan.id, stepNum: 0, ...FAILED });
    // The second of the two reports continues after reading the step only once the first one has ended.
    const { reportStep } = PlanningRepository.prototype;
    const spy = vi.spyOn(PlanningRepository.prototype, 'reportStep');
    spy.mockImplementationOnce(reportStep).mockImplementationOnce(async function (this: PlanningRepository, row) {
      const answer = await reportStep.call(this, row);
      await Promise.race(reports);
      return answer;
    });
    const reports = [again(), again()] as const;
    const [one, two] = await Promise.all(reports);
    spy.mockRestore();
    expect(two.recoveryPlan?.id).toBe(one.recoveryPlan?.id);
    expect(llm.requests).toHaveLength(1);
  });

  it('leaves the report as it stands when the LLM fails, says why, and can be had by the same report later', async () => {
    const plan = await planned();
    const before = (await trustOf('open_files')).trust;
    llm.reply({ refusal: 'no' });
    const failure = await report({ planId: plan.id, stepNum: 0, ...FAILED });
    expect(failure).toMatchObject({
      recoveryPlan: null,
      recoveryProblem: 'The LLM refused to answer: no',
      learning: { awaitingRecovery: true },
    });
    expect(failure.trustAfter).toBe(Math.max(0.5, before * 0.95));
    llm.reply({ content: { ...RECOVERY, reasoning: '' } }, { content: RECOVERY });
    const again = await report({ planId: plan.id, stepNum: 0, ...FAILED });
    expect(again.recoveryPlan?.number).toBe(1);
    expect(again.learning).toMatchObject({ id: failure.learning?.id, awaitingRecovery: false });
    expect((await trustOf('open_files')).trust).toBe(failure.trustAfter);
  });

  it.each([
    ['it is not wanted', { recover: false }],
    ['the report says what worked', { recoveryApproach: 'Ctrl+O' }],
  ])('is not asked for when %s', async (_, given) => {
    const plan = await planned();
    const failure = await report({ planId: plan.id, stepNum: 0, ...FAILED, ...given });
    expect(failure).toMatchObject({ recoveryPlan: null, recoveryProblem: null });
    expect(llm.requests).toHaveLength(0);
  });
});

it('says which keys to set when no LLM is configured, and needs none for everything else', async () => {
  llm.reply({ content: REPLY });
  const { id } = await create();
  const headers = { 'x-namespace': namespace };
  const error = await without.refuse(CREATE, { input: { task: 't' } }, headers);
  expect(error.extensions.code).toBe('LLM_UNAVAILABLE');
  expect(error.message).toContain('set LLM_MODEL');
  expect((await without.ask<{ plan: SavedPlan }>(PLAN, { id }, headers)).plan.id).toBe(id);
});
