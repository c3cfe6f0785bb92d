import { useMemo } from 'preact/hooks';
import receiptsStatement from '../../../cypher/explore/060-receipts.cypher?raw';
import learningsInUse from '../../../cypher/explore/130-learnings-in-use.cypher?raw';
import { learningMetrics, outcomes } from '../../api/home-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { Chart, ChartTable } from '../../parts/chart.js';
import { Elsewhere } from '../../parts/elsewhere.js';
import { Answered } from '../../parts/state.js';
import { byDay } from '../../rules/by-day.js';
import { differenceSays } from '../../rules/difference.js';
import { number } from '../../rules/score.js';
import { daysAgo, sinceWhen } from '../../rules/since.js';
import { thin } from '../../rules/thin.js';

const DAYS = 90;
/** Minimum number of days for a chart, because a line through fewer points says nothing. */
const LEAST_DAYS = 10;
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
          const ended = days.reduce((sum, day) => sum + day.ended, 0);
          const succeeded = days.reduce((sum, day) => sum + day.succeeded, 0);
          const last = new Date(days.at(-1)?.at ?? 0).toISOString().slice(0, 10);
          const drawn = thin(days, (day) => day.succeeded / day.ended);
          return (
            <>
              <p>
                {succeeded} of {ended} tasks that were given a context and have an outcome succeeded
                {totalCount > nodes.length && ` (of the newest ${nodes.length} of ${totalCount} contexts)`}; the last
                report is of {last}.
              </p>
              {days.length < LEAST_DAYS ? (
                <p class="soft small">
                  Too early for a chart: it takes outcomes of {LEAST_DAYS} days, and there are {days.length}.
                </p>
              ) : (
                <Chart
                  label="A chart of the share of contexts that ended in success, by day"
                  lines={{
                    x: drawn.map(({ at }) => at),
                    isShare: true,
                    lines: [
                      {
                        label: 'Success',
                        colour: 'good',
                        values: drawn.map((day) => day.succeeded / day.ended),
                      },
                    ],
                  }}
                />
              )}
              <ChartTable
                head={['Day (UTC)', 'ended', 'succeeded', 'share']}
                rows={days.map((day) => [
                  new Date(day.at).toISOString().slice(0, 10),
                  day.ended,
                  day.succeeded,
                  number(day.succeeded / day.ended),
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
const METRICS: readonly (readonly [
  'attributionAccuracy' | 'enrichedShareOfFailed' | 'enrichedShare' | 'enrichedShareOfAll',
  string,
])[] = [
  ['attributionAccuracy', 'failures whose cause was found'],
  ['enrichedShareOfFailed', 'items that failed and now have a learning'],
  ['enrichedShare', 'items given to agents that have a learning'],
  ['enrichedShareOfAll', 'all items that have a learning'],
];

/** What was learned and how it went, in one glance. */
export function LearningMetrics({ namespace }: { readonly namespace: string }) {
  const [answer, again] = useAnswer(learningMetrics, {}, namespace);
  return (
    <section class="card" aria-labelledby="metrics-title">
      <h2 id="metrics-title">How well it learns</h2>
      <Answered answer={answer} again={again}>
        {({
          learningMetrics: all,
          learnings,
          captureStatus: { sessions, outcomes: ended, undecided, lastOutcome },
        }) => (
          <>
            <ul class="numbers">
              {[
                [learnings.totalCount, 'learned', `corrections of items; ${all.failedSteps} steps failed`],
                [all.timesShown, 'times shown', 'in the prompts of plans'],
                [all.timesFollowed, 'followed', 'steps that agents based on a learning'],
                [all.timesSucceeded, 'worked', 'of these steps'],
              ].map(([count, name, says]) => (
                <li key={name}>
                  <b>{count?.toLocaleString()}</b> {name}
                  <span>{says}</span>
                </li>
              ))}
            </ul>
            <p>
              {differenceSays({
                with: all.withLearning,
                without: all.withoutLearning,
                least: all.leastSteps,
                difference: all.difference,
                lower: all.differenceLower,
                upper: all.differenceUpper,
              })}
            </p>
            <p class="soft small">
              {sessions === 0
                ? 'No agent is connected: heartwood connect.'
                : `Connected agents: ${sessions} sessions, ${ended} outcomes, ${undecided} undecided, ${sinceWhen(lastOutcome)}.`}
            </p>
            <details class="small">
              <summary>Where learnings are</summary>
              <div class="table">
                <table>
                  <thead>
                    <tr>
                      <th>Share of</th>
                      <th class="num">ever</th>
                    </tr>
                  </thead>
                  <tbody>
                    {METRICS.map(([name, means]) => (
                      <tr key={name}>
                        <td>{means}</td>
                        <td class="num">{percent(all[name])}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
          </>
        )}
      </Answered>
      <Elsewhere
        query={learningMetrics.text}
        variables={{}}
        namespace={namespace}
        statement={{ text: learningsInUse, parameters: {} }}
      />
    </section>
  );
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`;
}
