import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { z } from 'zod';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { metrics } from '../common/metrics.js';
import { redactJson, redactText } from '../common/redact.js';
import { firstCharacters } from '../common/text.js';
import { nameUsedFor } from '../common/validation.js';
import { newId } from '../common/seeded-time.js';
import { LlmClient } from '../llm/llm-client.js';
import { type ActionName, defaultApproach, keyOf, type Method, NAME_PATTERN, readAction } from './actions.js';
import type { MethodInput, ObservationInput, StartAdaptiveTaskArgs } from './adaptive.inputs.js';
import {
  type AdaptiveAction,
  type AdaptiveStep,
  type AdaptiveTask,
  type CarriedOut,
  type Observation,
  CheckedBy,
  TaskStatus,
  type Validation,
  ValidationVerdict,
} from './adaptive.model.js';
import { processPrompt, refinementPrompt } from './adaptive.prompt.js';
import { AdaptiveRepository, type KnownTask, statusAfter } from './adaptive.repository.js';
import { IntentService } from './intent.service.js';
import { lessonsOf, NextActionService } from './next-action.service.js';
import { modelOf, progressOf } from './progress.js';
import { badAction, StrategyService, strategyIdOf } from './strategy.service.js';
import { ValidationService } from './validation.service.js';
import { undecidedReason } from './verdict.js';

const steps = new Counter({
  name: 'heartwood_adaptive_steps_total',
  help: 'Steps of adaptive tasks by result: success, failure, undecided',
  labelNames: ['result'] as const,
  registers: [metrics],
});
const ended = new Counter({
  name: 'heartwood_adaptive_tasks_ended_total',
  help: 'Adaptive tasks that ended, by status: SUCCEEDED, STOPPED',
  labelNames: ['status'] as const,
  registers: [metrics],
});

/** Characters of a document that an observation shows (adaptive React design, "_observeBuild"). */
const SNIPPET = 200;

const content = z.strictObject({ content: z.string() });

/** Tasks that are tried until what is delivered is what was wanted, or nothing new is left. */
@Injectable()
export class TaskService {
  constructor(
    private readonly repository: AdaptiveRepository,
    private readonly intents: IntentService,
    private readonly validations: ValidationService,
    private readonly strategies: StrategyService,
    private readonly nextActions: NextActionService,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
  ) {}

  async findTask(namespace: string, id: string): Promise<AdaptiveTask | undefined> {
    return (await this.repository.findTask(namespace, id))?.task;
  }

  /**
   * Starts a task with what was learned from others of its kind.
   *
   * @throws BadUserInputError when a method or action has other characters than letters, digits and _ . : -
   * @throws ConflictError when the key was used for another task
   */
  async start(caller: Caller, given: StartAdaptiveTaskArgs): Promise<AdaptiveTask> {
    const { namespace } = caller;
    const { idempotencyKey, maxSteps } = given;
    checkNames(given);
    const objective = redactText(given.objective);
    const methods = (redactJson(given.methods) as MethodInput[]).map(asStored);
    const context = redactJson(given.context ?? null);
    const requestHash = hashOf({ objective, methods, context, maxSteps });
    const key = idempotencyKey === undefined ? undefined : `start:${idempotencyKey}`;
    const known = key === undefined ? undefined : await this.repository.findTaskByKey(namespace, key);
    if (known) return this.started(namespace, known, requestHash, idempotencyKey);

    const intent = await this.intents.read(objective, context ?? undefined);
    const next = await this.nextActions.next(caller, { objective, intent, methods }, new Set(), []);
    const progress = modelOf(progressOf({ succeeded: false, steps: 0, maxSteps, next }));
    const now = this.clock.now();
    const id = newId(now.getTime());
    const saved = await this.repository.saveTask({
      namespace,
      id,
      idempotencyKey: key ?? `task:${id}`,
      requestHash,
      objective,
      intent: JSON.stringify(intent),
      methods: JSON.stringify(methods),
      context: context === null ? null : JSON.stringify(context),
      maxSteps,
      status: TaskStatus.RUNNING,
      progress: JSON.stringify(progress),
      nextAction: next ? JSON.stringify(next) : null,
      agent: caller.agent ?? null,
      createdAt: now,
      updatedAt: now,
    });
    return this.started(namespace, saved, requestHash, idempotencyKey);
  }

