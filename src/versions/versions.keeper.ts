import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { Leases } from '../graph/leases.js';
import { inBatches, Keeper, type RunBatches } from '../graph/keeper.js';
import {
  deleteOldVersions,
  findNextNamespace,
  findUnsettled,
  hasOld,
  holdUndos,
  type VersionPlace,
} from './versions.statements.js';

/** Versions looked at per transaction. */
const AT_ONCE = 500;
const FIRST: VersionPlace = { until: new Date('0001-01-01T00:00:00Z'), key: '' };

/**
 * Deletes earlier versions that ended before VERSION_RETENTION, except the newest one of each thing. The history of a
 * namespace then begins at that time: no query asks for an earlier one, and no earlier change is undone. If an earlier change
 * was undone after that time, the history begins before that change, since other undos may still need what it replaced.
 */
@Injectable()
export class OldVersionsKeeper extends Keeper {
  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
    leases: Leases,
    clock: Clock,
  ) {
    super(leases, clock, { name: 'version-retention', data: 'old versions', retention: config.VERSION_RETENTION });
  }

  /**
   * @param only deletes versions of this namespace only
   * @returns number of versions deleted
   */
  async expire(before: Date, run: RunBatches = inBatches, only?: string): Promise<number> {
    let total = 0;
    let namespace = '';
    let from = FIRST;
    await run(async () => {
      if (from === FIRST) {
        const next = only === undefined ? await this.after(namespace) : only === namespace ? undefined : only;
        if (next === undefined) return { isLast: true };
        namespace = next;
        // Where nothing is old, nothing is locked and written.
        const [old] = await this.graph.run(hasOld, { namespace, before });
        if (!old?.found) return { isLast: false };
      }
      const { looked, deleted, stop } = await this.deleteOld(namespace, before, from);
      total += deleted;
      from = looked === AT_ONCE && stop ? stop : FIRST;
      return { isLast: false };
    });
    return total;
  }

  private async after(namespace: string): Promise<string | undefined> {
    const [next] = await this.graph.run(findNextNamespace, { after: namespace });
    return next?.namespace;
  }

  private deleteOld(namespace: string, asked: Date, from: VersionPlace) {
    return this.graph.transaction(async (transaction) => {
      await transaction.run(holdUndos, { namespace });
      const before = await settled(transaction, namespace, asked);
      const [row] = await transaction.run(deleteOldVersions, {
        ...{ namespace, before, from: from.until, key: from.key },
        limit: AT_ONCE,
      });
      return row ?? { looked: 0, deleted: 0, stop: null };
    });
  }
}

/** Returns the last time, up to the given one, such that no change from before it was undone or brought back since. */
async function settled(transaction: GraphTransaction, namespace: string, time: Date): Promise<Date> {
  for (let before = time; ;) {
    const [row] = await transaction.run(findUnsettled, { namespace, before });
    if (!row?.at) return before;
    before = row.at;
  }
}
