import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader.js';
import { type Caller, witnessOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ConflictError } from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { compare, firstCharacters } from '../common/text.js';
import { newId } from '../common/seeded-time.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import { facetsOf } from '../knowledge/facets.js';
import { strategyKind, withTries } from './adaptive.kind.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import type { Origins } from '../knowledge/section.js';
import { ActionRanking } from './action-ranking.service.js';
import {
  type ActionName,
  actionTitle,
  defaultApproach,
  patternOf,
  readAction,
  recordedAs,
  storedMethods,
  strategyIdOf,
} from './actions.js';
import type { LearnStrategyArgs, StrategiesArgs } from './adaptive.inputs.js';
import type { Strategy } from './strategy.model.js';
import { AdaptiveRepository, type Lesson } from './adaptive.repository.js';
import { intentOf, type ReadIntent } from '../criteria/intent.js';
import { IntentService } from './intent.service.js';
import { normalObjective } from './scores.js';
import { trustOf } from './trust.js';
import type { WorkedWith } from './tries.js';

/** Maximum number of requests that a strategy lists as its objectives, and maximum characters of each. */
const MAX_OBJECTIVES = 5;
const OBJECTIVE_LENGTH = 200;
/** Maximum number of characters of the comment in an evidence entry. */
const MAX_COMMENT = 500;

/** An action that was tried. */
export interface Tried {
  readonly intent: ReadIntent;
  readonly name: ActionName;
  readonly success: boolean;
  /** The problem; null on success. */
  readonly issue: string | null;
  /** The request it was tried for. */
  readonly objective: string;
  /** Identifies the attempt, so that a repeated report is recognized. */
  readonly evidenceId: string;
  readonly requestHash: string;
  readonly task: { readonly id: string; readonly num: number } | null;
  /** Instruction and parameters that succeeded; null if it failed, or they are unknown. */
  readonly worked: WorkedWith | null;
  /** True if it is another try of an attempt that is already in the ledger: no entry is added. */
  readonly isRepeated: boolean;
}