  /**
   * Takes what came out of a step, judges it, learns from it, and says what comes next. A repeated equal observation gives
   * the first answer.
   *
   * @throws NotFoundError when there is no such task
   * @throws BadUserInputError when another step is next, or the action is none
   * @throws ConflictError when the step was observed with something else, or the task has ended
   */
  async observe(caller: Caller, input: ObservationInput): Promise<AdaptiveStep> {
    const { namespace } = caller;
    const { taskId, stepNum } = input;
    const known = await this.getTask(namespace, taskId);
    const { task } = known;
    const requestHash = observationHash(input);
    const seen = task.steps[stepNum];
    if (seen) {
      if (seen.requestHash === requestHash) return seen;
      throw observedOtherwise(task.id, stepNum);
    }
    if (task.status !== TaskStatus.RUNNING || !task.nextAction) throw hasEnded(task);
    if (stepNum !== task.steps.length) {
      const message = `stepNum must be ${task.steps.length}, the next step of task "${taskId}"`;
      throw BadUserInputError.of('stepNum', 'isNext', message);
    }
    const action = carriedOut(input.action, task.nextAction, task.intent.dataType);
    if (!action) throw badAction('action');
    const { step, row, lesson } = await this.judge(caller, known, input, action, requestHash);
    const answer = await this.repository.record({ step: row, lesson });
    switch (answer?.step?.answer) {
      case undefined:
        throw new NotFoundError('AdaptiveTask', taskId);
      case 'RECORDED':
        steps.inc({ result: step.succeeded ? 'success' : lesson ? 'failure' : 'undecided' });
        if (isEnded(row.task.status)) ended.inc({ status: row.task.status });
        return step;
      case 'EXISTS': {
        const recorded = (await this.getTask(namespace, taskId)).task.steps[stepNum];
        if (!recorded) throw new Error(`Step ${stepNum} of task ${taskId} was just found`);
        return recorded;
      }
      case 'FINISHED':
        throw hasEnded((await this.getTask(namespace, taskId)).task);
      case 'CONFLICT':
      case 'OUT_OF_ORDER':
        throw observedOtherwise(taskId, stepNum);
    }
  }

  /**
   * Has the configured LLM carry out the next action, where it is `ai.process`. Nothing is recorded: observe takes what
   * came out.
   *
   * @throws NotFoundError when there is no such task
   * @throws ConflictError when the task has ended, or another action is next
   * @throws LlmError when the LLM gives no content
   */
  async carryOut(namespace: string, taskId: string): Promise<CarriedOut> {
    const { task } = await this.getTask(namespace, taskId);
    if (task.status !== TaskStatus.RUNNING || !task.nextAction) throw hasEnded(task);
    const { method, action, parameters } = task.nextAction;
    if (method !== 'ai' || action !== 'process') {
      throw new ConflictError(`The next action is ${method}.${action}; only ai.process is carried out here`);
    }
    const [instruction] = Object.values(parameters).filter((value) => typeof value === 'string');
    const request = { ...processPrompt(instruction ?? task.objective), schema: content, schemaName: 'content' };
    const { value } = await this.llm.complete(request);
    return {
      stepNum: task.steps.length,
      documents: [{ name: `step-${task.steps.length}.txt`, mimeType: 'text/plain', content: value.content }],
    };
  }

  // ───────────────────────────── one step ─────────────────────────────

  /** Everything a step says, before it is recorded. */
  private async judge(
    caller: Caller,
    { task, methods }: KnownTask,
    input: ObservationInput,
    action: AdaptiveAction,
    requestHash: string,
  ) {
    const { intent, objective, maxSteps } = task;
    const validation = withError(await this.validations.validate(input.documents, intent, objective), input);
    const succeeded = input.success && validation.overallSuccess;
    // An action that failed by its own word is a failure, whatever it delivered.
    const undecided = input.success ? undecidedReason(validation) : undefined;
    const failed = new Set(task.steps.filter((step) => !step.succeeded).map((step) => keyOf(step.action)));
    if (!succeeded) failed.add(keyOf(action));
    const num = task.steps.length;
    const lessons = succeeded ? [] : lessonsOf([...task.steps.map((step) => step.validation), validation]);
    const issue = succeeded ? null : (validation.issues[0] ?? 'The action did not go well');
    const outOfSteps = num + 1 >= maxSteps;
    const next =
      succeeded || undecided !== undefined || outOfSteps
        ? undefined
        : await this.nextActions.next(caller, { objective, intent, methods }, failed, lessons, { ...action, issue });
    const progress = modelOf(
      progressOf({
        verdict: validation,
        succeeded,
        actionFailed: !input.success,
        undecided,
        steps: num + 1,
        maxSteps,
        next,
      }),
    );
    const step: AdaptiveStep = {
      num,
      action,
      observation: observationOf(input, validation),
      refinementPrompt: refinementPrompt({ objective, intent, verdict: validation, progress }),
      validation,
      progress,
      nextAction: next ?? null,
      strategyId: strategyIdOf(intent.dataType, action),
      succeeded,
      requestHash,
      judgement: null,
    };
    const tried = {
      intent,
      name: { method: action.method, action: action.action, approach: action.approach },
      success: succeeded,
      issue,
      objective,
      evidenceId: `task:${task.id}:${num}`,
      requestHash,
      task: { id: task.id, num },
    };
    const lesson = undecided === undefined ? await this.strategies.lessonOf(caller, tried) : null;
    const json = { progress: JSON.stringify(progress), nextAction: next ? JSON.stringify(next) : null };
    const row = {
      namespace: caller.namespace,
      taskId: task.id,
      num,
      now: this.clock.now(),
      step: {
        ...json,
        action: JSON.stringify(action),
        observation: JSON.stringify(step.observation),
        validation: JSON.stringify(validation),
        refinementPrompt: step.refinementPrompt,
        strategyId: step.strategyId,
        succeeded,
        requestHash,
        agent: caller.agent ?? null,
        shownIds: task.nextAction?.shownIds ?? null,
      },
      task: { ...json, status: statusAfter(step) },
    };
    return { step, row, lesson };
  }

