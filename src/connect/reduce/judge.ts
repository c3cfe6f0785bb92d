import type { CapturedTurn } from '../../transcripts/captured-turn.js';
import type { TestRun } from './command.js';
import type { Step } from './steps.js';

type Judged = Pick<CapturedTurn, 'verdict' | 'reason'>;

interface Circumstances {
  /** Why nothing can be said about the turn as a whole; undefined if something can. */
  readonly unknown: string | undefined;
  /** Whether the user took back the edits. */
  readonly undone: boolean;
}

/**
 * Decides what a turn says about what was known: tests that passed after the last edit are a success; tests that failed
 * after it, and did not fail in the same way before the first edit, are a failure, and so are edits that the user took
 * back. Everything else is undecided.
 */
export function judge(steps: readonly Step[], { unknown, undone }: Circumstances): Judged {
  if (undone) return { verdict: 'failure', reason: 'The user took back the edits.' };
  if (unknown !== undefined) return undecided(unknown);
  const first = steps.findIndex(({ edits }) => edits === 'yes');
  if (first < 0) return undecided('No file was edited.');
  const last = steps.findLastIndex(({ edits }) => edits === 'yes');
  const changed = steps.findLastIndex(({ edits }) => edits !== 'no');
  // Of the same tests, only the last run counts.
  const runs = new Map<string, TestRun>();
  for (const { run } of steps.slice(last + 1)) {
    if (!run) continue;
    runs.delete(run.tests);
    runs.set(run.tests, run);
  }
  const latest = [...runs.values()].at(-1);
  if (!latest) return undecided('No tests ran after the last edit.');
  const ran = steps.findLastIndex(({ run }) => run === latest);
  if (ran <= changed) return undecided('A command that may have changed files ran after the tests.');
  if (latest.verdict === 'undecided') return undecided('It is not known whether the tests after the last edit passed.');
  if (latest.verdict === 'ok') {
    const others = [...runs.values()].some(({ verdict }) => verdict !== 'ok');
    if (others) return undecided('Of the tests after the last edit, only some are known to have passed.');
    return { verdict: 'success', reason: 'Tests passed after the last edit.' };
  }
  const before = steps.slice(0, first).flatMap(({ run }) => run ?? []);
  if (before.some((run) => mayBeSame(run, latest))) {
    return undecided('Tests failed after the last edit, but may have failed in the same way before the first edit.');
  }
  return { verdict: 'failure', reason: 'Tests failed after the last edit, and not in the same way before the first.' };
}

const undecided = (reason: string): Judged => ({ verdict: 'undecided', reason });

/** Whether a run before the edits may have failed in the same way: it failed, and so did each test that fails now. */
function mayBeSame(before: TestRun, now: TestRun): boolean {
  if (before.verdict !== 'failed') return before.verdict === 'undecided';
  if (before.failing.size === 0 || now.failing.size === 0) return true;
  return [...now.failing].every((name) => before.failing.has(name));
}
