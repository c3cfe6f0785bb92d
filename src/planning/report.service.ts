import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ulid } from 'ulid';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, DomainError, type FieldProblem, NotFoundError } from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { metrics } from '../common/metrics.js';
import { redactJson, redactText } from '../common/redact.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import type { LearningContent } from '../items/catalog.js';
import { LearningKind } from '../items/items.model.js';
import { ItemsService } from '../items/items.service.js';
import { commentOf, storedLearning } from '../items/learning.js';
import { LlmClient } from '../llm/llm-client.js';
import { actionRecord, recoveryReply } from './plan-reply.js';
import { PlanService, replied } from './plan.service.js';
import type { AttributeStepArgs, StepReportInput } from './planning.inputs.js';
import { type PlanStep, StepOutcome, type StepReport } from './planning.model.js';
import { PlanningRepository, type PlanningSettings } from './planning.repository.js';
import type { AttributedLesson, Lesson, ReportRow, StepEntry, StepToReport } from './planning.statements.js';
import { PromptService } from './prompt.service.js';

const outcomes = new Counter({
  name: 'heartwood_step_reports_total',
  help: 'Reports of steps by outcome, and by what was done: RECORDED, REPEATED, CONFLICT',
  labelNames: ['outcome', 'answer'] as const,
  registers: [metrics],
});

/** A step that moved to another item between two looks is looked at again; more often than this is a defect. */
const MAX_LOOKS = 5;

/** What a failure says; kept with the step, so that an item found later learns from it. */
interface StoredFailure {
  readonly error: string;
  readonly applicationVersion: string | null;
  readonly agent: string | null;
  /** ISO 8601. */
  readonly at: string;
}

interface StoredCorrection {
  readonly correctedAction: Readonly<Record<string, unknown>>;
  readonly humanReasoning: string;
  readonly applicationVersion: string | null;
  readonly agent: string | null;
  readonly at: string;
}

/** A step that exists, with its plan. */
type Step = Omit<StepToReport, 'step'> & NonNullable<StepToReport['step']>;

/** Outcomes of steps, and what items learn from them. */
@Injectable()
export class ReportService {
  private readonly logger = new Logger(ReportService.name);
  /** Recoveries that the LLM is being asked for, so that repeats of a report wait for the one. */
  private readonly recovering = new Map<string, Promise<Recovery>>();

