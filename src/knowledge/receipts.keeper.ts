import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { inBatches, Keeper, type RunBatches } from '../graph/keeper.js';
import { KnowledgeRegistry } from './knowledge.registry.js';
import { expireReceipts } from './receipts.statements.js';

const JOB = 'receipt-retention';
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
 * others are removed.
 */
@Injectable()
export class ReceiptKeeper extends Keeper {
  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
    leases: Leases,
    clock: Clock,
    private readonly registry: KnowledgeRegistry,
  ) {
    super(leases, clock, { name: JOB, data: 'old receipts, or their texts', retention: config.RECEIPT_RETENTION });
  }

  /** @returns number of receipts that were deleted or emptied */
  async expire(before: Date, run: RunBatches = inBatches): Promise<number> {
    const { deleted, emptied } = await this.cleanUp(before, JOB, run);
    return deleted + emptied;
  }

  /**
   * Cleans up the receipts from before a time, starting where the last call stopped.
   *
   * @param name name of the job, under which the position is stored
   */
  async cleanUp(before: Date, name = JOB, run: RunBatches = inBatches): Promise<Expired> {
    const voiced = this.registry.names().filter((kind) => this.registry.policyOf(kind)?.mark.policy === 'consensus');
    const total = { deleted: 0, emptied: 0 };
    let batches = 0;
    await run(async () => {
      const [row] = await this.graph.run(expireReceipts, { name, before, voiced, limit: AT_ONCE });
      total.deleted += row?.deleted ?? 0;
      total.emptied += row?.emptied ?? 0;
      batches += 1;
      return { isLast: !row || row.looked < AT_ONCE || batches === BATCHES };
    });
    return total;
  }
}
