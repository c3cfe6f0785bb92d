import { Injectable } from '@nestjs/common';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../common/errors.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import type { RetractionAnswer } from '../evidence/ledger.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { StepOutcome } from './planning.model.js';
import { PlanningRepository } from './planning.repository.js';
import { evidencePrefix } from './step-report.js';

/** Maximum number of retries if a step is reported between two reads; exceeding it indicates a defect. */
const MAX_LOOKS = 5;

const OUTCOME_OF: Readonly<Partial<Record<EvidenceKind, StepOutcome>>> = {
  [EvidenceKind.STEP_FAILURE]: StepOutcome.FAILURE,
  [EvidenceKind.HUMAN_CORRECTION]: StepOutcome.CORRECTED,
  [EvidenceKind.STEP_SUCCESS]: StepOutcome.SUCCESS,
};

/** A report to be withdrawn. */
export interface ReportToWithdraw {
  readonly planId: string;
  readonly stepNum: number;
  /** Already shortened. */
  readonly reason: string;
  /** Revision of the step; default the current one. */
  readonly revision?: number | undefined;
}

/** Result of withdrawing a report. */
export interface WithdrawnReport {
  /** Id of the RETRACTION, used if the report was evidence. */
  readonly evidenceId: string;
  readonly at: Date;
  readonly reason: string;
  /** Undefined if this call withdrew no evidence. */
  readonly retraction: RetractionAnswer | undefined;
}

/** Withdraws reports of steps. */
@Injectable()
export class WithdrawalService {
  constructor(
    private readonly repository: PlanningRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Withdraws the report of a step, whether or not it was evidence: its learnings and loss of trust are reverted, and
   * the step becomes PENDING with the next revision. Repeating the call returns the first answer.
   *
   * @throws NotFoundError when the plan does not exist
   * @throws BadUserInputError when the plan has no such step, or the step has no such revision
   * @throws ConflictError when the step was not reported, or was carried over from another plan
   */
  async withdraw(caller: Caller, { planId, stepNum, reason, revision }: ReportToWithdraw): Promise<WithdrawnReport> {
    const { namespace } = caller;
    const key = { namespace, planId, stepNum };
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const found = await this.repository.findStep(namespace, planId, stepNum);
      if (!found) throw new NotFoundError('Plan', planId);
      const { step, itemId, steps } = found;
      if (!step) {
        const message = `ref: plan "${planId}" has the steps 0 to ${steps - 1}`;
        throw BadUserInputError.of('ref', 'max', message);
      }
      if (revision !== undefined && revision > step.revision) {
        throw BadUserInputError.of('revision', 'max', `revision must be at most ${step.revision}, that of the step`);
      }
      const evidenceId = (of: number) => `retract-report:${planId}:${stepNum}#${of}`;
      const isOpen = step.reportHash === null;
      if (isOpen || (revision !== undefined && revision < step.revision)) {
        const { withdrawnAt: at, withdrawnReason: first } = step;
        if (at === null || first === null) {
          throw step.carried
            ? carriedOver(key)
            : new ConflictError(`Step ${stepNum} of plan "${planId}" has no report`);
        }
        return { evidenceId: evidenceId(revision ?? step.revision - 1), at, reason: first, retraction: undefined };
      }
      if (step.carried) throw carriedOver(key);
      const { reportHash, correctionHash } = step;
      const now = this.clock.now();
      const evidence = { id: evidenceId(step.revision), ...voiceOf(caller), comment: reason, planId, stepNum };
      const row = {
        ...key,
        itemId,
        revision: step.revision,
        reportHash,
        correctionHash,
        now,
        reason,
        change: newChange(caller, ChangeDoor.RETRACT_REPORT, now),
      };
      const withdrawn = await this.repository.withdrawReport({ ...row, prefix: evidencePrefix(key) }, evidence);
      if (!withdrawn) throw new NotFoundError('Plan', planId);
      if (withdrawn.answer === 'CHANGED') continue;
      return { evidenceId: evidence.id, at: now, reason, retraction: withdrawn.retraction };
    }
    throw new Error(`Step ${stepNum} of plan ${planId} was reported anew ${MAX_LOOKS} times`);
  }

  /** Marks a step's observation as withdrawn, in the transaction that withdrew it and under the lock of its item. */
  async forgetIn(
    transaction: GraphTransaction,
    key: { namespace: string; planId: string; stepNum: number },
    entry: { readonly id: string; readonly observed: EvidenceKind },
  ): Promise<void> {
    const outcome = OUTCOME_OF[entry.observed];
    if (outcome) await this.repository.forgetObservation(transaction, key, outcome, entry.id);
  }
}

function carriedOver({ planId, stepNum }: Pick<ReportToWithdraw, 'planId' | 'stepNum'>): ConflictError {
  const what = `Step ${stepNum} of plan "${planId}"`;
  return new ConflictError(`${what} was carried over from the plan that it recovers; its report is withdrawn there`);
}
