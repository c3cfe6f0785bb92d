import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { effect, type Effect, type KnowledgeNode, receiptsOf, type Side, subgraph } from '../api/node-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { LongText } from '../parts/long-text.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Answered } from '../parts/state.js';
import { nodeAddress } from '../rules/address.js';
import { withoutTitle } from '../rules/text.js';
import { EDGE_TYPES, type Neighbour, neighboursOf } from '../rules/edges.js';
import { number } from '../rules/score.js';

const NEIGHBOURS = 200;

export function Overview({ namespace, known }: { readonly namespace: string; readonly known: KnowledgeNode }) {
  return (
    <>
      <div class="columns">
        <div>
          <section class="card">
            <h2>What it says</h2>
            <LongText
              label="What it says"
              text={withoutTitle(known.text, known.title)}
              isProse={typeof known.rules !== 'string'}
            />
            {typeof known.rules === 'string' && !known.text.includes(known.rules.trim()) && (
              <LongText label="Rules" text={known.rules} />
            )}
          </section>
          <section class="card">
            <h2>Properties</h2>
            <Facts namespace={namespace} known={known} />
            {known.learnings && known.learnings.totalCount > 0 && (
              <Learnings namespace={namespace} learnings={known.learnings} />
            )}
          </section>
          <EffectCard namespace={namespace} nodeRef={known.ref} />
        </div>
        <div>
          <Neighbours namespace={namespace} nodeRef={known.ref} />
          <Given namespace={namespace} nodeRef={known.ref} />
        </div>
      </div>
    </>
  );
}

