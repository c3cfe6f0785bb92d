import { describe, expect, it } from 'vitest';
import { instructionFor, type Method, parametersFor, possibleActions, readAction } from './actions.js';
import { actionSelectionPrompt, fill, refinementPrompt } from './adaptive.prompt.js';
import { ValidationVerdict } from '../criteria/criteria.js';
import { readContent } from '../criteria/content.js';
import { intentOf } from '../criteria/intent.js';
import { progressOf } from './progress.js';
import { rankActions } from './scores.js';
import { draftOf, verdictOf } from '../criteria/verdict.js';

const AI: Method = { method: 'ai', actions: [{ name: 'process' }] };
const WEB: Method = { method: 'web', actions: [{ name: 'search' }] };
const OFFICE: Method = { method: 'office', actions: [{ name: 'create_document' }] };
const names = (found: readonly { method: string; action: string; approach: string }[]) =>
  found.map(({ method, action, approach }) => `${method}.${action}/${approach}`);

describe('possible actions', () => {
  const all = (dataType: string, methods: readonly Method[], known: Parameters<typeof possibleActions>[2] = []) =>
    rankActions(possibleActions(dataType, methods, known), { now: new Date(0), exploration: 0, halfLifeDays: 180 }).map(
      ({ name }) => name,
    );

  it('ask for the data, never for code where data is wanted', () => {
    expect(names(all('numbers', [WEB, AI]))).toEqual(['ai.process/deliver', 'web.search/deliver']);
    expect(names(all('document', [AI, OFFICE]))[0]).toBe('office.create_document/create_document');
    expect(names(all('code', [AI]))[0]).toBe('ai.process/write_code');
  });

  it('are also approaches that an agent named itself, where they served', () => {
    const own = (approach: string, successes: number) => ({ method: 'ai', action: 'process', approach, successes });
    expect(names(all('numbers', [AI], [own('think_aloud', 1), own('gave_up', 0)]))).toEqual([
      'ai.process/deliver',
      'ai.process/think_aloud',
    ]);
  });

  it('are each there once, however often a method is given', () => {
    expect(names(all('numbers', [AI, AI]))).toEqual(['ai.process/deliver']);
  });
});

describe('actions as callers write them', () => {
  it.each([
    [{ method: 'ai', action: 'process', approach: 'Think aloud' }, 'ai.process/think_aloud'],
    [{ method: 'ai', action: 'process' }, 'ai.process/deliver'],
    ['ai.process', 'ai.process/deliver'],
    ['ai.process with data delivery prompt', 'ai.process/data_delivery_prompt'],
    ['ai.process: by hand', 'ai.process/by_hand'],
  ])('%j is %s', (given, expected) => {
    const action = readAction(given, 'deliver');
    expect(names(action ? [action] : [])).toEqual([expected]);
  });

  it.each([
    null,
    3,
    'process',
    '',
    {},
    [],
    { method: 'a/b', action: 'c' },
    { method: 'a', action: 7 },
    { method: 'a', action: 'b', approach: 'c/d' },
  ])('%j is none', (given) => expect(() => readAction(given, 'deliver')).toThrow('action must be'));
});

describe('parameters', () => {
  const schema = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  it.each([
    ['ai', undefined, { aiPrompt: 'x' }],
    ['web', undefined, { prompt: 'x' }],
    ['ai', schema({ model: { type: 'string' }, aiPrompt: { type: 'string' } }), { aiPrompt: 'x' }],
    ['web', schema({ limit: { type: 'integer' }, query: { type: 'string' } }), { query: 'x' }],
    ['web', schema({ url: { type: 'string' } }, ['url']), { url: 'x' }],
    ['web', schema({ url: { type: 'string' } }), {}],
    ['web', schema({ limit: null }), {}],
  ])('%s with %j', (method, given, expected) => expect(parametersFor(method, given, 'x')).toEqual(expected));

  it('say what is wanted, and what was wrong before', () => {
    const intent = intentOf('Compute the first 1000 prime numbers');
    expect(
      instructionFor('deliver_with_lessons', 'Compute the first 1000 prime numbers', intent, {
        lessons: ['Code was delivered'],
        learned: ['Ask for the data itself'],
      }),
    ).toBe(
      [
        'Deliver what is asked for itself, as data or text: no code that would make it, no description of how to get it.',
        'Asked for: Compute the first 1000 prime numbers',
        'Type: numbers. Format: raw_data.',
        'It has to be:',
        '- first 1000',
        '- prime numbers',
        'Earlier attempts failed. Avoid what was wrong with them:',
        '- Code was delivered',
        'Learned from such requests before:',
        '- Ask for the data itself',
      ].join('\n'),
    );
  });
});

