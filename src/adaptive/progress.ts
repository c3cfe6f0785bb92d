import { type ActionName, actionTitle } from './actions.js';
import type { Verdict } from './verdict.js';

export interface ProgressState {
  readonly decision: 'CONTINUE' | 'STOP';
  readonly reason: string;
  /** Share of the criteria that are met, 0–100; without criteria 0 or 100. */
  readonly progress: number;
  /** What comes next, for people. */
  readonly nextAction: string | null;
}

export interface Course {
  /** Absent before the first step. */
  readonly verdict?: Verdict | undefined;
  /** Whether the last step succeeded: its action by its own word, and what it delivered by the verdict. */
  readonly succeeded: boolean;
  /** Why nobody can tell whether the last step succeeded; absent where it is known. Another try would tell no more. */
  readonly undecided?: string | undefined;
  /** Steps observed so far. */
  readonly steps: number;
  readonly maxSteps: number;
  /** What would be tried next; absent when nothing is left. */
  readonly next?: ActionName | undefined;
}

/** Whether a task goes on, and why. */
export function progressOf({ verdict, succeeded, undecided, steps, maxSteps, next }: Course): ProgressState {
  const progress = shareMet(verdict, succeeded);
  const stop = (reason: string): ProgressState => ({ decision: 'STOP', reason, progress, nextAction: null });
  if (succeeded) return stop('All success criteria met');
  if (undecided !== undefined) return stop(undecided);
  if (steps >= maxSteps) return stop(`The bound of ${maxSteps} step${maxSteps === 1 ? '' : 's'} is reached`);
  if (!next) return stop('Nothing new is left to try: every action failed in this task');
  return { decision: 'CONTINUE', reason: reasonFor(verdict), progress, nextAction: actionTitle(next) };
}

function shareMet(verdict: Verdict | undefined, succeeded: boolean): number {
  const met = verdict?.successCriteriaMet ?? [];
  return met.length === 0 ? (succeeded ? 100 : 0) : Math.floor((100 * met.filter(Boolean).length) / met.length);
}

function reasonFor(verdict: Verdict | undefined): string {
  if (!verdict) return 'Nothing was delivered yet';
  if (verdict.overallSuccess) return 'The action itself failed';
  const unmet = verdict.checks.filter(({ met }) => met !== true).map(({ criterion }) => criterion);
  if (!verdict.dataTypeMatch || !verdict.formatMatch || unmet.length === 0) {
    return verdict.issues[0] ?? 'The quality is below what is asked for';
  }
  return `Not met yet: ${unmet.join(', ')}`;
}
