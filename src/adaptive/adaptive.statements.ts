import type { Sample } from '../evidence/calibration.js';
import type { LedgerRow } from '../evidence/ledger.statements.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { Strategy } from './strategy.model.js';
import type { WorkedWith } from './tries.js';

/** Properties of a strategy's node. */
export type StoredStrategy = Omit<Strategy, 'successfulAction' | 'successRate' | 'worked' | 'explain'> & {
  readonly workedInstruction: string | null;
  /** JSON. */
  readonly workedParameters: string | null;
};

/** Nested values are JSON. */
export interface StoredTask {
  readonly id: string;
  readonly objective: string;
  readonly intent: string;
  readonly methods: string;
  readonly context: string | null;
  readonly maxSteps: number;
  readonly status: string;
  readonly progress: string;
  readonly nextAction: string | null;
  /** Why the LLM of the service could not carry the next action out; null where it did not fail, or the task went on since. */
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
  /** Null while nobody judged the step. */
  readonly judgement: string | null;
}

export type NewTask = StoredTask & {
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
  readonly step: Omit<StoredStep, 'num' | 'judgement'> & {
    readonly agent: string | null;
    /** Strategies that stood in the prompt the action was chosen by; null where that was not kept. */
    readonly shownIds: readonly string[] | null;
  };
  readonly task: Pick<StoredTask, 'status' | 'progress' | 'nextAction' | 'llmFailure'>;
}

export interface StepAnswer {
  readonly answer: 'RECORDED' | 'EXISTS' | 'CONFLICT' | 'FINISHED' | 'OUT_OF_ORDER';
  /** Steps the task has then. */
  readonly steps: number;
}

/** What an attempt teaches its strategy, beside the entry of the ledger. */
export interface LearnRow {
  readonly namespace: string;
  readonly now: Date;
  readonly strategyId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly success: boolean;
  readonly issue: string | null;
  readonly objectives: readonly string[];
  readonly text: string;
  readonly knownObjectives: number;
  readonly taskId: string | null;
  readonly num: number | null;
  /** What made it succeed; null where that is not known. */
  readonly worked: WorkedWith | null;
  /** Null for a retry of an attempt that the ledger has already. */
  readonly evidence: LedgerRow['evidence'] | null;
  readonly requestHash: string;
}

interface Numbered {
  readonly n: number;
}

export const saveTask = writeStatement<{ task: NewTask }, { id: string; requestHash: string }>('adaptive/save-task');

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

/** What an agent or a person says of a step, and what becomes of it and its task. */
export interface JudgedRow {
  readonly namespace: string;
  readonly taskId: string;
  readonly num: number;
  readonly now: Date;
  /** Steps that the task had when this was worked out. */
  readonly steps: number;
  readonly step: Pick<StoredStep, 'validation' | 'refinementPrompt' | 'progress' | 'nextAction' | 'succeeded'> & {
    readonly judgement: string;
    readonly judgedHash: string;
  };
  /** Null where another step came behind it. */
  readonly task: StepRow['task'] | null;
}

export const judgeStep = writeStatement<{ row: JudgedRow }, { answer: 'JUDGED' | 'EXISTS' | 'CONFLICT' | 'CHANGED' }>(
  'adaptive/judge-step',
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
  { rows: readonly (Omit<LearnRow, 'now' | 'properties' | 'evidence' | 'requestHash'> & Numbered)[] },
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
  /** Null of attempts from before objectives were kept. */
  readonly objective: string | null;
  readonly objectiveHash: string | null;
  readonly success: boolean;
}

export const listAttempts = readStatement<
  { namespace: string; ids: readonly string[]; newest: number },
  { id: string; attempts: readonly StoredAttempt[] }
>('adaptive/list-attempts');

export const failTask = writeStatement<
  { namespace: string; id: string; steps: number; reason: string; now: Date },
  { failed: boolean }
>('adaptive/fail-task');

export const listTrustSamples = readStatement<{ namespace: string }, Sample>('adaptive/list-trust-samples');

/** What a strategy has learned from others than some tasks and sessions. */
export interface StrategyApart {
  readonly id: string;
  /** Attempts that are left out. */
  readonly excluded: number;
  readonly attempts: number;
  readonly successes: number;
  readonly lastIssue: string | null;
  /** Of tasks that are not left out. */
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
