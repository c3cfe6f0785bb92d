import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { type Caller, voiceOf, witnessOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page, type Page } from '../common/connection.js';
import {
  BadUserInputError,
  ConflictError,
  DomainError,
  LastingConflictError,
  NotFoundError,
} from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { metrics } from '../common/metrics.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { ItemsService } from '../items/items.service.js';
import { commentOf, storedLearning } from '../items/learning.js';
import { LlmClient } from '../llm/llm-client.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { UndoDoors, type UndoneDecision } from '../versions/undo.model.js';
import { recoveryReply } from './plan-reply.js';
import { PlanService } from './plan.service.js';
import type { AttributeStepArgs, StepOutcomeInput, StepReportInput } from './planning.inputs.js';
import { type AttributionForReview, StepOutcome, type StepReport } from './planning.model.js';
import { PlanningRepository, type PlanningSettings } from './planning.repository.js';
import type { AttributedLesson, AttributionRecord, AttributionRow, Lesson, ReportRow } from './planning.statements.js';
import { PromptService } from './prompt.service.js';
import {
  actionOf,
  evidenceId,
  evidencePrefix,
  lessonsOf,
  problemsOf,
  recordOf,
  contentOf,
  reportedOtherwise,
  type Step,
  type StoredCorrection,
  type StoredFailure,
  successOf,
} from './step-report.js';

const outcomes = new Counter({
  name: 'heartwood_step_reports_total',
  help: 'Reports of steps by outcome and answer: RECORDED, REPEATED, CONFLICT',
  labelNames: ['outcome', 'answer'] as const,
  registers: [metrics],
});

/**
 * Maximum number of retries if a step moves to another item between two reads. If this number is exceeded, there is a
 * defect.
 */
const MAX_LOOKS = 5;

/** Steps that were read and validated, ready to be reported. */
export type PreparedSteps = readonly ReportRow[];

/** Records outcomes of steps, and the learnings that result from them. */
@Injectable()
export class ReportService {
  private readonly logger = new Logger(ReportService.name);
  /** Running LLM requests for recoveries, so that repeats of a report wait for the same request. */
  private readonly recovering = new Map<string, Promise<Recovery>>();

  constructor(
    private readonly repository: PlanningRepository,
    private readonly plans: PlanService,
    private readonly prompts: PromptService,
    private readonly kb: ItemsService,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
    doors: UndoDoors,
  ) {
    doors.decides(ChangeDoor.ATTRIBUTE_STEP, (transaction, undone) => this.unattribute(transaction, undone));
  }

