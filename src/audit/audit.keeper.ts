import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundLoop } from '../common/background-loop.js';
import { Clock } from '../common/clock.js';
import { DatabaseReadOnlyError, DatabaseUnavailableError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { deleteOld } from './audit.statements.js';

const EVERY_MS = 60 * 60_000;
const FIRST_MS = 60_000;
/** Records per transaction. */
const AT_ONCE = 1_000;

/**
 * Deletes audit records older than AUDIT_RETENTION each hour. Replicas need no lease for this, because each deletes the
 * records that it finds, and deleted records are not found again.
 */
@Injectable()
export class AuditKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AuditKeeper.name);
  private readonly loop: BackgroundLoop;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly graph: GraphService,
    private readonly clock: Clock,
  ) {
    this.loop = new BackgroundLoop(this.logger, {
      name: 'deleting old audit records',
      everyMs: EVERY_MS,
      look: () => this.look(),
      passes: (error) => error instanceof DatabaseUnavailableError,
    });
  }

  onApplicationBootstrap(): void {
    if (Number.isFinite(this.config.AUDIT_RETENTION)) this.loop.wakeIn(FIRST_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** @returns number of records deleted */
  async expire(before: Date): Promise<number> {
    for (let total = 0; ;) {
      const begin = performance.now();
      const [row] = await this.graph.run(deleteOld, { before, limit: AT_ONCE });
      const deleted = row?.deleted ?? 0;
      total += deleted;
      if (deleted < AT_ONCE || this.loop.signal.aborted) return total;
      // The keeper pauses for as long as it worked, so that callers have priority.
      await sleep(performance.now() - begin, undefined, { signal: this.loop.signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    try {
      const deleted = await this.expire(new Date(this.clock.now().getTime() - this.config.AUDIT_RETENTION));
      if (deleted > 0) this.logger.log(`deleted ${deleted} old audit records`);
    } catch (error) {
      // A read-only database needs no message: its operator knows.
      if (!(error instanceof DatabaseReadOnlyError)) throw error;
    }
  }
}
