import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { z } from 'zod';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, LlmError, NotFoundError } from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { metrics } from '../common/metrics.js';
import { firstCharacters } from '../common/text.js';
import { newId } from '../common/seeded-time.js';
import { LlmClient } from '../llm/llm-client.js';
import { defaultApproach, instructionIn, keyOf, readAction, storedMethods, strategyIdOf } from './actions.js';
import type { ObservationInput, StartAdaptiveTaskArgs } from './adaptive.inputs.js';
import {
  type AdaptiveAction,
  type AdaptiveStep,
  type AdaptiveTask,
  type CarriedOut,
  type Observation,
  StopReason,
  TaskStatus,
} from './adaptive.model.js';
import { CheckedBy, ValidationVerdict } from '../criteria/criteria.js';
import type { Validation } from '../criteria/verdict.model.js';
import { processPrompt } from './adaptive.prompt.js';
import { AdaptiveRepository, type KnownTask } from './adaptive.repository.js';
import { IntentService } from './intent.service.js';
import { NextActionService } from './next-action.service.js';
import { progressOf } from './progress.js';
import { ACTION_FAILED } from './tries.js';
import { ValidationService } from './validation.service.js';
import { VerdictEffects } from './verdict-effects.service.js';

const steps = new Counter({
  name: 'heartwood_adaptive_steps_total',
  help: 'Steps of adaptive tasks by result: success, passed, failure, undecided',
  labelNames: ['result'] as const,
  registers: [metrics],
});
const ended = new Counter({
  name: 'heartwood_adaptive_tasks_ended_total',
  help: 'Adaptive tasks that ended, by status: SUCCEEDED, STOPPED',
  labelNames: ['status'] as const,
  registers: [metrics],
});

/** Maximum number of characters of a document in an observation (adaptive React design, "_observeBuild"). */
const SNIPPET = 200;

const content = z.strictObject({ content: z.string() });

/** Runs tasks step by step until the result meets the objective, or no untried action is left. */
@Injectable()
export class TaskService {
  constructor(
    private readonly repository: AdaptiveRepository,
    private readonly intents: IntentService,
    private readonly validations: ValidationService,
    private readonly nextActions: NextActionService,
    private readonly effects: VerdictEffects,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
  ) {}

  async findTask(namespace: string, id: string): Promise<AdaptiveTask | undefined> {
    return (await this.repository.findTask(namespace, id))?.task;
  }

