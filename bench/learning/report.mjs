// Summarises the runs of an experiment. Pure.
import { table } from '../lib/stats.mjs';

const QUARTERS = 4;

/** @returns `{ mean, half }`: the mean over seeds with half of its 95 % interval (Student's t) */
export function over(values) {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { mean, half: NaN };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, half: (T_975[Math.min(n - 2, T_975.length - 1)] * Math.sqrt(variance)) / Math.sqrt(n) };
}

/** Quantiles for 1 to 15 degrees of freedom; beyond that the normal distribution is accurate enough. */
const T_975 = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2];

const mean = (values) => values.reduce((sum, value) => sum + Number(value), 0) / Math.max(1, values.length);

/** Share of successful tasks in each quarter of a run. */
export function quarters(records) {
  const size = records.length / QUARTERS;
  return Array.from({ length: QUARTERS }, (_, q) =>
    mean(records.slice(Math.floor(q * size), Math.floor((q + 1) * size)).map(({ success }) => success)),
  );
}

/**
 * One line per arm: success by quarter, attempts, repeated failures, tokens, regret per task; means over seeds. All
 * arms get the same tasks for a seed, so success is compared with that of retrieval and of credit seed by seed, which
 * cancels differences between tasks.
 */
export function tableOf(results) {
  const format = ({ mean: value, half }, digits) =>
    `${value.toFixed(digits)}${Number.isNaN(half) ? '' : ` ± ${half.toFixed(digits)}`}`;
  const done = (records) => mean(records.map(({ success }) => success));
  const besides = (name) => {
    const other = results.find(({ arm }) => arm === name);
    return ({ arm, liars, runs }) =>
      arm === name || !other || other.liars !== liars
        ? ''
        : format(over(runs.map((records, seed) => done(records) - done(other.runs[seed]))), 3);
  };
  const [besidesRetrieval, besidesCredit] = [besides('retrieval'), besides('credit')];
  return table(
    [
      'arm',
      'settings',
      'seeds',
      'success Q1',
      'Q2',
      'Q3',
      'Q4',
      'attempts',
      'failures repeated',
      'tokens',
      'regret',
      'done',
      'more than by retrieval',
      'more than by credit',
    ],
    results.map((result) => {
      const { arm, settings, runs } = result;
      const byRun = (of) => over(runs.map((records) => mean(records.map(of))));
      return [
        arm,
        settings,
        String(runs.length),
        ...[0, 1, 2, 3].map((q) => format(over(runs.map((records) => quarters(records)[q])), 3)),
        format(
          byRun(({ attempts }) => attempts),
          2,
        ),
        format(
          byRun(({ repeated }) => repeated),
          3,
        ),
        format(
          byRun(({ tokens }) => tokens),
          0,
        ),
        format(
          byRun(({ regret }) => regret),
          3,
        ),
        format(over(runs.map(done)), 3),
        besidesRetrieval(result),
        besidesCredit(result),
      ];
    }),
  );
}

/**
 * One line per arm: shares of tasks whose first hit is suitable, and whose first suitable hit is right, and trust of
 * right and wrong knowledge, at the end of the first and of the last quarter; means over seeds.
 */
export function standingOf(results) {
  const told = results.filter(({ probes }) => probes.some((each) => each?.length > 0));
  const at = (probes, name, quarter) => {
    const values = probes.map((each) => each.at(quarter)?.[name]).filter((value) => value !== undefined);
    return values.length === 0 ? '–' : mean(values).toFixed(3);
  };
  return table(
    ['arm', 'settings', 'suitable first', 'right first', 'trust of right', 'of wrong', 'of planted'],
    told.map(({ arm, settings, probes }) => [
      arm,
      settings,
      ...['suitable', 'first', 'right', 'wrong', 'planted'].map(
        (name) => `${at(probes, name, 0)} → ${at(probes, name, -1)}`,
      ),
    ]),
  );
}
