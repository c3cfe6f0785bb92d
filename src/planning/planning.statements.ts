import type { Groups } from '../common/caller.js';
import type { RetractionRow } from '../evidence/ledger.js';
import type { Observation } from '../evidence/ledger.statements.js';
import { readStatement, writeStatement } from '../graph/statement.js';
import type { storedLearning } from '../items/learning.js';
import type { NewChange } from '../versions/change.model.js';
import type { Candidate } from './attribution.js';
import type { Attribution, Plan, StepOutcome } from './planning.model.js';

interface InNamespace {
  readonly namespace: string;
}
/** Properties of a Learning node. */
type StoredLearning = ReturnType<typeof storedLearning>;

interface Numbered {
  readonly n: number;
}

// ───────────────────────────── prompts ─────────────────────────────

export const findPrompt = readStatement<
  InNamespace & { id: string; groups: Groups },
  { readonly retrieved: string; readonly settings: string }
>('planning/find-prompt');

export const listShownLearnings = readStatement<
  InNamespace & { ids: readonly string[]; version: string | null; limit: number },
  { itemId: string; learningIds: string[]; total: number }
>('planning/list-shown-learnings');

// ───────────────────────────── plans ─────────────────────────────

/** A plan to be saved with its steps. */
export interface PlanRow extends InNamespace {
  readonly now: Date;
  readonly key: string;
  readonly recovers: string | null;
  readonly plan: InNamespace & {
    readonly id: string;
    readonly idempotencyKey: string;
    readonly requestHash: string;
    readonly task: string;
    readonly reasoning: string | null;
    readonly estimatedDuration: number | null;
    readonly agent: string | null;
    readonly receiptId: string | null;
    readonly retrieved: string;
    /** Ids of items that the prompt showed as prerequisites. */
    readonly neededIds: readonly string[];
    readonly settings: string;
    readonly createdAt: Date;
    readonly warnings: readonly string[];
  };
  readonly lockIds: readonly string[];
  readonly retrieved: readonly { itemId: string; rank: number; relevance: number | null; trust: number }[];
  readonly shown: readonly string[];
  readonly steps: readonly NewStep[];
  readonly recoveryApproach: string | null;
  readonly completed: readonly { learningId: string; recoveryApproach: string; contentHash: string }[];
}

/** A step of a plan to be saved, with the item that it came from. */
export interface NewStep {
  readonly step: {
    readonly num: number;
    readonly toolName: string;
    readonly toolArguments: string;
    readonly reasoning: string | null;
    readonly kbSource: string | null;
    readonly followsLearning: string | null;
    readonly attribution: Attribution;
    readonly outcome: StepOutcome;
    /** Names that only the inferred item has, in the format of keyOf. */
    readonly decidedBy: readonly string[] | null;
    /** The application whose items were searched; null for all. */
    readonly decidedIn: string | null;
  };
  /** Hashes of the names in `step.decidedBy`. */
  readonly decidedBy: readonly string[];
  readonly itemId: string | null;
  readonly attribution: Attribution;
  readonly followsLearning: string | null;
  readonly candidates: readonly Candidate[];
}

/** Result of saving a plan; RECOVERED and NO_PLAN refer to the plan to recover. */
export interface SavedPlan {
  readonly outcome: 'CREATED' | 'EXISTS' | 'CONFLICT' | 'NO_PLAN' | 'RECOVERED';
  readonly planId: string;
}

export const savePlans = writeStatement<{ rows: readonly (PlanRow & Numbered)[] }, SavedPlan & Numbered>(
  'planning/save-plans',
);

export const findPlanByKey = readStatement<InNamespace & { key: string }, { planId: string; requestHash: string }>(
  'planning/find-plan-by-key',
);

export const findPlans = readStatement<
  InNamespace & { ids: readonly string[] },
  Pick<Plan, 'recoversId' | 'recoveredById'> & { plan: Omit<Plan, 'recoversId' | 'recoveredById'> }
>('planning/find-plans');

export const listPlans = readStatement<
  InNamespace & { before: string; task: string | null; limit: number },
  { id: string }
>('planning/list-plans');

export const countPlans = readStatement<InNamespace & { task: string | null }, { total: number }>(
  'planning/count-plans',
);

export const listRetrieved = readStatement<
  InNamespace & { planIds: readonly string[] },
  { planId: string; retrieved: string }
>('planning/list-retrieved');

export const finishPlan = writeStatement<
  InNamespace & { planId: string; success: boolean; now: Date },
  { success: boolean }
>('planning/finish-plan');

export const listAwaitingRecovery = readStatement<InNamespace & { planId: string }, { learningId: string }>(
  'planning/list-awaiting-recovery',
);

