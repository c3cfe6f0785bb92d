import type { ComponentChildren } from 'preact';
import { effect, type Effect, type KnowledgeNode, receiptsOf, type Side, subgraph } from '../api/node-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { LongText } from '../parts/long-text.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Answered } from '../parts/state.js';
import { nodeAddress } from '../rules/address.js';
import { EDGE_TYPES, type Neighbour, neighboursOf } from '../rules/edges.js';
import { number } from '../rules/score.js';

const NEIGHBOURS = 200;

export function Overview({ namespace, known }: { readonly namespace: string; readonly known: KnowledgeNode }) {
  return (
    <>
      <div class="grid">
        <section class="card">
          <h2>What it says</h2>
          <LongText label="What it says" text={known.text} isProse={typeof known.rules !== 'string'} />
          {typeof known.rules === 'string' && !known.text.includes(known.rules.trim()) && (
            <LongText label="Rules" text={known.rules} />
          )}
        </section>
        <section class="card">
          <h2>What is known of it</h2>
          <Facts known={known} />
          {known.learnings && known.learnings.totalCount > 0 && <Learnings learnings={known.learnings} />}
        </section>
        <Neighbours namespace={namespace} nodeRef={known.ref} />
        <EffectCard namespace={namespace} nodeRef={known.ref} />
        <Given namespace={namespace} nodeRef={known.ref} />
      </div>
    </>
  );
}

function Facts({ known }: { readonly known: KnowledgeNode }) {
  const { reliability } = known;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['trust', number(known.trust)],
    ['uses', reliability && `${reliability.uses}, of which ${reliability.failures} failed`],
    ['uses', known.usageCount],
    ['where', known.uiLocation],
    ['shortcut', known.shortcut],
    ['from', known.docCitation],
    ['outcome', known.memoryOutcome?.toLowerCase()],
    ['scope', known.scope?.toLowerCase()],
    ['domain', known.domain],
    ['is', known.fluentKind?.toLowerCase().replaceAll('_', ' ')],
    ['section', known.infoType],
    ['of', known.entity?.id],
    ['true from', known.validFrom && <Moment at={known.validFrom} />],
    ['true until', known.validTo && <Moment at={known.validTo} />],
    ['kind of request', known.pattern],
    ['attempts', known.attempts],
    ['success rate', known.successRate === undefined ? undefined : percent(known.successRate)],
    ['last issue', known.lastIssue],
    ['archived', known.archivedAt && <Moment at={known.archivedAt} />],
    ['created', <Moment at={known.createdAt} />],
    ['changed', <Moment at={known.updatedAt} />],
  ];
  return (
    <dl class="facts small">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

function Learnings({ learnings }: { readonly learnings: NonNullable<KnowledgeNode['learnings']> }) {
  return (
    <>
      <h3>{learnings.totalCount === 1 ? 'One learning' : `${learnings.totalCount} learnings`}</h3>
      <ul class="list small">
        {learnings.nodes.map((learning) => (
          <li key={learning.id}>
            <b>{learning.task}</b>
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
      <h2>What it rests on, and what rests on it</h2>
      <Answered answer={answer} again={again}>
        {({ subgraph: { nodes, edges, truncated } }) => {
          const titles = new Map(nodes.map(({ ref, title }) => [ref, title]));
          const { restsOn, carries, beside } = neighboursOf(nodeRef, edges);
          const list = (title: string, neighbours: readonly Neighbour[]) =>
            neighbours.length > 0 && (
              <>
                <h3>{title}</h3>
                <ul class="list small">
                  {neighbours.map(({ ref, says }) => (
                    <li key={`${ref} ${says}`}>
                      <span class="soft">{says}</span>{' '}
                      <RefLink namespace={namespace} nodeRef={ref} title={titles.get(ref) ?? ref} />
                    </li>
                  ))}
                </ul>
              </>
            );
          return (
            <>
              {list('It rests on', restsOn)}
              {list('On it rests', carries)}
              {list('Beside it', beside)}
              {edges.length === 0 && <p class="soft small">It stands alone: no edge leads to it or from it.</p>}
              {truncated && <p class="soft small">There is more than {NEIGHBOURS} nodes around it.</p>}
              <p class="small">
                <a data-own href={nodeAddress(namespace, nodeRef, 'graph')}>
                  As a graph
                </a>
              </p>
            </>
          );
        }}
      </Answered>
    </section>
  );
}

function EffectCard({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const [answer, again] = useAnswer(effect, { ref: nodeRef }, namespace);
  return (
    <section class="card">
      <h2>Whether agents did better with it</h2>
      <Answered answer={answer} again={again}>
        {({ effect: found }) => <EffectTable found={found} />}
      </Answered>
    </section>
  );
}

function EffectTable({ found }: { readonly found: Effect }) {
  const rows: readonly (readonly [string, Side])[] = [
    ['had it', found.given],
    ['did not have it', found.notGiven],
    ['before it was there', found.before],
    ['since it is there', found.after],
  ];
  return (
    <>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th>Who</th>
              <th class="num">uses</th>
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
          ? 'Too few uses on a side (under 10) to say whether it helps.'
          : `Difference ${percent(found.difference)}, with 95 % between ${percent(found.interval.lower)} and ${percent(found.interval.upper)}.`}{' '}
        An association, not a cause.
      </p>
    </>
  );
}

function Given({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const [answer, again] = useAnswer(receiptsOf, { ref: nodeRef }, namespace);
  return (
    <section class="card">
      <h2>Who was given it</h2>
      <Answered answer={answer} again={again}>
        {({ receipts: { totalCount, nodes } }) =>
          totalCount === 0 ? (
            <p class="soft small">Nobody yet.</p>
          ) : (
            <>
              <ul class="list small">
                {nodes.map(({ id, at, agent, query, hidden, success }) => (
                  <li key={id}>
                    <Moment at={at} /> <b>{agent ?? 'somebody'}</b>
                    {success !== null &&
                      (success ? <span class="up"> succeeded</span> : <span class="down"> failed</span>)}
                    <br />
                    <span class="soft">{hidden ? 'What was asked is not shown to you.' : query}</span>
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

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
