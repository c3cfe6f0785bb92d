import { useMemo, useState } from 'preact/hooks';
import { calibration, learningMetrics, type Metrics, outcomes } from '../../api/home-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { Chart, ChartTable } from '../../parts/chart.js';
import { Answered } from '../../parts/state.js';
import { type Kind, KIND_NAMES } from '../../rules/address.js';
import { byDay } from '../../rules/by-day.js';
import { number } from '../../rules/score.js';
import { daysAgo } from '../../rules/since.js';
import { thin } from '../../rules/thin.js';

const DAYS = 90;
/** The maximum page size of the API. */
const LOOKED_AT = 500;

/** Shows whether agents improve, and how well trust predicts success. */
export function Progress({ namespace }: { readonly namespace: string }) {
  return (
    <div class="grid">
      <SuccessOverTime namespace={namespace} />
      <LearningMetrics namespace={namespace} />
      <CalibrationCard namespace={namespace} />
    </div>
  );
}

function SuccessOverTime({ namespace }: { readonly namespace: string }) {
  const since = useMemo(() => daysAgo(DAYS), []);
  const [answer, again] = useAnswer(outcomes, { since, first: LOOKED_AT }, namespace);
  return (
    <section class="card" aria-labelledby="success-title">
      <h2 id="success-title">Success over time</h2>
      <Answered answer={answer} again={again}>
        {({ receipts: { nodes, totalCount } }) => {
          const days = byDay(nodes);
          if (days.length === 0) return <p class="soft small">No outcome of a context was reported yet.</p>;
          const drawn = thin(days, ({ ended, succeeded }) => succeeded / ended);
          return (
            <>
              <p class="soft small">
                Share of contexts of a day that ended in success
                {totalCount > nodes.length && `, of the newest ${nodes.length} of ${totalCount}`}.
              </p>
              <Chart
                label="A chart of the share of contexts that ended in success, by day"
                lines={{
                  x: drawn.map(({ at }) => at),
                  isTime: true,
                  lines: [
                    {
                      label: 'Success',
                      colour: 'good',
                      values: drawn.map(({ ended, succeeded }) => succeeded / ended),
                    },
                  ],
                }}
              />
              <ChartTable
                head={['Day (UTC)', 'ended', 'succeeded', 'share']}
                rows={days.map(({ at, ended, succeeded }) => [
                  new Date(at).toISOString().slice(0, 10),
                  ended,
                  succeeded,
                  number(succeeded / ended),
                ])}
              />
            </>
          );
        }}
      </Answered>
    </section>
  );
}

const METRICS: readonly (readonly [keyof Metrics, string])[] = [
  ['attributionAccuracy', 'failures whose cause is known'],
  ['attributionAccuracyInContext', '… of plans that were given something'],
  ['enrichedShare', 'items given that have a learning'],
  ['enrichedShareOfFailed', 'items that failed and have a learning'],
  ['enrichedShareOfAll', 'all items that have a learning'],
  ['trustSuccessCorrelation', 'trust against success (−1 to 1)'],
];

function LearningMetrics({ namespace }: { readonly namespace: string }) {
  const since = useMemo(() => daysAgo(7), []);
  const [answer, again] = useAnswer(learningMetrics, { since }, namespace);
  return (
    <section class="card" aria-labelledby="metrics-title">
      <h2 id="metrics-title">How well it learns</h2>
      <Answered answer={answer} again={again}>
        {({ all, lately }) => {
          const known = METRICS.filter(([name]) => all[name] !== null);
          const shown = (value: number | null) => (value === null ? '–' : number(value));
          return (
            <>
              {known.length > 0 && (
                <Chart
                  label="A chart of the metrics of learning"
                  lines={{
                    x: known.map((_, index) => (index + 1) / (known.length + 1)),
                    isTime: false,
                    range: [Math.min(0, ...known.map(([name]) => all[name] ?? 0)), 1.02],
                    names: known.map((_, index) => String(index + 1)),
                    lines: [
                      { label: 'ever', colour: 'accent', is: 'points', values: known.map(([name]) => all[name]) },
                      {
                        label: 'this week',
                        colour: 'memory',
                        is: 'points',
                        values: known.map(([name]) => lately[name]),
                      },
                    ],
                  }}
                />
              )}
              {known.length > 0 && (
                <ol class="small">
                  {known.map(([name, means]) => (
                    <li key={name}>{means}</li>
                  ))}
                </ol>
              )}
              <p class="soft small">
                {all.failedSteps} steps failed, {lately.failedSteps} of them this week
                {all.learningReuse !== null && `; a learning was used ${number(all.learningReuse)} times on average`}.
              </p>
              <ChartTable
                head={['What', 'ever', 'this week']}
                rows={METRICS.map(([name, means]) => [means, shown(all[name]), shown(lately[name])])}
              />
            </>
          );
        }}
      </Answered>
    </section>
  );
}

function CalibrationCard({ namespace }: { readonly namespace: string }) {
  const [kind, setKind] = useState<Kind>('ITEM');
  const [answer, again] = useAnswer(calibration, { kind }, namespace);
  return (
    <section class="card" aria-labelledby="calibration-title">
      <h2 id="calibration-title">Whether trust says what will work</h2>
      <label class="choice small">
        <span>Of</span>
        <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}>
          {Object.entries(KIND_NAMES).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Answered answer={answer} again={again}>
        {({ calibration: { samples, brierScore, expectedCalibrationError, bins } }) => {
          const filled = bins.filter(({ count }) => count > 0);
          if (filled.length === 0) return <p class="soft small">Nothing was tried yet whose trust was known.</p>;
          return (
            <>
              <p class="soft small">
                {samples} samples. On the dashed line trust is what came true; Brier score{' '}
                {brierScore === null ? '–' : number(brierScore)}, mean distance{' '}
                {expectedCalibrationError === null ? '–' : number(expectedCalibrationError)}.
              </p>
              <Chart
                label="A chart of the success rate by trust"
                lines={{
                  x: [0, ...filled.map(({ meanTrust }) => meanTrust ?? 0), 1],
                  isTime: false,
                  lines: [
                    {
                      label: 'trust come true',
                      colour: 'soft',
                      is: 'dashed',
                      values: [0, ...filled.map(({ meanTrust }) => meanTrust), 1],
                    },
                    {
                      label: 'success rate',
                      colour: 'accent',
                      is: 'points',
                      values: [null, ...filled.map(({ successRate }) => successRate), null],
                    },
                  ],
                }}
              />
              <ChartTable
                head={['Trust', 'samples', 'mean trust', 'success rate']}
                rows={filled.map(({ from, to, count, meanTrust, successRate }) => [
                  `${number(from)} to ${number(to)}`,
                  count,
                  meanTrust === null ? '–' : number(meanTrust),
                  successRate === null ? '–' : number(successRate),
                ])}
              />
            </>
          );
        }}
      </Answered>
    </section>
  );
}
