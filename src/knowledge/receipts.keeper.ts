import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ulid } from 'ulid';
import { BackgroundLoop } from '../common/background-loop.js';
import { Clock } from '../common/clock.js';
import { DatabaseReadOnlyError, DatabaseUnavailableError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { KnowledgeRegistry } from './knowledge.registry.js';
import { expireReceipts } from './receipts.statements.js';

const JOB = 'receipt-retention';
/** Duration of the lease in ms. If a replica dies during the work, another one takes over after this time. */
const WORKING_MS = 60_000;
const EVERY_MS = 60 * 60_000;
const FIRST_MS = 60_000;
/**
 * Number of receipts per transaction. The number of transactions per run is limited, too; remaining receipts are left
 * for the next run.
 */
const AT_ONCE = 200;
const BATCHES = 500;

/** Numbers of receipts that one sweep removed or emptied. */
export interface Expired {
  readonly deleted: number;
  /** Number of receipts that were kept without their text. */
  readonly emptied: number;
}

/**
 * Cleans up receipts older than RECEIPT_RETENTION: receipts to which nothing refers are deleted, and the texts of the
 * others are removed. One replica at a time does this, every hour. It pauses as long as it works, so that callers have
 * priority.
 */
@Injectable()
export class ReceiptKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ReceiptKeeper.name);
  private readonly loop: BackgroundLoop;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly graph: GraphService,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly registry: KnowledgeRegistry,
  ) {
    this.loop = new BackgroundLoop(this.logger, {
      name: 'letting go of old receipts',
      everyMs: EVERY_MS,
      look: () => this.look(),
      passes: (error) => error instanceof DatabaseUnavailableError,
    });
  }

  onApplicationBootstrap(): void {
    if (Number.isFinite(this.config.RECEIPT_RETENTION)) this.loop.wakeIn(FIRST_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Cleans up the receipts from before a time, starting where the last call stopped.
   *
   * @param name name of the job, under which the position is stored
   * @param goOn called before each transaction; false stops the work
   */
  async expire(before: Date, name = JOB, goOn: () => Promise<boolean> = () => Promise.resolve(true)): Promise<Expired> {
    const voiced = this.registry.names().filter((kind) => this.registry.policyOf(kind)?.mark.policy === 'consensus');
    const total = { deleted: 0, emptied: 0 };
    for (let batch = 0; batch < BATCHES && (await goOn()); batch++) {
      const begin = performance.now();
      const [row] = await this.graph.run(expireReceipts, { name, before, voiced, limit: AT_ONCE });
      if (!row) break;
      total.deleted += row.deleted;
      total.emptied += row.emptied;
      if (row.looked < AT_ONCE) break;
      await sleep(performance.now() - begin, undefined, { signal: this.loop.signal }).catch(() => undefined);
    }
    return total;
  }

  private async look(): Promise<void> {
    const lease = await this.leases.acquire(JOB, ulid(), this.clock.now(), this.inMs(WORKING_MS));
    if (!lease) return;
    try {
      const goOn = async () => !this.loop.signal.aborted && (await this.leases.renew(lease, this.inMs(WORKING_MS)));
      const { deleted, emptied } = await this.expire(this.inMs(-this.config.RECEIPT_RETENTION), JOB, goOn);
      if (deleted + emptied > 0) this.logger.log(`let go of ${deleted} old receipts, and of the texts of ${emptied}`);
    } catch (error) {
      // A read-only database is not reported, because its operator knows about it.
      if (!(error instanceof DatabaseReadOnlyError)) throw error;
    } finally {
      await this.leases.release(lease).catch(() => undefined); // The failure is only logged, because the lease expires by itself.
    }
  }

  private inMs(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }
}
