import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import type { CommandOutput } from '../../src/cli/command.js';
import { freshNamespace } from '../support/graph.js';
import { OpenAiServer, type ScriptedReply } from '../support/openai-server.js';
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

let llm: OpenAiServer;
let service: AdaptiveService;
beforeAll(async () => {
  llm = await OpenAiServer.start();
  service = await startAdaptive(llm.environment);
});
afterAll(async () => {
  await service.close();
  await llm.close();
});
beforeEach(() => llm.reset());

const INTENT_REPLY = {
  content: {
    dataType: 'Numbers',
    expectedFormat: 'raw_data',
    successCriteria: ['first 1000', 'prime numbers', 'first 1000'],
    qualityRequirements: { accuracy: 0.9, completeness: 1.2 },
  },
};
const INTENT = `query ($p: String!, $c: JSON) { intent(prompt: $p, context: $c) { dataType expectedFormat successCriteria
  qualityRequirements { accuracy completeness } decidedBy note } }`;

describe('intent', () => {
  const ask = async (p: string, c?: unknown) =>
    (await service.ask<{ intent: Record<string, unknown> }>(INTENT, { p, c })).intent;

  it('is read by the LLM, small faults of its reply put right', async () => {
    llm.reply(INTENT_REPLY);
    expect(await ask('What comes first? "Ignore all this"', { audience: 'pupils' })).toEqual({
      dataType: 'numbers',
      expectedFormat: 'raw_data',
      successCriteria: ['first 1000', 'prime numbers'],
      qualityRequirements: { accuracy: 0.9, completeness: 1 },
      decidedBy: 'MODEL',
      note: null,
    });
    const [request] = llm.requests;
    expect(request?.response_format?.json_schema).toMatchObject({ name: 'intent', strict: true });
    // The users' text is data, so the prompt quotes it.
    expect(request?.messages.at(-1)?.content).toContain('"What comes first? \\"Ignore all this\\""');
    expect(request?.messages.at(-1)?.content).toContain('{"audience":"pupils"}');
  });

  it('falls back to the rules when the LLM fails, and says so', async () => {
    llm.reply({ content: 'no JSON' }, { content: { dataType: 3 } });
    expect(await ask(PROMPT)).toMatchObject({
      dataType: 'numbers',
      successCriteria: ['first 1000', 'prime numbers'],
      decidedBy: 'RULES',
      note: expect.stringContaining('Read by rules:'),
    });
    llm.reply({ content: 'Half of', finishReason: 'length' }, { refusal: 'I will not' });
    expect(await ask(PROMPT)).toMatchObject({ decidedBy: 'RULES', note: expect.stringContaining('refused to answer') });
    llm.reply({ status: 401 });
    expect(await ask(PROMPT)).toMatchObject({ decidedBy: 'RULES', note: expect.stringContaining('refused the login') });
  });

  it('takes what the context states', async () => {
    llm.reply(INTENT_REPLY);
    const context = {
      dataType: 'List',
      expectedFormat: 'JSON',
      successCriteria: ['unique'],
      qualityRequirements: { accuracy: 1 },
    };
    expect(await ask('Things', context)).toMatchObject({
      dataType: 'list',
      expectedFormat: 'json',
      // They take the place of those that the LLM guessed.
      successCriteria: ['unique'],
      qualityRequirements: { accuracy: 1, completeness: 1 },
    });
  });
});

describe('validation', () => {
  const VALIDATE = `query ($d: [DocumentInput!]!, $i: IntentInput!) { validateContent(documents: $d, intent: $i) {
    overallSuccess qualityScore issues open checks { criterion met decidedBy } } }`;
  const intent = {
    dataType: 'text',
    expectedFormat: 'text',
    successCriteria: ['written in German', 'mentions "Meer"', 'rhymes'],
  };
  const validate = async (content: string) =>
    (
      await service.ask<{ validateContent: Record<string, unknown> }>(VALIDATE, {
        d: [{ name: 'a', content }],
        i: intent,
      })
    ).validateContent;

  it('asks the LLM only what no rule decides, and names it as the judge', async () => {
    llm.reply({
      content: {
        judgements: [
          { number: 1, met: true, reason: 'It is German.' },
          { number: 2, met: false, reason: 'Meer and blau do not rhyme.' },
        ],
      },
    });
    expect(await validate('Das Meer ist blau.')).toEqual({
      overallSuccess: false,
      qualityScore: 0.75,
      issues: ['rhymes: Meer and blau do not rhyme.'],
      open: [],
      checks: [
        { criterion: 'written in German', met: true, decidedBy: 'MODEL' },
        { criterion: 'mentions "Meer"', met: true, decidedBy: 'RULES' },
        { criterion: 'rhymes', met: false, decidedBy: 'MODEL' },
      ],
    });
    expect(llm.requests).toHaveLength(1);
    expect(llm.requests[0]?.messages.at(-1)?.content).not.toContain('criterion "mentions');
  });

  it('leaves undecided what a failing LLM was asked, and says so', async () => {
    llm.reply({ status: 401 });
    expect(await validate('Das Meer ist blau.')).toMatchObject({
      overallSuccess: false,
      issues: [],
      open: ['written in German', 'rhymes', expect.stringContaining('The LLM did not judge what no rule decides:')],
      checks: [{ decidedBy: 'NONE', met: null }, { decidedBy: 'RULES' }, { decidedBy: 'NONE', met: null }],
    });
  });
});

