import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ulid } from 'ulid';
import { BackgroundLoop } from '../common/background-loop.js';
import { Clock } from '../common/clock.js';
import { DatabaseReadOnlyError, DatabaseUnavailableError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Leases } from '../graph/leases.js';
import { MemoriesService } from './memories.service.js';

const LEASE = 'memory-archive';
/** Lease during a sweep, in ms. If the replica dies, another one takes over after this time. */
const WORKING_MS = 60_000;
const LOOK_AT_LEAST_EVERY_MS = 10 * 60_000;

/**
 * Archives memories whose confidence has fallen under the threshold, every MEMORY_DECAY_INTERVAL. The replica that
 * acquires the lease does the work. It keeps the lease until the next sweep is due, so that no other replica repeats
 * the sweep.
 */
@Injectable()
export class MemoryArchiver implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MemoryArchiver.name);
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly memories: MemoriesService,
    private readonly leases: Leases,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.loop = new BackgroundLoop(this.logger, {
      name: 'archiving memories',
      everyMs: Math.min(config.MEMORY_DECAY_INTERVAL, LOOK_AT_LEAST_EVERY_MS),
      look: () => this.look(),
      passes: (error) => error instanceof DatabaseUnavailableError,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.wakeIn(Math.min(1_000, this.config.MEMORY_DECAY_INTERVAL));
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Archives memories under the threshold, unless a replica is doing so now or has done so within the interval.
   *
   * @returns the number archived; undefined if the lease was not acquired
   */
  async sweep(): Promise<number | undefined> {
    // Each sweep acquires the lease as a new owner. Otherwise this replica, which keeps the lease until the next
    // sweep, could acquire it again too early.
    const lease = await this.leases.acquire(LEASE, ulid(), this.clock.now(), this.inMs(WORKING_MS));
    if (!lease) return undefined;
    const goOn = async () => !this.loop.signal.aborted && (await this.leases.renew(lease, this.inMs(WORKING_MS)));
    const count = await this.memories.archiveFallen(goOn).catch(async (error: unknown) => {
      await this.leases.release(lease);
      throw error;
    });
    await this.leases.renew(lease, this.inMs(this.config.MEMORY_DECAY_INTERVAL));
    if (count > 0) this.logger.log(`archived ${count} memories that had fallen under the threshold`);
    return count;
  }

  private inMs(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }

  private async look(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      // This failure is expected, because an operator made the database read-only.
      if (!(error instanceof DatabaseReadOnlyError)) throw error;
    }
  }
}
