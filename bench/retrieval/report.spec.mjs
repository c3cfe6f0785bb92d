import { describe, expect, it } from 'vitest';
import { METRICS } from './metrics.mjs';
import { betterOf, tableOf } from './report.mjs';

const all = (value) => Object.fromEntries(METRICS.map((metric) => [metric, value]));

describe('the table of a set', () => {
  it('has a row a ranking and one of their differences, for each half', () => {
    const older = { name: 'old', scores: { a: all(0.5), b: all(0), c: all(0.25) } };
    const newer = { name: 'new', scores: { a: all(1), b: all(0.5), c: all(0.25) } };
    const groups = [
      { name: 'tune', ids: ['a', 'b'] },
      { name: 'report', ids: ['c'] },
    ];
    const table = tableOf(
      { metrics: METRICS, groups },
      [{ name: 'full-text', scores: { a: all(0), b: all(0), c: all(0) } }, newer, older],
      [newer, older],
    );
    const cells = table.split('\n').map((line) => line.split(' | ').slice(0, 4).join(' | '));
    expect(cells).toEqual([
      '| questions |  | ranking | recall@5',
      '|---|---|---|---|---|---|---|---|',
      '| tune | 2 | full-text | 0.000 (0.00–0.00)',
      '| tune | 2 | new | 0.750 (0.50–1.00)',
      '| tune | 2 | old | 0.250 (0.00–0.50)',
      // Each question gains half a point, so the interval of the differences has no width and excludes 0.
      '| tune | 2 | new − old | **+50.0 (+50.0 to +50.0)**',
      '| report | 1 | full-text | 0.000 (0.00–0.00)',
      '| report | 1 | new | 0.250 (0.25–0.25)',
      '| report | 1 | old | 0.250 (0.25–0.25)',
      '| report | 1 | new − old | +0.0 (+0.0 to +0.0)',
    ]);
  });
});

it('compares with the better ranking of each measure', () => {
  const metrics = ['x', 'y'];
  const one = { name: 'one', scores: { a: { x: 1, y: 0 }, b: { x: 0, y: 0.1 } } };
  const other = { name: 'other', scores: { a: { x: 0, y: 0.5 }, b: { x: 0.5, y: 0 } } };
  expect(betterOf([one, other], metrics).scores).toEqual({ a: { x: 1, y: 0.5 }, b: { x: 0, y: 0 } });
});
