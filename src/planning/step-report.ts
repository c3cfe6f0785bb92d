import type { Witness } from '../common/caller.js';
import { ConflictError, type FieldProblem } from '../common/errors.js';
import { newId } from '../common/seeded-time.js';
import { Verification } from '../common/verification.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import type { LearningContent } from '../items/catalog.js';
import { LearningKind } from '../items/items.model.js';
import { commentOf, storedLearning } from '../items/learning.js';
import { actionRecord } from './plan-reply.js';
import type { StepOutcomeInput } from './planning.inputs.js';
import { type PlanStep, StepOutcome } from './planning.model.js';
import type { Lesson, ReportAnswer, StepEntry, StepToReport } from './planning.statements.js';

// The report of a step: which fields are allowed, which are stored, and what its item learns.

/** Data of a failure; kept with the step, so that an item attributed later can learn from it. */
export interface StoredFailure {
  readonly error: string;
  readonly applicationVersion: string | null;
  readonly agent: string | null;
  /** Absent in data stored before sessions were recorded. */
  readonly session?: string | null;
  /** Absent in data stored before key ids were recorded. */
  readonly keyId?: string | null;
  /** Absent in data stored before it was recorded. */
  readonly verification?: Verification;
  /** ISO 8601. */
  readonly at: string;
}

/** A person's correction of a failed step, in the form stored with the learning. */
export interface StoredCorrection {
  readonly correctedAction: Readonly<Record<string, unknown>>;
  readonly humanReasoning: string;
  readonly applicationVersion: string | null;
  readonly agent: string | null;
  readonly session?: string | null;
  readonly keyId?: string | null;
  readonly verification?: Verification;
  readonly at: string;
}

/** An existing step, with its plan. */
export type Step = Omit<StepToReport, 'step'> & NonNullable<StepToReport['step']>;

const FIELDS = ['error', 'recoveryApproach', 'correctedAction', 'humanReasoning'] as const;
type Field = (typeof FIELDS)[number];

const FIELDS_OF_OUTCOME: Readonly<Record<StepOutcome, { required: readonly Field[]; optional: readonly Field[] }>> = {
  [StepOutcome.PENDING]: { required: [], optional: [] },
  [StepOutcome.SUCCESS]: { required: [], optional: [] },
  [StepOutcome.SKIPPED]: { required: [], optional: [] },
  [StepOutcome.FAILURE]: { required: ['error'], optional: ['recoveryApproach'] },
  [StepOutcome.CORRECTED]: { required: ['correctedAction', 'humanReasoning'], optional: [] },
};

/** @param at path of the outcome in the caller's input, ending in a dot */
export function problemsOf(input: StepOutcomeInput, at: string): FieldProblem[] {
  const { outcome } = input;
  if (outcome === StepOutcome.PENDING) {
    const path = `${at}outcome`;
    return [{ path, rule: 'isReported', message: `${path} must be SUCCESS, FAILURE, CORRECTED or SKIPPED` }];
  }
  const { required, optional } = FIELDS_OF_OUTCOME[outcome];
  return FIELDS.flatMap((field): FieldProblem[] => {
    const path = `${at}${field}`;
    const given = input[field] !== undefined;
    if (required.includes(field)) {
      return given ? [] : [{ path, rule: 'isRequired', message: `${path} is required for ${outcome}` }];
    }
    return !given || optional.includes(field)
      ? []
      : [{ path, rule: 'isForeign', message: `${path} has no place in ${outcome}` }];
  });
}

export function reportedOtherwise(
  planId: string,
  stepNum: number,
  { known }: Pick<ReportAnswer, 'known'>,
): ConflictError {
  const message = `Step ${stepNum} of plan "${planId}" is ${known} already; a report that says something else changes nothing`;
  return new ConflictError(message);
}

type ReportContent = Omit<StepOutcomeInput, 'stepNum' | 'outcome'>;

/** The text of a report. */
export function contentOf(input: StepOutcomeInput): ReportContent {
  const { error, recoveryApproach, correctedAction, humanReasoning, followedLearning, applicationVersion } = input;
  return {
    ...(error !== undefined && { error }),
    ...(recoveryApproach !== undefined && { recoveryApproach }),
    ...(humanReasoning !== undefined && { humanReasoning }),
    ...(correctedAction !== undefined && { correctedAction }),
    ...(followedLearning !== undefined && { followedLearning }),
    ...(applicationVersion !== undefined && { applicationVersion }),
  };
}

