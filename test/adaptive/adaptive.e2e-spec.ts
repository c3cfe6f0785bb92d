import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '../../src/graph/statement.js';
import { connectedGraph, freshNamespace } from '../support/graph.js';
import {
  type AdaptiveService,
  AI,
  CODE,
  OBSERVE,
  PRIMES,
  PROMPT,
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

const start = async (variables: object = {}, namespace = service.namespace): Promise<Task> => {
  const given = { objective: PROMPT, methods: AI, ...variables };
  const headers = { 'x-namespace': namespace, 'x-agent': 'tester' };
  return (await service.ask<{ startAdaptiveTask: Task }>(START, given, headers)).startAdaptiveTask;
};
const observe = async (taskId: string, stepNum: number, content: string, more = {}, namespace = service.namespace) => {
  const input = { taskId, stepNum, success: true, documents: [{ name: 'answer.txt', content }], ...more };
  const headers = { 'x-namespace': namespace, 'x-agent': 'tester' };
  return (await service.ask<{ observe: Step }>(OBSERVE, { input }, headers)).observe;
};

describe("the design's example", () => {
  /** Delivers code at first, then the requested numbers. */
  const scripted = () => {
    const script = [CODE, PRIMES.join(', ')];
    return () => script.shift() ?? '';
  };

  it('is played over GraphQL: the second task of the kind needs one step', async () => {
    const namespace = freshNamespace();
    const llm = scripted();
    const task = await start({}, namespace);
    expect(task).toMatchObject({
      status: 'RUNNING',
      intent: {
        dataType: 'numbers',
        expectedFormat: 'raw_data',
        successCriteria: ['first 1000', 'prime numbers'],
        qualityRequirements: { accuracy: 0.95, completeness: 0.95 },
        decidedBy: 'RULES',
        unread: [],
      },
      nextAction: { method: 'ai', action: 'process', approach: 'deliver', learnedFrom: null },
      progress: { decision: 'CONTINUE', progress: 0 },
    });
    expect(task.nextAction?.parameters['aiPrompt']).toContain(`Asked for: ${PROMPT}`);

    const first = await observe(task.id, 0, llm(), {}, namespace);
    expect(first).toMatchObject({
      observation: {
        success: true,
        documentsCount: 1,
        contentAnalysis: { contentType: 'code', contentSnippet: `${CODE.slice(0, 200)}...`, intentMatch: false },
      },
      validation: {
        overallSuccess: false,
        dataTypeMatch: false,
        issues: ['Code was delivered, but numbers are wanted'],
        improvementSuggestions: ['Ask for the data itself, not for code that makes it'],
      },
      strategy: {
        id: 'numbers_request/ai.process/deliver',
        pattern: 'numbers_request',
        attempts: 1,
        successRate: 0,
        successfulAction: null,
        avoidActions: [{ method: 'ai', action: 'process', approach: 'deliver', attempts: 1 }],
      },
      progress: { decision: 'CONTINUE', progress: 0, nextAction: 'ai.process (deliver with lessons)' },
      nextAction: { approach: 'deliver_with_lessons', explain: null },
    });
    expect(first.strategy?.trust).toBeCloseTo(1 / 3, 12);
    expect(first.nextAction?.parameters['aiPrompt']).toContain('- Code was delivered, but numbers are wanted');
    expect(first.nextAction?.prompt).toContain(
      '- AVOID ai.process (deliver): failed 1 of 1 times; last: Code was delivered',
    );

    const second = await observe(task.id, 1, llm(), {}, namespace);
    expect(second).toMatchObject({
      validation: { overallSuccess: true, qualityScore: 1, successCriteriaMet: [true, true], issues: [] },
      strategy: {
        // All tries of an action in a task count as one attempt, which is a success because the second try succeeded.
        id: 'numbers_request/ai.process/deliver',
        successRate: 1,
        attempts: 1,
        successfulAction: { method: 'ai', action: 'process', approach: 'deliver' },
        learned: 'Ask for the data itself, not for code that makes it',
        worked: {
          instruction: expect.stringContaining('- Code was delivered, but numbers are wanted'),
          parameters: { aiPrompt: expect.stringContaining(`Asked for: ${PROMPT}`) },
        },
      },
      progress: { decision: 'STOP', reason: 'All success criteria met', progress: 100, nextAction: null },
      nextAction: null,
    });
    expect(second.strategy?.trust).toBeCloseTo(2 / 3, 12);

    const next = await start({ objective: 'List the first 1000 primes' }, namespace);
    expect(next.nextAction).toMatchObject({
      approach: 'deliver',
      learnedFrom: { id: 'numbers_request/ai.process/deliver' },
      explain: { recency: 1, servedEqual: false },
    });
    const lesson = 'Ask for the data itself, not for code that makes it';
    expect(next.nextAction?.parameters['aiPrompt']).toContain(
      `Learned from such requests before:\n- For "${PROMPT}": ${lesson}`,
    );
    expect(next.nextAction?.prompt).toContain(
      `  learned: ${lesson} (for "${PROMPT}")\n  worked with: Deliver what is asked for itself`,
    );
    const only = await observe(next.id, 0, PRIMES.join('\n'), {}, namespace);
    expect(only).toMatchObject({ validation: { overallSuccess: true }, strategy: { attempts: 2 } });
    expect(only.strategy?.trust).toBeCloseTo(3 / 4, 12);
    const { adaptiveTask } = await service.ask<{ adaptiveTask: Task }>(
      TASK,
      { id: next.id },
      { 'x-namespace': namespace },
    );
    expect(adaptiveTask).toMatchObject({ status: 'SUCCEEDED', nextAction: null, steps: [only] });
  });
});

describe('a task', () => {
  it('takes a repeated observation once, and refuses another of the same step', async () => {
    const { id } = await start();
    const [one, ...same] = await Promise.all(Array.from({ length: 6 }, () => observe(id, 0, CODE)));
    expect(same).toEqual(Array.from({ length: 5 }, () => one));
    const input = { taskId: id, stepNum: 0, success: true, documents: [{ name: 'answer.txt', content: '2, 3' }] };
    expect(await service.refuse(OBSERVE, { input })).toMatchObject({ extensions: { code: 'CONFLICT' } });
    const { adaptiveTask } = await service.ask<{ adaptiveTask: Task }>(TASK, { id });
    expect(adaptiveTask.steps).toHaveLength(1);
    expect(adaptiveTask.steps[0]?.strategy?.attempts).toBe(one?.strategy?.attempts);
  });

  it('stops when nothing new is left to try, and proposes no failed action again', async () => {
    const namespace = freshNamespace();
    const { id, nextAction } = await start({ maxSteps: 9 }, namespace);
    const approaches = [nextAction?.approach];
    let step: Step | undefined;
    for (let num = 0; num < 9 && (num === 0 || step?.nextAction); num++) {
      step = await observe(id, num, `${CODE}\n# ${num}`, {}, namespace);
      approaches.push(step.nextAction?.approach);
    }
    const [one, other] = ['deliver', 'deliver_with_lessons'];
    // The action is retried at most twice, with its problems in the instruction.
    expect(approaches).toEqual([one, other, other, undefined]);
    expect(step?.progress).toMatchObject({
      decision: 'STOP',
      stopReason: 'NOTHING_NEW',
      reason: expect.stringContaining('Nothing new is left to try'),
    });
    const input = { taskId: id, stepNum: 3, success: true, documents: [] };
    const { errors } = await service.graphql(OBSERVE, { input }, { 'x-namespace': namespace });
    expect(errors).toMatchObject([
      { message: expect.stringContaining('has ended: Nothing new is left'), extensions: { code: 'CONFLICT' } },
    ]);
  });

  it('stops at its bound', async () => {
    const { id } = await start({ maxSteps: 1 });
    expect((await observe(id, 0, '2, 3')).progress).toMatchObject({
      decision: 'STOP',
      stopReason: 'MAX_STEPS',
      reason: 'The bound of 1 step is reached',
      progress: 50,
      nextAction: null,
    });
  });

  it('adds up what its steps deliver in parts', async () => {
    const objective = 'A table with the columns name, age and 3 rows';
    const { id } = await start({ objective });
    const rows = (columns: string, row: string, count: number) =>
      `| ${columns} |\n|---|---|\n${`| ${row} |\n`.repeat(count)}`;
    expect((await observe(id, 0, rows('name | age', 'Ada | 36', 2))).progress).toMatchObject({ progress: 50 });
    // The other criterion is met now; the first one is not in this step.
    const second = await observe(id, 1, rows('name | town', 'Ada | London', 3));
    expect(second.progress).toMatchObject({ decision: 'CONTINUE' });
    expect(second.progress.progress).toBeGreaterThan(50);
    expect(second.progress.progress).toBeLessThanOrEqual(100);
    expect((await observe(id, 2, rows('name | age', 'Ada | 36', 3))).progress).toMatchObject({
      stopReason: 'DONE',
      progress: 100,
    });
  });

  it('learns from an action of the agent, and from one that failed', async () => {
    const namespace = freshNamespace();
    const { id } = await start({}, namespace);
    const own = { action: { method: 'web', action: 'search', approach: 'Look it up', parameters: { password: 'x' } } };
    const failed = await observe(
      id,
      0,
      '',
      { ...own, success: false, error: 'Bearer abcdefgh12345678 refused' },
      namespace,
    );
    expect(failed).toMatchObject({
      action: { method: 'web', approach: 'look_it_up', parameters: { password: '[redacted]' } },
      strategy: { id: 'numbers_request/web.search/look_it_up' },
      validation: { issues: ['The action failed: Bearer [redacted] refused', 'Nothing was delivered'] },
      nextAction: { method: 'ai', approach: 'deliver' },
    });
    expect(await observe(id, 1, PRIMES.join(' '), { success: false }, namespace)).toMatchObject({
      validation: { verdict: 'FAILURE', overallSuccess: false },
      progress: { decision: 'CONTINUE', reason: 'The action itself failed' },
    });
  });

  it('that nothing decides is no success, moves no trust, and waits', async () => {
    const namespace = freshNamespace();
    const objective = 'Summarise the attached contract';
    const vague = 'It is a contract between two parties.';
    const reason = 'Nothing decides it. Open: Summarise the attached contract';
    const { id } = await start({ objective }, namespace);
    const step = await observe(id, 0, vague, {}, namespace);
    expect(step).toMatchObject({
      validation: { verdict: 'UNDECIDED', overallSuccess: false, qualityScore: 0, issues: [], open: [objective] },
      progress: { decision: 'STOP', reason, progress: 0, nextAction: null },
      nextAction: null,
      strategy: null,
    });
    expect(await observe(id, 0, vague, {}, namespace)).toEqual(step);
    const input = { taskId: id, stepNum: 0, success: true, documents: [{ name: 'a', content: 'The tenant pays.' }] };
    const headers = { 'x-namespace': namespace };
    expect((await service.graphql(OBSERVE, { input }, headers)).errors[0]?.extensions.code).toBe('CONFLICT');
    const known = await service.ask('{ strategies(prompt: "Summarise the attached contract") { id } }', {}, headers);
    expect(known).toEqual({ strategies: [] });
    const { adaptiveTask } = await service.ask<{ adaptiveTask: Task }>(TASK, { id }, headers);
    expect(adaptiveTask).toMatchObject({ status: 'AWAITING_VERDICT', nextAction: null, steps: [step] });

    // Criteria that are decided count as usual, and those beside them stay undecided.
    const wrong = await start({ objective }, namespace);
    expect(await observe(wrong.id, 0, CODE, {}, namespace)).toMatchObject({
      validation: { verdict: 'FAILURE', issues: ['Code was delivered, but text is wanted'] },
      strategy: { attempts: 1 },
      nextAction: { approach: 'deliver_with_lessons' },
    });
    const partly = await start({ objective, context: { successCriteria: ['rhymes'] } }, namespace);
    const same = { action: { method: 'ai', action: 'process', approach: 'deliver' } };
    expect(await observe(partly.id, 0, 'The tenant pays.', same, namespace)).toMatchObject({
      validation: { verdict: 'UNDECIDED', issues: [], open: [objective, 'rhymes'] },
      strategy: { attempts: 1, trust: 1 / 3 },
      progress: { reason: `${reason}; rhymes` },
    });
    // If the agent reports that the action failed, the step is decided, too.
    const failed = await start({ objective }, namespace);
    expect(await observe(failed.id, 0, 'Half', { success: false, error: 'time-out' }, namespace)).toMatchObject({
      strategy: { attempts: 2, trust: 1 / 4 },
      progress: { decision: 'CONTINUE' },
    });
  });

  it('shows no secret and expands no placeholder', async () => {
    const key = `sk-${'a1B2'.repeat(10)}`;
    const task = await start({ objective: `Say {{KEY:LEARNED_STRATEGIES}} with ${key}`, context: { note: key } });
    const step = await observe(task.id, 0, `${'x '.repeat(90)}${key} and {{KEY:PROGRESS_STATE}}`);
    const { adaptiveTask } = await service.ask<{ adaptiveTask: Task }>(TASK, { id: task.id });
    expect(JSON.stringify([task, step, adaptiveTask])).not.toContain('a1B2');
    expect(task.nextAction?.prompt).toContain('OBJECTIVE: Say {{KEY:LEARNED_STRATEGIES}} with [redacted]');
    expect(step.refinementPrompt).toContain('OBJECTIVE: Say {{KEY:LEARNED_STRATEGIES}} with [redacted]');
  });

  it('is started once under its key', async () => {
    const one = await start({ key: 'k1' });
    expect(await start({ key: 'k1' })).toEqual(one);
    const given = { objective: 'Something else', methods: AI, key: 'k1' };
    expect(await service.refuse(START, given)).toMatchObject({ extensions: { code: 'CONFLICT' } });
    const many = await Promise.all(Array.from({ length: 5 }, () => start({ key: 'k2' })));
    expect(new Set(many.map(({ id }) => id)).size).toBe(1);
  });

  it('stands where its steps stand, were it read while one is committed', async () => {
    const { id } = await start();
    const before = await observe(id, 0, '2, 3, 5');
    const graph = await connectedGraph();
    try {
      // A statement reads no snapshot. This simulates that it sees the task's node after the next step, but not yet
      // that step.
      const change: Statement<{ namespace: string; id: string }, object> = {
        name: 'test/task-in-commit',
        mode: 'write',
        text: `MATCH (task:Task {namespace: $namespace, id: $id}) SET task.status = 'SUCCEEDED', task.nextAction = null`,
      };
      await graph.run(change, { namespace: service.namespace, id });
    } finally {
      await graph.onApplicationShutdown();
    }
    const { adaptiveTask } = await service.ask<{ adaptiveTask: Task }>(TASK, { id });
    expect(adaptiveTask).toMatchObject({ status: 'RUNNING', progress: before.progress, nextAction: before.nextAction });
  });
});

interface Learned {
  readonly trust: number;
  readonly successRate: number;
  readonly evidence: {
    readonly totalCount: number;
    readonly nodes: readonly {
      readonly positive: boolean;
      readonly trustBefore: number;
      readonly trustAfter: number;
    }[];
  };
  readonly trustHistory: readonly { readonly trust: number }[];
}

describe('without a task', () => {
  const INTENT = { dataType: 'numbers', expectedFormat: 'raw_data', successCriteria: ['first 1000', 'prime numbers'] };
  const VALIDATE = `query ($documents: [DocumentInput!]!, $intent: IntentInput!) { validateContent(documents: $documents, intent: $intent) {
    overallSuccess qualityScore accuracy completeness contentType issues improvementSuggestions checks { criterion met decidedBy } } }`;
  const LEARN = `mutation ($intent: IntentInput!, $action: JSON!, $success: Boolean!, $key: String) {
    learnStrategy(intent: $intent, action: $action, success: $success, idempotencyKey: $key) {
      ref trust attempts successRate evidence(first: 100) { nodes { id kind positive weight trustBefore trustAfter agent } totalCount }
      trustHistory { trust } } }`;

  it('content is validated', async () => {
    const content = PRIMES.map((prime) => (prime === 7919 ? 7917 : prime)).join(',');
    const { validateContent } = await service.ask<{ validateContent: object }>(VALIDATE, {
      documents: [{ name: 'primes.csv', content }],
      intent: INTENT,
    });
    expect(validateContent).toMatchObject({
      overallSuccess: false,
      accuracy: 0.999,
      completeness: 0.999,
      issues: [
        'first 1000: 1000 of 1000 delivered; 7919 is missing; 7917 does not belong there or is there twice',
        'prime numbers: 7917 is no prime number (3 · 2639)',
      ],
    });
  });

  it('strategies are learned: trust is a fold over evidence, and nothing is lost or doubled', async () => {
    const headers = { 'x-namespace': freshNamespace(), 'x-agent': 'loop' };
    const learn = (success: boolean, key: string, action: unknown = 'ai.process') =>
      service.ask<{ learnStrategy: Learned }>(LEARN, { intent: INTENT, action, success, key }, headers);
    // 12 attempts, each reported twice; every third failed.
    const attempts = Array.from({ length: 24 }, (_, index) => learn(index % 3 !== 0, `k${index % 12}`));
    await Promise.all(attempts);
    const { learnStrategy } = await learn(true, 'k1');
    expect(learnStrategy).toMatchObject({ ref: 'strategy:numbers_request/ai.process/deliver', attempts: 12 });
    expect(learnStrategy.trust).toBeCloseTo(9 / 14, 12);
    expect(learnStrategy.successRate).toBeCloseTo(2 / 3, 12);
    const { nodes, totalCount } = learnStrategy.evidence;
    expect(totalCount).toBe(12);
    const { trustHistory } = learnStrategy;
    expect(trustHistory).toHaveLength(13);
    expect(trustHistory[0]).toEqual({ trust: 0.5 });
    for (const [index, one] of nodes.entries()) {
      expect(one).toMatchObject({ kind: 'VALIDATION', weight: 1, agent: 'loop' });
      // The list is newest first, so n is the number of attempts before this one.
      const before = nodes.slice(index + 1);
      const good = before.filter(({ positive }) => positive).length;
      expect(one.trustBefore).toBeCloseTo((good + 1) / (before.length + 2), 12);
      if (one.positive) expect(one.trustAfter).toBeGreaterThan(one.trustBefore);
      else expect(one.trustAfter).toBeLessThan(one.trustBefore);
    }
    await expect(learn(false, 'k1')).rejects.toThrow('CONFLICT');
    await expect(learn(true, 'k1', 'web.search')).rejects.toThrow('CONFLICT');
    const { calibration } = await service.ask<{ calibration: { samples: number } }>(
      '{ calibration(kind: STRATEGY, bins: 4) { samples brierScore } }',
      {},
      headers,
    );
    expect(calibration.samples).toBe(12);
    const { search } = await service.ask<{ search: { hits: object[] } }>(
      '{ search(query: "deliver prime numbers", kinds: [STRATEGY]) { hits { knowledge { ref text } explain { profile trust } } } }',
      {},
      headers,
    );
    // The refused attempts left nothing behind.
    expect(search.hits).toMatchObject([
      {
        knowledge: { ref: 'strategy:numbers_request/ai.process/deliver', text: expect.stringContaining('first 1000') },
        explain: { profile: 'procedural' },
      },
    ]);
  });

  it('strategies come by kind of request and by similarity of the objective', async () => {
    const headers = { 'x-namespace': freshNamespace() };
    const learn = (dataType: string, criterion: string, approach: string, success: boolean) =>
      service.ask(
        LEARN,
        {
          intent: { dataType, expectedFormat: 'text', successCriteria: [criterion] },
          action: { method: 'ai', action: 'process', approach },
          success,
        },
        headers,
      );
    await learn('numbers', 'stock prices', 'look_up', true);
    await learn('numbers', 'stock prices', 'look_up', true);
    await learn('numbers', 'prime numbers', 'deliver', true);
    await learn('numbers', 'prime numbers', 'write_code', false);
    await learn('table', 'prime numbers', 'deliver', true);
    await learn('text', 'poems', 'deliver', true);
    const { strategies } = await service.ask<{ strategies: { id: string; avoidActions: object[] }[] }>(
      'query ($p: String!) { strategies(prompt: $p) { id avoidActions } }',
      { p: 'Compute prime numbers' },
      headers,
    );
    const [best] = strategies;
    expect(best?.id).toBe('numbers_request/ai.process/deliver');
    expect(best?.avoidActions).toMatchObject([{ approach: 'write_code', attempts: 1 }]);
    const ids = strategies.map(({ id }) => id);
    expect(ids).toContain('numbers_request/ai.process/look_up');
    expect(ids).toContain('table_request/ai.process/deliver');
    expect(ids).not.toContain('text_request/ai.process/deliver');
  });

  it('strategies come into the context, with the actions to avoid, whatever the least trust', async () => {
    const headers = { 'x-namespace': freshNamespace() };
    const learn = (approach: string, success: boolean) =>
      service.ask(LEARN, { intent: INTENT, action: { method: 'ai', action: 'process', approach }, success }, headers);
    await learn('deliver', true);
    await learn('deliver', true);
    await learn('write_code', false);
    const { context } = await service.ask<{ context: { text: string; hits: object[] } }>(
      '{ context(input: { query: "first prime numbers", minTrust: 0.5 }) { text sections { infoType } hits { knowledge { ref } } } }',
      {},
      headers,
    );
    expect(context).toMatchObject({
      sections: [{ infoType: 'strategies' }, { infoType: 'actions_to_avoid' }],
      hits: [{ knowledge: { ref: 'strategy:numbers_request/ai.process/deliver' } }],
    });
    expect(context.text).toBe(
      [
        '# Strategies for such requests\n',
        'numbers_request: ai.process (deliver): trust 0.75, succeeded 2 of 2 times',
        'Tried for: first 1000, prime numbers\n',
        '# Actions to avoid\n',
        'numbers_request: AVOID ai.process (write code): failed 1 of 1 times',
      ].join('\n'),
    );
  });

  it('tasks and strategies are listed in pages', async () => {
    const headers = { 'x-namespace': freshNamespace() };
    const startOne = `mutation ($objective: String!) {
      startAdaptiveTask(objective: $objective, methods: [{ method: "ai", actions: [{ action: "process" }] }]) { id } }`;
    const ids: string[] = [];
    for (const objective of ['first 5 prime numbers', 'first 6 prime numbers', 'first 7 prime numbers']) {
      const { startAdaptiveTask } = await service.ask<{ startAdaptiveTask: { id: string } }>(
        startOne,
        { objective },
        headers,
      );
      ids.push(startAdaptiveTask.id);
    }
    for (const approach of ['deliver', 'write_code']) {
      await service.ask(
        LEARN,
        { intent: INTENT, action: { method: 'ai', action: 'process', approach }, success: true },
        headers,
      );
    }
    interface List {
      readonly totalCount: number;
      readonly nodes: readonly { readonly id: string }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    }
    const LIST = 'totalCount nodes { id } pageInfo { hasNextPage endCursor }';
    const list = async (field: string) =>
      Object.values(await service.ask<Record<string, List>>(`{ ${field} { ${LIST} } }`, {}, headers))[0];
    const newest = await list('adaptiveTasks(first: 2)');
    expect(newest).toMatchObject({
      totalCount: 3,
      nodes: [{ id: ids[2] }, { id: ids[1] }],
      pageInfo: { hasNextPage: true },
    });
    const rest = await list(`adaptiveTasks(first: 2, after: "${newest?.pageInfo.endCursor ?? ''}", status: RUNNING)`);
    expect(rest).toMatchObject({ totalCount: 3, nodes: [{ id: ids[0] }], pageInfo: { hasNextPage: false } });
    expect(await list('adaptiveTasks(status: SUCCEEDED)')).toMatchObject({ totalCount: 0, nodes: [] });
    const learned = await list('learnedStrategies(first: 1)');
    expect(learned).toMatchObject({ totalCount: 2, nodes: [{ id: 'numbers_request/ai.process/deliver' }] });
    expect(
      await list(`learnedStrategies(after: "${learned?.pageInfo.endCursor ?? ''}", pattern: "numbers_request")`),
    ).toMatchObject({
      totalCount: 2,
      nodes: [{ id: 'numbers_request/ai.process/write_code' }],
    });
    expect(await list('learnedStrategies(pattern: "text_request")')).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it('nothing of one namespace is seen from another', async () => {
    const task = await start();
    const headers = { 'x-namespace': freshNamespace() };
    expect(await service.ask(TASK, { id: task.id }, headers)).toEqual({ adaptiveTask: null });
    expect(await service.ask('{ strategies(prompt: "first 1000 primes") { id } }', {}, headers)).toEqual({
      strategies: [],
    });
  });
});

describe('bad input', () => {
  const intent = { dataType: 'numbers', expectedFormat: 'raw_data', successCriteria: [] };
  const cases: [string, string, object, string, string?][] = [
    [
      'a blank prompt',
      'query ($p: String!) { intent(prompt: $p) { dataType } }',
      { p: ' ' },
      'BAD_USER_INPUT',
      'prompt',
    ],
    [
      'a context that states nonsense',
      'query ($c: JSON) { intent(prompt: "x", context: $c) { dataType } }',
      { c: { qualityRequirements: { accuracy: 2 } } },
      'BAD_USER_INPUT',
      'context.qualityRequirements.accuracy',
    ],
    [
      'a type that is no name',
      'query ($i: IntentInput!) { validateContent(documents: [], intent: $i) { overallSuccess } }',
      { i: { ...intent, dataType: '7 / 9' } },
      'BAD_USER_INPUT',
      'intent.dataType',
    ],
    [
      'a blank criterion',
      'query ($i: IntentInput!) { validateContent(documents: [], intent: $i) { overallSuccess } }',
      { i: { ...intent, successCriteria: ['a', ''] } },
      'BAD_USER_INPUT',
      'intent.successCriteria.1',
    ],
    [
      'documents without a name',
      'query ($d: [DocumentInput!]!, $i: IntentInput!) { validateContent(documents: $d, intent: $i) { overallSuccess } }',
      { d: [{ name: '', content: 'x' }], i: intent },
      'BAD_USER_INPUT',
      'documents.0.name',
    ],
    [
      'an action that is none',
      'mutation ($i: IntentInput!) { learnStrategy(intent: $i, action: { do: "it" }, success: true) { id } }',
      { i: intent },
      'BAD_USER_INPUT',
      'action',
    ],
    ['no methods', START, { objective: 'x', methods: [] }, 'BAD_USER_INPUT', 'methods'],
    ['too many steps', START, { objective: 'x', methods: AI, maxSteps: 1000 }, 'BAD_USER_INPUT', 'maxSteps'],
    [
      'a task that does not exist',
      OBSERVE,
      { input: { taskId: 'none', stepNum: 0, success: true, documents: [] } },
      'NOT_FOUND',
    ],
    ['no LLM to carry out', 'mutation { carryOut(taskId: "none") { stepNum } }', {}, 'NOT_FOUND'],
  ];
  it.each(cases)('%s is refused', async (_, query, variables, code, path) => {
    const { extensions } = await service.refuse(query, variables);
    expect(extensions).toMatchObject({ code, ...(path !== undefined && { fields: [{ path }] }) });
  });

  it('names the step that is next, and needs an LLM to carry one out', async () => {
    const { id } = await start();
    const input = { taskId: id, stepNum: 3, success: true, documents: [] };
    expect(await service.refuse(OBSERVE, { input })).toMatchObject({
      message: expect.stringContaining('stepNum must be 0'),
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(await service.refuse('mutation ($id: ID!) { carryOut(taskId: $id) { stepNum } }', { id })).toMatchObject({
      extensions: { code: 'LLM_UNAVAILABLE' },
    });
  });
});

it('answers as docs/adaptive.md shows', async () => {
  const page = readFileSync(new URL('../../docs/adaptive.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```graphql\n(.*?)```\n\n```json\n(.*?)```/gs)];
  expect(blocks).toHaveLength(8);
  const headers = { 'x-namespace': freshNamespace() };
  const ULID = /01[0-9A-HJKMNP-TV-Z]{24}/g;
  /** Ids in the documentation, with the ids of this run. */
  const ids = new Map<string, string>();
  const now = (text: string) => text.replace(ULID, (id) => ids.get(id) ?? id);
  for (const [, operation = '', shown = ''] of blocks) {
    const given = await service.ask<object>(now(operation), {}, headers);
    const met = JSON.stringify(given).match(ULID) ?? [];
    (shown.match(ULID) ?? []).forEach((id, index) => ids.set(id, ids.get(id) ?? met[index] ?? 'nothing'));
    expect(given, operation).toEqual(JSON.parse(now(shown)));
  }
});
