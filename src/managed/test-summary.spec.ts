import { describe, expect, it } from 'vitest';
import { afterSecondRun, filesToRunAgain, summarize, together } from '../../scripts/lib/test-summary.mjs';

const passed = { name: 'p', status: 'passed', assertionResults: [{ fullName: 'one', status: 'passed' }] };
const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [passed] };

describe('summarize', () => {
  it('counts what passed', () => {
    expect(summarize(report, 0)).toEqual({ line: '3 passed, 0 failed', failed: 0 });
  });

  it('says what was skipped', () => {
    expect(summarize({ ...report, numPendingTests: 2, numTodoTests: 1 }, 0).line).toBe('3 passed, 0 failed, 3 skipped');
  });

  it('counts a file that failed before any of its tests did', () => {
    const broken = { name: 'b', status: 'failed', assertionResults: [] };
    expect(summarize({ ...report, testResults: [passed, broken] }, 1).line).toBe('3 passed, 1 failed');
  });

  it('never calls a run without a report, or one that failed outside of tests, green', () => {
    expect(summarize(undefined, 1).line).toBe('0 passed, 1 failed');
    expect(summarize(report, 1).line).toBe('3 passed, 1 failed');
  });
});

describe('two runs of a release', () => {
  const of = (one: { report: typeof report | undefined; exitCode: number }, other: typeof one) => {
    const both = together(one, other);
    return { ...summarize(both.report, both.exitCode), exitCode: both.exitCode };
  };
  const empty = { ...report, numPassedTests: 0, testResults: [] };

  it('count as one, which fails if either does', () => {
    expect(of({ report, exitCode: 0 }, { report, exitCode: 0 })).toEqual({
      line: '6 passed, 0 failed',
      failed: 0,
      exitCode: 0,
    });
    expect(of({ report, exitCode: 0 }, { report: undefined, exitCode: 1 }).line).toBe('3 passed, 1 failed');
  });

  it('fail if neither has a test, and pass if one has', () => {
    expect(of({ report: empty, exitCode: 0 }, { report: empty, exitCode: 0 }).exitCode).toBe(1);
    expect(of({ report, exitCode: 0 }, { report: empty, exitCode: 0 }).exitCode).toBe(0);
  });
});

describe('a second run of what failed', () => {
  const test = (fullName: string, status: string) => ({ fullName, status });
  const file = (name: string, ...tests: ReturnType<typeof test>[]) => ({
    name,
    status: tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    assertionResults: tests,
  });
  const of = (...testResults: ReturnType<typeof file>[]) => ({
    ...report,
    numPassedTests: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((each) => each.status === 'passed').length,
    numFailedTests: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((each) => each.status === 'failed').length,
    testResults,
  });
  const steady = file('a', test('one', 'passed'), test('two', 'pending'));
  const first = of(steady, file('b', test('three', 'failed'), test('four', 'passed')));

  it('is asked for the files that failed, and for none where many did', () => {
    expect(filesToRunAgain(first)).toEqual(['b']);
    expect(filesToRunAgain(of(...['a', 'b', 'c', 'd'].map((name) => file(name, test('one', 'failed')))))).toEqual([]);
    expect(filesToRunAgain(undefined)).toEqual([]);
  });

  it('names what passes then as unsteady', () => {
    const second = of(file('b', test('three', 'passed'), test('four', 'passed')));
    expect(afterSecondRun(first, second, 0)).toEqual({
      unsteady: ['b > three'],
      summary: { failed: 0, line: '3 passed, 0 failed, 1 skipped' },
    });
  });

  it('fails by what fails again, by another test of the file, and without a report', () => {
    const again = of(file('b', test('three', 'failed'), test('four', 'passed')));
    expect(afterSecondRun(first, again, 1)).toEqual({
      unsteady: [],
      summary: { failed: 1, line: '2 passed, 1 failed, 1 skipped' },
    });
    const other = of(file('b', test('three', 'passed'), test('four', 'failed')));
    expect(afterSecondRun(first, other, 1).summary.failed).toBe(1);
    expect(afterSecondRun(first, undefined, 1).summary.failed).toBe(1);
  });
});
