import { session, type SessionTurn } from '../api/record-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { Moment } from '../parts/refs.js';
import { Answered } from '../parts/state.js';
import { nodeAddress } from '../rules/address.js';
import { shownTitle } from '../rules/text.js';
import { textIn } from '../rules/values.js';
import { Gone } from './gone.js';
import { Title } from './title.js';

/** Number of contexts that are read, newest first. */
const CONTEXTS = 200;

/** A session of an agent as a timeline: what it was given, and what a connected agent did in each turn. */
export function SessionPage({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const id = nodeRef.slice('session:'.length);
  const variables = { session: id, first: CONTEXTS };
  const [answer, again] = useAnswer(session, variables, namespace);
  return (
    <Answered answer={answer} again={again} isPage>
      {({ sessionTurns, receipts: { nodes, totalCount } }) => {
        if (sessionTurns.length + nodes.length === 0) return <Gone namespace={namespace} nodeRef={nodeRef} />;
        const given = nodes.map((row) => ({ at: row.at, content: <Context namespace={namespace} {...row} /> }));
        const turns = sessionTurns.map((turn) => ({ at: turn.at, content: <Turn turn={turn} /> }));
        const events = [...given, ...turns].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
        const client = sessionTurns[0]?.client ?? nodes[0]?.agent ?? 'an agent';
        return (
          <>
            <Title nodeRef={nodeRef} title={`A session of ${client}`} />
            <section class="card" aria-labelledby="timeline-title">
              <h2 id="timeline-title">What happened, in its order</h2>
              <ol class="list small">
                {events.map(({ at, content }, index) => (
                  <li key={index}>
                    <span class="soft">
                      <Moment at={at} />
                    </span>
                    <br />
                    {content}
                  </li>
                ))}
              </ol>
              {totalCount > nodes.length && (
                <p class="soft small">
                  The newest {nodes.length} of {totalCount} contexts.
                </p>
              )}
            </section>
            <Elsewhere query={session.text} variables={variables} namespace={namespace} />
          </>
        );
      }}
    </Answered>
  );
}

function Context(props: {
  readonly namespace: string;
  readonly id: string;
  readonly query: string;
  readonly success: boolean | null;
  readonly items: readonly unknown[];
}) {
  const { namespace, id, query, success, items } = props;
  return (
    <>
      Given {items.length === 1 ? 'one entry' : `${items.length} entries`} for{' '}
      <a data-own href={nodeAddress(namespace, `receipt:${id}`)}>
        {shownTitle('', query)}
      </a>
      {success !== null && <span class={success ? 'up' : 'down'}>{success ? ' succeeded' : ' failed'}</span>}
    </>
  );
}

function Turn({ turn }: { readonly turn: SessionTurn }) {
  const { prompt, outcome, reason } = turn;
  const steps = Array.isArray(turn.steps) ? (turn.steps as unknown[]) : [];
  return (
    <>
      <b>{shownTitle('', prompt)}</b>
      <div>
        <span class={outcome === 'success' ? 'up' : outcome === 'failure' ? 'down' : 'soft'}>
          {outcome ?? 'not judged yet'}
        </span>
        {reason !== null && `: ${reason}`}
      </div>
      {steps.length > 0 && (
        <details>
          <summary>{steps.length === 1 ? 'One step' : `${steps.length} steps`}</summary>
          <ol class="actions">
            {steps.map((step, index) => (
              <li key={index}>
                {textIn(step, 'tool')} <code>{textIn(step, 'text')}</code>
                {textIn(step, 'verdict') === 'failed' && <span class="down"> failed {textIn(step, 'error')}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
