import type { LedgerRow } from '../evidence/ledger.statements.js';
import { readStatement, repeatableStatement, writeStatement } from '../graph/statement.js';
import type { Strategy } from './strategy.model.js';
import type { WorkedWith } from './tries.js';

/** Properties of a strategy's node. */
export type StoredStrategy = Omit<Strategy, 'successfulAction' | 'successRate' | 'worked' | 'explain'> & {
  readonly workedInstruction: string | null;
  readonly workedFor: string | null;
  /** Parameters as JSON. */
  readonly workedParameters: string | null;
};

/** Properties of a task's node; nested values are JSON. */
export interface StoredTask {
  readonly id: string;
  readonly objective: string;
  readonly intent: string;
  readonly methods: string;
  readonly maxSteps: number;
  readonly status: string;
  readonly progress: string;
  readonly nextAction: string | null;
  /** Why the LLM could not carry out the next action; null if it did not fail, or the task continued since. */
  readonly llmFailure: string | null;
}

export interface StoredStep {
  readonly num: number;
  readonly action: string;
  readonly observation: string;
  readonly validation: string;
  readonly refinementPrompt: string;
  readonly progress: string;
  readonly nextAction: string | null;
  readonly strategyId: string;
  readonly succeeded: boolean;
  readonly requestHash: string;
  /** JSON; null until an agent or a person judges the step. */
  readonly judgement: string | null;
  /** How often a judgement was undone; null if never. */
  readonly unjudged: number | null;
}