describe('progress', () => {
  const intent = intentOf('Calculate first 3 prime numbers');
  const verdict = (text: string) => {
    const content = readContent([{ name: 'a', content: text }]);
    return verdictOf(intent, draftOf(intent, content));
  };
  const next = { method: 'ai', action: 'process', approach: 'deliver_with_lessons' };
  const course = { steps: 1, maxSteps: 5, next };

  it('stops when all criteria are met', () => {
    expect(progressOf({ ...course, verdict: verdict('2 3 5') })).toEqual({
      decision: 'STOP',
      reason: 'All success criteria met',
      progress: 100,
      stopReason: 'DONE',
      nextAction: null,
    });
  });

  it.each([
    ['2 3', 'Not met yet: first 3', 50],
    ['2 3 4', 'Not met yet: first 3, prime numbers', 0],
    ['print(primes(3))', 'Code was delivered, but numbers are wanted', 0],
  ])('goes on after %j: %s', (text, reason, progress) => {
    expect(progressOf({ ...course, verdict: verdict(text) })).toEqual({
      decision: 'CONTINUE',
      reason,
      progress,
      stopReason: null,
      nextAction: 'ai.process (deliver with lessons)',
    });
  });

  it('stops where nobody can tell, since another try would tell no more', () => {
    const open = { ...verdict('2 3'), verdict: ValidationVerdict.UNDECIDED, open: ['whether it rhymes'] };
    expect(progressOf({ ...course, verdict: open })).toEqual({
      decision: 'STOP',
      reason: 'Nothing decides it. Open: whether it rhymes',
      progress: 50,
      stopReason: 'AWAITING_VERDICT',
      nextAction: null,
    });
  });

  it('stops at the bound, and when nothing is left, and says which', () => {
    expect(progressOf({ ...course, steps: 5, verdict: verdict('2') }).reason).toBe('The bound of 5 steps is reached');
    expect(progressOf({ ...course, next: undefined, verdict: verdict('2') }).reason).toContain(
      'Nothing new is left to try',
    );
    expect(progressOf({ ...course, steps: 0 })).toMatchObject({
      decision: 'CONTINUE',
      reason: 'Nothing was delivered yet',
      progress: 0,
    });
  });

  it('stands in the refinement prompt beside the validation', () => {
    const found = verdict('2 3');
    const prompt = refinementPrompt({
      objective: 'Find {{KEY:PROGRESS_STATE}}',
      intent,
      verdict: found,
      progress: progressOf({ ...course, verdict: found }),
    });
    expect(prompt).toContain('OBJECTIVE: Find {{KEY:PROGRESS_STATE}}\n');
    expect(prompt).toContain('"issues": [\n    "first 3: 2 of 3 delivered; 5 is missing"\n  ]');
    expect(prompt).toContain('PROGRESS STATE: {\n  "decision": "continue"');
    expect(prompt).toContain('- NEVER accept code when user wants data - demand the actual data');
    expect(prompt.replace('Find {{KEY:PROGRESS_STATE}}', '')).not.toContain('{{KEY');
  });
});

describe('prompts', () => {
  it('fill what stands in the template, once', () => {
    expect(fill('{{KEY:A}} {{KEY:B}} {{KEY:C}}', { A: '{{KEY:B}} $& $1', B: '2' })).toBe('{{KEY:B}} $& $1 2 {{KEY:C}}');
  });

  it('show learned strategies, actions to avoid and the proposal', () => {
    const prompt = actionSelectionPrompt({
      objective: 'Primes',
      intent: intentOf('Compute the first 1000 prime numbers'),
      strategies: [
        {
          method: 'ai',
          action: 'process',
          approach: 'deliver_with_lessons',
          trust: 2 / 3,
          successes: 1,
          attempts: 1,
          lastIssue: null,
          lastIssueFor: null,
          learned: 'Ask for the\ndata itself',
          learnedFor: 'First 3 primes',
          worked: { instruction: 'Deliver\nthe numbers' },
        },
        {
          method: 'ai',
          action: 'process',
          approach: 'deliver',
          trust: 1 / 3,
          successes: 0,
          attempts: 1,
          lastIssue: 'Code\nwas delivered',
          lastIssueFor: 'First 4 primes',
          learned: 'never shown',
          learnedFor: null,
          worked: null,
        },
      ],
      methods: [{ method: 'ai', description: 'A model', actions: [{ name: 'process', description: 'Asks it' }] }],
      proposed: { method: 'ai', action: 'process', approach: 'deliver_with_lessons', parameters: {} },
    });
    expect(prompt).toContain(
      [
        'LEARNED STRATEGIES:',
        '- ai.process (deliver with lessons): trust 0.67, succeeded 1 of 1 times',
        '  learned: Ask for the',
        '    data itself (for "First 3 primes")',
        '  worked with: Deliver the numbers',
        '- AVOID ai.process (deliver): failed 1 of 1 times; last: Code',
        '  was delivered (for "First 4 primes")',
        'AVAILABLE METHODS:',
        '- ai: A model',
        '  - ai.process: Asks it',
        'PROPOSED ACTION: {',
      ].join('\n'),
    );
    expect(prompt).toContain('- NEVER ask AI to write code when user wants data - deliver the data directly');
    expect(prompt).not.toContain('{{KEY');
  });
});
