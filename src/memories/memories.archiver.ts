import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ulid } from 'ulid';
import { Clock } from '../common/clock.js';
import { DatabaseReadOnlyError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Leases } from '../graph/leases.js';
import { MemoriesService } from './memories.service.js';

const LEASE = 'memory-archive';
/** A replica that died over its work is replaced after this. */
const WORKING_MS = 60_000;
const LOOK_AT_LEAST_EVERY_MS = 10 * 60_000;

/**
 * Archives, every MEMORY_DECAY_INTERVAL, what has fallen under the threshold. Of several replicas the one that gets the
 * lease does it; having done it, it holds the lease until the next time, so that nobody does it twice.
 */
@Injectable()
export class MemoryArchiver implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MemoryArchiver.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly memories: MemoriesService,
    private readonly leases: Leases,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.lookIn(Math.min(1_000, this.config.MEMORY_DECAY_INTERVAL));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /**
   * Archives what has fallen, unless a replica has done so within the interval or is at it.
   *
   * @returns how many; undefined where it was not this one's turn
   */
  async sweep(): Promise<number | undefined> {
    // A new owner each time: who holds the lease until the next time is not let in before it, either.
    const lease = await this.leases.acquire(LEASE, ulid(), this.clock.now(), this.inMs(WORKING_MS));
    if (!lease) return undefined;
    const goOn = async () => !this.stopped && (await this.leases.renew(lease, this.inMs(WORKING_MS)));
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

  private lookIn(milliseconds: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.look().finally(() => {
        this.lookIn(Math.min(this.config.MEMORY_DECAY_INTERVAL, LOOK_AT_LEAST_EVERY_MS));
      });
    }, milliseconds);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      if (error instanceof DatabaseReadOnlyError) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`archiving memories failed, and is tried again: ${reason}`);
    }
  }
}