  constructor(
    private readonly repository: PlanningRepository,
    private readonly plans: PlanService,
    private readonly prompts: PromptService,
    private readonly kb: ItemsService,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the outcome of a step. A failure or correction becomes a learning of the step's item and costs it trust, in
   * one transaction and once a step, however often the report is repeated. A recovery plan is asked for only after that
   * is committed; where none can be had, the report stands.
   *
   * @throws BadUserInputError when a field of the outcome is missing or has no place in it, or the plan has no such step
   * @throws NotFoundError when there is no such plan or followed learning
   * @throws ConflictError when another outcome was reported, unless a correction follows a failure
   */
  async reportStep(caller: Caller, input: StepReportInput): Promise<StepReport> {
    const problems = problemsOf(input);
    if (problems.length > 0) throw new BadUserInputError(problems);
    const { namespace } = caller;
    const { planId, stepNum, outcome, followedLearning } = input;
    if (followedLearning !== undefined) await this.kb.getLearning(namespace, followedLearning);

    for (let look = 1; look <= MAX_LOOKS; look++) {
      const step = await this.findStep(namespace, planId, stepNum);
      const answer = await this.repository.reportStep(this.reportRow(caller, input, step));
      if (!answer) throw new NotFoundError('Plan', planId);
      if (answer.answer === 'MOVED') continue;
      outcomes.inc({ outcome, answer: answer.answer });
      if (answer.answer === 'CONFLICT') {
        throw new ConflictError(
          `Step ${stepNum} of plan "${planId}" is ${answer.known} already; a report that says something else changes nothing`,
        );
      }
      const failed = outcome === StepOutcome.FAILURE || outcome === StepOutcome.CORRECTED;
      const recovery = await this.recoveryOf(caller, input, step);
      return {
        planId,
        stepNum,
        learningId: answer.learningId,
        itemId: step.itemId,
        trustAfter: answer.trustAfter,
        note: failed && answer.learningId === null ? await this.whyNothingLearned(namespace, planId, stepNum) : null,
        recoveryPlanId: recovery.planId,
        recoveryProblem: recovery.problem,
      };
    }
    throw new Error(`Step ${stepNum} of plan ${planId} was given another item ${MAX_LOOKS} times`);
  }

  /**
   * A person says which item a step came from. What the step taught becomes that item's learning, with the loss of
   * trust, once. An item that the service had inferred gives up what it learned and gets back what the step cost it.
   *
   * @throws NotFoundError when there is no such plan or item
   * @throws BadUserInputError when the plan has no such step
   * @throws ConflictError when the plan or a person named another item
   */
  async attributeStep(caller: Caller, { planId, stepNum, itemId }: AttributeStepArgs): Promise<StepReport> {
    const { namespace, agent } = caller;
    await this.kb.getItem(namespace, itemId);
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const step = await this.findStep(namespace, planId, stepNum);
      const movedFrom = step.inferred === true && step.itemId !== itemId ? step.itemId : null;
      const { reportHash, correctionHash } = step;
      const key = { namespace, planId, stepNum, itemId };
      const taught = lessonsOf({ ...key, movedFrom: movedFrom ?? step.movedFrom }, step);
      const lessons = await this.withMoved(namespace, taught, itemId, movedFrom, step);
      const answer = await this.repository.attributeStep({
        ...key,
        now: this.clock.now(),
        reportHash,
        correctionHash,
        movedFrom,
        observed: OBSERVED_OUTCOMES.map((outcome) => evidenceId({ ...key, movedFrom: null }, outcome)),
        retraction: {
          id: `retract-step:${planId}:${stepNum}`,
          kind: EvidenceKind.RETRACTION,
          agent: agent ?? null,
          comment: commentOf(`The step came from ${itemId}`),
          planId,
          stepNum,
        },
        lessons,
      });
      if (!answer) throw new NotFoundError('KnowledgeItem', itemId);
      if (answer.answer === 'CHANGED') continue;
      if (answer.answer === 'CONFLICT') {
        throw new ConflictError(`Step ${stepNum} of plan "${planId}" came from "${step.itemId ?? 'another item'}"`);
      }
      if (answer.answer === 'RECORDED') this.plans.observePerson();
      const ids = lessons.map(({ entry }) => entry.id);
      const last = ids.length === 0 ? undefined : (await this.repository.findEntries(namespace, ids)).at(-1);
      return {
        planId,
        stepNum,
        itemId,
        learningId: last?.learningId ?? null,
        trustAfter: last?.trustAfter ?? null,
        note: null,
        recoveryPlanId: step.recoveredBy?.id ?? null,
        recoveryProblem: null,
      };
    }
    throw new Error(`Step ${stepNum} of plan ${planId} was reported anew ${MAX_LOOKS} times`);
  }

  /** Of an item that was inferred, the step's learnings move as they are now: a person may have completed them. */
  private async withMoved(
    namespace: string,
    lessons: readonly Lesson[],
    itemId: string,
    movedFrom: string | null,
    { taught }: Step,
  ): Promise<AttributedLesson[]> {
    const ids = movedFrom === null ? [] : taught;
    const found = await Promise.all(ids.map((id) => this.kb.findLearning(namespace, id)));
    return lessons.map((given) => {
      const learning = found.find((one) => one?.itemId === movedFrom && one?.kind === given.learning.kind);
      if (!learning) return { ...given, moved: false };
      const stored = storedLearning(namespace, learning.id, itemId, learning);
      return { ...given, moved: true, learning: stored, entry: { ...given.entry, learningId: learning.id } };
    });
  }

