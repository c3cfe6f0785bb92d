import around from '../../cypher/explore/015-knowledge-and-neighbours.cypher?raw';
import evidenceOf from '../../cypher/explore/017-evidence-of-knowledge.cypher?raw';
import versionsOf from '../../cypher/explore/018-versions-of-knowledge.cypher?raw';
import { evidence, node, subgraph, versions } from '../api/node-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { Answered, Notice } from '../parts/state.js';
import { askAddress, knowledgeOf, NODE_VIEWS, type Kind, nodeAddress, type NodeView } from '../rules/address.js';
import { KNOWN_EDGES } from '../rules/edges.js';
import type { Rights } from '../rules/rights.js';
import { number } from '../rules/score.js';
import { shownTitle } from '../rules/text.js';
import { Gone } from './gone.js';
import { GraphView } from './graph.js';
import { Overview } from './overview.js';
import { ReceiptPage } from './receipt.js';
import { RecordPage } from './record.js';
import { SessionPage } from './session.js';
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
const STATEMENTS: Readonly<Record<NodeView, string>> = {
  overview: around,
  trust: evidenceOf,
  versions: versionsOf,
  graph: around,
};

export interface NodeProps {
  readonly namespace: string;
  readonly nodeRef: string;
  readonly view: NodeView;
  /** The version whose change is shown; undefined for the newest. */
  readonly version: number | undefined;
  readonly may: Rights;
}

export function NodePage(props: NodeProps) {
  const known = knowledgeOf(props.nodeRef);
  if (props.nodeRef === '') {
    return (
      <>
        <h1>A node</h1>
        <Notice title="The address names nothing to show">
          <p>
            It needs a ref, such as <code>ref=item:open_files</code>.{' '}
            <a data-own href={askAddress(props.namespace)}>
              Ask what is known instead
            </a>
          </p>
        </Notice>
      </>
    );
  }
  if (known) return <KnowledgePage {...props} {...known} />;
  if (props.nodeRef.startsWith('task:')) return <TaskPage {...props} />;
  if (props.nodeRef.startsWith('receipt:')) return <ReceiptPage {...props} />;
  if (props.nodeRef.startsWith('session:')) return <SessionPage {...props} />;
  return <RecordPage namespace={props.namespace} nodeRef={props.nodeRef} />;
}

function KnowledgePage(props: NodeProps & { readonly kind: Kind; readonly id: string }) {
  const { namespace, nodeRef, view, version, may, kind, id } = props;
  const [answer, again] = useAnswer(node, { kind, id }, namespace);
  return (
    <Answered answer={answer} again={again} isPage>
      {({ knowledge }) => (
        <>
          {knowledge ? (
            <>
              <Title
                nodeRef={nodeRef}
                title={`${kind === 'STRATEGY' ? 'Strategy: ' : ''}${shownTitle(knowledge.title, knowledge.text)}`}
              >
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
              {view === 'versions' && <VersionsView namespace={namespace} nodeRef={nodeRef} chosen={version} />}
              {view === 'graph' && <GraphView namespace={namespace} nodeRef={nodeRef} />}
            </>
          ) : (
            <Gone namespace={namespace} nodeRef={nodeRef} />
          )}
          <Elsewhere
            query={QUERIES[view].text}
            variables={VARIABLES[view](kind, id, nodeRef)}
            namespace={namespace}
            statement={{ text: STATEMENTS[view], parameters: { ref: nodeRef } }}
          />
        </>
      )}
    </Answered>
  );
}
