import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { deleteAll, inBatches, Keeper, type RunBatches } from '../graph/keeper.js';
import { deleteOld } from './audit.statements.js';

/** Records per transaction. */
const AT_ONCE = 1_000;

/** Deletes audit records older than AUDIT_RETENTION. */
@Injectable()
export class AuditKeeper extends Keeper {
  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
    leases: Leases,
    clock: Clock,
  ) {
    super(leases, clock, { name: 'audit-retention', data: 'old audit records', retention: config.AUDIT_RETENTION });
  }

  /** @returns number of records deleted */
  expire(before: Date, run: RunBatches = inBatches): Promise<number> {
    return deleteAll(run, AT_ONCE, async () => {
      const [row] = await this.graph.run(deleteOld, { before, limit: AT_ONCE });
      return row?.deleted ?? 0;
    });
  }
}
