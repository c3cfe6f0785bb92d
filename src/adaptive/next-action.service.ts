import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { ActionRanking, type Asked, type LatestAttempt, lessonFor } from './action-ranking.service.js';
import {
  type ActionName,
  instructionFor,
  keyOf,
  type Method,
  parametersFor,
  recordedAs,
  strategyIdOf,
  withLessons,
} from './actions.js';
import type { AdaptiveAction } from './adaptive.model.js';
import { actionSelectionPrompt, type StrategyLine } from './adaptive.prompt.js';
import type { ActionScore } from './strategy.model.js';
import { failuresOf, lessonsOf, type Try } from './tries.js';
import { type Tries, trustOf } from './trust.js';

/** Maximum number of relevant strategies of any kind in a prompt. */
const SHOWN_STRATEGIES = 8;
const MAX_LESSONS = 8;
/** Maximum number of failures of other tasks in an instruction. */
const MAX_OTHERS = 3;
/** Maximum number of learned sentences in an instruction. */
const MAX_LEARNED = 3;

/** Chooses the next action of a task by the results of earlier attempts for similar requests. */
@Injectable()
export class NextActionService {
  constructor(private readonly ranking: ActionRanking) {}

  /**
   * Chooses the next action. A failed action is retried once, with its problems in the instruction; then the next action
   * of the ranking follows. Once all were tried, each may be tried a third time. An action that failed is not proposed
   * again with the same parameters.
   *
   * @param steps the steps of the task so far
   * @param latest the attempt that just failed and is not recorded yet
   * @returns undefined if no untried action is left
   */
  async next(
    caller: Caller,
    asked: Asked,
    steps: readonly Try[] = [],
    latest?: LatestAttempt,
  ): Promise<AdaptiveAction | undefined> {
    const { objective, intent, methods } = asked;
    const { dataType } = intent;
    const {
      own,
      actions,
      relevant,
      isSimilar,
      failuresOf: othersOf,
    } = await this.ranking.survey(caller, asked, latest);
    const failures = failuresOf(steps);
    const problems = lessonsOf(steps).slice(-MAX_LESSONS);
    const learned = new Set(
      actions.flatMap(({ strategy: known }) =>
        known && known.successes > 0 && known.learned !== null && isSimilar(known.learnedFor)
          ? [lessonFor(known.learnedFor, known.learned)]
          : [],
      ),
    );
    const written = (base: ActionName) => {
      const others = othersOf(strategyIdOf(dataType, base)).slice(0, MAX_OTHERS);
      const advice = { lessons: [...problems, ...others], learned: [...learned].slice(0, MAX_LEARNED) };
      const isTold = failures.timesOf(base) > 0 || others.length > 0;
      const name = isTold ? withLessons(base) : base;
      const instruction = instructionFor(name.approach, objective, intent, advice);
      const parameters = parametersFor(name.method, actionOf(methods, name)?.parameters, instruction);
      return { ...name, parameters, lessons: [...advice.lessons, ...advice.learned] };
    };
    const last = steps.at(-1)?.action;
    const again = last && failures.timesOf(last) === 1 && actionOf(methods, last) ? [{ name: last }] : [];
    const isUntried = ({ name }: { name: ActionName }) => failures.timesOf(name) === 0;
    const order: { name: ActionName; explain?: ActionScore }[] = [
      ...again,
      ...actions.filter(isUntried),
      ...actions.filter((one) => !isUntried(one)),
    ];
    const next = order
      .filter(({ name }) => failures.isOpen(name))
      .map(({ name: { method, action, approach }, explain }) => {
        return { ...written(recordedAs({ method, action, approach })), explain: explain ?? null };
      })
      .find((one) => !failures.isKnown(one));
    if (!next) return undefined;

    // The most relevant strategies, and all actions to avoid for this kind of request.
    const best = relevant.slice(0, SHOWN_STRATEGIES).flatMap(({ strategy }) => strategy ?? []);
    const shown = new Map<string, StrategyLine>(
      [...best, ...own.filter(({ successes }) => successes === 0)].map((strategy) => {
        const { lastIssue, lastIssueFor, learned: lesson, learnedFor, worked } = strategy;
        const told = {
          lastIssue: isSimilar(lastIssueFor) ? lastIssue : null,
          learned: isSimilar(learnedFor) ? lesson : null,
          worked: worked && isSimilar(worked.objective) ? worked : null,
        };
        return [strategy.id, { ...strategy, ...told }];
      }),
    );
    if (latest) {
      const id = strategyIdOf(dataType, latest.name);
      const before = own.find((strategy) => strategy.id === id);
      const tries: Tries = {
        successes: before?.successes ?? 0,
        attempts: (before?.attempts ?? 0) + (latest.isNew ? 1 : 0),
      };
      const { learned: lesson = null, learnedFor = null, worked = null } = shown.get(id) ?? {};
      const kept = { learned: lesson, learnedFor, worked };
      const issue = { lastIssue: latest.issue, lastIssueFor: objective };
      shown.set(id, { ...recordedAs(latest.name), ...tries, ...kept, ...issue, trust: trustOf(tries) });
    }
    const prompt = actionSelectionPrompt({
      objective,
      intent,
      strategies: [...shown.values()],
      methods,
      proposed: next,
    });
    const from = own.find((strategy) => strategy.successes > 0 && keyOf(strategy) === keyOf(recordedAs(next)));
    return { ...next, prompt, learnedFromId: from?.id ?? null, shownIds: [...shown.keys()] };
  }
}

function actionOf(methods: readonly Method[], { method, action }: ActionName) {
  return methods
    .filter((one) => one.method === method)
    .flatMap(({ actions }) => actions)
    .find(({ name }) => name === action);
}
