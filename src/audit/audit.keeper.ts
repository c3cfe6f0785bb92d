import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { deleteAll, inBatches, RetentionJob, type RunBatches } from '../graph/retention-job.js';
import { deleteOld } from './audit.statements.js';

/** Records per transaction. */
const AT_ONCE = 1_000;

/** Deletes audit records older than AUDIT_RETENTION. */
@Injectable()
export class AuditKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly job: RetentionJob;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
    leases: Leases,
    clock: Clock,
  ) {
    this.job = new RetentionJob(new Logger(AuditKeeper.name), {
      name: 'audit-retention',
      title: 'deleting old audit records',
      retention: config.AUDIT_RETENTION,
      clock,
      leases,
      sweep: async (before, run) => {
        const deleted = await this.expire(before, run);
        return deleted > 0 ? `deleted ${deleted} old audit records` : undefined;
      },
    });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** @returns number of records deleted */
  expire(before: Date, run: RunBatches = inBatches): Promise<number> {
    return deleteAll(run, AT_ONCE, async () => {
      const [row] = await this.graph.run(deleteOld, { before, limit: AT_ONCE });
      return row?.deleted ?? 0;
    });
  }
}
