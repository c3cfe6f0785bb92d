import { useMemo } from 'preact/hooks';
import mostGivenStatement from '../../cypher/explore/070-most-given.cypher?raw';
import latestFailures from '../../cypher/explore/110-failures.cypher?raw';
import learnedLately from '../../cypher/explore/125-learned-lately.cypher?raw';
import { given, learned, review, type ReviewRow, type Status } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { useTitles } from '../api/use-titles.js';
import { AskForm } from '../parts/ask-form.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Answered, Notice } from '../parts/state.js';
import { KIND_NAMES, nodeAddress } from '../rules/address.js';
import { daysAgo } from '../rules/since.js';
import { type Given, mostGiven } from '../rules/tallies.js';
import { KIND_SAYS, REASONS } from '../rules/words.js';
import { Domains } from './home/domains.js';
import { MisleadingMost } from './home/misleading.js';
import { Operators } from './home/operators.js';
import { LearningMetrics, SuccessOverTime } from './home/progress.js';
import { Queue } from './home/queue.js';
import { Trials } from './home/trials.js';

const ROWS = 8;
const LEARNED = 5;
/** Number of latest contexts that are evaluated. */
const LOOKED_AT = 200;

export function Home({ namespace, status }: { readonly namespace: string; readonly status: Status }) {
  const since = useMemo(() => daysAgo(7), []);
  const known = status.counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <h1>What agents learned in {namespace}</h1>
      {known === 0 ? (
        <Notice title={`Nothing is stored in ${namespace} yet`}>
          <p>
            Agents write here through the API, with the header <code>x-namespace: {namespace}</code>.{' '}
            <code>npm run sample</code> loads demo data into the namespace <code>demo</code>.
          </p>
        </Notice>
      ) : (
        <>
          <p class="soft">
            Agents that work in this namespace are given what is stored here. This page shows what misled them, what
            they learned, and what waits for a person.
          </p>
          <Trials namespace={namespace} />
          <AskForm namespace={namespace} />
          <LearningMetrics namespace={namespace} />
          <ul class="numbers">
            {status.counts
              .filter(({ count }) => count > 0)
              .map(({ kind, count }) => (
                <li key={kind}>
                  <b>{count.toLocaleString()}</b> {count === 1 ? kind.toLowerCase() : KIND_NAMES[kind]}
                  <span>{KIND_SAYS[kind]}</span>
                </li>
              ))}
          </ul>
          <div class="columns">
            <div>
              <MisleadingMost namespace={namespace} since={since} />
              <Learned namespace={namespace} since={since} />
              <GivenMost namespace={namespace} since={since} />
            </div>
            <div>
              <Awaiting namespace={namespace} />
            </div>
          </div>
          <div class="columns">
            <div>
              <SuccessOverTime namespace={namespace} />
            </div>
            <div>
              <Queue namespace={namespace} />
            </div>
          </div>
          <Domains namespace={namespace} />
        </>
      )}
      <Operators namespace={namespace} status={status} />
    </>
  );
}

function Awaiting({ namespace }: { readonly namespace: string }) {
  const [answer, again] = useAnswer(review, { first: ROWS }, namespace);
  return (
    <section class="card" aria-labelledby="review-title">
      <h2 id="review-title">Needs review</h2>
      <Answered answer={answer} again={again}>
        {({ review: { totalCount, nodes } }) =>
          totalCount === 0 ? (
            <p class="soft small">No decision waits.</p>
          ) : (
            <>
              {[...new Set(nodes.map(({ reason }) => reason))].map((reason) => (
                <Waiting
                  key={reason}
                  namespace={namespace}
                  reason={reason}
                  rows={nodes.filter((row) => row.reason === reason)}
                />
              ))}
              <p class="soft small">
                {totalCount > nodes.length && `The newest ${nodes.length} of ${totalCount}. `}
                Decisions are recorded through the API (<a href="/docs/corrections.html">how</a>).
              </p>
            </>
          )
        }
      </Answered>
      <Elsewhere
        query={review.text}
        variables={{ first: ROWS }}
        namespace={namespace}
        statement={{ text: latestFailures, parameters: {} }}
      />
    </section>
  );
}

