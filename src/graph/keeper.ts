import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ulid } from 'ulid';
import { BackgroundLoop } from '../common/background-loop.js';
import type { Clock } from '../common/clock.js';
import { DatabaseReadOnlyError, DatabaseUnavailableError } from '../common/errors.js';
import type { Leases } from './leases.js';

/** Duration of the lease in ms. If a replica dies during the work, another one takes over after this time. */
const WORKING_MS = 60_000;
const EVERY_MS = 60 * 60_000;
const FIRST_MS = 60_000;

/** Work on one batch of old data. */
export type Batch = () => Promise<{ readonly isLast: boolean }>;

/** Runs batches until the last one, or until the work must end. */
export type RunBatches = (batch: Batch) => Promise<void>;

interface Retention {
  /** Name of the lease. */
  readonly name: string;
  /** What is deleted, as log messages say it: `old audit records`. */
  readonly data: string;
  /** Age in ms from which data is old; with Infinity, nothing is done. */
  readonly retention: number;
}

/**
 * Deletes data older than a retention, once an hour. One replica at a time does this. It pauses as long as it works, so that
 * callers have priority.
 */
export abstract class Keeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private readonly loop: BackgroundLoop;

  protected constructor(
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly work: Retention,
  ) {
    this.loop = new BackgroundLoop(this.logger, {
      name: `deleting ${work.data}`,
      everyMs: EVERY_MS,
      look: () => this.look(),
      passes: (error) => error instanceof DatabaseUnavailableError,
    });
  }

  /**
   * Deletes all data from before a time.
   *
   * @returns number of what was deleted
   */
  abstract expire(before: Date, run?: RunBatches): Promise<number>;

  onApplicationBootstrap(): void {
    if (Number.isFinite(this.work.retention)) this.loop.wakeIn(FIRST_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async look(): Promise<void> {
    const { clock, leases } = this;
    const { name, data, retention } = this.work;
    const { signal } = this.loop;
    const before = new Date(clock.now().getTime() - retention);
    const exclusive = { name, owner: ulid(), clock, leaseMs: WORKING_MS, signal };
    try {
      await leases.exclusively(exclusive, async (hasTime) => {
        const deleted = await this.expire(before, (batch) => inBatches(batch, hasTime, signal));
        if (deleted > 0) this.logger.log(`deleted ${deleted} ${data}`);
      });
    } catch (error) {
      // A read-only database is not reported, because its operator knows about it.
      if (!(error instanceof DatabaseReadOnlyError)) throw error;
    }
  }
}

/**
 * Deletes until a batch is not full.
 *
 * @param deleteSome deletes at most `atOnce` and returns how many it deleted
 * @returns number of all that was deleted
 */
export async function deleteAll(run: RunBatches, atOnce: number, deleteSome: () => Promise<number>): Promise<number> {
  let total = 0;
  await run(async () => {
    const deleted = await deleteSome();
    total += deleted;
    return { isLast: deleted < atOnce };
  });
  return total;
}

/** Runs batches until the last one, with a pause after each that is as long as the batch took. */
export async function inBatches(
  batch: Batch,
  hasTime: () => Promise<boolean> = () => Promise.resolve(true),
  signal?: AbortSignal,
): Promise<void> {
  while (await hasTime()) {
    const begin = performance.now();
    const { isLast } = await batch();
    if (isLast) return;
    await sleep(performance.now() - begin, undefined, { signal }).catch(() => undefined);
  }
}
