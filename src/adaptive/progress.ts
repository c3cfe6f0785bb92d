import { type ActionName, actionTitle } from './actions.js';
import { type Progress, ProgressDecision, StopReason } from './adaptive.model.js';
import { CheckedBy } from '../criteria/criteria.js';
import { undecidedReason } from '../criteria/verdict.js';
import type { Validation } from '../criteria/verdict.model.js';

export interface Course {
  /** Verdict on the last step; absent before the first. */
  readonly verdict?: Validation | undefined;
  /** Verdicts of the earlier steps. A criterion that any of them met counts, because a task may deliver in parts. */
  readonly earlier?: readonly Pick<Validation, 'checks'>[] | undefined;
  /** True if the last action itself reported a failure. */
  readonly actionFailed?: boolean | undefined;
  /** Steps observed so far. */
  readonly steps: number;
  readonly maxSteps: number;
  /** The action to try next; absent if none is left. */
  readonly next?: ActionName | undefined;
}

/** Decides whether a task continues, and gives the reason. */
export function progressOf(course: Course): Progress {
  const { verdict, steps, maxSteps, next } = course;
  const progress = shareMet(course);
  const stop = (stopReason: StopReason, reason: string): Progress => {
    return { decision: ProgressDecision.STOP, reason, progress, stopReason, nextAction: null };
  };
  if (verdict?.overallSuccess === true) return stop(StopReason.DONE, doneReason(verdict));
  // Retrying would not help.
  const undecided = verdict && undecidedReason(verdict);
  if (undecided !== undefined) return stop(StopReason.AWAITING_VERDICT, undecided);
  if (steps >= maxSteps) {
    return stop(StopReason.MAX_STEPS, `The bound of ${maxSteps} step${maxSteps === 1 ? '' : 's'} is reached`);
  }
  if (!next)
    return stop(
      StopReason.NOTHING_NEW,
      'Nothing new is left to try: every action failed in this task, also told what was wrong',
    );
  const reason = course.actionFailed === true ? 'The action itself failed' : reasonFor(verdict);
  return { decision: ProgressDecision.CONTINUE, reason, progress, stopReason: null, nextAction: actionTitle(next) };
}

/** Maximum progress before a step succeeds, even if several steps together met all criteria. */
const ALMOST = 99;

function shareMet({ verdict, earlier = [] }: Course): number {
  if (verdict?.overallSuccess === true) return 100;
  const checks = verdict?.checks ?? [];
  const met = new Set(
    [...earlier, ...(verdict ? [verdict] : [])].flatMap((one) =>
      one.checks.flatMap(({ criterion, met: isMet }) => (isMet === true ? [criterion] : [])),
    ),
  );
  if (checks.length === 0) return 0;
  const share = checks.filter(({ criterion }) => met.has(criterion)).length / checks.length;
  return Math.min(ALMOST, Math.floor(100 * share));
}

/** Names the judge if an agent or a person judged it a success. */
function doneReason(verdict: Validation): string {
  const judged = verdict.checks.at(-1);
  if (verdict.decidedBy === CheckedBy.AGENT) return `An agent judged it a success: ${judged?.reason ?? ''}`;
  if (verdict.decidedBy === CheckedBy.PERSON) return `A person judged it a success: ${judged?.reason ?? ''}`;
  return 'All success criteria met';
}

function reasonFor(verdict: Validation | undefined): string {
  if (!verdict) return 'Nothing was delivered yet';
  if (verdict.decidedBy === CheckedBy.AGENT || verdict.decidedBy === CheckedBy.PERSON) return verdict.issues[0] ?? '';
  const unmet = verdict.checks.filter(({ met }) => met !== true).map(({ criterion }) => criterion);
  if (!verdict.dataTypeMatch || !verdict.formatMatch || unmet.length === 0) {
    return verdict.issues[0] ?? 'The quality is below what is asked for';
  }
  return `Not met yet: ${unmet.join(', ')}`;
}
