import type { Proportion } from '../common/newcombe.js';
import { readStatement, writeStatement } from '../graph/statement.js';

export const findCorrectedItem = readStatement<
  { namespace: string; id: string },
  { readonly itemRef: string; readonly createdAt: Date }
>('trials/find-corrected-item');

interface TrialSettings {
  readonly id: string;
  readonly of: string;
  /** Ref of the knowledge whose presence in an answer makes the answer part of the trial; null if any makes it so. */
  readonly shownBy: string | null;
  readonly share: number;
  readonly outcomes: number;
}

/** A stored trial. Both sides are null before the verdict. */
export interface StoredTrial extends TrialSettings {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly given: Proportion | null;
  readonly withheld: Proportion | null;
  readonly counted: number;
}

export const startTrial = writeStatement<
  { namespace: string; trial: TrialSettings & { readonly startedAt: Date }; most: number },
  { readonly started: boolean; readonly running: TrialSettings | null }
>('trials/start-trial');

export const stopTrial = writeStatement<{ namespace: string; id: string; now: Date }, { readonly id: string }>(
  'trials/stop-trial',
);

export const listRunning = readStatement<{ namespace: string }, TrialSettings>('trials/list-running');

export const listTrials = readStatement<{ namespace: string; from: string; until: string; limit: number }, StoredTrial>(
  'trials/list-trials',
);

export const settleTrials = writeStatement<
  { namespace: string; ids: readonly string[]; now: Date },
  { readonly id: string }
>('trials/settle-trials');
