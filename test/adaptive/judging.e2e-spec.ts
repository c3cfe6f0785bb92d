import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import { freshNamespace } from '../support/graph.js';
import type { CommandOutput } from '../../src/cli/command.js';
import {
  type AdaptiveService,
  AI,
  JUDGE,
  OBSERVE,
  PRIMES,
  START,
  startAdaptive,
  type Step,
  type Task,
  TASK,
} from './support.js';

let service: AdaptiveService;
beforeAll(async () => {
  service = await startAdaptive();
});
afterAll(() => service.close());

const OPEN = 'Summarise the attached contract';
const EVIDENCE = `{ strategies(prompt: "Calculate first 10 prime numbers") {
  evidence(first: 10) { edges { node { kind positive state } } } } }`;

/** Starts a task in a namespace of its own. */
async function taskOf(objective: string, more: object = {}) {
  const headers = { 'x-namespace': freshNamespace(), 'x-agent': 'tester' };
  const given = { objective, methods: AI, ...more };
  const { startAdaptiveTask } = await service.ask<{ startAdaptiveTask: Task }>(START, given, headers);
  const taskId = startAdaptiveTask.id;
  return {
    taskId,
    headers,
    observe: async (stepNum: number, content: string) => {
      const input = { taskId, stepNum, success: true, documents: [{ name: 'a.txt', content }] };
      return (await service.ask<{ observe: Step }>(OBSERVE, { input }, headers)).observe;
    },
    judge: async (stepNum: number, success: boolean, by = 'AGENT', reason = 'I read it.') => {
      const given = { taskId, stepNum, success, reason, by };
      return (await service.ask<{ judgeStep: Step }>(JUDGE, given, headers)).judgeStep;
    },
    refuse: async (stepNum: number, success: boolean, by = 'AGENT', reason = 'I read it.') => {
      const { errors } = await service.graphql(JUDGE, { taskId, stepNum, success, reason, by }, headers);
      return errors[0]?.extensions.code;
    },
    find: async () => (await service.ask<{ adaptiveTask: Task }>(TASK, { id: taskId }, headers)).adaptiveTask,
  };
}

describe('a step that nothing decides', () => {
  it('waits without a next action, and succeeds by the word of an agent, once', async () => {
    const { observe, judge, refuse, find } = await taskOf(OPEN);
    expect(await observe(0, 'The tenant pays on the first of each month.')).toMatchObject({
      validation: { verdict: 'UNDECIDED', decidedBy: 'NONE' },
      progress: { decision: 'STOP', stopReason: 'AWAITING_VERDICT' },
      nextAction: null,
      strategy: null,
      judgement: null,
    });
    expect(await find()).toMatchObject({ status: 'AWAITING_VERDICT', nextAction: null });
    const judged = await judge(0, true);
    expect(judged).toMatchObject({
      validation: {
        verdict: 'SUCCESS',
        decidedBy: 'AGENT',
        overallSuccess: true,
        checks: [{ criterion: OPEN, met: true, decidedBy: 'AGENT' }],
      },
      judgement: { success: true, reason: 'I read it.', by: 'AGENT', key: 'no key' },
      strategy: { attempts: 1, trust: 2 / 3 },
      progress: { decision: 'STOP', stopReason: 'DONE', reason: 'An agent judged it a success: I read it.' },
    });
    expect(await judge(0, true)).toEqual(judged);
    expect(await refuse(0, false)).toBe('CONFLICT');
    expect(await refuse(0, true, 'AGENT', 'For another reason.')).toBe('CONFLICT');
    expect(await refuse(0, false, 'PERSON')).toBe('CONFLICT');
    expect(await refuse(1, true)).toBe('NOT_FOUND');
    expect(await find()).toMatchObject({ status: 'SUCCEEDED', steps: [judged] });
  });

  it('that is judged a failure teaches it, and the task goes on with what was wrong', async () => {
    const { observe, judge, find } = await taskOf(OPEN);
    await observe(0, 'It is a contract.');
    const reason = 'It leaves out the rent.';
    expect(await judge(0, false, 'AGENT', reason)).toMatchObject({
      validation: { verdict: 'FAILURE', decidedBy: 'AGENT', issues: [reason], open: [] },
      strategy: { attempts: 1, trust: 1 / 3, lastIssue: reason },
      progress: { decision: 'CONTINUE', stopReason: null, reason },
      nextAction: {
        approach: 'deliver_with_lessons',
        parameters: { aiPrompt: expect.stringContaining(`- ${reason}`) },
      },
    });
    expect(await find()).toMatchObject({ status: 'RUNNING' });
    await observe(1, 'The tenant pays the rent on the first of each month.');
    expect(await judge(1, true)).toMatchObject({ progress: { stopReason: 'DONE' } });
    expect(await find()).toMatchObject({ status: 'SUCCEEDED', steps: [{ num: 0 }, { num: 1 }] });
  });

  it('ends its task at the bound of steps', async () => {
    const { observe, judge, find } = await taskOf(OPEN, { maxSteps: 1 });
    await observe(0, 'It is a contract.');
    expect(await judge(0, false)).toMatchObject({ progress: { stopReason: 'MAX_STEPS' }, nextAction: null });
    expect(await find()).toMatchObject({ status: 'STOPPED' });
  });
});

