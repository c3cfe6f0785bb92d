import type { ComponentChildren } from 'preact';
import type { LearningRecord } from '../api/record-queries.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Values } from '../parts/values.js';
import { rowsOf } from '../rules/values.js';

/** What an agent or a person learned about an item from a step that failed or was corrected. */
export function LearningCard(props: { readonly namespace: string; readonly learning: LearningRecord }) {
  const { namespace, learning } = props;
  const {
    kind,
    item,
    timestamp,
    originalAction,
    originalError,
    correctedAction,
    recoveryApproach,
    recoveryFailed,
    humanReasoning,
    resolvedInto,
    state,
    verified,
    awaitingRecovery,
    applicationVersion,
    timesShown,
    timesFollowed,
    timesSucceeded,
  } = learning;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['corrects', <RefLink namespace={namespace} nodeRef={item.ref} title={item.title} />],
    ['learned', <Moment at={timestamp} />],
    ['from', kind === 'HUMAN_INTERRUPT' ? 'a correction by a person' : 'a failure of an agent'],
    ['what went wrong', originalError],
    ['why, says the person', humanReasoning],
    [
      'what to do instead',
      recoveryApproach === null
        ? awaitingRecovery && 'nobody knows yet'
        : `${recoveryApproach}${recoveryFailed ? ' (this failed, too)' : ''}`,
    ],
    ['the cause was fixed', resolvedInto],
    ['stands', STATES[state] ?? state],
    ['confirmed', verified ? 'yes' : 'not yet'],
    ['version of the application', applicationVersion],
    ['plans that were shown it', timesShown],
    [
      'steps that followed it',
      timesFollowed === 0 ? 'none yet' : `${timesFollowed}, of which ${timesSucceeded} succeeded`,
    ],
  ];
  return (
    <section class="card" aria-labelledby="learning-title">
      <h2 id="learning-title">What was learned</h2>
      <dl class="facts small">
        {facts
          .filter(([, value]) => value !== null && value !== false && value !== '')
          .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
      </dl>
      <Action title="The action that went wrong" action={originalAction} />
      <Action title="The corrected action" action={correctedAction} />
    </section>
  );
}

const STATES: Readonly<Record<string, string>> = {
  RESOLVED: 'no longer, because the cause was fixed',
  RETRACTED: 'no longer, because it was taken back',
  STANDING: 'yes',
};

function Action({ title, action }: { readonly title: string; readonly action: unknown }) {
  return rowsOf(action).length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <Values value={action} />
    </>
  );
}