  private async getTask(namespace: string, id: string): Promise<KnownTask> {
    const known = await this.repository.findTask(namespace, id);
    if (!known) throw new NotFoundError('AdaptiveTask', id);
    return known;
  }

  private async started(
    namespace: string,
    saved: { readonly id: string; readonly requestHash: string },
    requestHash: string,
    key: string | undefined,
  ): Promise<AdaptiveTask> {
    if (saved.requestHash !== requestHash) {
      throw new ConflictError(`The idempotency key "${key ?? ''}" was used for another task`);
    }
    return (await this.getTask(namespace, saved.id)).task;
  }
}

/** As tasks keep it, whose stored methods and hashes of requests have the action's former name. */
function asStored({ actions, ...method }: MethodInput): Method {
  return { ...method, actions: actions.map(({ action, ...rest }) => ({ name: action, ...rest })) };
}

function checkNames(given: StartAdaptiveTaskArgs): void {
  const wrong = given.methods.flatMap(({ method, actions }, at) => [
    ...(NAME_PATTERN.test(method) ? [] : [`methods.${at}.method`]),
    ...actions.flatMap(({ action }, index) =>
      NAME_PATTERN.test(action) ? [] : [nameUsedFor(given, `methods.${at}.actions.${index}.action`)],
    ),
  ]);
  if (wrong.length === 0) return;
  throw new BadUserInputError(
    wrong.map((path) => ({ path, rule: 'matches', message: `${path} must be of letters, digits and _ . : -` })),
  );
}

/** Tells whether two observations are the same; documents go in whole. */
function observationHash({ success, documents, action, error }: ObservationInput): string {
  return hashOf(
    redactJson({
      success,
      documents: documents.map(({ name, mimeType, content: text }) => ({ name, mimeType: mimeType ?? null, text })),
      action: action ?? null,
      error: error ?? null,
    }),
  );
}

/** @returns undefined when the given action is none */
function carriedOut(given: unknown, proposed: AdaptiveAction, dataType: string): AdaptiveAction | undefined {
  if (given === undefined || given === null) return proposed;
  const sameAction = (name: ActionName) => name.method === proposed.method && name.action === proposed.action;
  const own = readAction(given, defaultApproach(dataType));
  if (!own) return undefined;
  const name = sameAction(own) ? (readAction(given, proposed.approach) ?? own) : own;
  const parameters = typeof given === 'object' ? (given as { parameters?: unknown }).parameters : undefined;
  const written = typeof parameters === 'object' && parameters !== null ? redactJson(parameters) : {};
  return {
    ...name,
    parameters: written as Record<string, unknown>,
    prompt: proposed.prompt,
    learnedFromId: keyOf(name) === keyOf(proposed) ? proposed.learnedFromId : null,
  };
}

/** An action that failed by its agent's word is a failure, whatever it delivered; what is wrong with that stands behind. */
function withError(validation: Validation, { success, error }: ObservationInput): Validation {
  if (success) return validation;
  const said = error === undefined ? 'The action failed' : `The action failed: ${redactText(error)}`;
  return {
    ...validation,
    verdict: ValidationVerdict.FAILURE,
    overallSuccess: false,
    decidedBy: CheckedBy.AGENT,
    issues: [said, ...validation.issues],
  };
}

function observationOf({ success, documents }: ObservationInput, validation: Validation): Observation {
  const previews = documents.map((document) => snippet(document.content));
  return {
    success,
    documentsCount: documents.length,
    previews,
    contentAnalysis:
      previews[0] === undefined
        ? null
        : {
            contentType: validation.contentType,
            contentSnippet: previews[0],
            intentMatch: validation.dataTypeMatch && validation.formatMatch,
          },
  };
}

/** Redacted before it is cut: half a key is one that no pattern knows. */
function snippet(text: string): string {
  const beginning = redactText(text.slice(0, 50 * SNIPPET));
  const shown = firstCharacters(beginning, SNIPPET);
  return shown.length < beginning.length || text.length > 50 * SNIPPET ? `${shown}...` : shown;
}

function hasEnded({ id, status, progress, steps }: AdaptiveTask): ConflictError {
  const what =
    status === TaskStatus.AWAITING_VERDICT ? `awaits a verdict on step ${steps.length - 1} (judgeStep)` : 'has ended';
  return new ConflictError(`Task "${id}" ${what}: ${progress.reason}`);
}

function observedOtherwise(taskId: string, stepNum: number): ConflictError {
  return new ConflictError(
    `Step ${stepNum} of task "${taskId}" was observed already; an observation that says something else changes nothing`,
  );
}

function isEnded(status: string): boolean {
  return status === TaskStatus.SUCCEEDED || status === TaskStatus.STOPPED;
}
