import type { PlanRecord, PlanStepRow } from '../api/record-queries.js';
import { Moment, RefLink } from '../parts/refs.js';
import { Values } from '../parts/values.js';
import { nodeAddress } from '../rules/address.js';
import { number } from '../rules/score.js';
import { ATTRIBUTIONS, STEP_OUTCOMES } from '../rules/words.js';

interface PlanProps {
  readonly namespace: string;
  readonly plan: PlanRecord;
}

/** A plan of an agent: what it was given for a task, which steps it took, and how each turned out. */
export function PlanCards({ namespace, plan }: PlanProps) {
  const { createdAt, reasoning, success, warnings, recovers, recoveredBy, retrieved, steps } = plan;
  return (
    <>
      <section class="card" aria-labelledby="plan-title">
        <h2 id="plan-title">A plan of an agent</h2>
        <dl class="facts small">
          <dt>made</dt>
          <dd>
            <Moment at={createdAt} />
          </dd>
          <dt>outcome</dt>
          <dd class={success === null ? '' : success ? 'up' : 'down'}>
            {success === null ? 'not known' : success ? 'succeeded' : 'failed'}
          </dd>
          {recovers && (
            <>
              <dt>recovers</dt>
              <dd>
                <RefLink namespace={namespace} nodeRef={`plan:${recovers.id}`} title={recovers.task} />
              </dd>
            </>
          )}
          {recoveredBy && (
            <>
              <dt>recovered by</dt>
              <dd>
                <RefLink namespace={namespace} nodeRef={`plan:${recoveredBy.id}`} title={recoveredBy.task} />
              </dd>
            </>
          )}
          {reasoning !== null && (
            <>
              <dt>reasoning</dt>
              <dd>{reasoning}</dd>
            </>
          )}
          {warnings.length > 0 && (
            <>
              <dt>warnings</dt>
              <dd>{warnings.join(' ')}</dd>
            </>
          )}
        </dl>
        {retrieved.length > 0 && (
          <details>
            <summary>What it was given ({retrieved.length})</summary>
            <div class="table">
              <table>
                <thead>
                  <tr>
                    <th class="num">Rank</th>
                    <th>What</th>
                    <th class="num">trust then</th>
                  </tr>
                </thead>
                <tbody>
                  {retrieved.map(({ id, rank, trust, item }) => (
                    <tr key={id}>
                      <td class="num">{rank}</td>
                      <td>
                        {item ? (
                          <RefLink namespace={namespace} nodeRef={item.ref} title={item.title} />
                        ) : (
                          `${id} (deleted)`
                        )}
                      </td>
                      <td class="num">{number(trust)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        )}
      </section>
      {steps.map((step) => (
        <Step key={step.num} namespace={namespace} step={step} />
      ))}
    </>
  );
}

/** One step, with its plan. */
export function StepCards({ namespace, plan, num }: PlanProps & { readonly num: number }) {
  const step = plan.steps.find((one) => one.num === num);
  return (
    <>
      <p>
        Of the plan{' '}
        <a data-own href={nodeAddress(namespace, `plan:${plan.id}`)}>
          {plan.task}
        </a>
        .
      </p>
      {step && <Step namespace={namespace} step={step} />}
    </>
  );
}

const COLOURS: Readonly<Record<string, string>> = { SUCCESS: 'up', FAILURE: 'down', CORRECTED: 'down' };

function Step({ namespace, step }: { readonly namespace: string; readonly step: PlanStepRow }) {
  const { num, toolName, toolArguments, reasoning, outcome, error, reportedAt } = step;
  const { attribution, kbSource, followsLearning, item, learning, suggestions } = step;
  return (
    <section class="card" aria-labelledby={`step-${num}`}>
      <h2 id={`step-${num}`}>
        Step {num}, {toolName}: <span class={COLOURS[outcome] ?? 'soft'}>{STEP_OUTCOMES[outcome] ?? outcome}</span>
      </h2>
      <Values value={toolArguments} />
      <dl class="facts small">
        {error !== null && (
          <>
            <dt>error</dt>
            <dd class="down">{error}</dd>
          </>
        )}
        {reasoning !== null && (
          <>
            <dt>why</dt>
            <dd>{reasoning}</dd>
          </>
        )}
        <dt>based on</dt>
        <dd>
          {item ? (
            <RefLink namespace={namespace} nodeRef={item.ref} title={item.title} />
          ) : kbSource === null ? (
            'nothing that is known'
          ) : (
            `${kbSource}, which does not exist`
          )}{' '}
          <span class="soft">({ATTRIBUTIONS[attribution] ?? attribution})</span>
        </dd>
        {followsLearning !== null && (
          <>
            <dt>followed</dt>
            <dd>
              <RefLink namespace={namespace} nodeRef={`learning:${followsLearning}`} title="A learning" />
            </dd>
          </>
        )}
        {learning && (
          <>
            <dt>taught</dt>
            <dd>
              <RefLink namespace={namespace} nodeRef={`learning:${learning.id}`} title={learning.task} />
            </dd>
          </>
        )}
        {reportedAt !== null && (
          <>
            <dt>reported</dt>
            <dd>
              <Moment at={reportedAt} />
            </dd>
          </>
        )}
      </dl>
      {suggestions.length > 0 && (
        <>
          <p class="small soft">
            It may have been based on one of these; a person decides with <code>attributeStep</code> (
            <a href="/docs/corrections.html">how</a>):
          </p>
          <ul class="list small">
            {suggestions.map(({ item: suggested, score }) => (
              <li key={suggested.ref}>
                <RefLink namespace={namespace} nodeRef={suggested.ref} title={suggested.title} /> {number(score)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
