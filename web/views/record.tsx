import type { ComponentChildren } from 'preact';
import aroundRecord from '../../cypher/explore/016-record-and-neighbours.cypher?raw';
import { entity, subgraph } from '../api/node-queries.js';
import type { Query } from '../api/query.js';
import { learning, plan, type Named } from '../api/record-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { Answered } from '../parts/state.js';
import { Values } from '../parts/values.js';
import { EDGE_TYPES } from '../rules/edges.js';
import { shownTitle } from '../rules/text.js';
import { Gone } from './gone.js';
import { GraphView } from './graph.js';
import { DomainDiagram } from './home/domains.js';
import { LearningCard } from './learning.js';
import { PlanCards, StepCards } from './plan.js';
import { Title } from './title.js';

export interface RecordProps {
  readonly namespace: string;
  readonly nodeRef: string;
}

/** A record that is not knowledge: what it says, and what is around it. */
export function RecordPage({ namespace, nodeRef }: RecordProps) {
  const colon = nodeRef.indexOf(':');
  const kind = nodeRef.slice(0, colon);
  const id = nodeRef.slice(colon + 1);
  switch (kind) {
    case 'plan':
      return (
        <Found namespace={namespace} nodeRef={nodeRef} query={plan} variables={{ id }} pick={(data) => data.plan}>
          {(found) => ({ title: found.task, content: <PlanCards namespace={namespace} plan={found} /> })}
        </Found>
      );
    case 'step': {
      const slash = id.lastIndexOf('/');
      const num = Number(id.slice(slash + 1));
      return (
        <Found
          namespace={namespace}
          nodeRef={nodeRef}
          query={plan}
          variables={{ id: id.slice(0, slash) }}
          pick={(data) => (data.plan?.steps.some((step) => step.num === num) ? data.plan : null)}
        >
          {(found) => ({
            title: `Step ${num} of the plan “${shownTitle('', found.task)}”`,
            content: <StepCards namespace={namespace} plan={found} num={num} />,
          })}
        </Found>
      );
    }
    case 'learning':
      return (
        <Found
          namespace={namespace}
          nodeRef={nodeRef}
          query={learning}
          variables={{ id }}
          pick={(data) => data.learning}
        >
          {(found) => ({ title: found.task, content: <LearningCard namespace={namespace} learning={found} /> })}
        </Found>
      );
    case 'entity':
      return (
        <Found namespace={namespace} nodeRef={nodeRef} query={entity} variables={{ id }} pick={(data) => data.entity}>
          {(found) => ({
            title: `${found.label ?? found.id} (${found.type.replaceAll('_', ' ')})`,
            content: (
              <section class="card">
                <h2>{found.type.replaceAll('_', ' ')}</h2>
                <Values value={found.properties} />
              </section>
            ),
          })}
        </Found>
      );
    default:
      return (
        <Found
          namespace={namespace}
          nodeRef={nodeRef}
          query={subgraph}
          variables={{ ref: nodeRef, first: 1, edgeTypes: EDGE_TYPES }}
          pick={(data): Named | null => data.subgraph.nodes.find(({ ref }) => ref === nodeRef) ?? null}
        >
          {({ title }) => ({
            title: kind === 'domain' ? `Rules of ${title}` : kind === 'state' ? `State: ${title}` : title,
            content: kind === 'domain' && (
              <section class="card" aria-labelledby="diagram-title">
                <h2 id="diagram-title">What its rules depend on</h2>
                <DomainDiagram namespace={namespace} domain={id} />
              </section>
            ),
          })}
        </Found>
      );
  }
}

interface Shown {
  readonly title: string;
  readonly content: ComponentChildren;
}

/** Shows what a query finds, with the graph around it, or says that there is no such record. */
function Found<Data, Variables extends object, Record>(
  props: RecordProps & {
    readonly query: Query<Data, Variables>;
    readonly variables: Variables;
    readonly pick: (data: Data) => Record | null;
    readonly children: (found: Record) => Shown;
  },
) {
  const { namespace, nodeRef, query, variables, pick, children } = props;
  const [answer, again] = useAnswer(query, variables, namespace);
  const colon = nodeRef.indexOf(':');
  const [kind, id] = [nodeRef.slice(0, colon), nodeRef.slice(colon + 1)];
  if (answer.state === 'failed' && answer.error.code === 'NOT_FOUND') return <Gone {...props} />;
  return (
    <Answered answer={answer} again={again} isPage>
      {(data) => {
        const found = pick(data);
        if (found === null) return <Gone {...props} />;
        const { title, content } = children(found);
        return (
          <>
            <Title nodeRef={nodeRef} title={title} />
            {content}
            <GraphView namespace={namespace} nodeRef={nodeRef} />
            <Elsewhere
              query={query.text}
              variables={variables}
              namespace={namespace}
              statement={{ text: aroundRecord, parameters: { kind, id } }}
            />
          </>
        );
      }}
    </Answered>
  );
}
