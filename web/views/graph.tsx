import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, send } from '../api/client.js';
import { subgraph } from '../api/node-queries.js';
import { RefLink } from '../parts/refs.js';
import { Failure } from '../parts/state.js';
import { useChoices } from '../router.js';
import type { GraphDrawing } from '../parts/graph-drawing.js';
import { type DrawnGraph, MOST_NODES, NO_GRAPH, withAnswer } from '../rules/drawn-graph.js';
import { hasRoom, type Kind, KIND_NAMES, knowledgeOf } from '../rules/address.js';
import { EDGE_TYPES, KNOWN_EDGES, neighboursOf } from '../rules/edges.js';
import { number } from '../rules/score.js';
import { SHAPES } from '../rules/trust-colour.js';

/** Maximum number of nodes added per click. */
const STEP = 40;
/** Maximum number of edges of a node listed in its row. */
const LISTED = 8;

/**
 * Shows the neighbourhood of a node, which can be expanded. The table has the same content as the drawing. The URL has the
 * expanded nodes in the order in which they were expanded, because the order determines the drawing.
 */
export function GraphView({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const [query, choose] = useChoices();
  // Plans and steps have hardly any neighbours other than plans and steps, so these are shown initially.
  const withPlans = /^(plan|step):/.test(nodeRef) ? query.get('plans') !== 'no' : query.get('plans') === 'yes';
  const around = query.getAll('around');
  const { graph, problem, again } = useGraph(namespace, [nodeRef, ...around], withPlans);
  const expand = (ref: string) => {
    if (ref !== nodeRef && !around.includes(ref) && hasRoom(query, ref)) choose({ around: [...around, ref] });
  };
  const expandable = graph.nodes.filter(({ hidden }) => hidden > 0).length;
  return (
    <section aria-labelledby="graph-title">
      <h2 id="graph-title">What is around it</h2>
      <ul class="keys" aria-label="What the drawing shows">
        <li>
          <i class="key-trust" />
          trust, from 0.5 and less to 1
        </li>
        {Object.entries(KIND_NAMES)
          .filter(([kind]) => graph.nodes.some(({ ref }) => knowledgeOf(ref)?.kind === kind))
          .map(([kind, name]) => (
            <li key={kind}>
              {SHAPES[kind as Kind][1]} {name}
            </li>
          ))}
        {graph.nodes.some(({ ref }) => !knowledgeOf(ref)) && (
          <li>
            <i class="key-record" />
            records: learnings, plans, people, states …
          </li>
        )}
        <li>
          <i class="key-record key-more" />
          has more around it
        </li>
      </ul>
      <label class="small">
        <input
          type="checkbox"
          checked={withPlans}
          onChange={({ currentTarget }) => choose({ plans: [currentTarget.checked ? 'yes' : 'no'] })}
        />{' '}
        Show plans and their steps, too
      </label>
      {problem && <Failure error={problem} again={again} />}
      {graph.nodes.length === 0 ? (
        !problem && (
          <p class="waiting" role="status">
            Asking the service …
          </p>
        )
      ) : (
        <>
          <p class="small soft" role="status">
            {count(graph.nodes.length, 'node')} and {count(graph.edges.length, 'edge')} are shown
            {expandable > 0
              ? `; ${count(expandable, 'node')} ${expandable === 1 ? 'has' : 'have'} more edges. Select a node to show what is around it.`
              : ', and there are no more.'}
            {graph.leftOut > 0 && ` At most ${MOST_NODES} nodes are drawn.`}
            {!graph.nodes.every(({ ref }) => hasRoom(query, ref)) &&
              ' No further node can be expanded, because the address of this page names each expanded one and is full.'}
          </p>
          <Drawing graph={graph} begin={nodeRef} expand={expand} />
          <GraphTable namespace={namespace} graph={graph} expand={expand} />
        </>
      )}
    </section>
  );
}

function GraphTable(props: {
  readonly namespace: string;
  readonly graph: DrawnGraph;
  readonly expand: (ref: string) => void;
}) {
  const { namespace, graph, expand } = props;
  return (
    <div class="table stack">
      <table>
        <caption>The graph as a table</caption>
        <thead>
          <tr>
            <th>Node</th>
            <th class="num">Trust</th>
            <th>Edges</th>
            <th>Not shown</th>
          </tr>
        </thead>
        <tbody>
          {graph.nodes.map(({ ref, title, trust, hidden: more }) => {
            const { restsOn, carries, beside } = neighboursOf(ref, graph.edges);
            const all = [...restsOn, ...carries, ...beside];
            return (
              <tr key={ref}>
                <td>
                  <RefLink namespace={namespace} nodeRef={ref} title={title} />
                </td>
                <td data-column="Trust" class="num">
                  {trust === null ? '–' : number(trust)}
                </td>
                <td>
                  {all.slice(0, LISTED).map(({ ref: other, says }, index) => (
                    <span key={index}>
                      <span class="soft">{says}</span> {titleOf(graph, other)}
                      <br />
                    </span>
                  ))}
                  {all.length > LISTED && <span class="soft">and {all.length - LISTED} more, listed below</span>}
                </td>
                <td data-column="Not shown">
                  {more > 0 ? (
                    <button
                      type="button"
                      class="link"
                      aria-label={`${more} more around ${title}`}
                      onClick={() => expand(ref)}
                    >
                      {more} more
                    </button>
                  ) : (
                    '–'
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The neighbourhoods of nodes, one after another.
 *
 * @param refs the nodes; if some are added at the end, only these are queried
 * @returns the graph, the error of the last query that failed, and a function that queries what is missing again
 */
function useGraph(namespace: string, refs: readonly string[], withPlans: boolean) {
  const [graph, setGraph] = useState<DrawnGraph>(NO_GRAPH);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [round, setRound] = useState(0);
  const done = useRef<{ readonly withPlans: boolean; readonly refs: string[] }>({ withPlans, refs: [] });
  const asked = JSON.stringify([refs, withPlans]);
  useEffect(() => {
    let isGone = false;
    setProblem(null);
    if (done.current.withPlans !== withPlans || done.current.refs.some((ref, index) => ref !== refs[index])) {
      done.current = { withPlans, refs: [] };
      setGraph(NO_GRAPH);
    }
    void (async () => {
      for (const ref of refs.slice(done.current.refs.length)) {
        const edgeTypes = withPlans ? EDGE_TYPES : KNOWN_EDGES;
        try {
          const answer = await send(subgraph, { ref, first: STEP, edgeTypes }, namespace);
          if (isGone) return;
          setGraph((drawn) => withAnswer(drawn, answer.subgraph));
        } catch (caught) {
          if (isGone) return;
          const error = caught instanceof ApiError ? caught : new ApiError('INTERNAL', String(caught));
          setProblem(error);
          // A shared URL may name a node that was deleted since. The others are shown nevertheless.
          if (error.code !== 'NOT_FOUND') return;
        }
        done.current.refs.push(ref);
      }
    })();
    return () => {
      isGone = true;
    };
  }, [asked, round]);
  return { graph, problem, again: useCallback(() => setRound((old) => old + 1), []) };
}

function count(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? '' : 's'}`;
}

function titleOf(graph: DrawnGraph, ref: string): string {
  return graph.nodes.find((node) => node.ref === ref)?.title ?? ref;
}

function Drawing(props: {
  readonly graph: DrawnGraph;
  readonly begin: string;
  readonly expand: (ref: string) => void;
}) {
  const { graph, begin, expand } = props;
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<GraphDrawing | undefined>(undefined);
  const [unlabelled, setUnlabelled] = useState(0);
  const latest = useRef({ graph, expand });
  latest.current = { graph, expand };
  useEffect(() => {
    let isGone = false;
    void import('../parts/graph-drawing.js').then(({ drawGraph }) => {
      if (isGone || !place.current) return;
      drawing.current = drawGraph(place.current, begin, (ref) => latest.current.expand(ref), setUnlabelled);
      drawing.current.show(latest.current.graph);
    });
    return () => {
      isGone = true;
      drawing.current?.end();
      drawing.current = undefined;
    };
  }, [begin]);
  useEffect(() => drawing.current?.show(graph), [graph]);
  return (
    <>
      <div
        class="graph"
        ref={place}
        role="img"
        aria-label="A drawing of the graph; the table below has the same content"
      />
      {unlabelled > 0 && (
        <p class="small soft">
          {count(unlabelled, 'label')} would cover others and {unlabelled === 1 ? 'is' : 'are'} not drawn. Zoom in to
          see more; the table has all.
        </p>
      )}
    </>
  );
}
