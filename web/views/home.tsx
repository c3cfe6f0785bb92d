import { useEffect, useMemo, useState } from 'preact/hooks';
import { send } from '../api/client.js';
import { titleOf } from '../api/home-queries.js';
import { given, learned, review, type ReviewRow, type Status } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Answered, Notice } from '../parts/state.js';
import { askAddress, KIND_NAMES, knowledgeOf } from '../rules/address.js';
import { daysAgo } from '../rules/since.js';
import { type Given, mostGiven } from '../rules/tallies.js';
import { Domains } from './home/domains.js';
import { MisleadingMost } from './home/misleading.js';
import { Operators } from './home/operators.js';
import { Progress } from './home/progress.js';
import { Queue } from './home/queue.js';

const ROWS = 8;
/** Number of latest contexts that are evaluated. */
const LOOKED_AT = 200;

export function Home({ namespace, status }: { readonly namespace: string; readonly status: Status }) {
  const since = useMemo(() => daysAgo(7), []);
  const known = status.counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <h1>What agents learned in {namespace}</h1>
      {known === 0 ? (
        <Notice title={`Nothing is known in ${namespace} yet`}>
          <p>
            Agents write here over the API with the header <code>x-namespace: {namespace}</code>.{' '}
            <code>npm run sample</code> loads data to look at into the namespace <code>demo</code>.
          </p>
        </Notice>
      ) : (
        <>
          <ul class="numbers">
            {status.counts
              .filter(({ count }) => count > 0)
              .map(({ kind, count }) => (
                <li key={kind}>
                  <b>{count.toLocaleString()}</b>
                  <span>{KIND_NAMES[kind]}</span>
                </li>
              ))}
          </ul>
          <p>
            <a data-own href={askAddress(namespace)}>
              Ask what is known about a task
            </a>
          </p>
          <div class="grid">
            <MisleadingMost namespace={namespace} since={since} />
            <Awaiting namespace={namespace} />
            <Learned namespace={namespace} since={since} />
            <GivenMost namespace={namespace} since={since} />
          </div>
          <Progress namespace={namespace} />
          <Domains namespace={namespace} />
          <Queue namespace={namespace} />
        </>
      )}
      <Operators status={status} />
    </>
  );
}

/** Texts for the reasons of open decisions. */
const REASONS: Readonly<Record<string, string>> = {
  AWAITING_RECOVERY: 'Nobody knows yet what works instead',
  CONTRADICTION: 'Only one of these facts can hold',
  NAME_TAKEN: 'Another item has the name that decided',
  POSSIBLE_SUPERSESSION: 'The later text may replace the earlier one',
  UNATTRIBUTED_FAILURE: 'Nobody knows what the failed step came from',
  UNDECIDED_VERDICT: 'Nothing could decide whether the step succeeded',
  UNVERIFIED_LEARNING: 'Nothing has shown yet that it holds',
};

function Awaiting({ namespace }: { readonly namespace: string }) {
  const [answer, again] = useAnswer(review, { first: ROWS }, namespace);
  return (
    <section class="card" aria-labelledby="review-title">
      <h2 id="review-title">Waits for a person</h2>
      <Answered answer={answer} again={again}>
        {({ review: { totalCount, nodes } }) =>
          totalCount === 0 ? (
            <p class="soft small">Nothing waits.</p>
          ) : (
            <>
              <ul class="list small">
                {nodes.map((row, index) => (
                  <li key={index}>
                    <span class="soft">{REASONS[row.reason] ?? row.reason}</span>
                    <br />
                    <Waiting namespace={namespace} row={row} />
                  </li>
                ))}
              </ul>
              {totalCount > nodes.length && <p class="soft small">{totalCount} in all; the newest stand here.</p>}
            </>
          )
        }
      </Answered>
    </section>
  );
}

function Waiting({ namespace, row }: { readonly namespace: string; readonly row: ReviewRow }) {
  const { learning, step, planId, taskId, stepNum, ref } = row;
  if (learning) {
    return (
      <>
        <RefLink namespace={namespace} nodeRef={learning.item.ref} title={learning.item.title} />: {learning.task}
        {learning.originalError !== null && ` – ${learning.originalError}`}
      </>
    );
  }
  if (planId !== null) {
    return (
      <>
        <RefLink namespace={namespace} nodeRef={`plan:${planId}`} title={`Step ${stepNum ?? ''} of a plan`} />
        {step && `: ${step.toolName}${step.error === null ? '' : ` – ${step.error}`}`}
      </>
    );
  }
  if (taskId !== null) {
    return (
      <>
        Step {stepNum} of task {taskId}
      </>
    );
  }
  return ref === null ? <>–</> : <RefLink namespace={namespace} nodeRef={ref} title={ref} />;
}

function Learned({ namespace, since }: { readonly namespace: string; readonly since: string }) {
  const [answer, again] = useAnswer(learned, { since, first: ROWS }, namespace);
  return (
    <section class="card" aria-labelledby="learned-title">
      <h2 id="learned-title">Learned this week</h2>
      <Answered answer={answer} again={again}>
        {({ learnings: { totalCount, nodes } }) =>
          totalCount === 0 ? (
            <p class="soft small">Nothing in the last seven days.</p>
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
              {totalCount > nodes.length && <p class="soft small">{totalCount} in all.</p>}
            </>
          )
        }
      </Answered>
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
          if (rows.length === 0) return <p class="soft small">No context was asked for.</p>;
          return (
            <>
              <GivenTable namespace={namespace} rows={rows} />
              <LookedAt what="contexts" shown={nodes.length} total={totalCount} />
            </>
          );
        }}
      </Answered>
    </section>
  );
}

/** Loads the titles, because receipts contain only ids. */
function GivenTable({ namespace, rows }: { readonly namespace: string; readonly rows: readonly Given[] }) {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const refs = rows.map(({ ref }) => ref).join('\n');
  useEffect(() => {
    const control = new AbortController();
    const asked = rows.map(async ({ ref }) => {
      const known = knowledgeOf(ref);
      const answer = known && (await send(titleOf, known, namespace, control.signal));
      return [ref, answer?.knowledge?.title ?? `${ref} (deleted)`] as const;
    });
    // If titles cannot be loaded, the refs are shown.
    Promise.all(asked).then(
      (found) => setTitles(new Map(found)),
      () => undefined,
    );
    return () => control.abort();
  }, [namespace, refs]);
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>What</th>
            <th class="num">contexts</th>
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
      Of the newest {shown} of {total} {what}.
    </p>
  ) : null;
}