  private async findStep(namespace: string, planId: string, stepNum: number): Promise<Step> {
    const found = await this.repository.findStep(namespace, planId, stepNum);
    if (!found) throw new NotFoundError('Plan', planId);
    const { step, ...context } = found;
    if (!step) {
      throw BadUserInputError.of(
        'stepNum',
        'max',
        `stepNum must be 0 to ${context.steps - 1}, the steps of plan "${planId}"`,
      );
    }
    return { ...context, ...step };
  }

  private reportRow({ namespace, agent }: Caller, input: StepReportInput, step: Step): ReportRow {
    const now = this.clock.now();
    const settings = JSON.parse(step.plan.settings) as PlanningSettings;
    const applicationVersion = input.applicationVersion ?? settings.applicationVersion ?? null;
    const said = { applicationVersion, agent: agent ?? null, at: now.toISOString() };
    const { planId, stepNum, outcome } = input;
    const content = redactedContent(input);

    // A recovery that was saved before its failure was reported says what worked, too.
    const recoveryApproach = content.recoveryApproach ?? step.recoveredBy?.reasoning ?? step.recoveryApproach;
    let report: ReportRow['report'] = {};
    let reported: Step = { ...step, failure: null, correction: null };
    if (outcome === StepOutcome.FAILURE) {
      const failure: StoredFailure = { error: content.error ?? '', ...said };
      report = { error: failure.error, failure: JSON.stringify(failure), recoveryApproach };
      reported = { ...reported, failure: report.failure ?? null, recoveryApproach };
    } else if (outcome === StepOutcome.CORRECTED) {
      const { correctedAction = {}, humanReasoning = '' } = content;
      const correction: StoredCorrection = { correctedAction, humanReasoning, ...said };
      report = { correction: JSON.stringify(correction) };
      reported = { ...reported, correction: report.correction ?? null };
    }
    const { itemId, movedFrom } = step;
    const source = { namespace, planId, stepNum, itemId, movedFrom };
    const [lesson] = itemId === null ? [] : lessonsOf({ ...source, itemId }, reported);
    return {
      namespace,
      planId,
      stepNum,
      itemId,
      now,
      outcome,
      reportHash: hashOf({ outcome, ...content }),
      report,
      followedLearning: content.followedLearning ?? null,
      learning: lesson?.learning ?? null,
      evidenceId: evidenceId(source, outcome),
      entry: lesson?.entry ?? successOf(source, outcome, said),
    };
  }

  private async whyNothingLearned(namespace: string, planId: string, stepNum: number): Promise<string> {
    const step = (await this.plans.listSteps(namespace, planId)).find(({ num }) => num === stepNum);
    const why = 'No learning was made: it is not known which knowledge item the step came from';
    return step && step.candidates.length > 0 ? `${why}; attributeStep takes up a suggestion of the step` : why;
  }

  // ───────────────────────────── recovery ─────────────────────────────

  private async recoveryOf(caller: Caller, input: StepReportInput, step: Step): Promise<Recovery> {
    const { planId, outcome, recover, recoveryApproach } = input;
    const known = { planId: step.recoveredBy?.id ?? null, problem: null };
    const wanted = outcome === StepOutcome.FAILURE && recover && recoveryApproach === undefined;
    if (!wanted || known.planId !== null || !this.llm.configured) return known;
    const key = JSON.stringify([caller.namespace, planId]);
    let underWay = this.recovering.get(key);
    if (!underWay) {
      underWay = this.recover(caller, input, step).finally(() => this.recovering.delete(key));
      this.recovering.set(key, underWay);
    }
    return underWay;
  }

