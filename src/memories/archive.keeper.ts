import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { inBatches, RetentionJob, type RunBatches } from '../graph/retention-job.js';
import { MemoryRemover } from './memories.remover.js';
import { type ForgettableMemory, listForgettable } from './memories.statements.js';

/** Memories listed at once; each is deleted in a transaction of its own. */
const AT_ONCE = 100;

/**
 * Deletes memories that were archived before ARCHIVE_RETENTION. A query about a time before that still finds them, so they
 * stay as long as such a query is allowed (VERSION_RETENTION).
 */
@Injectable()
export class ArchiveKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly job: RetentionJob;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
    private readonly remover: MemoryRemover,
    leases: Leases,
    clock: Clock,
  ) {
    this.job = new RetentionJob(new Logger(ArchiveKeeper.name), {
      name: 'archive-retention',
      title: 'deleting archived memories',
      retention: Math.max(config.ARCHIVE_RETENTION, config.VERSION_RETENTION),
      clock,
      leases,
      sweep: async (before, run) => {
        const deleted = await this.expire(before, run);
        return deleted > 0 ? `deleted ${deleted} memories that had been archived for long` : undefined;
      },
    });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** @returns number of memories deleted */
  async expire(before: Date, run: RunBatches = inBatches): Promise<number> {
    let total = 0;
    let after: Pick<ForgettableMemory, 'archivedAt' | 'id'> = { archivedAt: new Date('0001-01-01T00:00:00Z'), id: '' };
    await run(async () => {
      const found = await this.graph.run(listForgettable, { before, after, limit: AT_ONCE });
      for (const { namespace, id, visibility, archivedAt } of found) {
        const viewer = { namespace, visible: [visibility] };
        const author = { agent: undefined, keyId: undefined };
        if (await this.remover.remove(viewer, id, author, before)) total += 1;
        after = { archivedAt, id };
      }
      return { isLast: found.length < AT_ONCE };
    });
    return total;
  }
}