/** The lessons from a step so far, as learnings of an item: its failure, then its correction. */
export function lessonsOf(source: Source & { readonly itemId: string }, step: Step): Lesson[] {
  const content = { task: step.plan.task, stepNum: step.num, originalAction: actionOf(step) };
  const lessons: Lesson[] = [];
  if (step.failure !== null) {
    const { error, applicationVersion, at, ...said } = JSON.parse(step.failure) as StoredFailure;
    lessons.push(
      lesson(source, saidBy(said), {
        ...content,
        kind: LearningKind.SELF_EXPLORATION,
        originalError: error,
        recoveryApproach: step.recoveryApproach,
        correctedAction: null,
        humanReasoning: null,
        applicationVersion,
        timestamp: new Date(at),
      }),
    );
  }
  if (step.correction !== null) {
    const { correctedAction, humanReasoning, applicationVersion, at, ...said } = JSON.parse(
      step.correction,
    ) as StoredCorrection;
    lessons.push(
      lesson(source, saidBy(said), {
        ...content,
        kind: LearningKind.HUMAN_INTERRUPT,
        originalError: null,
        recoveryApproach: null,
        correctedAction,
        humanReasoning,
        applicationVersion,
        timestamp: new Date(at),
      }),
    );
  }
  return lessons;
}

function lesson(source: Source & { readonly itemId: string }, witness: Witness, content: LearningContent): Lesson {
  const { namespace, itemId, planId, stepNum } = source;
  const human = content.kind === LearningKind.HUMAN_INTERRUPT;
  const learning = storedLearning(namespace, newId(content.timestamp.getTime()), itemId, content);
  return {
    learning,
    entry: {
      id: evidenceId(source, human ? StepOutcome.CORRECTED : StepOutcome.FAILURE),
      kind: human ? EvidenceKind.HUMAN_CORRECTION : EvidenceKind.STEP_FAILURE,
      ...witness,
      comment: commentOf(content.humanReasoning ?? content.originalError ?? ''),
      planId,
      stepNum,
      applicationVersion: content.applicationVersion,
      learningId: learning.id,
    },
  };
}

/** For reports without a learning: a success is an entry if the trust policy counts it; other outcomes make none. */
export function successOf(
  source: Source,
  outcome: StepOutcome,
  said: Said & Pick<StoredFailure, 'applicationVersion'>,
): StepEntry | null {
  if (outcome !== StepOutcome.SUCCESS) return null;
  const { planId, stepNum } = source;
  const { applicationVersion } = said;
  const kind = EvidenceKind.STEP_SUCCESS;
  return { id: evidenceId(source, outcome), kind, ...saidBy(said), comment: null, planId, stepNum, applicationVersion };
}

type Said = Pick<StoredFailure, 'agent' | 'session' | 'keyId' | 'verification'>;

function saidBy({ agent, session = null, keyId = null, verification = Verification.AGENT }: Said): Witness {
  return { agent, session, keyId, verification };
}

/** A step and the data about where it came from. */
interface Source {
  readonly namespace: string;
  readonly planId: string;
  readonly stepNum: number;
  readonly itemId: string | null;
  /** The first item the step was attributed to; its evidence of the step stays with it. */
  readonly movedFrom: string | null;
  /** How often the step's report was withdrawn, or moved to another item by force. */
  readonly revision: number;
}

/** Prefix of the ids of all evidence of a step. */
export function evidencePrefix({ planId, stepNum }: Pick<Source, 'planId' | 'stepNum'>): string {
  return `report-step:${planId}:${stepNum}`;
}

/** Derived from the observed step and outcome, so that an observation counts only once per item. */
export function evidenceId(source: Source, outcome: StepOutcome): string {
  const { itemId, movedFrom, revision } = source;
  const id = `${evidencePrefix(source)}${revision === 0 ? '' : `#${revision}`}:${outcome}`;
  return movedFrom === null ? id : `${id}:${itemId}`;
}

export function actionOf({ toolName, toolArguments, reasoning, kbSource }: Step): Record<string, unknown> {
  return actionRecord({
    toolName,
    toolArguments: JSON.parse(toolArguments) as Record<string, unknown>,
    reasoning,
    kbSource,
  });
}

export function recordOf({ toolName, toolArguments, reasoning, kbSource }: PlanStep): Record<string, unknown> {
  return actionRecord({ toolName, toolArguments: toolArguments as Record<string, unknown>, reasoning, kbSource });
}
