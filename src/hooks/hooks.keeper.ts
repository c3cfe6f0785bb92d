import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { deleteAll, inBatches, Keeper, type RunBatches } from '../graph/keeper.js';
import { deleteOld } from './hooks.statements.js';

/** Turns, and sessions, per transaction. */
const AT_ONCE = 500;

/** Deletes turns of connected agents older than RECEIPT_RETENTION, and sessions without turns. */
@Injectable()
export class HooksKeeper extends Keeper {
  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
    leases: Leases,
    clock: Clock,
  ) {
    super(leases, clock, {
      name: 'captured-turn-retention',
      data: 'old turns and sessions of connected agents',
      retention: config.RECEIPT_RETENTION,
    });
  }

  /** @returns number of turns and sessions deleted */
  expire(before: Date, run: RunBatches = inBatches): Promise<number> {
    return deleteAll(run, AT_ONCE, async () => {
      const [row] = await this.graph.run(deleteOld, { before, limit: AT_ONCE });
      return row?.deleted ?? 0;
    });
  }
}
