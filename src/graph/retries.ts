import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './errors.js';

/** Pause before the first retry; doubled each time, with a random deviation of up to a fifth. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** How long a transaction is retried. */
export interface Retries {
  /** Time in ms after which a failure is thrown instead of being followed by another attempt. */
  readonly forMs: number;
  /** Whether the time begins with the first attempt or with its failure, so that there are at least two attempts. */
  readonly from: 'start' | 'first failure';
  /** Asked after each failure: whether the time begins again with this one. */
  readonly beginsAgain?: () => boolean;
}

/** Repeats an attempt that failed with a transient error. */
export async function withRetries<Result>(
  { forMs, from, beginsAgain }: Retries,
  attempt: () => Promise<Result>,
): Promise<Result> {
  let since = from === 'start' ? performance.now() : undefined;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (beginsAgain?.()) since = undefined;
      const isLast = since !== undefined && performance.now() - since >= forMs;
      if (isLast || !isTransient(error)) throw error;
      since ??= performance.now();
    }
    await sleep(pause * (0.8 + 0.4 * Math.random()));
  }
}
