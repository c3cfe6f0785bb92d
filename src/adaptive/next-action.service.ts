import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { firstCharacters } from '../common/text.js';
import {
  type ActionName,
  candidates,
  instructionFor,
  keyOf,
  type Method,
  parametersFor,
  patternOf,
  type Tries,
  trustOf,
} from './actions.js';
import type { AdaptiveAction, Intent, Validation } from './adaptive.model.js';
import { actionSelectionPrompt, type StrategyLine } from './adaptive.prompt.js';
import { StrategyService, strategyIdOf } from './strategy.service.js';

/** Strategies of other kinds and of the same that a prompt shows. */
const SHOWN_STRATEGIES = 8;
const MAX_LESSONS = 8;
const LESSON_LENGTH = 300;

/** Works out what a task tries next, by what is known of its kind of request. */
@Injectable()
export class NextActionService {
  constructor(private readonly strategies: StrategyService) {}

  /**
   * @param failed keys of actions that failed in this task; they are not proposed again
   * @param lessons what was wrong in this task so far
   * @param latest the attempt that has just failed, and is not recorded yet
   * @returns undefined where nothing new is left to try
   */
  async next(
    caller: Caller,
    { objective, intent, methods }: { objective: string; intent: Intent; methods: readonly Method[] },
    failed: ReadonlySet<string>,
    lessons: readonly string[],
    latest?: ActionName & { readonly issue: string | null },
  ): Promise<AdaptiveAction | undefined> {
    const { dataType } = intent;
    const [own, relevant] = await Promise.all([
      this.strategies.ofPattern(caller.namespace, patternOf(dataType)),
      this.strategies.relevant(caller, dataType, objective, SHOWN_STRATEGIES),
    ]);
    const records = new Map<string, Tries>(own.map((strategy) => [keyOf(strategy), strategy]));
    const [name] = candidates(dataType, methods, records, failed);
    if (!name) return undefined;
    const known = own.flatMap(({ successes, lastIssue }) => (successes === 0 ? (lastIssue ?? []) : []));
    const told = name.approach === 'deliver_with_lessons' ? [...new Set([...lessons, ...known])] : [];
    const schema = methods
      .find(({ method }) => method === name.method)
      ?.actions.find((one) => one.name === name.action)?.parameters;
    const instruction = instructionFor(name.approach, objective, intent, told.slice(0, MAX_LESSONS));
    const parameters = parametersFor(name.method, schema, instruction);
    // The most relevant ones, and every action to avoid of this kind of request.
    const shown = new Map<string, StrategyLine>(
      [...relevant, ...own.filter(({ successes }) => successes === 0)].map((strategy) => [strategy.id, strategy]),
    );
    if (latest) {
      const id = strategyIdOf(dataType, latest);
      const before = own.find((strategy) => strategy.id === id) ?? { successes: 0, attempts: 0 };
      const { successes } = before;
      const tries = { successes, attempts: before.attempts + 1 };
      shown.set(id, { ...latest, ...tries, trust: trustOf(tries), lastIssue: latest.issue });
    }
    const proposed = { ...name, parameters };
    const prompt = actionSelectionPrompt({ objective, intent, strategies: [...shown.values()], methods, proposed });
    const learned = own.find((strategy) => strategy.successes > 0 && keyOf(strategy) === keyOf(name));
    return { ...proposed, prompt, learnedFromId: learned?.id ?? null, shownIds: [...shown.keys()] };
  }
}

/** What steps of a task tell those behind them, oldest first. */
export function lessonsOf(validations: readonly Validation[]): string[] {
  const lessons = validations.flatMap(({ issues, improvementSuggestions }) => [
    ...issues.slice(0, 3),
    ...improvementSuggestions.slice(0, 1),
  ]);
  return [...new Set(lessons.map((lesson) => firstCharacters(lesson, LESSON_LENGTH)))];
}