/** Strategies: how well actions serve kinds of requests. */
@Injectable()
export class StrategyService {
  private readonly byId = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.findStrategies(namespace, ids),
  );
  private readonly byPattern = new BatchLoader(({ namespace }: { namespace: string }, patterns) =>
    this.repository.listStrategies(namespace, patterns),
  );

  constructor(
    private readonly repository: AdaptiveRepository,
    private readonly ranking: ActionRanking,
    private readonly embedding: EmbeddingService,
    private readonly intents: IntentService,
    private readonly clock: Clock,
  ) {}

  findStrategy(namespace: string, id: string): Promise<Strategy | undefined> {
    return this.byId.load({ namespace }, id);
  }

  /** Strategies of one kind of request, most trusted first; at most 100. */
  async ofPattern(namespace: string, pattern: string): Promise<readonly Strategy[]> {
    return (await this.byPattern.load({ namespace }, pattern)) ?? [];
  }

  /**
   * Lists strategies for a prompt, best first. If methods are given, these are all actions that a task would try, in
   * its order, including untried ones. Without methods, these are known strategies, and the prompt is analysed by rules
   * only.
   *
   * @throws BadUserInputError when a method or action has other characters than letters, digits and _ . : -
   */
  async strategiesFor(caller: Caller, args: StrategiesArgs): Promise<Strategy[]> {
    const { prompt: objective, methods, context, first } = args;
    if (methods === undefined) {
      const { relevant } = await this.ranking.survey(caller, { objective, intent: intentOf(objective), methods: [] });
      return relevant.slice(0, first).flatMap(({ strategy, explain }) => (strategy ? [{ ...strategy, explain }] : []));
    }
    const offered = storedMethods(methods);
    const intent = await this.intents.read(objective, context ?? undefined);
    const { actions } = await this.ranking.survey(caller, { objective, intent, methods: offered });
    return actions
      .slice(0, first)
      .map(({ name, strategy, explain }) => ({ ...(strategy ?? untriedOf(intent.dataType, name)), explain }));
  }

  /** The strategies that were tried but never succeeded, most often tried first. */
  toAvoid(strategies: readonly Strategy[]): readonly Strategy[] {
    const tried = strategies.filter(({ attempts, successes }) => attempts > 0 && successes === 0);
    return tried.toSorted((a, b) => b.attempts - a.attempts || compare(a.id, b.id));
  }

  /**
   * Strategies as they would be without the given tasks and sessions. Strategies tried only by these are left out; the
   * others list only objectives of other tasks.
   */
  async apart(
    { namespace }: Caller,
    strategies: readonly Strategy[],
    origins: Pick<Origins, 'tasks' | 'sessions'>,
  ): Promise<readonly Strategy[]> {
    const ids = strategies.map(({ id }) => id);
    const known = await this.repository.listApart(namespace, ids, origins);
    return strategies.flatMap((strategy) => {
      const apart = known.get(strategy.id);
      if (!apart || apart.excluded === 0) return [strategy];
      if (apart.attempts === 0) return [];
      const { attempts, successes, lastIssue } = apart;
      const others = new Set(apart.objectives.map(shortObjective));
      const objectives = strategy.objectives.filter((objective) => others.has(objective));
      const text = textOf(strategy.title, objectives);
      // `learned` and `worked` may come from an excluded attempt.
      const rest = {
        attempts,
        successes,
        lastIssue,
        lastIssueFor: null,
        objectives,
        text,
        learned: null,
        worked: null,
      };
      return [withTries({ ...strategy, ...rest })];
    });
  }

  /**
   * Learns from one attempt of a loop that runs outside the service.
   *
   * @throws BadUserInputError when the action is malformed
   * @throws ConflictError when the key was used for another attempt
   */
  async learn(caller: Caller, { intent, action, success, idempotencyKey }: LearnStrategyArgs): Promise<Strategy> {
    const wanted = await this.intents.given(intent);
    const name = readAction(action, defaultApproach(wanted.dataType));
    const lesson = await this.lessonOf(caller, {
      intent: wanted,
      name,
      success,
      issue: null,
      objective: wanted.criteria.map(({ text }) => text).join(', '),
      evidenceId: `learn-strategy:${idempotencyKey ?? newId(this.clock.now().getTime())}`,
      requestHash: hashOf({ pattern: patternOf(wanted.dataType), ...recordedAs(name), success }),
      task: null,
      worked: null,
      isRepeated: false,
    });
    const learning = (await this.repository.record({ step: null, retraction: null, lesson }))?.learning;
    if (!learning || learning.outcome === 'CONFLICT') {
      throw new ConflictError(`The idempotency key "${idempotencyKey ?? ''}" was used for another attempt`);
    }
    const strategy = await this.findStrategy(caller.namespace, learning.strategyId);
    if (!strategy) throw new Error(`Strategy ${learning.strategyId} was just learned`);
    return strategy;
  }

  /** The rows to write for an attempt, with the vector of the strategy's new text. */
  async lessonOf(caller: Caller, tried: Tried): Promise<Lesson> {
    const { namespace } = caller;
    const { intent, success, issue, task } = tried;
    const name = recordedAs(tried.name);
    const pattern = patternOf(intent.dataType);
    const id = strategyIdOf(intent.dataType, name);
    const ref = `strategy:${id}`;
    const title = `${actionTitle(name)} for ${intent.dataType} requests`;
    const known = await this.findStrategy(namespace, id);
    const objectives = withObjective(known?.objectives ?? [], tried.objective);
    const text = textOf(title, objectives);
    const vectors = await this.embedding.prepare(text === known?.text ? [] : [{ ref, title, text }]);
    const said = success ? `Succeeded: ${tried.objective}` : (issue ?? `Failed: ${tried.objective}`);
    return {
      learning: {
        namespace,
        now: this.clock.now(),
        strategyId: id,
        properties: {
          ref,
          kind: strategyKind.name,
          title,
          facets: facetsOf({ namespace, kind: strategyKind.name }),
          pattern,
          ...name,
        },
        success,
        issue: issue === null ? null : firstCharacters(issue, MAX_COMMENT),
        objective: shortObjective(tried.objective),
        objectives,
        text,
        knownObjectives: known?.objectives.length ?? 0,
        taskId: task?.id ?? null,
        num: task?.num ?? null,
        worked: tried.worked,
        requestHash: tried.requestHash,
        evidence: tried.isRepeated
          ? null
          : {
              id: tried.evidenceId,
              kind: EvidenceKind.VALIDATION,
              positive: success,
              ...witnessOf(caller),
              comment: firstCharacters(said, MAX_COMMENT),
              strategyId: id,
              objective: shortObjective(tried.objective),
              objectiveHash: hashOf(normalObjective(tried.objective)),
              taskId: task?.id ?? null,
              stepNum: task?.num ?? null,
            },
      },
      vectors,
    };
  }
}

/** The strategy that the `strategies` query returns for an untried action. */
function untriedOf(dataType: string, name: ActionName): Strategy {
  const id = strategyIdOf(dataType, name);
  const never = new Date(0);
  const tries = { attempts: 0, successes: 0 };
  return {
    ...name,
    ...tries,
    id,
    ref: `strategy:${id}`,
    kind: strategyKind.name,
    title: `${actionTitle(name)} for ${dataType} requests`,
    text: '',
    trust: trustOf(tries),
    createdAt: never,
    updatedAt: never,
    lastUpdated: never,
    pattern: patternOf(dataType),
    successfulAction: null,
    successRate: 0,
    lastIssue: null,
    objectives: [],
    credited: null,
    creditedSuccesses: null,
    lastIssueFor: null,
    learned: null,
    learnedFor: null,
    worked: null,
    explain: null,
  };
}

function withObjective(known: readonly string[], objective: string): readonly string[] {
  const one = shortObjective(objective);
  return one === '' || known.includes(one) || known.length >= MAX_OBJECTIVES ? known : [...known, one];
}

function shortObjective(objective: string): string {
  return firstCharacters(objective.replace(/\s+/gu, ' ').trim(), OBJECTIVE_LENGTH);
}

function textOf(title: string, objectives: readonly string[]): string {
  return [`${title}.`, ...(objectives.length > 0 ? [`Tried for: ${objectives.join('; ')}`] : [])].join(' ');
}