function Facts({ namespace, known }: { readonly namespace: string; readonly known: KnowledgeNode }) {
  const { reliability } = known;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['trust', number(known.trust)],
    ['uses', reliability && `${reliability.uses}, of which ${reliability.failures} failed`],
    ['uses', known.usageCount],
    ['where', known.uiLocation],
    ['actions', known.actionSequence && known.actionSequence.length > 0 && <Actions actions={known.actionSequence} />],
    ['shortcut', known.shortcut],
    ['from', known.docCitation],
    ['outcome', known.memoryOutcome?.toLowerCase()],
    ['tags', known.tags?.join(', ')],
    ['scope', known.scope?.toLowerCase()],
    ['domain', known.domain],
    ['is', known.fluentKind?.toLowerCase().replaceAll('_', ' ')],
    ['section', known.infoType],
    [
      'of',
      known.entity && (
        <RefLink
          namespace={namespace}
          nodeRef={`entity:${known.entity.id}`}
          title={known.entity.label ?? known.entity.id}
        />
      ),
    ],
    ['true from', known.validFrom && <Moment at={known.validFrom} />],
    ['true until', known.validTo && <Moment at={known.validTo} />],
    ['said by', known.role],
    ['session', known.session],
    ['said', known.occurredAt && <Moment at={known.occurredAt} />],
    ['kind of request', known.pattern?.replaceAll('_', ' ')],
    ['attempts', known.attempts],
    ['success rate', known.successRate === undefined ? undefined : percent(known.successRate)],
    ['learned', known.learned],
    ['last issue', known.lastIssue],
    ['archived', known.archivedAt && <Moment at={known.archivedAt} />],
    ['created', <Moment at={known.createdAt} />],
    ['changed', <Moment at={known.updatedAt} />],
  ];
  return (
    <dl class="facts small">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

/** The actions of an item in their order, as agents are given them. */
function Actions({ actions }: { readonly actions: readonly string[] }) {
  return (
    <ol class="actions">
      {actions.map((action, index) => (
        <li key={index}>
          <code>{action}</code>
        </li>
      ))}
    </ol>
  );
}

function Learnings(props: { readonly namespace: string; readonly learnings: NonNullable<KnowledgeNode['learnings']> }) {
  const { namespace, learnings } = props;
  return (
    <>
      <h3>{learnings.totalCount === 1 ? 'One learning' : `${learnings.totalCount} learnings`}</h3>
      <ul class="list small">
        {learnings.nodes.map((learning) => (
          <li key={learning.id}>
            <a data-own href={nodeAddress(namespace, `learning:${learning.id}`)}>
              {learning.task}
            </a>
            {learning.verified && ' (verified)'}
            <br />
            {learning.originalError ?? learning.humanReasoning}
            {learning.recoveryApproach !== null && <> → {learning.recoveryApproach}</>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Neighbours({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const [answer, again] = useAnswer(subgraph, { ref: nodeRef, first: NEIGHBOURS, edgeTypes: EDGE_TYPES }, namespace);
  return (
    <section class="card">
      <h2>What it depends on, and what depends on it</h2>
      <Answered answer={answer} again={again}>
        {({ subgraph: { nodes, edges, truncated } }) => {
          const titles = new Map(nodes.map(({ ref, title }) => [ref, title]));
          const { restsOn, carries, beside } = neighboursOf(nodeRef, edges);
          const list = (title: string, neighbours: readonly Neighbour[]) =>
            neighbours.length > 0 && (
              <>
                <h3>{title}</h3>
                {[...new Set(neighbours.map(({ says }) => says))].map((says) => (
                  <NeighbourGroup
                    key={says}
                    namespace={namespace}
                    says={says}
                    refs={neighbours.filter((neighbour) => neighbour.says === says).map(({ ref }) => ref)}
                    titles={titles}
                  />
                ))}
              </>
            );
          return (
            <>
              {list('It depends on', restsOn)}
              {list('These depend on it', carries)}
              {list('Related', beside)}
              {edges.length === 0 && <p class="soft small">It is not connected with anything.</p>}
              {truncated && (
                <p class="soft small">More than {NEIGHBOURS} nodes are connected with it; the rest is in the graph.</p>
              )}
              <p class="small">
                <a data-own href={nodeAddress(namespace, nodeRef, 'graph')}>
                  Show as a graph
                </a>
              </p>
            </>
          );
        }}
      </Answered>
    </section>
  );
}

/** Neighbours listed before the list is expanded. */
const LISTED = 8;

function NeighbourGroup(props: {
  readonly namespace: string;
  readonly says: string;
  readonly refs: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
}) {
  const { namespace, says, refs, titles } = props;
  const [isWhole, setWhole] = useState(false);
  const more = refs.length - LISTED;
  return (
    <div class="small neighbours">
      <span class="soft">{says}</span>
      <ul>
        {(isWhole ? refs : refs.slice(0, LISTED)).map((ref) => (
          <li key={ref}>
            <RefLink namespace={namespace} nodeRef={ref} title={titles.get(ref) ?? ref} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${more} more`}
        </button>
      )}
    </div>
  );
}

function EffectCard({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const [answer, again] = useAnswer(effect, { ref: nodeRef }, namespace);
  return (
    <section class="card">
      <h2>Did agents do better with it?</h2>
      <Answered answer={answer} again={again}>
        {({ effect: found }) => <EffectTable found={found} />}
      </Answered>
    </section>
  );
}

function EffectTable({ found }: { readonly found: Effect }) {
  const rows: readonly (readonly [string, Side])[] = [
    ['with it', found.given],
    ['without it', found.notGiven],
    ['before it existed', found.before],
    ['since it exists', found.after],
  ];
  return (
    <>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th>Work of agents</th>
              <th class="num">times</th>
              <th class="num">succeeded</th>
              <th class="num">rate</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, { n, successes }]) => (
              <tr key={name}>
                <td>{name}</td>
                <td class="num">{n}</td>
                <td class="num">{successes}</td>
                <td class="num">{n === 0 ? '–' : percent(successes / n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="small soft">
        {found.difference === null || found.interval === null
          ? 'Too early to say whether it helps: that takes at least 10 cases with it and 10 without.'
          : `With it, ${points(found.difference)} succeeded; with 95 % confidence between ${points(found.interval.lower)} and ${points(found.interval.upper)}.`}{' '}
        This is a comparison, not a proof of cause: harder tasks may be given more.
      </p>
    </>
  );
}

function Given({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const [answer, again] = useAnswer(receiptsOf, { ref: nodeRef }, namespace);
  return (
    <section class="card">
      <h2>Which agents of your project were given it</h2>
      <Answered answer={answer} again={again}>
        {({ receipts: { totalCount, nodes } }) =>
          totalCount === 0 ? (
            <p class="soft small">
              No context of your project contained it. Plans that it was given to are listed above.
            </p>
          ) : (
            <>
              <ul class="list small">
                {nodes.map(({ id, at, agent, query, success }) => (
                  <li key={id}>
                    <a data-own href={nodeAddress(namespace, `receipt:${id}`)}>
                      <Moment at={at} />
                    </a>{' '}
                    <b>{agent ?? 'somebody'}</b>
                    {success !== null &&
                      (success ? <span class="up"> succeeded</span> : <span class="down"> failed</span>)}
                    <br />
                    <span class="soft">{query}</span>
                  </li>
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
    </section>
  );
}

/** A difference of shares in words: 5 percentage points more. */
function points(difference: number): string {
  const size = Math.abs(difference * 100).toFixed(0);
  return `${size} percentage points ${difference < 0 ? 'fewer' : 'more'}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