  /** Asks the LLM how to go on and saves its plan. Never fails: the report it follows is committed. */
  private async recover(caller: Caller, { planId, error = '' }: StepReportInput, step: Step): Promise<Recovery> {
    const { namespace } = caller;
    try {
      // The step was read before the report was committed; a repeat of it may have had the recovery since.
      const { recoveredBy: meanwhile } = await this.findStep(namespace, planId, step.num);
      if (meanwhile) return { planId: meanwhile.id, problem: null };
      const settings = JSON.parse(step.plan.settings) as PlanningSettings;
      const [steps, retrieved] = await Promise.all([
        this.plans.listSteps(namespace, planId),
        this.plans.listRetrieved(namespace, planId),
      ]);
      const items = await this.kb.findItems(
        namespace,
        retrieved.map(({ id }) => id),
      );
      const ranked = retrieved.flatMap(({ id, relevance }) => {
        const item = items.get(id);
        return item ? [{ item, relevance }] : [];
      });
      const given = await this.prompts.assemble(namespace, { task: step.plan.task, ...settings }, ranked, {
        stepNum: step.num,
        action: actionOf(step),
        error: redactText(error),
        done: steps.filter(({ outcome }) => outcome === StepOutcome.SUCCESS).map(recordOf),
      });
      const { value } = await this.llm.complete({ ...given, schema: recoveryReply, schemaName: 'recovery_plan' });
      const plan = await this.plans.save(caller, {
        ...given,
        ...replied(value),
        task: step.plan.task,
        receiptId: null,
        recovers: planId,
        key: `recovery:${planId}`,
        // Whichever of two replicas saves first, theirs is the recovery.
        requestHash: '',
      });
      return { planId: plan.id, problem: null };
    } catch (failure) {
      if (!(failure instanceof DomainError)) this.logger.error(failure instanceof Error ? failure.stack : failure);
      else this.logger.warn(`no recovery of plan ${planId}: ${failure.message}`);
      const { recoveredById = null } = (await this.plans.findPlan(namespace, planId).catch(() => undefined)) ?? {};
      if (recoveredById !== null) return { planId: recoveredById, problem: null };
      return { planId: null, problem: failure instanceof DomainError ? failure.message : 'Internal error' };
    }
  }
}

interface Recovery {
  readonly planId: string | null;
  readonly problem: string | null;
}

const FIELDS = ['error', 'recoveryApproach', 'correctedAction', 'humanReasoning'] as const;
type Field = (typeof FIELDS)[number];

const FIELDS_OF_OUTCOME: Readonly<Record<StepOutcome, { required: readonly Field[]; optional: readonly Field[] }>> = {
  [StepOutcome.PENDING]: { required: [], optional: [] },
  [StepOutcome.SUCCESS]: { required: [], optional: [] },
  [StepOutcome.SKIPPED]: { required: [], optional: [] },
  [StepOutcome.FAILURE]: { required: ['error'], optional: ['recoveryApproach'] },
  [StepOutcome.CORRECTED]: { required: ['correctedAction', 'humanReasoning'], optional: [] },
};

function problemsOf(input: StepReportInput): FieldProblem[] {
  const { outcome } = input;
  if (outcome === StepOutcome.PENDING) {
    return [{ path: 'outcome', rule: 'isReported', message: 'outcome must be SUCCESS, FAILURE, CORRECTED or SKIPPED' }];
  }
  const { required, optional } = FIELDS_OF_OUTCOME[outcome];
  return FIELDS.flatMap((path): FieldProblem[] => {
    const given = input[path] !== undefined;
    if (required.includes(path)) {
      return given ? [] : [{ path, rule: 'isRequired', message: `${path} is required for ${outcome}` }];
    }
    return !given || optional.includes(path)
      ? []
      : [{ path, rule: 'isForeign', message: `${path} has no place in ${outcome}` }];
  });
}

type ReportContent = Omit<StepReportInput, 'planId' | 'stepNum' | 'outcome' | 'recover'>;

