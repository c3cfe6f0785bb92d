import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { hashOf } from '../common/hash.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import type { ReadIntent } from '../criteria/intent.js';
import { SearchService } from '../search/search.service.js';
import { TrialsService } from '../trials/trials.service.js';
import { type ActionName, type Method, patternOf, possibleActions, strategyIdOf } from './actions.js';
import { strategyKind } from './adaptive.kind.js';
import type { Strategy } from './strategy.model.js';
import { AdaptiveRepository } from './adaptive.repository.js';
import {
  type Candidate,
  likeness,
  normalObjective,
  rankActions,
  type Ranked,
  relevanceOf,
  type Scoring,
  similarityOf,
  type Standing,
  withoutNumbers,
} from './scores.js';

/** The fit of a strategy to a request is judged by its newest attempts, at most this many. */
const NEWEST_ATTEMPTS = 50;
/** Maximum number of similar strategies of any kind that the search returns. */
const MAX_SIMILAR = 50;
/** An attempt that just failed and is not recorded yet. */
export interface LatestAttempt {
  readonly name: ActionName;
  readonly issue: string | null;
  /** True if the ledger will record it as a new attempt; false if it repeats an attempt that is already recorded. */
  readonly isNew: boolean;
}

/** An action that can be tried, with its strategy. */
interface Known extends Candidate {
  /** Undefined if the action was never tried. */
  readonly strategy: Strategy | undefined;
}

/** A request, and the methods that can be tried for it. */
export interface Asked {
  readonly objective: string;
  readonly intent: ReadIntent;
  readonly methods: readonly Method[];
  /** Absent before the task is started. Its own attempts are no lessons of other tasks. */
  readonly taskId?: string | undefined;
}

/** What attempts of other tasks tell, of requests that are similar enough. */
export interface SimilarTasks {
  /** True if the request is so similar to this one that its lessons hold. */
  readonly isSimilar: (objective: string | null) => boolean;
  /** Failures of a strategy since it last succeeded for a similar request, newest first. */
  readonly failuresOf: (strategyId: string) => readonly string[];
}

export interface Survey extends SimilarTasks {
  /** Strategies for the same type of data, most trusted first. */
  readonly own: readonly Strategy[];
  readonly actions: readonly Ranked<Known>[];
  readonly relevant: readonly Ranked<Known>[];
}