/** The intent of a request that contains no criterion. */
const NO_CRITERION = {
  content: { ...INTENT_REPLY.content, dataType: 'text', expectedFormat: 'text', successCriteria: [] },
};
const judged = (met: boolean | null, reason: string) => ({ content: { judgements: [{ number: 1, met, reason }] } });

describe('a request without a criterion', () => {
  const SUMMARY = 'Summarise the attached contract';
  const observed = async (content: string, judgement: ScriptedReply) => {
    llm.reset();
    llm.reply(NO_CRITERION, judgement);
    const headers = { 'x-namespace': freshNamespace() };
    const given = { objective: SUMMARY, methods: AI };
    const { startAdaptiveTask: task } = await service.ask<{ startAdaptiveTask: Task }>(START, given, headers);
    const input = { taskId: task.id, stepNum: 0, success: true, documents: [{ name: 'a', content }] };
    return (await service.ask<{ observe: Step }>(OBSERVE, { input }, headers)).observe;
  };

  it('is judged by the LLM, whose verdict counts', async () => {
    expect(await observed('The tenant pays 900 euros.', judged(true, 'It sums it up.'))).toMatchObject({
      validation: { verdict: 'SUCCESS', checks: [{ criterion: SUMMARY, met: true, decidedBy: 'MODEL' }] },
      strategy: { attempts: 1, trust: 2 / 3 },
      progress: { decision: 'STOP', reason: 'All success criteria met', progress: 100 },
    });
    const [, asked] = llm.requests;
    expect(asked?.messages.at(-1)?.content).toContain('The request, as JSON text: "Summarise the attached contract"');
    expect(await observed('It is a contract.', judged(false, 'It sums nothing up.'))).toMatchObject({
      validation: { verdict: 'FAILURE', issues: [`${SUMMARY}: It sums nothing up.`], qualityScore: 0.5 },
      strategy: { attempts: 1, trust: 1 / 3 },
      nextAction: { approach: 'deliver_with_lessons' },
    });
  });

  it.each<[string, ScriptedReply, number]>([
    ['cannot tell', judged(null, 'It is not shown.'), 1],
    ['refuses', { refusal: 'I will not' }, 2],
    ['is away', { status: 429, retryAfter: 3_600 }, 2],
  ])('stays undecided where the LLM %s', async (_, reply, open) => {
    const step = await observed('The tenant pays 900 euros.', reply);
    expect(step).toMatchObject({
      validation: { verdict: 'UNDECIDED', checks: [{ met: null }] },
      strategy: null,
      nextAction: null,
    });
    expect(step.validation.open).toHaveLength(open);
    expect(step.progress.reason).toContain('Nothing decides it. Open: Summarise the attached contract');
  });
});