describe('a step that a rule decided', () => {
  it('is overruled by a person alone, whose word replaces the evidence', async () => {
    const { observe, judge, refuse, headers, find } = await taskOf('Calculate first 10 prime numbers');
    const rows = PRIMES.slice(0, 10).join(', ');
    expect(await observe(0, rows)).toMatchObject({ validation: { verdict: 'SUCCESS', decidedBy: 'RULES' } });
    expect(await refuse(0, false)).toBe('CONFLICT');
    expect(await judge(0, false, 'PERSON', 'They had to be spelt out.')).toMatchObject({
      validation: { verdict: 'FAILURE', overallSuccess: false, decidedBy: 'PERSON' },
      strategy: { attempts: 1, trust: 1 / 3 },
      progress: { decision: 'CONTINUE', reason: 'They had to be spelt out.' },
      nextAction: { approach: 'deliver_with_lessons' },
    });
    expect(await find()).toMatchObject({ status: 'RUNNING' });
    const { strategies } = await service.ask<{ strategies: { evidence: { edges: unknown[] } }[] }>(
      EVIDENCE,
      {},
      headers,
    );
    expect(strategies[0]?.evidence.edges).toEqual(
      expect.arrayContaining([
        { node: { kind: 'VALIDATION', positive: true, state: 'RETRACTED' } },
        { node: { kind: 'VALIDATION', positive: false, state: 'APPLIED' } },
      ]),
    );
  });

  it('that is confirmed by a person moves no trust', async () => {
    const { observe, judge } = await taskOf('Calculate first 10 prime numbers');
    await observe(0, PRIMES.slice(0, 10).join(', '));
    expect(await judge(0, true, 'PERSON')).toMatchObject({
      validation: { verdict: 'SUCCESS', decidedBy: 'PERSON' },
      strategy: { attempts: 1, trust: 2 / 3 },
      progress: { stopReason: 'DONE' },
    });
  });

  it('keeps the course of its task when another step came behind it', async () => {
    const { observe, judge, find } = await taskOf('Calculate first 10 prime numbers');
    await observe(0, '2, 3, 5');
    await observe(1, '2, 3, 5, 7');
    const before = await find();
    expect(await judge(0, true, 'PERSON')).toMatchObject({
      validation: { verdict: 'SUCCESS' },
      strategy: { attempts: 1, trust: 2 / 3 },
    });
    const { status, nextAction, progress } = before;
    expect(await find()).toMatchObject({ status, nextAction, progress });
  });

  it('whatever 16 callers say at once is judged once', async () => {
    const { observe, judge, headers, taskId } = await taskOf(OPEN);
    await observe(0, 'The tenant pays.');
    const answers = await Promise.all(Array.from({ length: 16 }, () => judge(0, true)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.strategy).toMatchObject({ attempts: 1 });
    const given = { taskId, stepNum: 0, success: false, reason: 'No.', by: 'AGENT' };
    expect((await service.graphql(JUDGE, given, headers)).errors[0]?.extensions.code).toBe('CONFLICT');
  });
});

it('is judged over MCP by an agent alone, and only where it is open', async () => {
  const open = await taskOf(OPEN);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers: open.headers } }),
  );
  const judge = async (task_id: string, success: boolean, more = {}) => {
    const given = { task_id, step_num: 0, success, reason: 'I read it.', ...more };
    const { structuredContent, content, isError } = await client.callTool({ name: 'adaptive_judge', arguments: given });
    return isError ? (content as { text: string }[])[0]?.text : structuredContent;
  };
  try {
    await open.observe(0, 'The tenant pays.');
    const judged = await judge(open.taskId, true);
    expect(judged).toMatchObject({
      validation: { verdict: 'SUCCESS', decided_by: 'AGENT' },
      progress: { decision: 'STOP', stop_reason: 'DONE' },
      next_action: null,
    });
    expect(await judge(open.taskId, true)).toEqual(judged);
    expect(await judge(open.taskId, false)).toContain('CONFLICT');

    const given = { objective: 'Calculate first 10 prime numbers', methods: AI };
    const { startAdaptiveTask } = await service.ask<{ startAdaptiveTask: Task }>(START, given, open.headers);
    const input = { taskId: startAdaptiveTask.id, stepNum: 0, success: true, documents: [{ name: 'a', content: '2' }] };
    await service.ask(OBSERVE, { input }, open.headers);
    expect(await judge(startAdaptiveTask.id, true)).toContain('CONFLICT');
    expect(await judge(startAdaptiveTask.id, true, { by: 'PERSON' })).toContain('by is not');
  } finally {
    await client.close();
  }
});

describe('the command line', () => {
  it('judges as a person', async () => {
    const { observe, taskId, headers, find } = await taskOf(OPEN);
    await observe(0, 'The tenant pays.');
    const notes: string[] = [];
    const output: CommandOutput = { isTerminal: false, note: (text) => notes.push(text), write: () => undefined };
    const run = (...more: string[]) =>
      runCommand(
        ['adaptive', 'judge', taskId, '0', ...more, '--namespace', headers['x-namespace']],
        { HEARTWOOD_URL: service.url },
        output,
      );
    expect(await run('--reason', 'Read.')).toBe(1);
    expect(notes.pop()).toBe('Give --success or --failure');
    expect(await run('--success', '--reason', 'Read.')).toBe(0);
    expect(notes.pop()).toBe('A person judged it a success: Read.');
    expect(await find()).toMatchObject({ status: 'SUCCEEDED', steps: [{ judgement: { by: 'PERSON' } }] });
  });
});
