import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundLoop } from '../common/background-loop.js';
import { Clock } from '../common/clock.js';
import { DatabaseReadOnlyError, DatabaseUnavailableError } from '../common/errors.js';
import { firstIdOf } from '../common/id-order.js';
import { deleteOldMarks } from './graph.statements.js';
import { GraphService } from './graph.service.js';

const EVERY_MS = 60 * 60_000;
const FIRST_MS = 60_000;
/** A mark is used for an hour. The rest allows for clocks of replicas that differ. */
const KEPT_MS = 24 * 60 * 60_000;
/** Marks per transaction. */
const AT_ONCE = 1_000;

/**
 * Deletes commit marks that are a day old, each hour. Replicas need no lease for this, because each deletes the marks
 * that it finds, and deleted marks are not found again.
 */
@Injectable()
export class MarksKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly graph: GraphService,
    private readonly clock: Clock,
  ) {
    this.loop = new BackgroundLoop(new Logger(MarksKeeper.name), {
      name: 'deleting old commit marks',
      everyMs: EVERY_MS,
      look: () => this.look(),
      passes: (error) => error instanceof DatabaseUnavailableError,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.wakeIn(FIRST_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** @returns number of marks deleted */
  async deleteOld(): Promise<number> {
    const before = firstIdOf(new Date(this.clock.now().getTime() - KEPT_MS));
    for (let total = 0; ;) {
      const [row] = await this.graph.run(deleteOldMarks, { before, limit: AT_ONCE });
      const deleted = row?.deleted ?? 0;
      total += deleted;
      if (deleted < AT_ONCE || this.loop.signal.aborted) return total;
    }
  }

  private async look(): Promise<void> {
    try {
      await this.deleteOld();
    } catch (error) {
      // A read-only database needs no message: its operator knows.
      if (!(error instanceof DatabaseReadOnlyError)) throw error;
    }
  }
}
