import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Judge } from '../../src/adaptive/adaptive.model.js';
import { JudgementService } from '../../src/adaptive/judgement.service.js';
import { freshNamespace } from '../support/graph.js';
import { type AdaptiveService, CODE, JUDGE, OBSERVE, START, startAdaptive, type Step, type Task } from './support.js';

let service: AdaptiveService;
beforeAll(async () => {
  service = await startAdaptive();
});
afterAll(() => service.close());

const METHODS = ['ai', 'web'].map((method) => ({ method, actions: [{ action: 'process' }] }));

function world() {
  const headers = { 'x-namespace': freshNamespace() };
  return {
    headers,
    start: async (objective: string, more: object = {}) =>
      (await service.ask<{ startAdaptiveTask: Task }>(START, { objective, methods: METHODS, ...more }, headers))
        .startAdaptiveTask,
    observe: async (taskId: string, stepNum: number, content: string) => {
      const input = { taskId, stepNum, success: true, documents: [{ name: 'a.txt', content }] };
      return (await service.ask<{ observe: Step }>(OBSERVE, { input }, headers)).observe;
    },
  };
}

const BOOK = { type: 'object', required: ['title', 'pages'], properties: { pages: { type: 'integer' } } };

describe('criteria as data', () => {
  it('decide a task whose request no rule reads', async () => {
    const { start, observe } = world();
    const criteria = [
      { check: { jsonSchema: BOOK } },
      { text: 'names Austen', check: { matches: ['aust[eé]n'] } },
      { text: 'at most 20 words' },
    ];
    const task = await start('Describe the novel Emma as JSON', { criteria });
    expect(task.intent).toMatchObject({
      criteria: [
        { check: { jsonSchema: BOOK }, stated: true },
        { text: 'names Austen', check: { matches: ['aust[eé]n'] }, stated: true },
        { text: 'at most 20 words', check: { count: { unit: 'WORDS', max: 20 } }, stated: true },
      ],
    });
    expect(await observe(task.id, 0, '{"title": "Emma", "pages": "many", "by": "Jane Austen"}')).toMatchObject({
      validation: { verdict: 'FAILURE', decidedBy: 'RULES', isGuess: false },
      strategy: { attempts: 1 },
    });
    expect(await observe(task.id, 1, '{"title": "Emma", "pages": 474, "by": "Jane Austen"}')).toMatchObject({
      validation: { verdict: 'SUCCESS', decidedBy: 'RULES' },
      progress: { stopReason: 'DONE' },
    });
  });

  it.each([
    [{ check: { jsonSchema: { type: 'nonsense' } } }, 'criteria.0.check.jsonSchema'],
    [{ check: { matches: ['('] } }, 'criteria.0.check.matches.0'],
    [{ check: { judge: 'AGENT' } }, 'criteria.0.text'],
    [{ check: { numbers: { first: 3, property: ['nice'] } } }, 'criteria.0.check.numbers.property.0'],
  ])('%j is refused', async (criterion, path) => {
    const given = { objective: 'x', methods: METHODS, criteria: [criterion] };
    expect(await service.refuse(START, given)).toMatchObject({
      extensions: { code: 'BAD_USER_INPUT', fields: [{ path }] },
    });
  });

  it('that are left to a reviewer are judged by a person alone', async () => {
    const { headers, start, observe } = world();
    const judge = { text: 'sounds like us', check: { judge: 'REVIEWER' } };
    const { id } = await start('Write a slogan', { criteria: [{ text: 'at most 5 words' }, judge] });
    expect(await observe(id, 0, 'Bread as it was')).toMatchObject({
      validation: { verdict: 'PASSED', open: ['sounds like us'], overallSuccess: false },
      progress: {
        stopReason: 'AWAITING_VERDICT',
        reason: 'The form holds (at most 5 words), but the content was not judged. Open: sounds like us',
      },
      strategy: null,
      nextAction: null,
    });
    const given = { taskId: id, stepNum: 0, success: true, reason: 'It does.' };
    const { errors } = await service.graphql(JUDGE, { ...given, by: 'AGENT' }, headers);
    expect(errors).toMatchObject([
      { message: expect.stringContaining('left to a reviewer') as string, extensions: { code: 'CONFLICT' } },
    ]);
    expect(await service.ask(JUDGE, { ...given, by: 'PERSON' }, headers)).toMatchObject({
      judgeStep: {
        validation: { verdict: 'SUCCESS', decidedBy: 'PERSON' },
        judgement: { by: 'PERSON', key: 'no key' },
      },
    });
  });
});

