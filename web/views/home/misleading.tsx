import { useState } from 'preact/hooks';
import whatMisleads from '../../../cypher/explore/105-what-misleads.cypher?raw';
import { misleading, trustMoved } from '../../api/home-queries.js';
import { useAnswer } from '../../api/use-answer.js';
import { useLive, usePolling } from '../../api/use-live.js';
import { Elsewhere } from '../../parts/elsewhere.js';
import { RefLink } from '../../parts/refs.js';
import { Answered } from '../../parts/state.js';
import { number } from '../../rules/score.js';

const ROWS = 8;
const POLL_MS = 30_000;

/** Lists the knowledge that most failures followed. Updated on each change of trust while it is visible. */
export function MisleadingMost({ namespace, since }: { readonly namespace: string; readonly since: string }) {
  const variables = { since, first: ROWS };
  const [answer, again] = useAnswer(misleading, variables, namespace);
  const [moved, setMoved] = useState(0);
  const isLive = useLive(trustMoved, namespace, () => {
    setMoved((old) => old + 1);
    again();
  });
  usePolling(isLive, again, POLL_MS);
  return (
    <section class="card" aria-labelledby="misleading-title">
      <h2 id="misleading-title">Most misleading this week</h2>
      <Answered answer={answer} again={again}>
        {({ misleading: { nodes, totalCount, truncated } }) =>
          nodes.length === 0 ? (
            <p class="soft small">
              No agent that was given something from here reported a failure in the last seven days.
            </p>
          ) : (
            <>
              <div class="table">
                <table>
                  <thead>
                    <tr>
                      <th>What</th>
                      <th class="num">failed</th>
                      <th class="num">helped</th>
                      <th class="num wide">contexts</th>
                      <th class="num">trust</th>
                    </tr>
                  </thead>
                  <tbody>
                    {nodes.map(({ ref, failed, helped, given, knowledge }) => (
                      <tr key={ref}>
                        <td>
                          <RefLink namespace={namespace} nodeRef={ref} title={knowledge?.title ?? ref} />
                        </td>
                        <td class="num">{number(failed)}</td>
                        <td class="num">{number(helped)}</td>
                        <td class="num wide">{given}</td>
                        <td class="num">{knowledge ? number(knowledge.trust) : '–'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p class="soft small">
                {totalCount > nodes.length && `${totalCount} in all. `}
                {truncated && 'Only the newest 10,000 observations are counted. '}
                What is used often also fails more often, so this list says where to look, not what to delete. If
                several things share a failure, each has its part of it.
              </p>
            </>
          )
        }
      </Answered>
      <p class="soft small" role="status">
        {isLive ? 'Updated live' : 'Updated every half minute'}
        {moved > 0 &&
          `: ${moved} ${moved === 1 ? 'trust score has' : 'trust scores have'} changed since you opened the page`}
        .
      </p>
      <Elsewhere
        query={misleading.text}
        variables={variables}
        namespace={namespace}
        statement={{ text: whatMisleads, parameters: {} }}
      />
    </section>
  );
}
