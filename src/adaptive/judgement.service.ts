import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ConflictError, LastingConflictError, NotFoundError } from '../common/errors.js';
import { assertRole, needsNoKey } from '../common/roles.js';
import { hashOf } from '../common/hash.js';
import { metrics } from '../common/metrics.js';
import { firstCharacters } from '../common/text.js';
import { ADAPTIVE, type JudgeStepArgs } from './adaptive.inputs.js';
import { type AdaptiveStep, Judge } from './adaptive.model.js';
import { CheckedBy, CriterionJudge, ValidationVerdict } from '../criteria/criteria.js';
import type { Validation } from '../criteria/verdict.model.js';
import { AdaptiveRepository, type KnownTask } from './adaptive.repository.js';
import type { JudgedRow, UnjudgedRow } from './adaptive.statements.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { UndoDoors } from '../versions/undo.model.js';
import { VerdictEffects } from './verdict-effects.service.js';

const judgements = new Counter({
  name: 'heartwood_adaptive_judgements_total',
  help: 'Verdicts of steps that an agent or a person decided, by who decided (AGENT, PERSON) and result: success, failure',
  labelNames: ['by', 'result'] as const,
  registers: [metrics],
});

/** Maximum number of tries, since a judgement is computed again if its task changed meanwhile. */
const MAX_TRIES = 3;

/** Records verdicts on steps by agents and people. */
@Injectable()
export class JudgementService {
  constructor(
    private readonly repository: AdaptiveRepository,
    private readonly effects: VerdictEffects,
    private readonly clock: Clock,
    doors: UndoDoors,
  ) {
    doors.decides(ChangeDoor.JUDGE_STEP, async (transaction, { caller, at, stands, was }) => {
      if (stands) throw new LastingConflictError('judgeStep judges the step again; an undone judgement stays undone');
      const judged = was as UnjudgedRow;
      const evidence = {
        id: `unjudge:${judged.evidenceId ?? ''}`,
        ...voiceOf(caller),
        comment: 'The judgement was undone',
        stepNum: judged.num,
      };
      return this.repository.unjudge(transaction, caller.namespace, judged, { now: at, evidence });
    });
  }

  /**
   * Decides the verdict of a step, which is possible only once. The decision changes the trust of the strategy; if it
   * concerns the last step, the task continues or ends. If a person overrules rules or the LLM, their evidence is
   * retracted and replaced. Repeating the same judgement returns the first answer. On a service without keys, every caller
   * counts as a person.
   *
   * @throws ForbiddenError when a key without the role reviewer judges as a person
   * @throws NotFoundError when there is no such task or step
   * @throws ConflictError when the step was judged differently before, or an agent judges a decided step or one that is
   * left to a reviewer
   */
  async judge(caller: Caller, given: JudgeStepArgs): Promise<AdaptiveStep> {
    const { namespace } = caller;
    const { taskId, stepNum, success, by } = given;
    if (by === Judge.PERSON) assertRole(caller, 'reviewer', 'judgeStep by PERSON');
    const reason = firstCharacters(given.reason, ADAPTIVE.reason);
    const judgedHash = hashOf({ success, reason, by });
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const known = await this.repository.findTask(namespace, taskId);
      if (!known) throw new NotFoundError('AdaptiveTask', taskId);
      const step = known.task.steps[stepNum];
      if (!step) throw new NotFoundError('AdaptiveStep', `${taskId}/${stepNum}`);
      if (step.judgement) {
        const { success: first, reason: why, by: who } = step.judgement;
        if (hashOf({ success: first, reason: why, by: who }) === judgedHash) return step;
        throw judgedOtherwise(taskId, stepNum);
      }
      if (by === Judge.AGENT) assertOpen(known.task, step);
      const { row, judged, retraction, lesson } = await this.work(caller, known, step, {
        success,
        reason,
        by,
        judgedHash,
      });
      const change = newChange(caller, ChangeDoor.JUDGE_STEP, row.now);
      const answer = await this.repository.judge(row, { retraction, lesson, change });
      if (answer === 'JUDGED') {
        judgements.inc({ by, result: success ? 'success' : 'failure' });
        return { ...judged, changeId: retraction ? null : change.id };
      }
      // A concurrent call changed the task; the next iteration reads it again.
    }
    throw new ConflictError(`Task "${taskId}" goes on at this moment; judge its step ${stepNum} again`);
  }

  /** Computes everything that a judgement changes. */
  private async work(
    caller: Caller,
    known: KnownTask,
    step: AdaptiveStep,
    { success, reason, by, judgedHash }: Pick<JudgeStepArgs, 'success' | 'by'> & { reason: string; judgedHash: string },
  ) {
    const { objective, steps } = known.task;
    const given = {
      ...step,
      validation: judgedValidation(step.validation, objective, { success, reason, by }),
      succeeded: success,
      judgement: { success, reason, by, key: keyOf(caller), at: this.clock.now() },
    };
    const isLast = step.num === steps.length - 1;
    const effects = await this.effects.of(caller, known, given, judgedHash, isLast ? undefined : step);
    const { rows, step: judged, retraction, lesson } = effects;
    if (!lesson) throw new Error('A judged step is decided, and teaches');
    const row: JudgedRow = {
      ...rows.at,
      steps: steps.length,
      step: { ...rows.step, judgement: JSON.stringify(given.judgement), judgedHash },
      task: isLast ? rows.task : null,
    };
    return { row, judged, retraction, lesson };
  }
}

/** How a judgement names the key of its judge. */
function keyOf(caller: Caller): string {
  return needsNoKey(caller) ? 'no key' : (caller.keyId ?? 'key');
}

function assertOpen({ id, intent }: KnownTask['task'], { num, validation }: AdaptiveStep): void {
  const { PASSED, UNDECIDED } = ValidationVerdict;
  if (validation.verdict !== PASSED && validation.verdict !== UNDECIDED) {
    const message = `Step ${num} of task "${id}" is decided by ${validation.decidedBy}; only a PERSON overrules that`;
    throw new ConflictError(message);
  }
  const left = intent.criteria.find(({ check }) => check.judge === CriterionJudge.REVIEWER);
  if (left) throw new ConflictError(`"${left.text}" of task "${id}" is left to a reviewer: only a PERSON judges it`);
}

/** The validation with the judge's verdict; checks of rules and the LLM are kept. */
function judgedValidation(
  { checks, issues, ...validation }: Validation,
  objective: string,
  { success, reason, by }: Pick<JudgeStepArgs, 'success' | 'by'> & { readonly reason: string },
): Validation {
  const criterion = firstCharacters(objective, ADAPTIVE.criterion);
  // The objective may be a criterion itself, which the judgement decides.
  const others = checks.filter((check) => check.criterion !== criterion);
  const all = [...others, { criterion, met: success, decidedBy: CheckedBy[by], reason }];
  return {
    ...validation,
    verdict: success ? ValidationVerdict.SUCCESS : ValidationVerdict.FAILURE,
    overallSuccess: success,
    decidedBy: CheckedBy[by],
    checks: all,
    successCriteriaMet: all.map(({ met }) => met === true),
    issues: success ? [] : [reason, ...issues],
    open: [],
    isGuess: false,
  };
}

function judgedOtherwise(taskId: string, stepNum: number): ConflictError {
  return new ConflictError(`Step ${stepNum} of task "${taskId}" was judged already; another judgement changes nothing`);
}
