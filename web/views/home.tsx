import { useMemo } from 'preact/hooks';
import mostGivenStatement from '../../cypher/explore/070-most-given.cypher?raw';
import learnedLately from '../../cypher/explore/125-learned-lately.cypher?raw';
import { given, learned, type Status } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { useTitles } from '../api/use-titles.js';
import { AskForm } from '../parts/ask-form.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Answered } from '../parts/state.js';
import { KIND_NAMES } from '../rules/address.js';
import type { Rights } from '../rules/rights.js';
import { daysAgo } from '../rules/since.js';
import { type Given, mostGiven } from '../rules/tallies.js';
import { KIND_SAYS } from '../rules/words.js';
import { BringIn } from './home/bring-in.js';
import { Domains } from './home/domains.js';
import { MisleadingMost } from './home/misleading.js';
import { Operators } from './home/operators.js';
import { LearningMetrics, SuccessOverTime } from './home/progress.js';
import { Queue } from './home/queue.js';
import { Review } from './home/review.js';
import { Trials } from './home/trials.js';

const ROWS = 8;
const LEARNED = 5;
/** Number of latest contexts that are evaluated. */
const LOOKED_AT = 200;

export function Home(props: {
  readonly namespace: string;
  readonly status: Status;
  readonly may: Rights;
  /** Reads the status again. */
  readonly changed: () => void;
}) {
  const { namespace, status, may, changed } = props;
  const since = useMemo(() => daysAgo(7), []);
  const known = status.counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <h1>What agents learned in {namespace}</h1>
      {known === 0 ? (
        <BringIn namespace={namespace} mayAdd={may.add} changed={changed} />
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
              <Review namespace={namespace} mayDecide={may.decide} />
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
