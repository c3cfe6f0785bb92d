import { type ActionName, actionTitle } from './actions.js';
import { type Progress, ProgressDecision, StopReason } from './adaptive.model.js';
import type { Verdict } from '../criteria/verdict.js';

export interface ProgressState {
  readonly decision: 'CONTINUE' | 'STOP';
  readonly reason: string;
  /** Percentage of the criteria that some step met, 0–100. It is 100 only after success; without criteria it is 0 or 100. */
  readonly progress: number;
  /** Null while the task continues. */
  readonly stopReason: 'DONE' | 'MAX_STEPS' | 'NOTHING_NEW' | 'AWAITING_VERDICT' | 'LLM_FAILED' | null;
  /** Title of the next action; null if the task stops. */
  readonly nextAction: string | null;
}

export interface Course {
  /** Absent before the first step. */
  readonly verdict?: Verdict | undefined;
  /** Verdicts of the earlier steps. A criterion that any of them met counts, because a task may deliver in parts. */
  readonly earlier?: readonly Pick<Verdict, 'checks'>[] | undefined;
  /** True if the action of the last step reported success and the verdict on its content is a success. */
  readonly succeeded: boolean;
  /** True if the last action itself reported a failure. */
  readonly actionFailed?: boolean | undefined;
  /** The reason why the last step is undecided; absent if it is decided. Retrying would not help. */
  readonly undecided?: string | undefined;
  /** Steps observed so far. */
  readonly steps: number;
  readonly maxSteps: number;
  /** The action to try next; absent if none is left. */
  readonly next?: ActionName | undefined;
}

/** Decides whether a task continues, and gives the reason. */
export function progressOf(course: Course): ProgressState {
  const { verdict, succeeded, undecided, steps, maxSteps, next } = course;
  const progress = shareMet(course);
  const stop = (stopReason: ProgressState['stopReason'], reason: string): ProgressState => {
    return { decision: 'STOP', reason, progress, stopReason, nextAction: null };
  };
  if (succeeded) return stop('DONE', doneReason(verdict));
  if (undecided !== undefined) return stop('AWAITING_VERDICT', undecided);
  if (steps >= maxSteps) {
    return stop('MAX_STEPS', `The bound of ${maxSteps} step${maxSteps === 1 ? '' : 's'} is reached`);
  }
  if (!next)
    return stop(
      'NOTHING_NEW',
      'Nothing new is left to try: every action failed in this task, also told what was wrong',
    );
  const reason = course.actionFailed === true ? 'The action itself failed' : reasonFor(verdict);
  return { decision: 'CONTINUE', reason, progress, stopReason: null, nextAction: actionTitle(next) };
}

/** Maximum progress before a step succeeds, even if several steps together met all criteria. */
const ALMOST = 99;

function shareMet({ verdict, earlier = [], succeeded }: Course): number {
  if (succeeded) return 100;
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
function doneReason(verdict: Verdict | undefined): string {
  const judged = verdict?.checks.at(-1);
  if (verdict?.decidedBy === 'AGENT') return `An agent judged it a success: ${judged?.reason ?? ''}`;
  if (verdict?.decidedBy === 'PERSON') return `A person judged it a success: ${judged?.reason ?? ''}`;
  return 'All success criteria met';
}

function reasonFor(verdict: Verdict | undefined): string {
  if (!verdict) return 'Nothing was delivered yet';
  if (verdict.decidedBy === 'AGENT' || verdict.decidedBy === 'PERSON') return verdict.issues[0] ?? '';
  const unmet = verdict.checks.filter(({ met }) => met !== true).map(({ criterion }) => criterion);
  if (!verdict.dataTypeMatch || !verdict.formatMatch || unmet.length === 0) {
    return verdict.issues[0] ?? 'The quality is below what is asked for';
  }
  return `Not met yet: ${unmet.join(', ')}`;
}

export function modelOf({ decision, stopReason, ...progress }: ProgressState): Progress {
  return {
    ...progress,
    decision: ProgressDecision[decision],
    stopReason: stopReason === null ? null : StopReason[stopReason],
  };
}