  /**
   * Starts a task; its first action is chosen by the strategies for requests of its kind.
   *
   * @throws BadUserInputError when a method or action has other characters than letters, digits and _ . : -
   * @throws ConflictError when the key was used for another task
   */
  async start(caller: Caller, given: StartAdaptiveTaskArgs): Promise<AdaptiveTask> {
    const { namespace } = caller;
    const { idempotencyKey, maxSteps, objective } = given;
    const methods = storedMethods(given.methods);
    const context = given.context ?? null;
    const criteria = given.criteria ?? ([] as NonNullable<StartAdaptiveTaskArgs['criteria']>);
    const requestHash = hashOf({ objective, methods, context, criteria, maxSteps });
    const key = idempotencyKey === undefined ? undefined : `start:${idempotencyKey}`;
    const known = key === undefined ? undefined : await this.repository.findTaskByKey(namespace, key);
    if (known) return this.started(namespace, known, requestHash, idempotencyKey);

    const intent = await this.intents.read(objective, context ?? undefined, criteria);
    const next = await this.nextActions.next(caller, { objective, intent, methods });
    const progress = progressOf({ steps: 0, maxSteps, next });
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
      llmFailure: null,
      agent: caller.agent ?? null,
      createdAt: now,
      updatedAt: now,
    });
    return this.started(namespace, saved, requestHash, idempotencyKey);
  }

  /**
   * Judges the result of a step, learns from it, and chooses the next action. Repeating the same observation returns
   * the first answer.
   *
   * @throws NotFoundError when there is no such task
   * @throws BadUserInputError when another step is next, or the action is malformed
   * @throws ConflictError when the step was observed with another result, or the task has ended
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
    if (!canGoOn(task)) throw hasEnded(task);
    if (stepNum !== task.steps.length) {
      const message = `stepNum must be ${task.steps.length}, the next step of task "${taskId}"`;
      throw BadUserInputError.of('stepNum', 'isNext', message);
    }
    const action = carriedOut(input.action, task.nextAction, task.intent.dataType);
    const { step, row, retraction, lesson } = await this.judge(caller, known, input, action, requestHash);
    const answer = await this.repository.record({ step: row, retraction, lesson });
    switch (answer?.step?.answer) {
      case undefined:
        throw new NotFoundError('AdaptiveTask', taskId);
      case 'RECORDED':
        steps.inc({ result: step.validation.verdict.toLowerCase() });
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
   * Has the configured LLM carry out the next action, if it is `ai.process`. No step is recorded: the caller passes the
   * documents to observe. If the LLM fails, the task stops until a call of carryOut or observe continues it.
   *
   * @throws NotFoundError when there is no such task
   * @throws ConflictError when the task has ended, or another action is next
   * @throws LlmError when the LLM returns no content
   */
  async carryOut(namespace: string, taskId: string): Promise<CarriedOut> {
    const { task } = await this.getTask(namespace, taskId);
    if (!canGoOn(task)) throw hasEnded(task);
    const { method, action, parameters } = task.nextAction;
    if (method !== 'ai' || action !== 'process') {
      throw new ConflictError(`The next action is ${method}.${action}; only ai.process is carried out here`);
    }
    const instruction = instructionIn(parameters) ?? task.objective;
    const request = { ...processPrompt(instruction), schema: content, schemaName: 'content' };
    const { value } = await this.llm.complete(request).catch(async (error: unknown) => {
      if (error instanceof LlmError && this.llm.configured) {
        const reason = `The LLM could not carry out ${method}.${action}: ${error.message}`;
        await this.repository.fail(namespace, taskId, task.steps.length, reason, this.clock.now());
        ended.inc({ status: TaskStatus.STOPPED });
      }
      throw error;
    });
    return {
      stepNum: task.steps.length,
      documents: [{ name: `step-${task.steps.length}.txt`, mimeType: 'text/plain', content: value.content }],
    };
  }

  // ───────────────────────────── one step ─────────────────────────────

  /** Computes everything that a step records: the step, its row, the lesson and the retraction. */
  private async judge(
    caller: Caller,
    known: KnownTask,
    input: ObservationInput,
    action: AdaptiveAction,
    requestHash: string,
  ) {
    const { task } = known;
    const { intent, objective } = task;
    // If the agent reports that the action failed, the step is a failure, whatever it delivered.
    const validation = withError(await this.validations.validate(input.documents, intent, objective), input);
    const observation = observationOf(input, validation);
    const given = {
      num: task.steps.length,
      action,
      observation,
      validation,
      strategyId: strategyIdOf(intent.dataType, action),
      succeeded: validation.overallSuccess,
      requestHash,
      judgement: null,
    };
    const { step, lesson, retraction, rows } = await this.effects.of(caller, known, given, requestHash);
    const row = {
      ...rows.at,
      step: {
        ...rows.step,
        action: JSON.stringify(action),
        observation: JSON.stringify(observation),
        strategyId: step.strategyId,
        requestHash,
        agent: caller.agent ?? null,
        shownIds: task.nextAction?.shownIds ?? null,
      },
      task: rows.task,
    };
    return { step, row, retraction, lesson };
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

/** Hash by which equal observations are recognized; it includes whole documents. */
function observationHash({ success, documents, action, error }: ObservationInput): string {
  return hashOf({
    success,
    documents: documents.map(({ name, mimeType, content: text }) => ({ name, mimeType: mimeType ?? null, text })),
    action: action ?? null,
    error: error ?? null,
  });
}

/**
 * The action that was carried out, by default the proposed one.
 *
 * @throws BadUserInputError when the given one is malformed
 */
function carriedOut(given: unknown, proposed: AdaptiveAction, dataType: string): AdaptiveAction {
  if (given === undefined || given === null) return proposed;
  const own = readAction(given, defaultApproach(dataType));
  const isProposed = own.method === proposed.method && own.action === proposed.action;
  const name = isProposed ? readAction(given, proposed.approach) : own;
  const parameters = typeof given === 'object' ? (given as { parameters?: unknown }).parameters : undefined;
  const written = typeof parameters === 'object' && parameters !== null ? parameters : {};
  return {
    ...name,
    parameters: written as Record<string, unknown>,
    prompt: proposed.prompt,
    lessons: proposed.lessons,
    learnedFromId: keyOf(name) === keyOf(proposed) ? proposed.learnedFromId : null,
  };
}

/** Turns the verdict into FAILURE if the agent reports a failed action; issues of the documents come after that. */
function withError(validation: Validation, { success, error }: ObservationInput): Validation {
  if (success) return validation;
  const said = error === undefined ? ACTION_FAILED : `${ACTION_FAILED}: ${error}`;
  return {
    ...validation,
    verdict: ValidationVerdict.FAILURE,
    overallSuccess: false,
    decidedBy: CheckedBy.AGENT,
    issues: [said, ...validation.issues],
    open: [],
    isGuess: false,
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

function snippet(text: string): string {
  const shown = firstCharacters(text, SNIPPET);
  return shown.length < text.length ? `${shown}...` : shown;
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

/** True if the task runs, or stopped because the LLM failed: its next action was kept. */
function canGoOn(task: AdaptiveTask): task is AdaptiveTask & { readonly nextAction: AdaptiveAction } {
  const isStopped = task.status !== TaskStatus.RUNNING && task.progress.stopReason !== StopReason.LLM_FAILED;
  return !isStopped && task.nextAction !== null;
}

function isEnded(status: string): boolean {
  return status === TaskStatus.SUCCEEDED || status === TaskStatus.STOPPED;
}
