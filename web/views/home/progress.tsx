import { useMemo } from 'preact/hooks';
import receiptsStatement from '../../../cypher/explore/060-receipts.cypher?raw';
import learningsInUse from '../../../cypher/explore/130-learnings-in-use.cypher?raw';
import { calibration, learningMetrics, type Metrics, outcomes } from '../../api/home-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { Chart, ChartTable } from '../../parts/chart.js';
import { Elsewhere } from '../../parts/elsewhere.js';
import { Answered } from '../../parts/state.js';
import { useChoices } from '../../router.js';
import { KIND_NAMES, kindOf } from '../../rules/address.js';
import { byDay } from '../../rules/by-day.js';
import { number } from '../../rules/score.js';
import { daysAgo } from '../../rules/since.js';
import { thin } from '../../rules/thin.js';

const DAYS = 90;
/** The maximum page size of the API. */
const LOOKED_AT = 500;

export function SuccessOverTime({ namespace }: { readonly namespace: string }) {
  const since = useMemo(() => daysAgo(DAYS), []);
  const [answer, again] = useAnswer(outcomes, { since, first: LOOKED_AT }, namespace);
  return (
    <section class="card" aria-labelledby="success-title">
      <h2 id="success-title">Success over time</h2>
      <Answered answer={answer} again={again}>
        {({ receipts: { nodes, totalCount } }) => {
          const days = byDay(nodes);
          if (days.length === 0)
            return (
              <p class="soft small">
                No agent of your project has reported yet whether a task with a context succeeded.
              </p>
            );
          const drawn = thin(days, ({ ended, succeeded }) => succeeded / ended);
          return (
            <>
              <p class="soft small">
                Share of the tasks of a day that succeeded, of those that were given a context and reported an outcome
                {totalCount > nodes.length && ` (the newest ${nodes.length} of ${totalCount})`}.
              </p>
              <Chart
                label="A chart of the share of contexts that ended in success, by day"
                lines={{
                  x: drawn.map(({ at }) => at),
                  isTime: true,
                  isShare: true,
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
      <Elsewhere
        query={outcomes.text}
        variables={{ since, first: LOOKED_AT }}
        namespace={namespace}
        statement={{ text: receiptsStatement, parameters: {} }}
      />
    </section>
  );
}

/** The shares among the metrics, with what each counts. */
const METRICS: readonly (readonly [keyof Metrics, string])[] = [
  ['attributionAccuracy', 'failures whose cause was found'],
  ['attributionAccuracyInContext', 'the same, if the plan had been given the cause'],
  ['enrichedShareOfFailed', 'items that failed and now have a learning'],
  ['enrichedShare', 'items given to agents that have a learning'],
  ['enrichedShareOfAll', 'all items that have a learning'],
];

export function LearningMetrics({ namespace }: { readonly namespace: string }) {
  const since = useMemo(() => daysAgo(7), []);
  const [answer, again] = useAnswer(learningMetrics, { since }, namespace);
  return (
    <section class="card" aria-labelledby="metrics-title">
      <h2 id="metrics-title">How well it learns</h2>
      <Answered answer={answer} again={again}>
        {({ all, lately }) => {
          const correlation = all.trustSuccessCorrelation;
          return (
            <>
              <div class="table">
                <table>
                  <caption class="small">Bars are shares of 100 %: all time above, this week below.</caption>
                  <thead>
                    <tr>
                      <th>Share of</th>
                      <th class="pair" aria-hidden="true" />
                      <th class="num">ever</th>
                      <th class="num">this week</th>
                    </tr>
                  </thead>
                  <tbody>
                    {METRICS.map(([name, means]) => (
                      <tr key={name}>
                        <td>{means}</td>
                        <td class="pair">
                          <Pair ever={all[name]} lately={lately[name]} />
                        </td>
                        <td class="num">{percent(all[name])}</td>
                        <td class="num">{percent(lately[name])}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p class="soft small">
                {all.failedSteps} steps failed, {lately.failedSteps} of them this week.
                {all.learningReuse !== null &&
                  ` A learning was followed ${number(all.learningReuse)} times on average.`}
                {correlation !== null &&
                  ` Items with more trust ${correlation > 0.1 ? 'succeed more often' : correlation < -0.1 ? 'succeed less often' : 'succeed about as often as others'} (correlation ${number(correlation)}).`}
              </p>
            </>
          );
        }}
      </Answered>
      <Elsewhere
        query={learningMetrics.text}
        variables={{ since }}
        namespace={namespace}
        statement={{ text: learningsInUse, parameters: {} }}
      />
    </section>
  );
}

/** Two bars for one share; the table beside them has the numbers. */
function Pair({ ever, lately }: { readonly ever: number | null; readonly lately: number | null }) {
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect class="pair-rest" x={0} y={0} width={100} height={5} />
      <rect class="pair-ever" x={0} y={0} width={100 * (ever ?? 0)} height={5} />
      <rect class="pair-rest" x={0} y={7} width={100} height={5} />
      <rect class="pair-lately" x={0} y={7} width={100 * (lately ?? 0)} height={5} />
    </svg>
  );
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`;
}

export function CalibrationCard({ namespace }: { readonly namespace: string }) {
  const [query, choose] = useChoices();
  const kind = kindOf(query.get('calibration')) ?? 'ITEM';
  const [answer, again] = useAnswer(calibration, { kind }, namespace);
  return (
    <section class="card" aria-labelledby="calibration-title">
      <h2 id="calibration-title">Whether trust predicts success</h2>
      <label class="choice small">
        <span>Kind</span>
        <select value={kind} onChange={({ currentTarget }) => choose({ calibration: [currentTarget.value] })}>
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
          if (filled.length === 0) return <p class="soft small">Nothing of this kind was tried yet.</p>;
          return (
            <>
              <p class="soft small">
                Each point is a range of trust, from {samples} uses in all. On the dashed line, trust predicted success
                exactly; a point below it was trusted too much, a point above it too little.
              </p>
              <Chart
                label="A chart of the success rate by trust"
                lines={{
                  x: [0, ...filled.map(({ meanTrust }) => meanTrust ?? 0), 1],
                  isTime: false,
                  names: ['trust before the use', 'share of uses that succeeded'],
                  lines: [
                    {
                      label: 'exact prediction',
                      colour: 'soft',
                      is: 'dashed',
                      values: [0, ...filled.map(({ meanTrust }) => meanTrust), 1],
                    },
                    {
                      label: 'observed',
                      colour: 'accent',
                      is: 'points',
                      values: [null, ...filled.map(({ successRate }) => successRate), null],
                    },
                  ],
                }}
              />
              <p class="soft small">
                On average, trust was off by{' '}
                {expectedCalibrationError === null ? '–' : number(expectedCalibrationError)} (expected calibration
                error); Brier score {brierScore === null ? '–' : number(brierScore)}, 0 is best.
              </p>
              <ChartTable
                head={['Trust', 'uses', 'mean trust', 'succeeded']}
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
      <Elsewhere query={calibration.text} variables={{ kind }} namespace={namespace} />
    </section>
  );
}