export type NewTask = StoredTask & {
  readonly context: string | null;
  readonly namespace: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly agent: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export interface StepRow {
  readonly namespace: string;
  readonly taskId: string;
  readonly num: number;
  readonly now: Date;
  readonly step: Omit<StoredStep, 'num' | 'judgement' | 'unjudged'> & {
    readonly agent: string | null;
    /** Ids of the strategies in the prompt from which the action was chosen; null if unknown. */
    readonly shownIds: readonly string[] | null;
  };
  readonly task: Pick<StoredTask, 'status' | 'progress' | 'nextAction' | 'llmFailure'>;
}

export interface StepAnswer {
  readonly answer: 'RECORDED' | 'EXISTS' | 'CONFLICT' | 'FINISHED' | 'OUT_OF_ORDER';
}

/** The changes of a strategy after an attempt, with the entry for the ledger. */
export interface LearnRow {
  readonly namespace: string;
  readonly now: Date;
  readonly strategyId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly success: boolean;
  readonly issue: string | null;
  /** The request, shortened. */
  readonly objective: string;
  readonly objectives: readonly string[];
  readonly text: string;
  readonly knownObjectives: number;
  readonly taskId: string | null;
  readonly num: number | null;
  /** Instruction and parameters of the successful try; null if unknown. */
  readonly worked: WorkedWith | null;
  /** Entry for the ledger; null for another try of an attempt that is already recorded. */
  readonly evidence: LedgerRow['evidence'] | null;
  readonly requestHash: string;
}

interface Numbered {
  readonly n: number;
}

/** Safe to repeat: a task that has the key stays as it is. */
export const saveTask = repeatableStatement<{ task: NewTask }, { id: string; requestHash: string }>(
  'adaptive/save-task',
);

export const findTaskByKey = readStatement<{ namespace: string; key: string }, { id: string; requestHash: string }>(
  'adaptive/find-task-by-key',
);

export const findTasks = readStatement<
  { namespace: string; ids: readonly string[] },
  { task: StoredTask; steps: StoredStep[] }
>('adaptive/find-tasks');

export const recordSteps = writeStatement<{ rows: readonly (StepRow & Numbered)[] }, StepAnswer & Numbered>(
  'adaptive/record-steps',
);

/** The judgement of a step by an agent or a person, with the changes of the step and its task. */
export interface JudgedRow {
  readonly namespace: string;
  readonly taskId: string;
  readonly num: number;
  readonly now: Date;
  /** Number of steps that the task had when this row was computed. */
  readonly steps: number;
  readonly step: Pick<StoredStep, 'validation' | 'refinementPrompt' | 'progress' | 'nextAction' | 'succeeded'> & {
    readonly judgement: string;
    readonly judgedHash: string;
  };
  /** Changes of the task; null if the step is not its last. */
  readonly task: StepRow['task'] | null;
}

/** Properties before a judgement that it changed. */
interface BeforeJudgement {
  readonly step: object;
  readonly task: object | null;
  /** Time of the task, ISO 8601. */
  readonly updatedAt: string;
  readonly strategy: object | null;
}

export const judgeStep = writeStatement<
  { row: JudgedRow },
  { answer: 'JUDGED' | 'EXISTS' | 'CONFLICT' | 'CHANGED'; was: BeforeJudgement }
>('adaptive/judge-step');

/** A judgement to be undone. */
export interface UnjudgedRow {
  readonly taskId: string;
  readonly num: number;
  readonly judgedHash: string;
  readonly steps: number;
  readonly strategyId: string;
  /** Id of its evidence; null if it recorded none. */
  readonly evidenceId: string | null;
  /** `judgedAt`: time of the judgement, ISO 8601. */
  readonly was: BeforeJudgement & { readonly judgedAt: string };
}

export const unjudgeStep = writeStatement<UnjudgedRow & { namespace: string }, { num: number }>(
  'adaptive/unjudge-step',
);

export const createStrategies = writeStatement<
  {
    trust: number;
    rows: readonly (Pick<LearnRow, 'namespace' | 'now' | 'strategyId' | 'properties'> & {
      readonly evidenceId: string;
    } & Numbered)[];
  },
  { isNew: boolean } & Numbered
>('adaptive/create-strategies');

export const learnStrategies = writeStatement<
  { rows: readonly (LearnRow & Numbered)[] },
  { textChanged: boolean } & Numbered
>('adaptive/learn-strategies');

export const findStrategies = readStatement<
  { namespace: string; ids: readonly string[] },
  { strategy: StoredStrategy }
>('adaptive/find-strategies');

export const listStrategies = readStatement<
  { namespace: string; patterns: readonly string[]; limit: number },
  { strategy: StoredStrategy }
>('adaptive/list-strategies');

/** An attempt of a strategy. */
export interface StoredAttempt {
  readonly objective: string | null;
  readonly objectiveHash: string | null;
  readonly success: boolean;
  /** What was wrong, or what succeeded. */
  readonly comment: string | null;
  /** Null without a task. */
  readonly taskId: string | null;
}

export const listAttempts = readStatement<
  { namespace: string; ids: readonly string[]; newest: number },
  { id: string; attempts: readonly StoredAttempt[] }
>('adaptive/list-attempts');

export const failTask = writeStatement<
  { namespace: string; id: string; steps: number; reason: string; now: Date },
  { failed: boolean }
>('adaptive/fail-task');

/** Record of a strategy without the attempts of given tasks and sessions. */
export interface StrategyApart {
  readonly id: string;
  /** Number of attempts that are left out. */
  readonly excluded: number;
  readonly attempts: number;
  readonly successes: number;
  readonly lastIssue: string | null;
  /** Objectives of the other tasks. */
  readonly objectives: readonly string[];
}

export const listApart = readStatement<
  { namespace: string; ids: readonly string[]; tasks: readonly string[]; sessions: readonly string[] },
  StrategyApart
>('adaptive/list-apart');

export const listTasks = readStatement<
  { namespace: string; before: string; status: string | null; limit: number },
  { id: string }
>('adaptive/list-tasks');

export const countTasks = readStatement<{ namespace: string; status: string | null }, { total: number }>(
  'adaptive/count-tasks',
);

export const listStrategyIds = readStatement<
  { namespace: string; after: string; pattern: string | null; limit: number },
  { id: string }
>('adaptive/list-strategy-ids');

export const countStrategies = readStatement<{ namespace: string; pattern: string | null }, { total: number }>(
  'adaptive/count-strategies',
);