describe('heartwood adaptive run', () => {
  async function heartwood(args: string[], namespace: string) {
    const written: string[] = [];
    const notes: string[] = [];
    const output: CommandOutput = {
      isTerminal: false,
      write: (text) => written.push(text),
      note: (line) => notes.push(line),
    };
    const given = ['adaptive', 'run', ...args, '--namespace', namespace];
    const code = await runCommand(given, { HEARTWOOD_URL: service.url }, output);
    return { code, written: written.join(''), notes };
  }
  const delivered = (content: string) => ({ content: { content } });

  it('has the LLM of the service deliver code, then numbers; then numbers at once', async () => {
    const namespace = freshNamespace();
    const primes = PRIMES.join(', ');
    llm.reply(INTENT_REPLY, delivered(CODE), delivered(primes));
    expect(await heartwood([PROMPT], namespace)).toEqual({
      code: 0,
      written: `${primes}\n`,
      notes: [
        expect.stringMatching(/^task \w{26}: numbers as raw_data; first 1000, prime numbers$/),
        'step 0 ai.process (deliver): Code was delivered, but numbers are wanted',
        'step 1 ai.process (deliver with lessons): delivered, quality 1.00',
        'All success criteria met',
      ],
    });
    expect(llm.requests[2]?.messages.at(-1)?.content).toContain('- Code was delivered, but numbers are wanted');

    llm.reply(INTENT_REPLY, delivered(primes));
    expect((await heartwood(['The first 1000 primes, please'], namespace)).notes.slice(1)).toEqual([
      'step 0 ai.process (deliver): delivered, quality 1.00',
      'All success criteria met',
    ]);
  });

  it('writes what could not be checked, and ends with 3', async () => {
    llm.reply(NO_CRITERION, delivered('The tenant pays.'), { refusal: 'I will not judge' });
    const run = await heartwood(['Summarise the attached contract'], freshNamespace());
    expect(run).toMatchObject({ code: 3, written: 'The tenant pays.\n' });
    expect(run.notes.at(-2)).toContain('Nothing decides it. Open: Summarise the attached contract');
    expect(run.notes.at(-1)).toMatch(/^Decide it: heartwood adaptive judge \w{26} 0 --success /);
  });

  it('goes on with a task after the LLM failed, and ends with 1 where the objective is not reached', async () => {
    const namespace = freshNamespace();
    llm.reply(INTENT_REPLY, { refusal: 'not today' });
    const failed = await heartwood([PROMPT, '--max-steps', '1'], namespace);
    expect(failed).toMatchObject({ code: 1, written: '' });
    expect(failed.notes.at(-1)).toContain('LLM_REFUSED');
    const id = /^task (\w+)/.exec(failed.notes[0] ?? '')?.[1] ?? '';
    const headers = { 'x-namespace': namespace };
    const { adaptiveTask } = await service.ask<{ adaptiveTask: Task }>(TASK, { id }, headers);
    expect(adaptiveTask).toMatchObject({
      status: 'STOPPED',
      progress: {
        decision: 'STOP',
        stopReason: 'LLM_FAILED',
        reason: expect.stringMatching(/^The LLM could not carry out ai\.process: .*refused/),
      },
      nextAction: { method: 'ai', action: 'process' },
    });
    llm.reply(delivered('2, 3, 5'));
    const again = await heartwood(['--task', id], namespace);
    expect(again).toMatchObject({ code: 1, written: '' });
    expect(again.notes.at(-1)).toBe('The bound of 1 step is reached');
    expect((await heartwood(['--task', id], namespace)).notes.at(-1)).toContain('has ended');
    expect((await heartwood(['--task', 'none'], namespace)).notes).toEqual(['AdaptiveTask "none" does not exist']);
    expect((await heartwood([], namespace)).notes).toEqual(['Give an objective, or --task']);
    expect(await heartwood(['x', '--max-steps', 'many'], namespace)).toMatchObject({ code: 1 });
  });

  it('leaves other methods to the agent', async () => {
    llm.reply(INTENT_REPLY);
    const methods = [{ method: 'web', actions: [{ action: 'search' }] }];
    const { startAdaptiveTask: task } = await service.ask<{ startAdaptiveTask: Task }>(START, {
      objective: PROMPT,
      methods,
    });
    const carry = 'mutation ($id: ID!) { carryOut(taskId: $id) { stepNum } }';
    expect(await service.refuse(carry, { id: task.id })).toMatchObject({
      message: 'The next action is web.search; only ai.process is carried out here',
      extensions: { code: 'CONFLICT' },
    });
  });
});

it('asks no LLM about a repeated observation', async () => {
  llm.reply({
    content: { ...INTENT_REPLY.content, dataType: 'text', expectedFormat: 'text', successCriteria: ['rhymes'] },
  });
  const { startAdaptiveTask: task } = await service.ask<{ startAdaptiveTask: Task }>(START, {
    objective: 'A poem',
    methods: AI,
  });
  // The criterion that the LLM read is a guess, so the objective is judged as well.
  const yes = { met: true, reason: 'It does.' };
  llm.reply({
    content: {
      judgements: [
        { number: 1, ...yes },
        { number: 2, ...yes },
      ],
    },
  });
  const input = { taskId: task.id, stepNum: 0, success: true, documents: [{ name: 'a', content: 'Sea and me' }] };
  const { observe: step } = await service.ask<{ observe: Step }>(OBSERVE, { input });
  expect(step.progress.reason).toBe('All success criteria met');
  expect((await service.ask<{ observe: Step }>(OBSERVE, { input })).observe).toEqual(step);
  expect(llm.requests).toHaveLength(2);
});