it('a person who judges needs the role reviewer, and an agent the role writer', async () => {
  const { headers, start, observe } = world();
  const { id } = await start('Summarise the attached contract');
  await observe(id, 0, 'The tenant pays.');
  const judgements = service.app.get(JudgementService, { strict: false });
  const caller = { namespace: headers['x-namespace'], team: 't', project: 'p' };
  const given = { taskId: id, stepNum: 0, success: true, reason: 'It does.' };
  const writer = { ...caller, role: 'writer', keyId: 'w' } as const;
  await expect(judgements.judge(writer, { ...given, by: Judge.PERSON })).rejects.toThrow(
    'judgeStep by PERSON needs the role reviewer; this API key has the role writer',
  );
  expect(await judgements.judge(writer, { ...given, by: Judge.AGENT })).toMatchObject({ judgement: { key: 'w' } });
  const other = await start('Summarise the attached letter');
  await observe(other.id, 0, 'Ann writes.');
  const reviewer = { ...caller, role: 'reviewer' } as const;
  expect(await judgements.judge(reviewer, { ...given, taskId: other.id, by: Judge.PERSON })).toMatchObject({
    validation: { verdict: 'SUCCESS', decidedBy: 'PERSON' },
    judgement: { by: 'PERSON', key: 'key' },
  });
});

describe('a guess at a request', () => {
  it('refuses code for data in its task, and leaves no evidence and no lesson', async () => {
    const { headers, start, observe } = world();
    const objective = 'List my favourite rivers';
    const { id } = await start(objective);
    const issue = 'Code was delivered, but list is wanted';
    expect(await observe(id, 0, CODE)).toMatchObject({
      validation: { verdict: 'FAILURE', isGuess: true, issues: [issue] },
      strategy: null,
      nextAction: { method: 'ai', lessons: [issue, 'Ask for the data itself, not for code that makes it'] },
    });
    expect(await service.ask('{ learnedStrategies { totalCount } }', {}, headers)).toEqual({
      learnedStrategies: { totalCount: 0 },
    });
    const other = await start(objective);
    expect(other.nextAction).toMatchObject({ approach: 'deliver', lessons: [] });
    // What an agent says of such a request counts.
    const step = await observe(id, 1, 'Rhine, Elbe');
    expect(step.validation).toMatchObject({ verdict: 'UNDECIDED', isGuess: false });
    const judged = { taskId: id, stepNum: 1, success: true, reason: 'They are.', by: 'AGENT' };
    expect(await service.ask(JUDGE, judged, headers)).toMatchObject({ judgeStep: { strategy: { attempts: 1 } } });
  });
});

describe('lessons of other tasks', () => {
  it('are told with their objective, and only for similar requests', async () => {
    const { start, observe } = world();
    const objective = 'List all prime numbers below 10';
    const methods = METHODS.slice(0, 1);
    const { id } = await start(objective, { methods });
    await observe(id, 0, '2, 3, 5, 9');
    const similar = await start('List all prime numbers below 20', { methods });
    const issue =
      'all prime numbers below 10: 4 of 4 delivered; 7 is missing; 9 does not belong there or is there twice';
    expect(similar.nextAction).toMatchObject({
      approach: 'deliver_with_lessons',
      lessons: [`For "${objective}": ${issue}`],
      prompt: expect.stringContaining(`last: ${issue} (for "${objective}")`) as string,
    });
    const other = await start('First 5 squares', { methods });
    expect(other.nextAction?.lessons).toEqual([]);
    expect(other.nextAction?.prompt).toContain('AVOID ai.process (deliver): failed 1 of 1 times\n');
    expect(other.nextAction?.prompt).not.toContain('is missing');
  });

  it('do not tell an open criterion as something that was wrong', async () => {
    const { headers, start, observe } = world();
    const { id } = await start('Summarise the attached contract', { criteria: [{ text: 'rhymes' }] });
    expect(await observe(id, 0, 'The tenant pays.')).toMatchObject({ validation: { issues: [] } });
    const judged = { taskId: id, stepNum: 0, success: false, reason: 'The rent is not named.', by: 'AGENT' };
    const { judgeStep } = await service.ask<{ judgeStep: Step }>(JUDGE, judged, headers);
    expect(judgeStep.nextAction?.lessons).toEqual(['The rent is not named.']);
  });
});

it('every action is tried once before one is tried a third time', async () => {
  const { start, observe } = world();
  const task = await start('Calculate first 3 prime numbers', { maxSteps: 9 });
  let { nextAction } = task;
  const order: string[] = [];
  for (let num = 0; nextAction; num++) {
    order.push(nextAction.method);
    ({ nextAction } = await observe(task.id, num, `2, ${num}`));
  }
  expect(order).toEqual(['ai', 'ai', 'web', 'web', 'ai', 'web']);
});
