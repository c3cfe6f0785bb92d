import sessionsAndMemories from '../../../cypher/explore/170-sessions-and-memories.cypher?raw';
import { jobChanged, type JobRow, jobs } from '../../api/home-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { useLive, usePolling } from '../../api/use-live.js';
import { Elsewhere } from '../../parts/elsewhere.js';
import { Moment, RefLink } from '../../parts/refs.js';
import { Answered } from '../../parts/state.js';

const ROWS = 10;
const POLL_MS = 10_000;

const WORDS: Readonly<Record<string, string>> = {
  QUEUED: 'waits',
  RUNNING: 'is being read',
  DONE: 'done',
  FAILED: 'failed',
};

/** Shows the distillation queue with live updates. */
export function Queue({ namespace }: { readonly namespace: string }) {
  const [answer, again] = useAnswer(jobs, { first: ROWS }, namespace);
  const isLive = useLive(jobChanged, namespace, again);
  usePolling(isLive, again, POLL_MS);
  return (
    <section class="card" aria-labelledby="queue-title">
      <h2 id="queue-title">Sessions that become memories</h2>
      <Answered answer={answer} again={again}>
        {({ distillationJobs: { totalCount, nodes } }) =>
          totalCount === 0 ? (
            <p class="soft small">
              No session was submitted. An agent can submit the trace of its session, from which a language model
              extracts memories.
            </p>
          ) : (
            <>
              <ul class="list small">
                {nodes.map((job) => (
                  <Job key={job.id} namespace={namespace} job={job} />
                ))}
              </ul>
              {totalCount > nodes.length && (
                <p class="soft small">
                  The newest {nodes.length} of {totalCount}.
                </p>
              )}
            </>
          )
        }
      </Answered>
      <p class="soft small">{isLive ? 'Updated live.' : 'Updated every ten seconds.'}</p>
      <Elsewhere
        query={jobs.text}
        variables={{ first: ROWS }}
        namespace={namespace}
        statement={{ text: sessionsAndMemories, parameters: {} }}
      />
    </section>
  );
}

function Job({ namespace, job }: { readonly namespace: string; readonly job: JobRow }) {
  const { sessionId, part, status, attempts, queuedAt, finishedAt, error, memories } = job;
  return (
    <li>
      <b>{sessionId}</b>
      {part > 1 && `, part ${part}`}{' '}
      <span class={status === 'FAILED' ? 'down' : status === 'DONE' ? 'up' : 'soft'}>{WORDS[status] ?? status}</span>{' '}
      <Moment at={finishedAt ?? queuedAt} />
      {attempts > 1 && `, tried ${attempts} times`}
      {error !== null && <div class="soft">{error}</div>}
      {memories.map(({ ref, title }) => (
        <div key={ref}>
          <RefLink namespace={namespace} nodeRef={ref} title={title} />
        </div>
      ))}
    </li>
  );
}
