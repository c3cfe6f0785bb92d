import { Inject, Injectable } from '@nestjs/common';
import { ConflictError, LimitExceededError } from '../common/errors.js';
import { compare } from '../common/text.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Ledger, type RetractionRow } from '../evidence/ledger.js';
import type { LedgerAnswer } from '../evidence/ledger.statements.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { Coalescer } from '../graph/write-coalescer.js';
import { EmbeddingService, type PreparedVectors } from '../embedding/embedding.service.js';
import type { Method } from './actions.js';
import { strategyOf } from './adaptive.kind.js';
import {
  type AdaptiveStep,
  type AdaptiveTask,
  type Progress,
  ProgressDecision,
  type StepJudgement,
  StopReason,
  TaskStatus,
} from './adaptive.model.js';
import { ValidationVerdict } from '../criteria/criteria.js';
import { type Strategy } from './strategy.model.js';
import {
  createStrategies,
  failTask,
  findStrategies,
  findTaskByKey,
  findTasks,
  type JudgedRow,
  judgeStep,
  listApart,
  listAttempts,
  type LearnRow,
  learnStrategies,
  listStrategies,
  type NewTask,
  recordSteps,
  saveTask,
  type StepAnswer,
  type StepRow,
  type StoredAttempt,
  type StoredStep,
  type StoredTask,
  type StrategyApart,
  type UnjudgedRow,
  unjudgeStep,
} from './adaptive.statements.js';
import type { Origins } from '../knowledge/section.js';
import { actionIn, intentIn, validationIn } from './stored.js';
import { strategyTrust, UNTRIED_TRUST } from './trust.js';
import type { NewChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';

/** Maximum number of strategies of one kind of request that are read. */
const MAX_OF_PATTERN = 100;

/** A task with its methods, which only the service needs. */
export interface KnownTask {
  readonly task: AdaptiveTask;
  readonly methods: readonly Method[];
}

/** The changes of a strategy after an attempt. */
export interface Lesson {
  readonly learning: LearnRow;
  /** Vectors of the strategy's new text. */
  readonly vectors: PreparedVectors;
}

/** An attempt to be recorded: the step if it belongs to a task, and the lesson if there is one. */
export interface Attempt {
  readonly step: StepRow | null;
  /** Retracts what the task recorded of the strategy before; null if nothing is retracted. */
  readonly retraction: RetractionRow | null;
  readonly lesson: Lesson | null;
}

/** Result of recording an attempt. */
interface LearnAnswer {
  readonly outcome: LedgerAnswer['outcome'];
  readonly strategyId: string;
  /** True if the strategy has to be embedded again. */
  readonly textChanged: boolean;
}

export interface AttemptAnswer {
  readonly step: StepAnswer | null;
  /** Null if the step was not recorded, or there is no lesson. */
  readonly learning: LearnAnswer | null;
}

@Injectable()
export class AdaptiveRepository {
  private readonly attempts: Coalescer<Attempt, AttemptAnswer>;

  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    private readonly ledger: Ledger,
    private readonly versions: VersionKeeper,
    @Inject(CONFIG) config: Config,
  ) {
    this.attempts = new Coalescer('adaptive/record-attempts', (rows) => this.commit(rows), {
      lockKey: ({ step, lesson }) =>
        [
          step?.namespace ?? lesson?.learning.namespace,
          step?.step.strategyId ?? lesson?.learning.strategyId,
          step?.taskId,
        ].join('\u0000'),
      maxRows: config.WRITE_BATCH_MAX_ROWS,
      maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
    });
  }

  // ───────────────────────────── tasks ─────────────────────────────

  async saveTask(task: NewTask): Promise<{ id: string; requestHash: string }> {
    const [saved] = await this.graph.run(saveTask, { task });
    if (!saved) throw new Error('save-task returns one row');
    return saved;
  }

  async findTaskByKey(namespace: string, key: string): Promise<{ id: string; requestHash: string } | undefined> {
    const [found] = await this.graph.run(findTaskByKey, { namespace, key });
    return found;
  }

  async findTask(namespace: string, id: string): Promise<KnownTask | undefined> {
    return (await this.findTasks(namespace, [id])).get(id);
  }

  async findTasks(namespace: string, ids: readonly string[]): Promise<Map<string, KnownTask>> {
    const rows = await this.graph.run(findTasks, { namespace, ids });
    return new Map(rows.map(({ task, steps }) => [task.id, taskOf(task, steps)]));
  }

  // ───────────────────────────── attempts ─────────────────────────────

  /** Records a step and its lesson in one transaction; @returns undefined when there is no such task */
  async record(attempt: Attempt): Promise<AttemptAnswer | undefined> {
    const write = async (one: Attempt) => {
      const answer = await this.attempts.write(one);
      return one.step && !answer.step ? undefined : answer;
    };
    try {
      return await write(attempt);
    } catch (error) {
      // A concurrent call recorded the same attempt; the retry finds it.
      if (error instanceof ConflictError) return write(attempt);
      // The strategy has too many attempts to retract one; among so many, one outdated failure does not matter.
      if (error instanceof LimitExceededError && attempt.retraction) return write(withoutEntry(attempt));
      throw error;
    }
  }

  /**
   * Writes attempts in one transaction. It locks first all tasks, then all strategies, each in a fixed order, so that
   * transactions cannot deadlock.
   */
  private commit(attempts: readonly Attempt[]): Promise<AttemptAnswer[]> {
    return this.graph.transaction(async (transaction) => {
      const steps = await recordAll(transaction, attempts);
      const taught = attempts.flatMap(({ step, lesson, retraction }, n) =>
        !lesson || (step && steps.get(n)?.answer !== 'RECORDED') ? [] : [{ n, row: lesson.learning, retraction }],
      );
      const rows = taught.map(({ row }) => row);
      const retractions = taught.flatMap(({ retraction }) => retraction ?? []);
      if (retractions.length > 0) {
        const refs = rows.map(({ namespace, properties }) => ({ namespace, ref: String(properties['ref']) }));
        await this.ledger.lock(transaction, refs);
        await this.ledger.retract(transaction, retractions);
      }
      const answers = await this.learn(transaction, rows);
      const learnings = new Map(taught.map(({ n }, index) => [n, answers[index]]));
      for (const [n, { lesson }] of attempts.entries()) {
        if (!lesson || !learnings.get(n)?.textChanged) continue;
        await this.embedding.attach(transaction, lesson.learning.namespace, lesson.vectors);
      }
      return attempts.map((_, n) => ({ step: steps.get(n) ?? null, learning: learnings.get(n) ?? null }));
    });
  }

  /**
   * Records attempts and what strategies learn from them, in order; each row sees the effects of the rows before it.
   *
   * @returns an answer for each row, in order; CONFLICT if the id was used for another attempt, EXISTS for another try
   * @throws ConflictError when another transaction records the same attempt concurrently; a retry finds it
   */
  private async learn(transaction: GraphTransaction, rows: readonly LearnRow[]): Promise<LearnAnswer[]> {
    if (rows.length === 0) return [];
    const created = await transaction.run(createStrategies, { trust: UNTRIED_TRUST, rows: firstOfEachEntry(rows) });
    const answers = await this.ledger.record(
      transaction,
      strategyTrust,
      rows.map(({ namespace, now, evidence, requestHash, properties }) =>
        evidence === null ? undefined : { namespace, ref: String(properties['ref']), now, evidence, requestHash },
      ),
    );
    if (created.some(({ n, isNew }) => isNew && answers[n]?.outcome !== 'CREATED')) {
      throw new ConflictError('The same attempt was recorded at this moment');
    }
    const taught = rows.flatMap((row, n) =>
      row.evidence === null || answers[n]?.outcome === 'CREATED' ? [{ ...row, n }] : [],
    );
    const learned = taught.length === 0 ? [] : await transaction.run(learnStrategies, { rows: taught });
    const changed = new Set(learned.flatMap(({ n, textChanged }) => (textChanged ? [n] : [])));
    return rows.map(({ strategyId }, n) => ({
      outcome: answers[n]?.outcome ?? (rows[n]?.evidence === null ? 'EXISTS' : 'CONFLICT'),
      strategyId,
      textChanged: changed.has(n),
    }));
  }

  /** Records that the LLM of the service could not carry out the next action. */
  async fail(namespace: string, id: string, steps: number, reason: string, now: Date): Promise<void> {
    await this.graph.run(failTask, { namespace, id, steps, reason, now });
  }

  /**
   * Records the judgement of a step by an agent or a person, retracts its earlier evidence and learns from it, in one
   * transaction. A judgement that retracts earlier evidence cannot be undone.
   *
   * @returns undefined when there is no such step
   */
  async judge(
    row: JudgedRow,
    { retraction, lesson, change }: { retraction: RetractionRow | null; lesson: Lesson; change: NewChange },
  ): Promise<'JUDGED' | 'EXISTS' | 'CONFLICT' | 'CHANGED' | undefined> {
    return this.graph.transaction(async (transaction) => {
      const [answered] = await transaction.run(judgeStep, { row });
      if (answered?.answer !== 'JUDGED') return answered?.answer;
      if (retraction) await this.ledger.retract(transaction, [retraction]);
      const { strategyId, evidence } = lesson.learning;
      const [learned] = await this.learn(transaction, [lesson.learning]);
      if (learned?.textChanged) await this.embedding.attach(transaction, row.namespace, lesson.vectors);
      const { namespace, taskId, num, steps, now } = row;
      const before = { ...answered.was, task: row.task && answered.was.task, judgedAt: now.toISOString() };
      const ids = { taskId, strategyId, evidenceId: evidence?.id ?? null };
      const unjudged: UnjudgedRow = { ...ids, num, steps, judgedHash: row.step.judgedHash, was: before };
      const was = retraction ? undefined : unjudged;
      await this.versions.note(transaction, [
        { namespace, change, refs: [`strategy:${strategyId}`, `task:${taskId}`], was },
      ]);
      return 'JUDGED';
    });
  }

  /**
   * Undoes a judgement in the caller's transaction.
   *
   * @param evidence describes the retraction
   * @returns false when the step was judged otherwise, or its task went on
   */
  async unjudge(
    transaction: GraphTransaction,
    namespace: string,
    row: UnjudgedRow,
    { now, evidence }: Pick<RetractionRow, 'now' | 'evidence'>,
  ): Promise<boolean> {
    const [step] = await transaction.run(unjudgeStep, { namespace, ...row });
    if (!step) return false;
    const { strategyId, evidenceId } = row;
    const ref = `strategy:${strategyId}`;
    const retracts = evidenceId === null ? [] : [evidenceId];
    if (evidenceId !== null)
      await this.ledger.retract(transaction, [{ namespace, ref, policy: strategyTrust, now, retracts, evidence }]);
    return true;
  }

  // ───────────────────────────── strategies ─────────────────────────────

  async findStrategies(namespace: string, ids: readonly string[]): Promise<Map<string, Strategy>> {
    const rows = await this.graph.run(findStrategies, { namespace, ids });
    return new Map(rows.map(({ strategy }) => [strategy.id, strategyOf(strategy)]));
  }

  /** Records of strategies without the attempts of the given tasks and sessions, by strategy id. */
  async listApart(
    namespace: string,
    ids: readonly string[],
    { tasks, sessions }: Pick<Origins, 'tasks' | 'sessions'>,
  ): Promise<ReadonlyMap<string, StrategyApart>> {
    const rows = await this.graph.run(listApart, { namespace, ids, tasks, sessions });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The newest attempts of strategies, newest first, by strategy id; strategies without attempts are absent. */
  async listAttempts(
    namespace: string,
    ids: readonly string[],
    newest: number,
  ): Promise<ReadonlyMap<string, readonly StoredAttempt[]>> {
    if (ids.length === 0) return new Map();
    const rows = await this.graph.run(listAttempts, { namespace, ids, newest });
    return new Map(rows.map(({ id, attempts }) => [id, attempts]));
  }

  /** Strategies by pattern, most trusted first, at most 100 for each pattern. */
  async listStrategies(namespace: string, patterns: readonly string[]): Promise<Map<string, Strategy[]>> {
    const byPattern = new Map<string, Strategy[]>(patterns.map((pattern) => [pattern, []]));
    for (const { strategy } of await this.graph.run(listStrategies, { namespace, patterns, limit: MAX_OF_PATTERN })) {
      byPattern.get(strategy.pattern)?.push(strategyOf(strategy));
    }
    return byPattern;
  }
}

/** The attempt without its ledger entry and its retraction, so that the ledger keeps the recorded attempt unchanged. */
function withoutEntry({ step, lesson }: Attempt): Attempt {
  return { step, retraction: null, lesson: lesson && { ...lesson, learning: { ...lesson.learning, evidence: null } } };
}

/** Of rows with the same evidence id, only the first may create a strategy, since the ledger records no other. */
function firstOfEachEntry(rows: readonly LearnRow[]) {
  const known = new Set<string>();
  return rows.flatMap(({ namespace, now, strategyId, properties, evidence }, n) => {
    // The first try of the attempt created the strategy.
    if (evidence === null) return [];
    const key = `${namespace}\u0000${evidence.id}`;
    if (known.has(key)) return [];
    known.add(key);
    return [{ n, namespace, now, strategyId, properties, evidenceId: evidence.id }];
  });
}

async function recordAll(
  transaction: GraphTransaction,
  attempts: readonly Attempt[],
): Promise<ReadonlyMap<number, StepAnswer>> {
  const rows = attempts.flatMap(({ step }, n) => (step ? [{ ...step, n }] : []));
  if (rows.length === 0) return new Map();
  rows.sort((a, b) => compare(a.taskId, b.taskId) || a.num - b.num);
  const answers = await transaction.run(recordSteps, { rows });
  return new Map(answers.map(({ n, ...answer }) => [n, answer]));
}

/** Status of a task after a step: success or no next action ends it; a PASSED or UNDECIDED step makes it wait for a verdict. */
export function statusAfter({
  succeeded,
  nextAction,
  validation,
}: Pick<AdaptiveStep, 'succeeded' | 'nextAction' | 'validation'>): TaskStatus {
  if (succeeded) return TaskStatus.SUCCEEDED;
  const { PASSED, UNDECIDED } = ValidationVerdict;
  if (validation.verdict === PASSED || validation.verdict === UNDECIDED) return TaskStatus.AWAITING_VERDICT;
  return nextAction === null ? TaskStatus.STOPPED : TaskStatus.RUNNING;
}

/**
 * Status and progress are taken from the last step rather than from the task's node: a statement reads no snapshot, so
 * the node may already reflect a step that the statement has not read.
 */
function taskOf(stored: StoredTask, steps: readonly StoredStep[]): KnownTask {
  const found = steps.map(stepOf);
  const last = found.at(-1);
  const status = last ? statusAfter(last) : (stored.status as TaskStatus);
  const progress = last?.progress ?? parsed<Progress>(stored.progress);
  const failure = status === TaskStatus.RUNNING ? stored.llmFailure : null;
  return {
    task: {
      id: stored.id,
      objective: stored.objective,
      intent: intentIn(stored.intent),
      steps: found,
      progress: failure === null ? progress : failedProgress(progress, failure),
      nextAction: last ? last.nextAction : stored.nextAction === null ? null : actionIn(stored.nextAction),
      status: failure === null ? status : TaskStatus.STOPPED,
      maxSteps: stored.maxSteps,
    },
    methods: parsed<Method[]>(stored.methods),
  };
}

/** Progress after a failure of the LLM; the next action is kept, since it may succeed later. */
function failedProgress(progress: Progress, reason: string): Progress {
  return { ...progress, decision: ProgressDecision.STOP, stopReason: StopReason.LLM_FAILED, reason };
}

function stepOf(stored: StoredStep): AdaptiveStep {
  const { action, progress, nextAction, judgement, ...step } = stored;
  return {
    ...step,
    action: actionIn(action),
    observation: parsed<AdaptiveStep['observation']>(step.observation),
    validation: validationIn(step.validation),
    progress: parsed<Progress>(progress),
    nextAction: nextAction === null ? null : actionIn(nextAction),
    judgement: judgement === null ? null : judgementIn(judgement),
  };
}

function judgementIn(json: string): StepJudgement {
  const judgement = parsed<Omit<StepJudgement, 'at'> & { readonly at: string }>(json);
  return { ...judgement, at: new Date(judgement.at) };
}

function parsed<Value>(json: string): Value {
  return JSON.parse(json) as Value;
}