  /**
   * Records the outcome of a step. A failure or correction becomes a learning of the step's item and lowers its trust,
   * in one transaction. This happens once per step, even if the report is repeated. A recovery plan is requested only
   * after the commit; if there is none, the report remains valid.
   *
   * @throws BadUserInputError when a field is missing or does not apply to the outcome, or the plan has no such step
   * @throws NotFoundError when the plan or the followed learning does not exist
   * @throws ConflictError when another outcome was reported before; a correction after a failure is allowed
   */
  async reportStep(caller: Caller, input: StepReportInput): Promise<StepReport> {
    const { namespace } = caller;
    const { planId, stepNum, outcome } = input;
    await this.check(namespace, [input]);

    for (let look = 1; look <= MAX_LOOKS; look++) {
      const step = await this.findStep(namespace, planId, stepNum);
      const answer = await this.repository.reportStep(this.reportRow(caller, input, step));
      if (!answer) throw new NotFoundError('Plan', planId);
      if (answer.answer === 'MOVED') continue;
      outcomes.inc({ outcome, answer: answer.answer });
      if (answer.answer === 'CONFLICT') throw reportedOtherwise(planId, stepNum, answer);
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
        retracted: answer.retracted,
        changeId: null,
      };
    }
    throw new Error(`Step ${stepNum} of plan ${planId} was given another item ${MAX_LOOKS} times`);
  }

  /**
   * Reads the data that a report of several steps of one plan needs, so that `reportIn` can record them.
   *
   * @param path path of the list of steps in the caller's input
   * @throws BadUserInputError when a field is missing or does not apply to the outcome, or the plan has no such step
   * @throws NotFoundError when the plan or a followed learning does not exist
   */
  async prepare(
    caller: Caller,
    planId: string,
    steps: readonly StepOutcomeInput[],
    path: string,
  ): Promise<PreparedSteps> {
    const { namespace } = caller;
    await this.check(namespace, steps, path);
    return Promise.all(
      steps.map(async (step, index) => {
        const known = await this.findStep(namespace, planId, step.stepNum, `${path}.${index}.`);
        return this.reportRow(caller, { ...step, planId, recover: false }, known);
      }),
    );
  }

  /**
   * Records outcomes of steps in the caller's transaction, which must already hold the locks of their items. No
   * recovery plan is requested.
   *
   * @returns false when a step's item changed since it was read: the caller has to prepare the steps again
   * @throws ConflictError when another outcome of a step was reported before; a correction after a failure is allowed
   */
  async reportIn(transaction: GraphTransaction, rows: PreparedSteps): Promise<boolean> {
    const answers = await this.repository.reportIn(transaction, rows);
    for (const [n, { planId, stepNum }] of rows.entries()) {
      const answer = answers[n];
      if (!answer) throw new NotFoundError('Plan', planId);
      if (answer.answer === 'MOVED') return false;
      if (answer.answer === 'CONFLICT') throw reportedOtherwise(planId, stepNum, answer);
    }
    return true;
  }

  /** Refs of the items whose ledgers reports of these steps may write. */
  refsOf(rows: PreparedSteps): string[] {
    return [...new Set(rows.flatMap(({ itemId }) => (itemId === null ? [] : [`item:${itemId}`])))];
  }

  /** Updates the metrics for committed reports. */
  reported(rows: PreparedSteps): void {
    for (const { outcome } of rows) outcomes.inc({ outcome, answer: 'RECORDED' });
  }

  /** @param path path of the list of steps; absent if the input is the step itself */
  private async check(namespace: string, steps: readonly StepOutcomeInput[], path?: string): Promise<void> {
    const problems = steps.flatMap((step, index) => problemsOf(step, path === undefined ? '' : `${path}.${index}.`));
    if (problems.length > 0) throw new BadUserInputError(problems);
    const followed = new Set(steps.flatMap(({ followedLearning }) => followedLearning ?? []));
    await Promise.all([...followed].map((id) => this.kb.getLearning(namespace, id)));
  }

  /**
   * Records which item a step came from, as a person says. The step's learnings move to that item, with one loss of
   * trust. If the step was attributed to another item, that item loses these learnings and regains the trust.
   *
   * @throws NotFoundError when the plan or the item does not exist
   * @throws BadUserInputError when the plan has no such step
   * @throws ConflictError when the plan named another item and `force` is false
   */
  async attributeStep(caller: Caller, { planId, stepNum, itemId, force }: AttributeStepArgs): Promise<StepReport> {
    const { namespace } = caller;
    await this.kb.getItem(namespace, itemId);
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const step = await this.findStep(namespace, planId, stepNum);
      const now = this.clock.now();
      const change = newChange(caller, ChangeDoor.ATTRIBUTE_STEP, now);
      const row = await this.attributionRow(caller, { planId, stepNum, itemId, force }, step, { now, change });
      const { lessons } = row;
      const answer = await this.repository.attributeStep(row);
      if (!answer) throw new NotFoundError('KnowledgeItem', itemId);
      if (answer.answer === 'CHANGED') continue;
      if (answer.answer === 'CONFLICT') {
        throw new ConflictError(
          `The plan says that step ${stepNum} of plan "${planId}" came from "${step.itemId ?? 'another item'}"; with force that is replaced`,
        );
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
        retracted: last?.retracted ?? false,
        changeId: answer.changeId,
      };
    }
    throw new Error(`Step ${stepNum} of plan ${planId} was reported anew ${MAX_LOOKS} times`);
  }

  private async attributionRow(
    caller: Caller,
    { planId, stepNum, itemId, force }: AttributeStepArgs,
    step: Step,
    { now, change }: Pick<AttributionRow, 'now' | 'change'>,
  ): Promise<AttributionRow> {
    const { namespace } = caller;
    const movedFrom = step.itemId !== itemId ? step.itemId : null;
    const { reportHash, correctionHash, revision } = step;
    // If the step was moved before, its next item may already have had the step's evidence.
    const nextRevision = movedFrom !== null && step.movedFrom !== null ? revision + 1 : revision;
    const key = { namespace, planId, stepNum, itemId };
    const taught = lessonsOf({ ...key, movedFrom: movedFrom ?? step.movedFrom, revision: nextRevision }, step);
    const lessons = await this.withMoved(namespace, taught, itemId, movedFrom, step);
    const retraction = {
      id: `retract-step:${planId}:${stepNum}${nextRevision === 0 ? '' : `#${nextRevision}`}`,
      ...voiceOf(caller),
      comment: commentOf(`The step came from ${itemId}`),
      planId,
      stepNum,
    };
    const known = { reportHash, correctionHash, movedFrom, revision, nextRevision };
    return { ...key, ...known, now, change, force, prefix: evidencePrefix(key), retraction, lessons };
  }

  /**
   * Undoes a person's attribution: the step has the item that it had before, or none.
   *
   * @throws LastingConflictError when the attribution is to be brought back: that is a new decision
   */
  private async unattribute(transaction: GraphTransaction, { caller, at, stands, was }: UndoneDecision) {
    if (stands)
      throw new LastingConflictError('attributeStep names the item again; an undone attribution stays undone');
    const { namespace } = caller;
    const record = was as AttributionRecord;
    const { planId, stepNum, itemId, before } = record;
    const step = await this.findStep(namespace, planId, stepNum);
    if (step.itemId !== itemId || step.revision !== record.revision) return false;
    const { reportHash, correctionHash, revision } = step;
    const key = { namespace, planId, stepNum, itemId };
    const evidence = {
      id: `unattribute-step:${planId}:${stepNum}#${revision}`,
      ...voiceOf(caller),
      comment: `The step did not come from ${itemId}`,
      planId,
      stepNum,
    };
    const known = { reportHash, correctionHash, revision, prefix: evidencePrefix(key), ofStep: before.ofStep };
    const asked = { planId, stepNum, itemId: before.itemId ?? itemId, force: true };
    const back =
      before.itemId === null || before.itemId === itemId
        ? undefined
        : await this.attributionRow(caller, asked, step, { now: at, change: null });
    return this.repository.unattributeIn(transaction, { ...key, ...known, now: at, evidence }, record, back);
  }

  /**
   * Lists inferred steps whose deciding name another item has taken since; those of the newest plans come first.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async listForReview(namespace: string, { first, after }: Page): Promise<ConnectionOf<AttributionForReview>> {
    const [behind = null] = decodeCursor(after, 'attributions-for-review', ['string']) ?? [];
    return page({
      rows: await this.repository.listForReview(namespace, behind, first + 1),
      first,
      after,
      order: 'attributions-for-review',
      key: ({ key }) => [key],
      totalCount: () => this.repository.countForReview(namespace),
    });
  }

  /** Learnings move from the previous item in their current state, since a person may have completed them. */
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

  /** @param at path of the step in the caller's input, ending in a dot */
  private async findStep(namespace: string, planId: string, stepNum: number, at = ''): Promise<Step> {
    const found = await this.repository.findStep(namespace, planId, stepNum);
    if (!found) throw new NotFoundError('Plan', planId);
    const { step, ...context } = found;
    if (!step) {
      throw BadUserInputError.of(
        `${at}stepNum`,
        'max',
        `${at}stepNum must be 0 to ${context.steps - 1}, the steps of plan "${planId}"`,
      );
    }
    return { ...context, ...step };
  }

  private reportRow(caller: Caller, input: StepReportInput, step: Step): ReportRow {
    const { namespace } = caller;
    const now = this.clock.now();
    const settings = JSON.parse(step.plan.settings) as PlanningSettings;
    const applicationVersion = input.applicationVersion ?? settings.applicationVersion ?? null;
    const said = { applicationVersion, ...witnessOf(caller), at: now.toISOString() };
    const { planId, stepNum, outcome } = input;
    const content = contentOf(input);

    // A recovery that was saved before its failure was reported also supplies the recovery approach.
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
    const { itemId, movedFrom, revision } = step;
    const source = { namespace, planId, stepNum, itemId, movedFrom, revision };
    const [lesson] = itemId === null ? [] : lessonsOf({ ...source, itemId }, reported);
    return {
      namespace,
      planId,
      stepNum,
      itemId,
      revision,
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

  /** Asks the LLM for a recovery plan and saves it. Never throws, since the report is already committed. */
  private async recover(caller: Caller, { planId, error = '' }: StepReportInput, step: Step): Promise<Recovery> {
    const { namespace } = caller;
    try {
      // The step was read before the commit; a concurrent repeat of the report may have saved a recovery since.
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
      const recovery = {
        stepNum: step.num,
        action: actionOf(step),
        error,
        done: steps.filter(({ outcome }) => outcome === StepOutcome.SUCCESS).map(recordOf),
      };
      const given = await this.prompts.assemble(caller, { task: step.plan.task, ...settings }, ranked, { recovery });
      const { value } = await this.llm.complete({ ...given, schema: recoveryReply, schemaName: 'recovery_plan' });
      const plan = await this.plans.saveReply(caller, value, {
        ...given,
        task: step.plan.task,
        receiptId: null,
        recovers: planId,
        key: `recovery:${planId}`,
        // If two replicas race, the first saved recovery wins.
        requestHash: '',
        warnings: [],
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
