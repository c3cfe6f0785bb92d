import { describe, expect, it } from 'vitest';
import { summarize } from '../../scripts/lib/test-summary.mjs';

const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [passed] };

describe('summarize', () => {
  it('counts what passed', () => {
    expect(summarize(report, 0)).toEqual({ line: '3 passed, 0 failed', failed: 0 });
  });

  it('says what was skipped', () => {
    expect(summarize({ ...report, numPendingTests: 2, numTodoTests: 1 }, 0).line).toBe('3 passed, 0 failed, 3 skipped');
  });

  it('counts a file that failed before any of its tests did', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(summarize({ ...report, testResults: [passed, broken] }, 1).line).toBe('3 passed, 1 failed');
  });

  it('never calls a run without a report, or one that failed outside of tests, green', () => {
    expect(summarize(undefined, 1).line).toBe('0 passed, 1 failed');
    expect(summarize(report, 1).line).toBe('3 passed, 1 failed');
  });
});
