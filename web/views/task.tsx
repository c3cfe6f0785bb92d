import aroundRecord from '../../cypher/explore/016-record-and-neighbours.cypher?raw';
import { task, type Task, type TaskStepRow } from '../api/node-queries.js';
import { useAnswer } from '../api/use-answer.js';
import { Elsewhere } from '../parts/elsewhere.js';
import { LongText } from '../parts/long-text.js';
import { Moment } from '../parts/refs.js';
import { Answered } from '../parts/state.js';
import { shownTitle } from '../rules/text.js';
import { DECIDERS, TASK_STATES, VERDICTS } from '../rules/words.js';
import { Gone } from './gone.js';
import { Title } from './title.js';

/** An adaptive task with its steps and the verdicts on them. */
export function TaskPage({ namespace, nodeRef }: { readonly namespace: string; readonly nodeRef: string }) {
  const id = nodeRef.slice('task:'.length);
  const [answer, again] = useAnswer(task, { id }, namespace);
  return (
    <Answered answer={answer} again={again} isPage>
      {({ adaptiveTask: found }) =>
        found ? (
          <>
            <Title nodeRef={nodeRef} title={`Task: ${shownTitle('', found.objective)}`} />
            <TaskCard found={found} />
            {found.steps.map((step) => (
              <Step key={step.num} step={step} />
            ))}
            <Elsewhere
              query={task.text}
              variables={{ id }}
              namespace={namespace}
              statement={{ text: aroundRecord, parameters: { kind: 'task', id } }}
            />
          </>
        ) : (
          <Gone namespace={namespace} nodeRef={nodeRef} />
        )
      }
    </Answered>
  );
}

function TaskCard({ found }: { readonly found: Task }) {
  const { objective, status, intent, progress } = found;
  return (
    <section class="card">
      <h2>What was asked for</h2>
      <LongText label="What was asked for" text={objective} isProse />
      <dl class="facts small">
        <dt>state</dt>
        <dd>{TASK_STATES[status] ?? status}</dd>
        <dt>why</dt>
        <dd>{progress.reason}</dd>
        <dt>requested</dt>
        <dd>{[...new Set([intent.dataType, intent.expectedFormat])].join(' as ').replaceAll('_', ' ')}</dd>
        <dt>criteria met so far</dt>
        <dd>{progress.progress} %</dd>
      </dl>
      {status === 'AWAITING_VERDICT' && (
        <p class="small soft">
          A person decides with the operation <code>judgeStep</code> (<a href="/docs/adaptive.html">how</a>). Until
          then, the task does not go on.
        </p>
      )}
    </section>
  );
}

function Step({ step }: { readonly step: TaskStepRow }) {
  const { num, action, observation, validation, judgement } = step;
  const { verdict, decidedBy, issues, open, checks } = validation;
  return (
    <section class="card" aria-labelledby={`step-${num}`}>
      <h2 id={`step-${num}`}>
        Step {num}:{' '}
        <span class={verdict === 'SUCCESS' ? 'up' : verdict === 'FAILURE' ? 'down' : 'soft'}>
          {VERDICTS[verdict] ?? verdict}
        </span>
      </h2>
      <dl class="facts small">
        <dt>action</dt>
        <dd>
          {action.method}.{action.action} ({action.approach.replaceAll('_', ' ')})
        </dd>
        <dt>decided by</dt>
        <dd>{DECIDERS[decidedBy] ?? decidedBy}</dd>
        <dt>documents delivered</dt>
        <dd>{observation.documentsCount}</dd>
        {judgement && (
          <>
            <dt>judgement</dt>
            <dd>
              {judgement.success ? 'succeeded' : 'failed'}, by {judgement.by === 'PERSON' ? 'a person' : 'an agent'} (
              {judgement.key}), <Moment at={judgement.at} />: {judgement.reason}
            </dd>
          </>
        )}
      </dl>
      {observation.previews.map((preview, index) => (
        <LongText key={index} label={`Beginning of document ${index + 1}`} text={preview} />
      ))}
      {checks.length > 0 && (
        <div class="table">
          <table>
            <thead>
              <tr>
                <th>Criterion</th>
                <th>Met?</th>
                <th>Decided by</th>
              </tr>
            </thead>
            <tbody>
              {checks.map(({ criterion, met, decidedBy: by, reason }, index) => (
                <tr key={index}>
                  <td>
                    {criterion}
                    {reason !== null && <span class="soft">: {reason}</span>}
                  </td>
                  <td class={met === null ? 'soft' : met ? 'up' : 'down'}>
                    {met === null ? 'undecided' : met ? 'yes' : 'no'}
                  </td>
                  <td>{DECIDERS[by] ?? by}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {open.length > 0 && <p class="small">Open: {open.join('; ')}</p>}
      {issues.length > 0 && (
        <ul class="small">
          {issues.map((issue, index) => (
            <li key={index}>{issue}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
