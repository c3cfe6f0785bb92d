import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, send } from '../api/client.js';
import { subgraph } from '../api/node-queries.js';
import { RefLink } from '../parts/refs.js';
import { Failure } from '../parts/state.js';
import type { GraphDrawing } from '../parts/graph-drawing.js';
import { type DrawnGraph, MOST_NODES, NO_GRAPH, withAnswer } from '../rules/drawn-graph.js';
import { KIND_NAMES, knowledgeOf } from '../rules/address.js';
import { EDGE_TYPES, KNOWN_EDGES, neighboursOf } from '../rules/edges.js';

/** Maximum number of nodes added per click. */
const STEP = 40;
/** Maximum number of edges of a node listed in its row. */
const LISTED = 8;

/** Shows the neighbourhood of a node, which can be expanded. The table has the same content as the drawing. */
export function GraphView({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const [graph, setGraph] = useState<DrawnGraph>(NO_GRAPH);
  const [problem, setProblem] = useState<{ readonly ref: string; readonly error: ApiError } | null>(null);
  // Plans and steps have hardly any neighbours other than plans and steps, so these are shown initially.
  const [withPlans, setWithPlans] = useState(() => /^(plan|step):/.test(nodeRef));
  const edgeTypes = withPlans ? EDGE_TYPES : KNOWN_EDGES;
  const expand = (ref: string) => {
    setProblem(null);
    send(subgraph, { ref, first: STEP, edgeTypes }, namespace).then(
      (answer) => setGraph((drawn) => withAnswer(drawn, answer.subgraph)),
      (error: unknown) =>
        setProblem({ ref, error: error instanceof ApiError ? error : new ApiError('INTERNAL', String(error)) }),
    );
  };
  useEffect(() => {
    setGraph(NO_GRAPH);
    expand(nodeRef);
  }, [nodeRef, withPlans]);
  const hidden = graph.nodes.reduce((sum, node) => sum + node.hidden, 0);
  return (
    <section aria-labelledby="graph-title">
      <h2 id="graph-title">What is around it</h2>
      <ul class="keys" aria-label="Colours of the nodes">
        {Object.entries(KIND_NAMES)
          .filter(([kind]) => graph.nodes.some(({ ref }) => knowledgeOf(ref)?.kind === kind))
          .map(([kind, name]) => (
            <li key={kind}>
              <i class={`key-kind kind-${kind}`} />
              {name}
            </li>
          ))}
        {graph.nodes.some(({ ref }) => !knowledgeOf(ref)) && (
          <li>
            <i class="key-kind kind" />
            records: learnings, plans, people, states …
          </li>
        )}
        <li>
          <i class="key-kind key-more" />
          has more around it
        </li>
      </ul>
      <label class="small">
        <input
          type="checkbox"
          checked={withPlans}
          onChange={({ currentTarget }) => setWithPlans(currentTarget.checked)}
        />{' '}
        Show plans and their steps, too
      </label>
      {problem && <Failure error={problem.error} again={() => expand(problem.ref)} />}
      <p class="small soft" role="status">
        {count(graph.nodes.length, 'node')} and {count(graph.edges.length, 'edge')} are shown
        {hidden > 0
          ? `; ${hidden} more edges lead to nodes that are not shown. Select a node to show what is around it.`
          : ', and there are no more.'}
        {graph.leftOut > 0 && ` At most ${MOST_NODES} nodes are drawn.`}
      </p>
      {graph.nodes.length > 0 && <Drawing graph={graph} begin={nodeRef} expand={expand} />}
      <div class="table stack">
        <table>
          <caption>The graph as a table</caption>
          <thead>
            <tr>
              <th>Node</th>
              <th>Edges</th>
              <th>Not shown</th>
            </tr>
          </thead>
          <tbody>
            {graph.nodes.map(({ ref, title, hidden: more }) => {
              const { restsOn, carries, beside } = neighboursOf(ref, graph.edges);
              const all = [...restsOn, ...carries, ...beside];
              return (
                <tr key={ref}>
                  <td>
                    <RefLink namespace={namespace} nodeRef={ref} title={title} />
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
    </section>
  );
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
  const latest = useRef(graph);
  latest.current = graph;
  useEffect(() => {
    let isGone = false;
    void import('../parts/graph-drawing.js').then(({ drawGraph }) => {
      if (isGone || !place.current) return;
      drawing.current = drawGraph(place.current, begin, expand);
      drawing.current.show(latest.current);
    });
    return () => {
      isGone = true;
      drawing.current?.end();
      drawing.current = undefined;
    };
  }, [begin]);
  useEffect(() => drawing.current?.show(graph), [graph]);
  return (
    <div
      class="graph"
      ref={place}
      role="img"
      aria-label="A drawing of the graph; the table below has the same content"
    />
  );
}
