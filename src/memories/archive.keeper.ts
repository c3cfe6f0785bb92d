import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { inBatches, Keeper, type RunBatches } from '../graph/keeper.js';
import { MemoryRemover } from './memories.remover.js';
import { type ForgettableMemory, listForgettable } from './memories.statements.js';

/** Memories listed at once; each is deleted in a transaction of its own. */
const AT_ONCE = 100;

/**
 * Deletes memories that were archived before ARCHIVE_RETENTION. A query about a time before that still finds them, so they
 * stay as long as such a query is allowed (VERSION_RETENTION).
 */
@Injectable()
export class ArchiveKeeper extends Keeper {
  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
    private readonly remover: MemoryRemover,
    leases: Leases,
    clock: Clock,
  ) {
    super(leases, clock, {
      name: 'archive-retention',
      data: 'memories that had been archived for long',
      retention: Math.max(config.ARCHIVE_RETENTION, config.VERSION_RETENTION),
    });
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