/** Ranks actions by their results for similar requests. */
@Injectable()
export class ActionRanking {
  constructor(
    private readonly repository: AdaptiveRepository,
    private readonly search: SearchService,
    private readonly clock: Clock,
    private readonly trials: TrialsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Ranks all actions that can be tried with the methods, best first (scores.ts). Also returns all known strategies for
   * this kind of request and for similar requests of any kind, best first.
   *
   * @param latest an unrecorded attempt, which counts as if it were recorded
   */
  async survey(from: Caller, asked: Asked, latest?: LatestAttempt): Promise<Survey> {
    const { intent, methods } = asked;
    const { dataType } = intent;
    const pattern = patternOf(dataType);
    const caller = await this.trials.drawn(from);
    const [byPattern, { hits }] = await Promise.all([
      this.repository.listStrategies(caller.namespace, [pattern]),
      this.search.search(caller, {
        query: asked.objective,
        kinds: [strategyKind.name],
        first: MAX_SIMILAR,
        withMatch: true,
      }),
    ]);
    const all = byPattern.get(pattern) ?? [];
    const own = all.filter(({ ref }) => !caller.withheld.refs.has(ref));
    const similar = hits.map(({ knowledge }) => knowledge as Strategy);
    const known = [...new Map([...own, ...similar].map((one) => [one.id, one])).values()];
    const found = new Map(hits.map(({ id, match }) => [id, match ?? 0]));
    const { standings, ...similarTasks } = await this.standings(caller, asked, { known, found }, latest);

    const byId = new Map(own.map((strategy) => [strategy.id, strategy]));
    const possible = possibleActions(dataType, methods, own).map((one) => {
      const id = strategyIdOf(dataType, one.name);
      return { ...one, strategy: byId.get(id), standing: standings.get(id) };
    });
    // A strategy whose attempts were all retracted counts as never tried.
    const relevant = known.flatMap((strategy) => {
      const standing = standings.get(strategy.id);
      const fit = strategy.pattern === pattern ? 1 : 0;
      return standing ? [{ name: strategy, fit, place: 0, strategy, standing }] : [];
    });
    return { own, actions: this.ranked(possible), relevant: this.ranked(relevant), ...similarTasks };
  }

  private ranked(candidates: readonly Known[]): Ranked<Known>[] {
    const scoring: Scoring = {
      now: this.clock.now(),
      exploration: this.config.ADAPTIVE_EXPLORATION,
      halfLifeDays: this.config.ADAPTIVE_HALF_LIFE_DAYS,
    };
    return rankActions(candidates, scoring);
  }

  /**
   * Returns attempts and relevance by strategy id. Strategies that were never tried, or whose attempts were all
   * retracted, are absent.
   */
  private async standings(
    caller: Caller,
    { objective, intent, taskId }: Asked,
    { known, found }: { readonly known: readonly Strategy[]; readonly found: ReadonlyMap<string, number> },
    latest?: LatestAttempt,
  ): Promise<SimilarTasks & { readonly standings: ReadonlyMap<string, Standing> }> {
    const { dataType } = intent;
    const ids = known.map(({ id }) => id);
    const attempts = await this.repository.listAttempts(caller.namespace, ids, NEWEST_ATTEMPTS);
    const objectives = [...new Set([...attempts.values()].flatMap((all) => all.flatMap((one) => one.objective ?? [])))];
    const matches = likeness(await this.search.matchesOf(caller, withoutNumbers(objective), objectives));
    const matchOf = new Map(objectives.map((one, place) => [one, matches[place] ?? 0]));
    const isSimilar = (one: string | null) => one !== null && similarityOf(one, objective) >= SIMILAR;
    const equal = hashOf(normalObjective(objective));
    const standings = new Map<string, Standing>();
    for (const strategy of known) {
      const isSameKind = strategy.pattern === patternOf(dataType);
      const tried = (attempts.get(strategy.id) ?? []).map((one) => {
        const isEqual = one.objectiveHash === equal;
        const match = isEqual ? 1 : (matchOf.get(one.objective ?? '') ?? 0);
        return { match, isEqual, success: one.success };
      });
      const best = Math.max(found.get(strategy.id) ?? 0, ...tried.map(({ match }) => match));
      const standing = {
        attempts: strategy.attempts + (strategy.credited ?? 0),
        successes: strategy.successes + (strategy.creditedSuccesses ?? 0),
        lastTried: strategy.lastUpdated,
        relevance: relevanceOf(best, isSameKind),
        tried,
      };
      if (standing.attempts > 0) standings.set(strategy.id, standing);
    }
    if (latest?.isNew) {
      const id = strategyIdOf(dataType, latest.name);
      standings.set(id, withFailure(standings.get(id), this.clock.now()));
    }
    const failuresOf = (id: string) => {
      const others = (attempts.get(id) ?? []).filter(
        (one) => isSimilar(one.objective) && one.taskId !== (taskId ?? null),
      );
      const lastSuccess = others.findIndex(({ success }) => success);
      const failures = lastSuccess < 0 ? others : others.slice(0, lastSuccess);
      return failures.map(({ objective: asked, comment }) => lessonFor(asked, comment ?? 'It failed'));
    };
    return { standings, isSimilar, failuresOf };
  }
}

/** From this similarity on, the lessons of a request hold for another. */
const SIMILAR = 0.5;

/** A lesson of another task, with its objective. */
export function lessonFor(objective: string | null, lesson: string): string {
  return `For "${objective ?? ''}": ${lesson}`;
}

/** The standing after a failed attempt for this very request. */
function withFailure(before: Standing | undefined, now: Date): Standing {
  return {
    attempts: (before?.attempts ?? 0) + 1,
    successes: before?.successes ?? 0,
    lastTried: now,
    relevance: 1,
    tried: [{ match: 1, isEqual: true, success: false }, ...(before?.tried ?? [])].slice(0, NEWEST_ATTEMPTS),
  };
}
