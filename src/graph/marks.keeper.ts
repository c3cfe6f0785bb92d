import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { firstIdOf } from '../common/id-order.js';
import { deleteOldMarks } from './graph.statements.js';
import { GraphService } from './graph.service.js';
import { deleteAll, inBatches, Keeper, type RunBatches } from './keeper.js';
import { Leases } from './leases.js';

/** A mark is used for an hour. The rest allows for clocks of replicas that differ. */
const KEPT_MS = 24 * 60 * 60_000;
/** Marks per transaction. */
const AT_ONCE = 1_000;

/** Deletes commit marks that are a day old. */
@Injectable()
export class MarksKeeper extends Keeper {
  constructor(
    private readonly graph: GraphService,
    leases: Leases,
    clock: Clock,
  ) {
    super(leases, clock, { name: 'commit-mark-retention', data: 'old commit marks', retention: KEPT_MS });
  }

  /** @returns number of marks deleted */
  expire(before: Date, run: RunBatches = inBatches): Promise<number> {
    return deleteAll(run, AT_ONCE, async () => {
      const [row] = await this.graph.run(deleteOldMarks, { before: firstIdOf(before), limit: AT_ONCE });
      return row?.deleted ?? 0;
    });
  }
}
