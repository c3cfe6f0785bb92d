import { CommandFailure } from './failure.js';
import { request, type ServiceAddress } from './graphql-client.js';
import type { CommandOutput } from './command.js';

const TASK = `id objective status steps { num } progress { reason }
  intent { dataType expectedFormat successCriteria note } nextAction { method action approach }`;
const START = `mutation ($objective: String!, $maxSteps: Int!) { startAdaptiveTask(objective: $objective, maxSteps: $maxSteps,
  methods: [{ method: "ai", actions: [{ action: "process" }] }]) { ${TASK} } }`;
const FIND = `query ($id: ID!) { adaptiveTask(id: $id) { ${TASK} } }`;
const CARRY_OUT = 'mutation ($id: ID!) { carryOut(taskId: $id) { stepNum documents { name mimeType content } } }';
const JUDGE = `mutation ($taskId: ID!, $stepNum: Int!, $success: Boolean!, $reason: String!) {
  judgeStep(taskId: $taskId, stepNum: $stepNum, success: $success, reason: $reason, by: PERSON) {
    progress { decision reason nextAction } } }`;
const OBSERVE = `mutation ($input: ObservationInput!) { observe(input: $input) { num validation { verdict qualityScore issues }
  progress { decision reason } nextAction { method action approach } } }`;

/** As the service judges what was delivered. */
export type Verdict = 'SUCCESS' | 'FAILURE' | 'UNDECIDED';

interface Action {
  readonly method: string;
  readonly action: string;
  readonly approach: string;
}

interface Task {
  readonly id: string;
  readonly objective: string;
  readonly status: string;
  readonly progress: { readonly reason: string };
  readonly intent: {
    readonly dataType: string;
    readonly expectedFormat: string;
    readonly successCriteria: readonly string[];
    readonly note: string | null;
  };
  readonly nextAction: Action | null;
}

interface CarriedOut {
  readonly stepNum: number;
  readonly documents: readonly { readonly name: string; readonly mimeType: string | null; readonly content: string }[];
}

interface Step {
  readonly num: number;
  readonly validation: {
    readonly verdict: Verdict;
    readonly qualityScore: number;
    readonly issues: readonly string[];
  };
  readonly progress: { readonly decision: string; readonly reason: string };
  readonly nextAction: Action | null;
}

/**
 * Has the LLM of the service work on an objective until what it delivers is what was wanted, and writes that to standard
 * output; also what nothing could check. Every step is an ordinary observation of an ordinary task.
 *
 * @param what an objective, or the id of a task to go on with
 * @returns SUCCESS where the objective was reached
 * @throws CommandFailure when the service or its LLM fails; the task can be gone on with
 */
export async function runAdaptive(
  what: { readonly objective: string; readonly maxSteps: number } | { readonly taskId: string },
  address: ServiceAddress,
  output: CommandOutput,
): Promise<Verdict> {
  const task = await taskOf(what, address);
  const { dataType, expectedFormat, successCriteria, note } = task.intent;
  output.note(`task ${task.id}: ${dataType} as ${expectedFormat}; ${successCriteria.join(', ') || 'no criteria'}`);
  if (note !== null) output.note(note);
  let action = task.nextAction;
  if (!action) {
    const how = task.status === 'AWAITING_VERDICT' ? 'awaits a verdict (heartwood adaptive judge)' : 'has ended';
    throw new CommandFailure(`Task "${task.id}" ${how}: ${task.progress.reason}`);
  }
  while (action) {
    const { carryOut } = (await request(address, CARRY_OUT, { id: task.id })) as { carryOut: CarriedOut };
    const { stepNum, documents } = carryOut;
    const input = { taskId: task.id, stepNum, success: true, documents };
    const { observe: step } = (await request(address, OBSERVE, { input })) as { observe: Step };
    const { verdict, qualityScore, issues } = step.validation;
    const said = verdict === 'SUCCESS' ? `delivered, quality ${qualityScore.toFixed(2)}` : issues.join('; ');
    output.note(
      `step ${step.num} ${action.method}.${action.action} (${action.approach.replaceAll('_', ' ')}): ${said}`,
    );
    action = step.nextAction;
    if (step.progress.decision === 'STOP') {
      output.note(step.progress.reason);
      if (verdict === 'UNDECIDED') {
        output.note(
          `Decide it: heartwood adaptive judge ${task.id} ${step.num} --success (or --failure) --reason "..."`,
        );
      }
      if (verdict !== 'FAILURE') output.write(documents.map(({ content }) => `${content.trimEnd()}\n`).join('\n'));
      return verdict;
    }
  }
  return 'FAILURE';
}

/**
 * Decides a step as a person.
 *
 * @throws CommandFailure when there is no such step, or something else was said of it before
 */
export async function judgeAdaptive(
  judgement: { readonly taskId: string; readonly stepNum: number; readonly success: boolean; readonly reason: string },
  address: ServiceAddress,
  output: CommandOutput,
): Promise<void> {
  const { judgeStep } = (await request(address, JUDGE, judgement)) as { judgeStep: Pick<Step, 'progress'> };
  const { decision, reason } = judgeStep.progress;
  output.note(reason);
  if (decision === 'CONTINUE') output.note(`Go on: heartwood adaptive run --task ${judgement.taskId}`);
}

async function taskOf(
  what: { readonly objective: string; readonly maxSteps: number } | { readonly taskId: string },
  address: ServiceAddress,
): Promise<Task> {
  if (!('taskId' in what)) {
    const { startAdaptiveTask } = (await request(address, START, { ...what })) as { startAdaptiveTask: Task };
    return startAdaptiveTask;
  }
  const { adaptiveTask } = (await request(address, FIND, { id: what.taskId })) as { adaptiveTask: Task | null };
  if (!adaptiveTask) throw new CommandFailure(`AdaptiveTask "${what.taskId}" does not exist`);
  return adaptiveTask;
}
