import { Injectable } from '@nestjs/common';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { undecidedReason } from '../criteria/verdict.js';
import type { LatestAttempt } from './action-ranking.service.js';
import type { AdaptiveStep } from './adaptive.model.js';
import { refinementPrompt } from './adaptive.prompt.js';
import { type KnownTask, statusAfter } from './adaptive.repository.js';
import { NextActionService } from './next-action.service.js';
import { progressOf } from './progress.js';
import { StrategyService } from './strategy.service.js';
import { attemptOf, entriesOf, entryOf, type Try, workedWith } from './tries.js';
import { strategyTrust } from './trust.js';

/** What a step tells of its task's course after it. */
type Course = Pick<AdaptiveStep, 'progress' | 'refinementPrompt' | 'nextAction'>;

/** A step with its verdict, before the course after it is known. */
type StepWithVerdict = Omit<AdaptiveStep, keyof Course>;

/** Computes what follows from the verdict on a step: the course of its task, and what is learned and retracted. */
@Injectable()
export class VerdictEffects {
  constructor(
    private readonly strategies: StrategyService,
    private readonly nextActions: NextActionService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param given the next step of the task, or the one with its number, which it replaces
   * @param requestHash hash of the observation or of the judgement that gives the verdict
   * @param kept course that the verdict does not change, since other steps followed
   */
  async of(caller: Caller, { task, methods }: KnownTask, given: StepWithVerdict, requestHash: string, kept?: Course) {
    const { intent, objective } = task;
    const { num, action, validation, succeeded, judgement } = given;
    const { namespace } = caller;
    const now = this.clock.now();
    const name = { method: action.method, action: action.action, approach: action.approach };
    const before = task.steps.slice(0, num);
    const tries: readonly Try[] = [...before, given, ...task.steps.slice(num + 1)];
    const told = attemptOf(name, task.steps);
    // All tries of an action in a task count as one attempt: a failure, or a success once any of them succeeds.
    const isNew = told !== attemptOf(name, tries);
    const issue = succeeded ? null : (validation.issues[0] ?? 'The action did not go well');
    const latest = { name, issue, isNew };
    const course = kept ?? (await this.courseAfter(caller, { task, methods }, given, tries, latest));
    const { progress, refinementPrompt: prompt, nextAction } = course;
    const step: AdaptiveStep = { ...given, progress, refinementPrompt: prompt, nextAction };

    // What only a guess refused stays within its task.
    const teaches = undecidedReason(validation) === undefined && !validation.isGuess;
    const lesson = teaches
      ? await this.strategies.lessonOf(caller, {
          intent,
          name,
          success: succeeded,
          issue,
          objective,
          evidenceId: entryOf(task.id, num, judgement ? 'judged' : 'task', given.unjudged),
          requestHash,
          task: { id: task.id, num },
          worked: succeeded ? workedWith(given, before) : null,
          isRepeated: !isNew,
        })
      : null;
    const evidence = {
      id: `retract:${entryOf(task.id, num, 'task')}`,
      ...voiceOf(caller),
      comment: judgement?.reason ?? 'A later try of its task succeeded',
      stepNum: num,
    };
    const ref = `strategy:${given.strategyId}`;
    const retracts = entriesOf(name, task.id, task.steps);
    const retraction =
      isNew && told !== undefined ? { namespace, ref, policy: strategyTrust, now, retracts, evidence } : null;
    const json = {
      progress: JSON.stringify(progress),
      nextAction: nextAction && JSON.stringify(nextAction),
    };
    return {
      step,
      lesson,
      retraction,
      rows: {
        at: { namespace, taskId: task.id, num, now },
        step: {
          ...json,
          validation: JSON.stringify(validation),
          refinementPrompt: prompt,
          succeeded,
        },
        task: { ...json, status: statusAfter(step), llmFailure: null },
      },
    };
  }

  private async courseAfter(
    caller: Caller,
    { task: { id, intent, objective, maxSteps }, methods }: KnownTask,
    { num, validation, succeeded, judgement, observation }: StepWithVerdict,
    tries: readonly Try[],
    latest: LatestAttempt,
  ): Promise<Course> {
    const planned = { objective, intent, methods, taskId: id };
    const mayGoOn = !succeeded && undecidedReason(validation) === undefined && tries.length < maxSteps;
    const next = mayGoOn ? await this.nextActions.next(caller, planned, tries, latest) : undefined;
    const progress = progressOf({
      verdict: validation,
      earlier: tries.slice(0, num).map((one) => one.validation),
      actionFailed: judgement === null && !observation.success,
      steps: tries.length,
      maxSteps,
      next,
    });
    const prompt = refinementPrompt({ objective, intent, verdict: validation, progress });
    return { progress, refinementPrompt: prompt, nextAction: next ?? null };
  }
}
