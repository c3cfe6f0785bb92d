import { type ActionCommand, type CommandResult, type CommandValues, runActionCommand } from './action-commands.js';
import { CommandFailure } from './failure.js';
import { request, type ServiceAddress } from './graphql-client.js';
import type { CommandOutput } from './command.js';

const NEXT = 'nextAction { method action approach parameters lessons }';
const TASK = `id objective status steps { num } progress { reason }
  intent { dataType expectedFormat successCriteria note } ${NEXT}`;
const START = `mutation ($objective: String!, $maxSteps: Int!, $methods: [MethodInput!]!) {
  startAdaptiveTask(objective: $objective, maxSteps: $maxSteps, methods: $methods) { ${TASK} } }`;
const FIND = `query ($id: ID!) { adaptiveTask(id: $id) { ${TASK} } }`;
const CARRY_OUT = 'mutation ($id: ID!) { carryOut(taskId: $id) { documents { name mimeType content } } }';
const JUDGE = `mutation ($taskId: ID!, $stepNum: Int!, $success: Boolean!, $reason: String!) {
  judgeStep(taskId: $taskId, stepNum: $stepNum, success: $success, reason: $reason, by: PERSON) {
    progress { decision reason nextAction } } }`;
const OBSERVE = `mutation ($input: ObservationInput!) { observe(input: $input) { num
  validation { verdict qualityScore issues open } progress { decision reason } ${NEXT} } }`;

/** The service's verdict on a delivered result. */
export type Verdict = 'SUCCESS' | 'PASSED' | 'FAILURE' | 'UNDECIDED';

interface Action {
  readonly method: string;
  readonly action: string;
  readonly approach: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly lessons: readonly string[];
}

interface Task {
  readonly id: string;
  readonly objective: string;
  readonly status: string;
  readonly steps: readonly Pick<Step, 'num'>[];
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
  readonly documents: CommandResult['documents'];
}

interface Step {
  readonly num: number;
  readonly validation: {
    readonly verdict: Verdict;
    readonly qualityScore: number;
    readonly issues: readonly string[];
    readonly open: readonly string[];
  };
  readonly progress: { readonly decision: string; readonly reason: string };
  readonly nextAction: Action | null;
}

/**
 * Works on an objective until the result meets it, and writes the result to standard output. A result that could not be
 * checked is written, too. Actions are carried out by commands, or by the LLM of the service if no commands are given.
 * Every step is recorded as an ordinary observation of an ordinary task.
 *
 * @param what objective, or id of a task to resume
 * @param commands commands that the task may try; if empty, `ai.process`, which the service carries out
 * @returns SUCCESS when the objective was reached
 * @throws CommandFailure when the service or its LLM fails; the task can be resumed
 */
export async function runAdaptive(
  what: { readonly objective: string; readonly maxSteps: number } | { readonly taskId: string },
  commands: readonly ActionCommand[],
  address: ServiceAddress,
  output: CommandOutput,
): Promise<Verdict> {
  const task = await taskOf(what, methodsOf(commands), address);
  const { dataType, expectedFormat, successCriteria, note } = task.intent;
  output.note(`task ${task.id}: ${dataType} as ${expectedFormat}; ${successCriteria.join(', ') || 'no criteria'}`);
  if (note !== null) output.note(note);
  let action = task.nextAction;
  if (!action) {
    const how = task.status === 'AWAITING_VERDICT' ? 'awaits a verdict (heartwood adaptive judge)' : 'has ended';
    throw new CommandFailure(`Task "${task.id}" ${how}: ${task.progress.reason}`);
  }
  let stepNum = task.steps.length;
  while (action) {
    const carriedOut: CommandResult =
      commands.length === 0
        ? { success: true, documents: await byLlm(task.id, address) }
        : await runActionCommand(commandOf(commands, action), valuesOf(task, action));
    const { documents } = carriedOut;
    const input = { taskId: task.id, stepNum, ...carriedOut };
    const { observe: step } = (await request(address, OBSERVE, { input })) as { observe: Step };
    const { verdict, qualityScore, issues, open } = step.validation;
    const said =
      verdict === 'SUCCESS'
        ? `delivered, quality ${qualityScore.toFixed(2)}`
        : verdict === 'FAILURE'
          ? issues.join('; ')
          : `${verdict.toLowerCase()}, open: ${open.join('; ')}`;
    output.note(
      `step ${step.num} ${action.method}.${action.action} (${action.approach.replaceAll('_', ' ')}): ${said}`,
    );
    stepNum++;
    action = step.nextAction;
    if (step.progress.decision === 'STOP') {
      output.note(step.progress.reason);
      if (verdict === 'UNDECIDED' || verdict === 'PASSED') {
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
 * Records a person's verdict on a step.
 *
 * @throws CommandFailure when the step does not exist, or another verdict was recorded before
 */
export async function judgeAdaptive(
  judgement: { readonly taskId: string; readonly stepNum: number; readonly success: boolean; readonly reason: string },
  address: ServiceAddress,
  output: CommandOutput,
): Promise<void> {
  const { judgeStep } = (await request(address, JUDGE, judgement)) as { judgeStep: Pick<Step, 'progress'> };
  const { decision, reason } = judgeStep.progress;
  output.note(reason);
  if (decision === 'CONTINUE') output.note(`Continue: heartwood adaptive run --task ${judgement.taskId}`);
}

async function byLlm(id: string, address: ServiceAddress): Promise<CarriedOut['documents']> {
  const { carryOut } = (await request(address, CARRY_OUT, { id })) as { carryOut: CarriedOut };
  return carryOut.documents;
}

/**
 * Describes the commands as methods for the service. A command that does not receive earlier problems declares no text
 * parameter, so that it is not retried.
 */
function methodsOf(commands: readonly ActionCommand[]): object[] {
  if (commands.length === 0) return [{ method: 'ai', actions: [{ action: 'process' }] }];
  const names = commands.map(({ method, action }) => `${method}.${action}`);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new CommandFailure(`--action ${twice} is given twice`);
  return commands.map(({ method, action, listens }) => {
    const properties = listens ? { prompt: { type: 'string' } } : {};
    return { method, actions: [{ action, parameters: { type: 'object', properties } }] };
  });
}

function commandOf(commands: readonly ActionCommand[], { method, action }: Action): ActionCommand {
  const found = commands.find((one) => one.method === method && one.action === action);
  if (!found) throw new CommandFailure(`The next action is ${method}.${action}; no --action says how to carry it out`);
  return found;
}

function valuesOf({ objective }: Task, { parameters, lessons }: Action): CommandValues {
  const { prompt } = parameters;
  return { prompt: typeof prompt === 'string' ? prompt : objective, objective, lessons: lessons.join('\n') };
}

async function taskOf(
  what: { readonly objective: string; readonly maxSteps: number } | { readonly taskId: string },
  methods: readonly object[],
  address: ServiceAddress,
): Promise<Task> {
  if (!('taskId' in what)) {
    const given = { ...what, methods };
    const { startAdaptiveTask } = (await request(address, START, given)) as { startAdaptiveTask: Task };
    return startAdaptiveTask;
  }
  const { adaptiveTask } = (await request(address, FIND, { id: what.taskId })) as { adaptiveTask: Task | null };
  if (!adaptiveTask) throw new CommandFailure(`AdaptiveTask "${what.taskId}" does not exist`);
  return adaptiveTask;
}