// ───────────────────────────── steps ─────────────────────────────

/** Properties of a Step node; JSON values as text. Null values are not stored. */
export interface StoredStep {
  readonly planId: string;
  readonly num: number;
  readonly toolName: string;
  readonly toolArguments: string;
  readonly reasoning?: string;
  readonly kbSource?: string;
  readonly followsLearning?: string;
  readonly decidedBy?: readonly string[];
  readonly attribution: Attribution;
  readonly outcome: StepOutcome;
  readonly error?: string;
  readonly carried: boolean;
  readonly revision?: number;
  readonly reportedAt?: Date;
  readonly itemId: string | null;
  readonly learningId: string | null;
  readonly candidates: readonly Candidate[];
}

export const listSteps = readStatement<InNamespace & { planIds: readonly string[] }, { step: StoredStep }>(
  'planning/list-steps',
);

/** Page of steps whose attribution is in doubt, newest first. */
export interface ReviewPage extends InNamespace {
  /** Upper limit for the keys of the steps, exclusive; '~' for the first page. */
  readonly before: string;
  readonly limit: number;
}

/** A step whose attribution is in doubt. */
export interface ListedReview {
  readonly key: string;
  readonly planId: string;
  readonly stepNum: number;
  readonly takenBy: readonly string[];
}

export const listAttributionsForReview = readStatement<ReviewPage, ListedReview>(
  'planning/list-attributions-for-review',
);

export const countAttributionsForReview = readStatement<InNamespace, { total: number }>(
  'planning/count-attributions-for-review',
);

interface StepKey extends InNamespace {
  readonly planId: string;
  readonly stepNum: number;
}

/** A step as it was read before its report is recorded, with the data that the report may change. */
export interface StepToReport {
  readonly plan: { readonly task: string; readonly settings: string };
  /** Number of steps of the plan. */
  readonly steps: number;
  /** The recovery plan for this plan. */
  readonly recoveredBy: { readonly id: string; readonly reasoning: string | null } | null;
  /** Null if the plan has no such step. */
  readonly step: ReportedStep | null;
  readonly itemId: string | null;
  /** Whether the plan itself named the item; null if there is no item. */
  readonly stated: boolean | null;
  /** The previous item, if a person attributed the step to another one. */
  readonly movedFrom: string | null;
  /** Ids of learnings from the step. */
  readonly taught: readonly string[];
}

interface ReportedStep {
  readonly num: number;
  readonly toolName: string;
  readonly toolArguments: string;
  readonly reasoning: string | null;
  readonly kbSource: string | null;
  readonly outcome: StepOutcome;
  readonly failure: string | null;
  readonly correction: string | null;
  readonly reportHash: string | null;
  readonly correctionHash: string | null;
  readonly recoveryApproach: string | null;
  /** Whether the step succeeded in the plan that this plan recovers. */
  readonly carried: boolean;
  /** Number of times that the report of the step was withdrawn, or moved to another item. */
  readonly revision: number;
  /** Time and reason of the last withdrawal. */
  readonly withdrawnAt: Date | null;
  readonly withdrawnReason: string | null;
}

export const findStep = readStatement<StepKey, StepToReport>('planning/find-step');

/** The part of a ledger entry that is known before the step has accepted the report. */
export type StepEntry = Omit<Observation, 'positive' | 'weight' | 'retracts'>;

/** A learning and the evidence recorded with it. */
export interface Lesson {
  readonly learning: StoredLearning;
  readonly entry: StepEntry;
}

/** A report of a step to be recorded. */
export interface ReportRow extends StepKey {
  readonly itemId: string | null;
  readonly now: Date;
  readonly outcome: StepOutcome;
  readonly reportHash: string;
  readonly report: Readonly<Record<string, string | null>>;
  readonly followedLearning: string | null;
  /** Revision of the step when it was read. */
  readonly revision: number;
  readonly learning: StoredLearning | null;
  /** Id of the ledger entry for this outcome, even if no entry is made. */
  readonly evidenceId: string;
  /** The ledger entry; null if the outcome makes none. */
  readonly entry: StepEntry | null;
}

/** Result of storing a report with its step. */
export interface TakenReport {
  readonly answer: 'RECORDED' | 'REPEATED' | 'CONFLICT' | 'MOVED';
  /** The outcome that was reported before; PENDING if there was none. */
  readonly known: StepOutcome;
  /** `teaches`: the report makes an entry against the item. `recovers`: it makes an entry in favour of the item. */
  readonly teaches: boolean;
  readonly recovers: boolean;
  /** Whether an earlier failure of the step already lowered the trust and was not withdrawn. */
  readonly afterFailure: boolean;
}

