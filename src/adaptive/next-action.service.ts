import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { ActionRanking, type LatestAttempt } from './action-ranking.service.js';
import { type ActionName, instructionFor, keyOf, type Method, parametersFor, type Tries, trustOf } from './actions.js';
import type { AdaptiveAction, Intent } from './adaptive.model.js';
import { actionSelectionPrompt, type StrategyLine } from './adaptive.prompt.js';
import type { ActionScore } from './scores.js';
import { strategyIdOf } from './strategy.service.js';
import { failuresOf, lessonsOf, type Try } from './tries.js';

/** Maximum number of relevant strategies of any kind in a prompt. */
const SHOWN_STRATEGIES = 8;
const MAX_LESSONS = 8;
/** Maximum number of learned sentences in an instruction. */
const MAX_LEARNED = 3;

/** Chooses the next action of a task by the results of earlier attempts for similar requests. */
@Injectable()
export class NextActionService {
  constructor(private readonly ranking: ActionRanking) {}

  /**
   * Chooses the next action. A failed action is retried at most twice, with its problems added to the instruction; then
   * the next action of the ranking follows. An action that failed is not proposed again with the same parameters.
   *
   * @param steps the steps of the task so far
   * @param latest the attempt that just failed and is not recorded yet
   * @returns undefined if no untried action is left
   */
  async next(
    caller: Caller,
    { objective, intent, methods }: { objective: string; intent: Intent; methods: readonly Method[] },
    steps: readonly Try[] = [],
    latest?: LatestAttempt,
  ): Promise<AdaptiveAction | undefined> {
    const { dataType } = intent;
    const { own, actions, relevant } = await this.ranking.survey(caller, { objective, dataType, methods }, latest);
    const failures = failuresOf(steps);
    const lessons = lessonsOf(steps).slice(-MAX_LESSONS);
    const known = own.flatMap(({ successes, lastIssue }) => (successes === 0 ? (lastIssue ?? []) : []));
    const learned = [
      ...new Set(
        actions.flatMap(({ strategy }) =>
          strategy && strategy.successes > 0 && strategy.learned !== null ? [strategy.learned] : [],
        ),
      ),
    ];
    const written = (name: ActionName) => {
      const told = name.approach === 'deliver_with_lessons' ? [...new Set([...lessons, ...known])] : lessons;
      const advice = { lessons: told.slice(0, MAX_LESSONS), learned: learned.slice(0, MAX_LEARNED) };
      const schema = actionOf(methods, name)?.parameters;
      return parametersFor(name.method, schema, instructionFor(name.approach, objective, intent, advice));
    };
    const last = steps.at(-1);
    const again = last && !last.succeeded && actionOf(methods, last.action) ? [{ name: last.action }] : [];
    const order: { name: ActionName; explain?: ActionScore }[] = [...again, ...actions];
    const next = order
      .filter(({ name }) => failures.isOpen(name))
      .map(({ name: { method, action, approach }, explain }) => {
        const name = { method, action, approach };
        return { ...name, parameters: written(name), explain: explain ?? null };
      })
      .find((one) => !failures.isKnown(one));
    if (!next) return undefined;

    // The most relevant strategies, and all actions to avoid for this kind of request.
    const best = relevant.slice(0, SHOWN_STRATEGIES).flatMap(({ strategy }) => strategy ?? []);
    const shown = new Map<string, StrategyLine>(
      [...best, ...own.filter(({ successes }) => successes === 0)].map((strategy) => [strategy.id, strategy]),
    );
    if (latest) {
      const id = strategyIdOf(dataType, latest.name);
      const before = own.find((strategy) => strategy.id === id);
      const tries: Tries = {
        successes: before?.successes ?? 0,
        attempts: (before?.attempts ?? 0) + (latest.isNew ? 1 : 0),
      };
      const kept = { learned: before?.learned ?? null, worked: before?.worked ?? null };
      shown.set(id, { ...latest.name, ...tries, ...kept, trust: trustOf(tries), lastIssue: latest.issue });
    }
    const prompt = actionSelectionPrompt({
      objective,
      intent,
      strategies: [...shown.values()],
      methods,
      proposed: next,
    });
    const from = own.find((strategy) => strategy.successes > 0 && keyOf(strategy) === keyOf(next));
    return { ...next, prompt, learnedFromId: from?.id ?? null, shownIds: [...shown.keys()] };
  }
}

function actionOf(methods: readonly Method[], { method, action }: ActionName) {
  return methods
    .filter((one) => one.method === method)
    .flatMap(({ actions }) => actions)
    .find(({ name }) => name === action);
}