/** The decisions with one reason. */
function Waiting(props: { readonly namespace: string; readonly reason: string; readonly rows: readonly ReviewRow[] }) {
  const { namespace, reason, rows } = props;
  const [says, decides] = REASONS[reason] ?? [reason, null];
  const titles = useTitles(namespace, [...new Set(rows.flatMap(refsOf))]);
  return (
    <>
      <h3>{says}</h3>
      {decides !== null && (
        <p class="soft small">
          Decided by <code>{decides}</code>
        </p>
      )}
      <ul class="list small">
        {rows.map((row, index) => (
          <li key={index}>
            <WaitingFor namespace={namespace} row={row} titles={titles} />{' '}
            <span class="soft">
              <Moment at={row.at} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The refs in a decision whose titles the answer lacks. */
function refsOf({ learning, ref, otherRef, taskId }: ReviewRow): string[] {
  if (learning) return [];
  return [ref, otherRef, taskId === null ? null : `task:${taskId}`].filter((one) => one !== null);
}

function WaitingFor(props: {
  readonly namespace: string;
  readonly row: ReviewRow;
  readonly titles: ReadonlyMap<string, string>;
}) {
  const { namespace, row, titles } = props;
  const { learning, step, planId, taskId, stepNum } = row;
  if (learning) {
    return (
      <>
        <RefLink namespace={namespace} nodeRef={learning.item.ref} title={learning.item.title} />:{' '}
        <a data-own href={nodeAddress(namespace, `learning:${learning.id}`)}>
          {learning.task}
        </a>
        {learning.originalError !== null && ` – ${learning.originalError}`}
      </>
    );
  }
  if (planId !== null) {
    return (
      <>
        <RefLink
          namespace={namespace}
          nodeRef={stepNum === null ? `plan:${planId}` : `step:${planId}/${stepNum}`}
          title={`Step ${stepNum ?? ''} of a plan`}
        />
        {step && `: ${step.toolName}${step.error === null ? '' : ` – ${step.error}`}`}
      </>
    );
  }
  const refs = refsOf(row);
  return (
    <>
      {refs.map((ref, index) => (
        <span key={ref}>
          {index > 0 && ' and '}
          <RefLink namespace={namespace} nodeRef={ref} title={titles.get(ref) ?? ref} />
        </span>
      ))}
      {taskId !== null && stepNum !== null && `, step ${stepNum}`}
      {refs.length === 0 && '–'}
    </>
  );
}

function Learned({ namespace, since }: { readonly namespace: string; readonly since: string }) {
  const [answer, again] = useAnswer(learned, { since, first: LEARNED }, namespace);
  return (
    <section class="card" aria-labelledby="learned-title">
      <h2 id="learned-title">Learned this week</h2>
      <Answered answer={answer} again={again}>
        {({ learnings: { totalCount, nodes } }) =>
          totalCount === 0 ? (
            <p class="soft small">Nothing was learned in the last seven days.</p>
          ) : (
            <>
              <ul class="list small">
                {nodes.map(({ id, timestamp, task, originalError, recoveryApproach, humanReasoning, item }) => (
                  <li key={id}>
                    <RefLink namespace={namespace} nodeRef={item.ref} title={item.title} />{' '}
                    <span class="soft">
                      <Moment at={timestamp} />
                    </span>
                    <br />
                    {task}: {originalError ?? humanReasoning}
                    {recoveryApproach !== null && <> → {recoveryApproach}</>}
                  </li>
                ))}
              </ul>
              <LookedAt what="learnings" shown={nodes.length} total={totalCount} />
            </>
          )
        }
      </Answered>
      <Elsewhere
        query={learned.text}
        variables={{ since, first: LEARNED }}
        namespace={namespace}
        statement={{ text: learnedLately, parameters: { days: 7 } }}
      />
    </section>
  );
}

function GivenMost({ namespace, since }: { readonly namespace: string; readonly since: string }) {
  const [answer, again] = useAnswer(given, { since, first: LOOKED_AT }, namespace);
  return (
    <section class="card" aria-labelledby="given-title">
      <h2 id="given-title">Given most this week</h2>
      <Answered answer={answer} again={again}>
        {({ receipts: { totalCount, nodes } }) => {
          const rows = mostGiven(nodes, ROWS);
          if (rows.length === 0)
            return <p class="soft small">No agent of your project asked for a context in the last seven days.</p>;
          return (
            <>
              <GivenTable namespace={namespace} rows={rows} />
              <LookedAt what="contexts" shown={nodes.length} total={totalCount} />
            </>
          );
        }}
      </Answered>
      <Elsewhere
        query={given.text}
        variables={{ since, first: LOOKED_AT }}
        namespace={namespace}
        statement={{ text: mostGivenStatement, parameters: {} }}
      />
    </section>
  );
}

function GivenTable({ namespace, rows }: { readonly namespace: string; readonly rows: readonly Given[] }) {
  const titles = useTitles(
    namespace,
    rows.map(({ ref }) => ref),
  );
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>What</th>
            <th class="num">times</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ ref, times }) => (
            <tr key={ref}>
              <td>
                <RefLink namespace={namespace} nodeRef={ref} title={titles.get(ref) ?? ref} />
              </td>
              <td class="num">{times}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LookedAt({ what, shown, total }: { readonly what: string; readonly shown: number; readonly total: number }) {
  return shown < total ? (
    <p class="soft small">
      The newest {shown} of {total} {what}.
    </p>
  ) : null;
}
