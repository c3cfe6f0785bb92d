import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATALOG, importCatalog, type PlanningService, startPlanning } from './support.js';

let service: PlanningService;
let client: Client;
beforeAll(async () => {
  service = await startPlanning();
  await service.ask(importCatalog, { items: CATALOG });
  client = new Client({ name: 'test', version: '1' });
  const headers = { 'x-namespace': service.namespace, 'x-agent': 'mcp-agent' };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
});
afterAll(async () => {
  await client.close();
  await service.close();
});

const call = async (name: string, given: Record<string, unknown>) => {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
  const [block] = content as { text: string }[];
  if (isError) throw new Error(block?.text);
  return structuredContent as Record<string, never>;
};

it('lets an agent plan, save, report and learn', async () => {
  const prompt = await call('kb_planning_prompt', {
    task: 'Concatenate measurement files',
    application: 'asammdf',
    first: 2,
  });
  expect(prompt).toMatchObject({
    system: expect.stringContaining('how asammdf is operated'),
    also_needed: expect.arrayContaining(['app_open']),
  });
  const plan = await call('plan_save', {
    task: 'Concatenate measurement files',
    receipt_id: prompt['receipt_id'],
    // Like an LLM's reply: some fields are null, some are left out.
    actions: [
      {
        tool_name: 'Click-Tool',
        tool_arguments: { loc: ['last_state:menu:Concatenate'] },
        kb_source: 'concatenate_mode',
        kb_learning: null,
      },
      { tool_name: 'State-Tool', tool_arguments: null, reasoning: null, kb_source: '' },
    ],
  });
  expect(plan).toMatchObject({
    number: 0,
    steps: [
      { num: 0, attribution: 'STATED', item_id: 'concatenate_mode', outcome: 'PENDING' },
      { num: 1, attribution: 'NONE', item_id: null },
    ],
  });
  const report = { plan_id: plan['plan_id'], step_num: 0, outcome: 'FAILURE', error: 'Concatenate menu not found' };
  const failed = await call('plan_report_step', report);
  expect(failed).toMatchObject({
    outcome: 'FAILURE',
    item_id: 'concatenate_mode',
    trust_after: 0.95,
    recovery_plan: null,
    note: null,
  });
  expect(await call('plan_report_step', report)).toEqual(failed);
  const recovery = await call('plan_save', {
    task: 'Concatenate measurement files',
    recovers: plan['plan_id'],
    reasoning: 'Use the tab',
    actions: [{ tool_name: 'Click-Tool', kb_source: 'concatenate_mode', kb_learning: failed['learning_id'] }],
  });
  expect(recovery).toMatchObject({ number: 1, steps: [{ num: 0, outcome: 'PENDING' }] });
  expect(
    await call('plan_report_step', { plan_id: plan['plan_id'], step_num: 1, outcome: 'FAILURE', error: 'e' }),
  ).toMatchObject({
    learning_id: null,
    note: expect.stringContaining('No learning was made'),
    recovery_plan: { plan_id: recovery['plan_id'] },
  });
});

it('attaches a learning without a plan', async () => {
  const learning = {
    item_id: 'app_open',
    kind: 'HUMAN_INTERRUPT',
    task: 'Open',
    step_num: 0,
    original_action: { tool_name: 'Click-Tool' },
    corrected_action: { tool_name: 'Shortcut-Tool' },
    human_reasoning: 'By keyboard',
    timestamp: '2025-01-19T14:30:00',
    idempotency_key: 'once',
  };
  const attached = await call('kb_attach_learning', learning);
  expect(attached).toMatchObject({ item_id: 'app_open', trust_before: 1, trust_after: 0.95 });
  expect(await call('kb_attach_learning', learning)).toEqual(attached);
});

it('finishes a plan, and completes what it taught', async () => {
  const actions = [{ tool_name: 'Click-Tool', tool_arguments: { loc: ['last_state:menu:File'] }, reasoning: 'wait' }];
  const plan = await call('plan_save', { task: 'Open files', retrieved_items: ['batch_mode'], actions });
  const step = { plan_id: plan['plan_id'], step_num: 0 };
  const failed = await call('plan_report_step', { ...step, outcome: 'FAILURE', error: 'There is no File menu' });
  expect(failed).toMatchObject({ item_id: null, learning_id: null, trust_after: null, suggestions: ['open_files'] });

  const { attributeStep } = await service.ask<{ attributeStep: { learning: { id: string } } }>(
    'mutation ($planId: ID!) { attributeStep(planId: $planId, stepNum: 0, itemId: "open_files") { learning { id } } }',
    { planId: plan['plan_id'] },
  );
  const id = attributeStep.learning.id;
  const learning = { learning_id: id, item_id: 'open_files', kind: 'SELF_EXPLORATION' };
  expect(await call('kb_complete_learning', { id, recovery_approach: 'By its shortcut' })).toEqual({
    ...learning,
    recovery_approach: 'By its shortcut',
    awaiting_recovery: false,
    verified: false,
  });

  const finish = { plan_id: plan['plan_id'], success: false };
  expect(await call('plan_finish', finish)).toEqual(finish);
  expect(await call('plan_finish', finish)).toEqual(finish);
  await expect(call('plan_finish', { ...finish, success: true })).rejects.toThrow('"code":"CONFLICT"');
});

it('refuses a plan that follows a learning which does not exist, and names the action', async () => {
  const actions = [{ tool_name: 'Click-Tool' }, { tool_name: 'Click-Tool', kb_learning: 'made up' }];
  await expect(call('plan_save', { task: 'Open files', actions })).rejects.toThrow(
    '"path":"actions.1.kb_learning","rule":"exists"',
  );
});

it('names what is wrong as its fields are called', async () => {
  await expect(
    call('plan_report_step', { plan_id: 'p', step_num: 0, outcome: 'CORRECTED', human_reasoning: 'a\u0000' }),
  ).rejects.toThrow('"path":"human_reasoning","rule":"noControlCharacters"');
  await expect(call('plan_save', { task: 't', actions: [] })).rejects.toThrow('"path":"actions"');
  await expect(call('plan_report_step', { plan_id: 'p', step_num: 0, outcome: 'PENDING' })).rejects.toThrow(
    '"path":"outcome"',
  );
});

it('offers the prompt plan_task', async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name, arguments: given }) => [name, given?.map((one) => one.name)])).toContainEqual([
    'plan_task',
    ['task', 'application', 'tools', 'application_version'],
  ]);
  const { messages } = await client.getPrompt({
    name: 'plan_task',
    arguments: { task: 'Open files', application: 'asammdf' },
  });
  expect(messages.map(({ role, content }) => [role, content.type === 'text' && content.text.split('\n')[0]])).toEqual([
    ['user', 'You plan how asammdf is operated through its graphical user interface, one tool call after the other.'],
    ['user', 'User task: "Open files"'],
  ]);
  await expect(client.getPrompt({ name: 'plan_task', arguments: {} })).rejects.toThrow('task must be given');
  await expect(client.getPrompt({ name: 'plan_task', arguments: { task: 't', nonsense: 'x' } })).rejects.toThrow(
    'nonsense is not a field',
  );
  await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('There is no prompt "nothing"');
});
