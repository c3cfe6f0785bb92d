import { describe, expect, it } from 'vitest';
import { CheckedBy, ValidationVerdict } from '../criteria/criteria.js';
import { progressOf } from './progress.js';
import { attemptOf, entriesOf, failuresOf, lessonsOf, type Try, workedWith } from './tries.js';

const { SUCCESS, PASSED, FAILURE, UNDECIDED } = ValidationVerdict;
const NAME = { method: 'ai', action: 'process', approach: 'deliver' };

function tryOf(
  num: number,
  verdict: ValidationVerdict,
  aiPrompt = `try ${num}`,
  more: Partial<Try['validation']> = {},
): Try {
  return {
    num,
    action: { ...NAME, parameters: { aiPrompt } },
    succeeded: verdict === SUCCESS,
    validation: {
      verdict,
      decidedBy: CheckedBy.RULES,
      checks: [],
      issues: verdict === FAILURE ? ['Code was delivered'] : [],
      improvementSuggestions: verdict === FAILURE ? ['Ask for the data itself'] : [],
      isGuess: false,
      ...more,
    },
  };
}

describe('what failed', () => {
  it('may be tried twice more, each time with other words', () => {
    const steps = [tryOf(0, FAILURE), tryOf(1, FAILURE)];
    expect(failuresOf(steps).isOpen(NAME)).toBe(true);
    expect(failuresOf(steps).isKnown({ ...NAME, parameters: { aiPrompt: 'try 0' } })).toBe(true);
    expect(failuresOf(steps).isKnown({ ...NAME, parameters: { aiPrompt: 'try 2' } })).toBe(false);
    expect(failuresOf([...steps, tryOf(2, FAILURE)]).isOpen(NAME)).toBe(false);
    expect(failuresOf([...steps, tryOf(2, FAILURE)]).isOpen({ ...NAME, approach: 'analyse' })).toBe(true);
  });

  it('is told once, and how often it was wrong', () => {
    expect(lessonsOf([tryOf(0, FAILURE)])).toEqual(['Code was delivered', 'Ask for the data itself']);
    expect(lessonsOf([tryOf(0, FAILURE), tryOf(1, FAILURE)])).toEqual([
      'Code was delivered (2 times)',
      'Ask for the data itself (2 times)',
    ]);
  });
});

describe('in the ledger', () => {
  it.each<[ValidationVerdict[], string | undefined]>([
    [[], undefined],
    [[UNDECIDED, PASSED], undefined],
    [[FAILURE], 'FAILURE'],
    [[FAILURE, FAILURE], 'FAILURE'],
    [[FAILURE, UNDECIDED, SUCCESS], 'SUCCESS'],
  ])('tries that were %j are one attempt: %s', (verdicts, expected) => {
    const steps = verdicts.map((verdict, num) => tryOf(num, verdict));
    expect(attemptOf(NAME, steps)).toBe(expected);
    expect(attemptOf({ ...NAME, approach: 'analyse' }, steps)).toBeUndefined();
  });

  it('a try that only a guess refused is none', () => {
    expect(attemptOf(NAME, [tryOf(0, FAILURE, 'a', { isGuess: true })])).toBeUndefined();
  });

  it('a try with lessons is one of the same action', () => {
    const retried = tryOf(1, SUCCESS);
    const steps = [tryOf(0, FAILURE), { ...retried, action: { ...retried.action, approach: 'deliver_with_lessons' } }];
    expect(attemptOf(NAME, steps)).toBe('SUCCESS');
    expect(entriesOf(NAME, 'T', steps)).toEqual(['task:T:0', 'judged:T:0', 'task:T:1', 'judged:T:1']);
  });

  it('entries of a try are told by its number', () => {
    expect(entriesOf(NAME, 'T', [tryOf(3, FAILURE)])).toEqual(['task:T:3', 'judged:T:3']);
  });
});

describe('what worked', () => {
  it('keeps instruction, parameters and what made the difference', () => {
    expect(workedWith(tryOf(1, SUCCESS), [tryOf(0, FAILURE)])).toEqual({
      learned: 'Ask for the data itself',
      instruction: 'try 1',
      parameters: '{"aiPrompt":"try 1"}',
    });
    expect(workedWith(tryOf(0, SUCCESS), []).learned).toBeNull();
  });

  it('names criteria instead of the values of one request, and no error of an action', () => {
    const unmet = tryOf(0, FAILURE, 'a', {
      checks: [{ criterion: 'first 10', met: false, decidedBy: CheckedBy.RULES }],
      issues: ['first 10: 9 of 10 delivered; 29 is missing'],
      improvementSuggestions: ['Ask for what is missing: 29'],
    });
    expect(workedWith(tryOf(1, SUCCESS), [unmet]).learned).toBe('See that it holds: first 10');
    const crashed = tryOf(0, FAILURE, 'a', { decidedBy: CheckedBy.AGENT, issues: ['The action failed: time-out'] });
    expect(workedWith(tryOf(1, SUCCESS), [crashed]).learned).toBeNull();
    const judged = tryOf(0, FAILURE, 'a', { decidedBy: CheckedBy.PERSON, issues: ['It leaves out the rent.'] });
    expect(workedWith(tryOf(1, SUCCESS), [judged]).learned).toBe('It leaves out the rent.');
  });

  it('is cut where it is long', () => {
    const { instruction, parameters } = workedWith(tryOf(0, SUCCESS, 'x'.repeat(9_000)), []);
    expect([instruction?.length, parameters?.length]).toEqual([2_000, 2_000 + '{"aiPrompt":""}'.length]);
  });
});

describe('progress', () => {
  const part = (met: readonly boolean[]) => ({
    checks: met.map((one, n) => ({ criterion: `c${n}`, met: one, decidedBy: CheckedBy.RULES })),
  });
  const course = (met: boolean[], earlier: boolean[][], succeeded = false) =>
    progressOf({
      verdict: {
        ...part(met),
        verdict: succeeded ? SUCCESS : FAILURE,
        decidedBy: CheckedBy.RULES,
        overallSuccess: succeeded,
        dataTypeMatch: true,
        formatMatch: true,
        successCriteriaMet: met,
        qualityScore: 0,
        accuracy: 0,
        completeness: 0,
        contentType: 'text',
        issues: [],
        improvementSuggestions: [],
        open: [],
        isGuess: false,
      },
      earlier: earlier.map(part),
      steps: 1,
      maxSteps: 5,
      next: NAME,
    }).progress;

  it('adds up what steps deliver in parts, and is whole only where one step is', () => {
    expect(course([true, false, false, false], [])).toBe(25);
    expect(course([false, true, false, false], [[true, false, false, false]])).toBe(50);
    expect(course([false, false], [[true, false]])).toBe(50);
    expect(course([false, true], [[true, false]])).toBe(99);
    expect(course([true, true], [[true, false]], true)).toBe(100);
  });
});
