import { describe, expect, it } from 'vitest';
import { over, quarters, tableOf } from './report.mjs';

const record = (success, fields = {}) => ({ success, attempts: 1, repeated: 0, tokens: 10, regret: 1, ...fields });

describe('what runs say', () => {
  it('is the mean over seeds with a 95 % interval of Student', () => {
    // The standard deviation is √2 and t for one degree of freedom 12.71, so the half interval is 12.71 · √2 / √2.
    const { mean, half } = over([1, 3]);
    expect(mean).toBe(2);
    expect(half).toBeCloseTo((12.71 * Math.SQRT2) / Math.SQRT2, 6);
    expect(over([5]).half).toBeNaN();
  });

  it('is told by quarter', () => {
    const records = [1, 1, 0, 1, 0, 0, 1, 1].map((success) => record(Boolean(success)));
    expect(quarters(records)).toEqual([1, 0.5, 0, 1]);
  });

  it('is one line of the table an arm', () => {
    const runs = [
      [record(true), record(false), record(true), record(true)],
      [record(true), record(true), record(true), record(true)],
    ];
    const [, , line] = tableOf([{ arm: 'trust', settings: 'γ 1', runs }]).split('\n');
    expect(line).toContain('| trust | γ 1 | 2 | 1.000 ± 0.000 | 0.500 ± 6.355 |');
  });

  it('is set beside retrieval and credit, seed by seed', () => {
    const told = (arm, ...runs) => ({
      arm,
      settings: '',
      liars: 0,
      runs: runs.map((done) => done.map((success) => record(Boolean(success)))),
    });
    const lines = tableOf([told('retrieval', [0, 0], [1, 1]), told('credit', [0, 1], [1, 1])]).split('\n');
    expect(lines[2]).toMatch(/ \| {2}\| -0\.250 ± 3\.178 \|$/);
    // The interval is that of the differences .5 and 0, and not that of .5 to 1 compared with 0 to 1.
    expect(lines[3]).toMatch(/ \| 0\.250 ± 3\.178 \| {2}\|$/);
    expect(tableOf([told('trust', [1, 1], [1, 1])]).split('\n')[2]).toMatch(/ \| {2}\| {2}\|$/);
  });
});
