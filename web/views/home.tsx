import { useMemo } from 'preact/hooks';
import { given, learned, observed, review, type ReviewRow, type Status } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Answered, Notice } from '../parts/state.js';
import { askAddress, KIND_NAMES } from '../rules/address.js';
import { number } from '../rules/score.js';
import { mostFailed, mostGiven } from '../rules/tallies.js';

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
const ROWS = 8;
/** Observations and contexts that are looked at. */
const LOOKED_AT = 200;

export function Home({ namespace, status }: { readonly namespace: string; readonly status: Status | undefined }) {
  // By the minute, so that going back and forth asks the same.
  const since = useMemo(() => new Date(Math.floor((Date.now() - WEEK_MS) / 60_000) * 60_000).toISOString(), []);
  const known = status?.counts.reduce((sum, { count }) => sum + count, 0);
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
            {status?.counts
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
            <Awaiting namespace={namespace} />
            <Learned namespace={namespace} since={since} />
            <FailedMost namespace={namespace} since={since} />
            <GivenMost namespace={namespace} since={since} />
          </div>
        </>
      )}
      {status && <Operators status={status} />}
    </>
  );
}

/** What it waits for, in words. */
const REASONS: Readonly<Record<string, string>> = {
  AWAITING_RECOVERY: 'Nobody knows yet what works instead',
  CONTRADICTION: 'Only one of these facts can hold',
  NAME_TAKEN: 'Another item has the name that decided',
  UNATTRIBUTED_FAILURE: 'Nobody knows what the failed step came from',
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
  const { learning, step, planId, stepNum, ref } = row;
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
  return ref === null ? (
    <>–</>
  ) : (
    <RefLink namespace={namespace} nodeRef={`entity:${ref.replace(/^entity:/, '')}`} title={ref} />
  );
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

function FailedMost({ namespace, since }: { readonly namespace: string; readonly since: string }) {
  const [answer, again] = useAnswer(observed, { since, first: LOOKED_AT }, namespace);
  return (
    <section class="card" aria-labelledby="failed-title">
      <h2 id="failed-title">Failed most this week</h2>
      <Answered answer={answer} again={again}>
        {({ evidence: { totalCount, nodes } }) => {
          const failed = mostFailed(nodes, ROWS);
          if (failed.length === 0) return <p class="soft small">Nothing failed.</p>;
          return (
            <>
              <div class="table">
                <table>
                  <thead>
                    <tr>
                      <th>What</th>
                      <th class="num">failed</th>
                      <th class="num">helped</th>
                      <th class="num">trust</th>
                    </tr>
                  </thead>
                  <tbody>
                    {failed.map((row) => (
                      <tr key={row.ref}>
                        <td>
                          <RefLink namespace={namespace} nodeRef={row.ref} title={row.title} />
                        </td>
                        <td class="num">{row.failed}</td>
                        <td class="num">{row.helped}</td>
                        <td class="num">{number(row.trust)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <LookedAt what="observations" shown={nodes.length} total={totalCount} />
            </>
          );
        }}
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
                          <RefLink namespace={namespace} nodeRef={ref} title={ref.slice(ref.indexOf(':') + 1)} />
                        </td>
                        <td class="num">{times}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <LookedAt what="contexts" shown={nodes.length} total={totalCount} />
            </>
          );
        }}
      </Answered>
    </section>
  );
}

function LookedAt({ what, shown, total }: { readonly what: string; readonly shown: number; readonly total: number }) {
  return shown < total ? (
    <p class="soft small">
      Of the newest {shown} of {total} {what}.
    </p>
  ) : null;
}

/** For who runs the service. */
function Operators({ status }: { readonly status: Status }) {
  const { database, embedder, llm, version, dataMigrations } = status;
  const waiting = dataMigrations.filter(({ appliedAt }) => appliedAt === null);
  const facts: readonly (readonly [string, string, boolean])[] = [
    [
      'database',
      `${database.product} ${database.version} ${database.edition}${database.managed ? ', run by this service' : ''}${database.readOnly ? ', read-only' : ''}`,
      true,
    ],
    [
      'indexes',
      database.indexesOnline ? 'all serve' : 'one is being built; searches may find less',
      database.indexesOnline,
    ],
    [
      'meanings',
      embedder.problem ??
        (embedder.model === null
          ? 'no model; words alone decide'
          : `${embedder.model} (${embedder.provider})${embedder.preparing ? ', being prepared' : ''}`),
      embedder.problem === null || embedder.preparing,
    ],
    ['texts without a vector', embedder.stale.toLocaleString(), true],
    [
      'language model',
      llm.problem ?? (llm.configured ? (llm.model ?? 'set') : 'none; none is needed'),
      llm.problem === null,
    ],
    ['changes of stored data', waiting.length === 0 ? 'all made' : `${waiting.length} under way`, true],
    ['service', version, true],
  ];
  return (
    <section class="card" aria-labelledby="status-title">
      <h2 id="status-title">For who runs it</h2>
      <dl class="facts small">
        {facts.map(([name, value, isWell]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} value`} class={isWell ? '' : 'down'}>
            {value}
          </dd>,
        ])}
      </dl>
    </section>
  );
}
