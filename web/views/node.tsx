import around from '../../cypher/explore/015-knowledge-and-neighbours.cypher?raw';
import aroundRecord from '../../cypher/explore/016-record-and-neighbours.cypher?raw';
import { entity, evidence, node, subgraph, versions } from '../api/node-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { LongText } from '../parts/long-text.js';
import { Answered, Notice } from '../parts/state.js';
import { askAddress, knowledgeOf, NODE_VIEWS, type Kind, nodeAddress, type NodeView } from '../rules/address.js';
import { EDGE_TYPES, KNOWN_EDGES } from '../rules/edges.js';
import type { Rights } from '../rules/rights.js';
import { number } from '../rules/score.js';
import { GraphView } from './graph.js';
import { Overview } from './overview.js';
import { TaskPage } from './task.js';
import { Title } from './title.js';
import { TrustView } from './trust.js';
import { VersionsView } from './versions.js';

const NAMES: Readonly<Record<NodeView, string>> = {
  overview: 'Overview',
  trust: 'Trust and evidence',
  versions: 'Versions',
  graph: 'Graph',
};

/** The first query of each view, which is linked in the playground. */
const QUERIES = { overview: node, trust: evidence, versions, graph: subgraph } as const;
const VARIABLES: Readonly<Record<NodeView, (kind: Kind, id: string, ref: string) => object>> = {
  overview: (kind, id) => ({ kind, id }),
  trust: (kind, id) => ({ kind, id, first: 50, after: null }),
  versions: (_, __, ref) => ({ ref, first: 100 }),
  graph: (_, __, ref) => ({ ref, first: 40, edgeTypes: KNOWN_EDGES }),
};

export interface NodeProps {
  readonly namespace: string;
  readonly nodeRef: string;
  readonly view: NodeView;
  readonly may: Rights;
}

export function NodePage(props: NodeProps) {
  const known = knowledgeOf(props.nodeRef);
  if (props.nodeRef === '')
    return <Notice title="The address names nothing to show; it needs a ref, such as ref=item:open_files" />;
  if (known) return <KnowledgePage {...props} {...known} />;
  if (props.nodeRef.startsWith('entity:')) return <EntityPage {...props} />;
  if (props.nodeRef.startsWith('task:')) return <TaskPage {...props} />;
  return (
    <>
      <Title nodeRef={props.nodeRef} title={props.nodeRef} />
      <GraphView namespace={props.namespace} nodeRef={props.nodeRef} />
      <RecordElsewhere {...props} />
    </>
  );
}

/** Links to the neighbourhood of a record that is not knowledge. */
function RecordElsewhere({ namespace, nodeRef }: Pick<NodeProps, 'namespace' | 'nodeRef'>) {
  const colon = nodeRef.indexOf(':');
  return (
    <Elsewhere
      query={subgraph.text}
      variables={{ ref: nodeRef, first: 40, edgeTypes: EDGE_TYPES }}
      namespace={namespace}
      statement={{ text: aroundRecord, parameters: { kind: nodeRef.slice(0, colon), id: nodeRef.slice(colon + 1) } }}
    />
  );
}

function KnowledgePage(props: NodeProps & { readonly kind: Kind; readonly id: string }) {
  const { namespace, nodeRef, view, may, kind, id } = props;
  const [answer, again] = useAnswer(node, { kind, id }, namespace);
  return (
    <Answered answer={answer} again={again}>
      {({ knowledge }) => (
        <>
          {knowledge ? (
            <>
              <Title nodeRef={nodeRef} title={knowledge.title}>
                <span>
                  trust <b class="ink">{number(knowledge.trust)}</b>
                </span>
              </Title>
              <nav class="tabs" aria-label="Views of this node">
                {NODE_VIEWS.map((name) => (
                  <a
                    key={name}
                    data-own
                    href={nodeAddress(namespace, nodeRef, name)}
                    aria-current={name === view ? 'page' : undefined}
                  >
                    {NAMES[name]}
                  </a>
                ))}
              </nav>
              {view === 'overview' && <Overview namespace={namespace} known={knowledge} />}
              {view === 'trust' && <TrustView namespace={namespace} kind={kind} id={id} may={may} changed={again} />}
              {view === 'versions' && <VersionsView namespace={namespace} nodeRef={nodeRef} />}
              {view === 'graph' && <GraphView namespace={namespace} nodeRef={nodeRef} />}
            </>
          ) : (
            <>
              <Title nodeRef={nodeRef} title={nodeRef} />
              <Notice title="There is no such node in this namespace">
                <p>
                  It was deleted, it is archived or belongs to another project, or it never existed. Records of contexts
                  and changes still name it.
                </p>
                <p>
                  <a data-own href={askAddress(namespace, id.replaceAll(/[_-]+/g, ' '))}>
                    Ask what is known about it instead
                  </a>
                </p>
              </Notice>
            </>
          )}
          <Elsewhere
            query={QUERIES[view].text}
            variables={VARIABLES[view](kind, id, nodeRef)}
            namespace={namespace}
            statement={{ text: around, parameters: { ref: nodeRef } }}
          />
        </>
      )}
    </Answered>
  );
}

function EntityPage({ namespace, nodeRef }: NodeProps) {
  const id = nodeRef.slice('entity:'.length);
  const [answer, again] = useAnswer(entity, { id }, namespace);
  return (
    <Answered answer={answer} again={again}>
      {({ entity: found }) =>
        found ? (
          <>
            <Title nodeRef={nodeRef} title={found.label ?? found.id} />
            <section class="card">
              <h2>{found.type}</h2>
              <LongText label="Properties" text={JSON.stringify(found.properties, null, 2)} />
            </section>
            <GraphView namespace={namespace} nodeRef={nodeRef} />
            <RecordElsewhere namespace={namespace} nodeRef={nodeRef} />
          </>
        ) : (
          <>
            <Title nodeRef={nodeRef} title={id} />
            <Notice title="There is no such entity in this namespace" />
          </>
        )
      }
    </Answered>
  );
}
