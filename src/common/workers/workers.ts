import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import type { Piscina } from 'piscina';
import { LimitExceededError, TimedOutError } from '../errors.js';
import type { WorkerTask } from './worker-task.js';

/** Limits of the threads that run tasks. */
export interface WorkerLimits {
  /** Maximum elapsed time of one task, not counting its wait for a thread. */
  readonly timeMs: number;
  /** Maximum heap of one thread. */
  readonly heapMb: number;
  readonly threads: number;
  /** Maximum number of tasks that wait for a thread. */
  readonly waiting: number;
}

/**
 * Limits of the threads. The largest allowed input takes one or two seconds; the rest of the time is a reserve for a
 * busy machine.
 */
const WORKER_LIMITS: WorkerLimits = {
  timeMs: 20_000,
  heapMb: 512,
  // At least two, so that a slow task does not block all others.
  threads: Math.max(2, Math.min(4, availableParallelism() - 1)),
  waiting: 100,
};

/** Idle time, in ms, after which a thread ends. */
const IDLE_MS = 60_000;

/**
 * Threads for work on a caller's input that would otherwise block the event loop, and with it every other request. They
 * start with the first task. Small inputs are faster on the caller's thread, since each task costs a copy of its input
 * and some tenths of a millisecond.
 */
@Injectable()
export class Workers implements OnApplicationShutdown {
  private readonly turns;
  private pool: Promise<Piscina> | undefined;

  constructor(private readonly limits: WorkerLimits = WORKER_LIMITS) {
    this.turns = bulkhead(limits.threads, limits.waiting);
  }

  /**
   * Runs a task on a thread.
   *
   * @throws TimedOutError when it takes too much time
   * @throws LimitExceededError when it takes too much memory, or when too many tasks wait
   */
  async run<Input, Result>(task: WorkerTask<Input, Result>, input: Input): Promise<Result> {
    try {
      return await this.turns.execute(() => this.runNow(task, input));
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw new LimitExceededError(`${this.limits.waiting} tasks wait to be carried out; try again later`, {
        cause: error,
      });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.pool)?.destroy();
  }

  private async runNow<Input, Result>({ name, module }: WorkerTask<Input, Result>, input: Input): Promise<Result> {
    const pool = await (this.pool ??= this.start());
    const signal = AbortSignal.timeout(this.limits.timeMs);
    try {
      return (await pool.run(input, { filename: module, name, signal })) as Result;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (signal.aborted) {
        throw new TimedOutError(`The input takes longer than the ${this.limits.timeMs} ms it may take`, {
          cause: error,
        });
      }
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
        throw new LimitExceededError(`The input needs more than the ${this.limits.heapMb} MB of memory it may have`, {
          cause: error,
        });
      }
      throw error;
    }
  }

  private async start(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    return new Piscina({
      minThreads: 0,
      maxThreads: this.limits.threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb },
      // The thread does not get the service's environment, which contains passwords.
      env: {},
    });
  }
}