/** What a report says of its step. Secrets are cut out here: nothing behind this sees them. */
function redactedContent(input: StepReportInput): ReportContent {
  const { error, recoveryApproach, correctedAction, humanReasoning, followedLearning, applicationVersion } = input;
  return {
    ...(error !== undefined && { error: redactText(error) }),
    ...(recoveryApproach !== undefined && { recoveryApproach: redactText(recoveryApproach) }),
    ...(humanReasoning !== undefined && { humanReasoning: redactText(humanReasoning) }),
    ...(correctedAction !== undefined && { correctedAction: redactJson(correctedAction) as Record<string, unknown> }),
    ...(followedLearning !== undefined && { followedLearning }),
    ...(applicationVersion !== undefined && { applicationVersion }),
  };
}

/** What a step has taught so far, as learnings of an item: its failure, then its correction. */
function lessonsOf(source: Source & { readonly itemId: string }, step: Step): Lesson[] {
  const content = { task: step.plan.task, stepNum: step.num, originalAction: actionOf(step) };
  const lessons: Lesson[] = [];
  if (step.failure !== null) {
    const { error, applicationVersion, agent, at } = JSON.parse(step.failure) as StoredFailure;
    lessons.push(
      lesson(source, agent, {
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
    const { correctedAction, humanReasoning, applicationVersion, agent, at } = JSON.parse(
      step.correction,
    ) as StoredCorrection;
    lessons.push(
      lesson(source, agent, {
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

function lesson(source: Source & { readonly itemId: string }, agent: string | null, content: LearningContent): Lesson {
  const { namespace, itemId, planId, stepNum } = source;
  const human = content.kind === LearningKind.HUMAN_INTERRUPT;
  const learning = storedLearning(namespace, ulid(content.timestamp.getTime()), itemId, content);
  return {
    learning,
    entry: {
      id: evidenceId(source, human ? StepOutcome.CORRECTED : StepOutcome.FAILURE),
      kind: human ? EvidenceKind.HUMAN_CORRECTION : EvidenceKind.STEP_FAILURE,
      agent,
      comment: commentOf(content.humanReasoning ?? content.originalError ?? ''),
      planId,
      stepNum,
      applicationVersion: content.applicationVersion,
      learningId: learning.id,
    },
  };
}

/** Of a report that makes no learning: a success is an entry where the trust policy counts it, anything else is none. */
function successOf(
  source: Source,
  outcome: StepOutcome,
  { agent, applicationVersion }: Pick<StoredFailure, 'agent' | 'applicationVersion'>,
): StepEntry | null {
  if (outcome !== StepOutcome.SUCCESS) return null;
  const { planId, stepNum } = source;
  const kind = EvidenceKind.STEP_SUCCESS;
  return { id: evidenceId(source, outcome), kind, agent, comment: null, planId, stepNum, applicationVersion };
}

/** A step, and where it came from. */
interface Source {
  readonly namespace: string;
  readonly planId: string;
  readonly stepNum: number;
  readonly itemId: string | null;
  /** The item that was inferred first; its evidence of the step stays with it. */
  readonly movedFrom: string | null;
}

const OBSERVED_OUTCOMES = [StepOutcome.FAILURE, StepOutcome.CORRECTED, StepOutcome.SUCCESS] as const;

/** An observation counts once for an item: its id is made from what it observes. */
function evidenceId({ planId, stepNum, itemId, movedFrom }: Source, outcome: StepOutcome): string {
  const id = `report-step:${planId}:${stepNum}:${outcome}`;
  return movedFrom === null ? id : `${id}:${itemId}`;
}

function actionOf({ toolName, toolArguments, reasoning, kbSource }: Step): Record<string, unknown> {
  return actionRecord({
    toolName,
    toolArguments: JSON.parse(toolArguments) as Record<string, unknown>,
    reasoning,
    kbSource,
  });
}

function recordOf({ toolName, toolArguments, reasoning, kbSource }: PlanStep): Record<string, unknown> {
  return actionRecord({ toolName, toolArguments: toolArguments as Record<string, unknown>, reasoning, kbSource });
}