/** Whether a report was accepted, and the trust of the item after it. */
export interface ReportAnswer extends Pick<TakenReport, 'answer' | 'known'> {
  readonly learningId: string | null;
  readonly trustAfter: number | null;
  /** Whether the report's evidence was withdrawn since. */
  readonly retracted: boolean;
}

export const reportSteps = writeStatement<
  {
    recovery: string;
    rows: readonly (Omit<ReportRow, 'learning' | 'evidenceId' | 'entry'> & Numbered)[];
  },
  TakenReport & Numbered
>('planning/report-steps');

/** A lesson that a person's attribution moves to another item. */
export interface AttributedLesson extends Lesson {
  /** Whether the lesson already is a learning of the item `movedFrom`. */
  readonly moved: boolean;
}

interface AttributedStep extends StepKey {
  readonly itemId: string;
  readonly reportHash: string | null;
  readonly correctionHash: string | null;
  /** The item that the step was attributed to before; null for none. */
  readonly movedFrom: string | null;
  /** Whether to replace an item that the plan named. */
  readonly force: boolean;
  /** Prefix of the ids of all evidence of the step. */
  readonly prefix: string;
  /** Revision of the step when it was read, which the write increments. */
  readonly revision: number;
  readonly nextRevision: number;
}

/** A person's attribution of a step to an item, to be recorded. */
export interface AttributionRow extends AttributedStep {
  readonly now: Date;
  /** The version change that records the attribution; null if it is recorded as an undo. */
  readonly change: NewChange | null;
  readonly retraction: RetractionRow['evidence'];
  readonly lessons: readonly AttributedLesson[];
}

/** CHANGED means that a concurrent report was faster, so that the caller has to read the step again. */
export interface AttributionAnswer {
  readonly answer: 'RECORDED' | 'REPEATED' | 'CONFLICT' | 'CHANGED';
  /** Id of the recorded change; null if nothing changed. */
  readonly changeId: string | null;
}

/** How a step was attributed before a person's attribution. */
export interface AttributedBefore {
  readonly itemId: string | null;
  readonly attribution: string | null;
  readonly byPerson: boolean | null;
  readonly movedFrom: string | null;
  /** Attribution of the step itself. */
  readonly ofStep: string | null;
  readonly review: string | null;
  /** Hashes of the names that decided it. */
  readonly names: readonly string[];
}

/** What a person's attribution records for its undo. */
export interface AttributionRecord {
  readonly planId: string;
  readonly stepNum: number;
  readonly itemId: string;
  /** Revision of the step after the attribution. */
  readonly revision: number;
  readonly before: AttributedBefore;
}

/** A step's report or attribution to be withdrawn. */
export interface WithdrawRow extends StepKey {
  /** Item of the step when it was read; null if there was none. */
  readonly itemId: string | null;
  readonly revision: number;
  readonly reportHash: string | null;
  readonly correctionHash: string | null;
  readonly prefix: string;
  readonly reason: string;
  readonly now: Date;
}

/** Evidence and learnings that the withdrawn report had caused. */
export interface WithdrawAnswer {
  readonly answer: 'WITHDRAWN' | 'CHANGED';
  /** Ids of the item's ledger entries to retract. */
  readonly retracts: readonly string[];
  /** Ids of learnings from the report. */
  readonly taught: readonly string[];
}

export const withdrawReport = writeStatement<WithdrawRow, WithdrawAnswer>('planning/withdraw-report');

export const forgetObservation = writeStatement<StepKey & { outcome: StepOutcome; entryId: string }, object>(
  'planning/forget-observation',
);

export const attributeSteps = writeStatement<
  {
    rows: readonly (AttributedStep & {
      readonly moved: readonly Pick<StoredLearning, 'id' | 'recoveryApproach' | 'contentHash'>[];
    } & Numbered)[];
  },
  Pick<AttributionAnswer, 'answer'> & {
    readonly retracts: readonly string[];
    readonly was: AttributedBefore;
  } & Numbered
>('planning/attribute-steps');

/** A person's attribution of a step without an item before, to be undone. */
export interface UnattributeRow extends Omit<WithdrawRow, 'reason' | 'now'> {
  readonly itemId: string;
  readonly ofStep: string | null;
}

export const unattributeStep = writeStatement<UnattributeRow, Pick<WithdrawAnswer, 'retracts' | 'taught'>>(
  'planning/unattribute-step',
);

export const restoreAttribution = writeStatement<StepKey & { itemId: string; was: AttributedBefore }, { num: number }>(
  'planning/restore-attribution',
);
