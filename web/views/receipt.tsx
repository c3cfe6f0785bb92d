import type { ComponentChildren } from 'preact';
import receiptsStatement from '../../cypher/explore/060-receipts.cypher?raw';
import { givenItem, type GivenItem, receipt, type Receipt } from '../api/record-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { LongText } from '../parts/long-text.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Answered, Notice } from '../parts/state.js';
import { askAddress, nodeAddress, refOf } from '../rules/address.js';
import { number } from '../rules/score.js';
import { shownTitle } from '../rules/text.js';
import { fieldOf } from '../rules/values.js';
import { CREDIT_STATES, DELIVERIES, VERIFIED_BY } from '../rules/words.js';
import { Gone } from './gone.js';
import { Title } from './title.js';

/** What an agent was given at one time: its question, the knowledge in its order and why, the text, and what came of it. */
export function ReceiptPage({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const id = nodeRef.slice('receipt:'.length);
  const [answer, again] = useAnswer(receipt, { id }, namespace);
  return (
    <Answered answer={answer} again={again} isPage>
      {({ receipt: found }) =>
        found ? (
          <>
            <Title nodeRef={nodeRef} title={shownTitle('', found.query)} />
            <Asked namespace={namespace} found={found} />
            <section class="card" aria-labelledby="given-title">
              <h2 id="given-title">What it was given</h2>
              {found.items.length === 0 ? (
                <p class="soft small">Nothing: no knowledge matched well enough.</p>
              ) : (
                <ol class="given">
                  {found.items.map((item) => (
                    <Given key={refOf(item.kind, item.id)} namespace={namespace} receiptId={id} item={item} />
                  ))}
                </ol>
              )}
            </section>
            <section class="card" aria-labelledby="text-title">
              <h2 id="text-title">The text that it read</h2>
              {found.quotesDeleted ? (
                <Notice title="The text was removed">
                  <p>Knowledge that it quoted was deleted, or the receipt is older than texts are kept.</p>
                </Notice>
              ) : (
                <LongText label="Text of the context" text={found.text} isProse />
              )}
            </section>
            <Elsewhere
              query={receipt.text}
              variables={{ id }}
              namespace={namespace}
              statement={{ text: receiptsStatement, parameters: {} }}
            />
          </>
        ) : (
          <Gone namespace={namespace} nodeRef={nodeRef} />
        )
      }
    </Answered>
  );
}

function Asked({ namespace, found }: { readonly namespace: string; readonly found: Receipt }) {
  const { query, agent, session, at, delivered, success, outcomeAt, verification, planId, taskId, degraded } = found;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['asked', query],
    ['by', agent ?? 'an agent without a name'],
    ['at', <Moment at={at} />],
    [
      'session',
      session !== null && (
        <a data-own href={nodeAddress(namespace, `session:${session}`)}>
          {session}
        </a>
      ),
    ],
    ['how it arrived', DELIVERIES[delivered ?? '']],
    ['made without', degraded.length > 0 && degraded.join(', ').toLowerCase().replaceAll('_', ' ')],
    [
      'what came of it',
      success === null ? (
        'nobody has reported it'
      ) : (
        <>
          <span class={success ? 'up' : 'down'}>{success ? 'succeeded' : 'failed'}</span>
          {outcomeAt !== null && (
            <>
              , reported <Moment at={outcomeAt} />
            </>
          )}
        </>
      ),
    ],
    ['verified by', VERIFIED_BY[verification ?? '']],
    [
      'plan',
      planId !== null && <RefLink namespace={namespace} nodeRef={`plan:${planId}`} title="A plan of the agent" />,
    ],
    [
      'task',
      taskId !== null && <RefLink namespace={namespace} nodeRef={`task:${taskId}`} title="A task of the agent" />,
    ],
  ];
  return (
    <section class="card" aria-labelledby="asked-title">
      <h2 id="asked-title">What the agent asked</h2>
      <dl class="facts small">
        {facts
          .filter(([, value]) => value !== undefined && value !== false && value !== '')
          .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
      </dl>
      <p class="small">
        <a data-own href={askAddress(namespace, query)}>
          Ask the same now
        </a>
      </p>
    </section>
  );
}

/** Parts of a score that were recorded with the receipt, in the order in which they are shown. */
const PARTS = [
  'relevance',
  'lexical',
  'cosine',
  'graph',
  'chain',
  'neighbours',
  'session',
  'trustFactor',
  'scopeWeight',
];
const PART_NAMES: Readonly<Record<string, string>> = {
  lexical: 'words',
  cosine: 'meaning',
  chain: 'prerequisites',
  trustFactor: 'trust against the usual',
  scopeWeight: 'scope',
};

/** One piece of knowledge of a receipt: why it was there, and what the outcome moved. */
function Given(props: { readonly namespace: string; readonly receiptId: string; readonly item: GivenItem }) {
  const { namespace, receiptId, item } = props;
  const { kind, id, score, trust, explain, creditState, credit } = item;
  const ref = refOf(kind, id);
  const [answer] = useAnswer(givenItem, { kind, id }, namespace);
  const known = answer.state === 'failed' ? null : answer.data?.knowledge;
  const moved = known?.evidence.nodes.find((one) => one.receiptId === receiptId && one.trustAfter !== null);
  const why = PARTS.flatMap((part) => {
    const value = fieldOf(explain, part);
    return typeof value === 'number' ? [`${PART_NAMES[part] ?? part} ${number(value)}`] : [];
  });
  return (
    <li>
      {known === null ? (
        <>
          <code>{ref}</code> <span class="soft">was deleted since, or your key does not open it</span>
        </>
      ) : (
        <RefLink namespace={namespace} nodeRef={ref} title={known ? shownTitle(known.title, known.text) : ref} />
      )}
      <div class="small soft">
        score {number(score)}, trust then {number(trust)}
        {known && `, now ${number(known.trust)}`}
      </div>
      {why.length > 0 && <div class="small soft">because of: {why.join(', ')}</div>}
      {creditState !== null && (
        <div class="small">
          {credit !== null && credit > 0 && `Share of the outcome ${number(credit)}: `}
          {typeof moved?.trustBefore === 'number' && typeof moved.trustAfter === 'number' ? (
            <>
              trust moved from {number(moved.trustBefore)} to{' '}
              <span class={moved.trustAfter < moved.trustBefore ? 'down' : 'up'}>{number(moved.trustAfter)}</span>
              {moved.state === 'RETRACTED' && ' (taken back since)'}
            </>
          ) : (
            (CREDIT_STATES[creditState] ?? creditState)
          )}
        </div>
      )}
    </li>
  );
}
