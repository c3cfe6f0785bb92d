import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ulid } from 'ulid';
import { BackgroundLoop } from '../../common/background-loop.js';
import { Clock } from '../../common/clock.js';
import { DatabaseUnavailableError } from '../../common/errors.js';
import { GraphService } from '../../graph/graph.service.js';
import { Leases } from '../../graph/leases.js';
import { KnowledgeWriter } from '../knowledge.writer.js';
import { Shower } from '../../entities/shown/shower.js';
import { findNextNamespace } from '../../entities/shown/shown.statements.js';

const LEASE = 'shown properties';
const LEASE_MS = 60_000;
/** Interval, in ms, at which entities and relations that an import has marked are searched for. */
const LOOK_EVERY_MS = 15_000;
const FIRST_LOOK_MS = 500;

/**
 * Shows the types and properties of entities and relations that an import has marked, a page per
 * transaction. A lease ensures that only one replica does this.
 */
@Injectable()
export class ShownWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ShownWorker.name);
  private readonly owner = ulid();
  private readonly loop = new BackgroundLoop(this.logger, {
    name: 'showing properties of entities',
    everyMs: LOOK_EVERY_MS,
    look: () => this.work(),
    passes: (error) => error instanceof DatabaseUnavailableError,
  });

  constructor(
    private readonly writer: KnowledgeWriter,
    private readonly shower: Shower,
    private readonly graph: GraphService,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.wakeIn(FIRST_LOOK_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Shows all that is marked, unless another replica is doing it at present. */
  async work(): Promise<void> {
    let namespace = await this.next('');
    if (namespace === undefined) return;
    const exclusive = {
      name: LEASE,
      owner: this.owner,
      clock: this.clock,
      leaseMs: LEASE_MS,
      signal: this.loop.signal,
    };
    await this.leases.exclusively(exclusive, async (hasTime) => {
      while (namespace !== undefined && (await hasTime())) {
        const current = namespace;
        const more = await this.writer.locked(current, this.clock.now(), (transaction) =>
          this.shower.showPage(transaction, current, ''),
        );
        if (!more) namespace = await this.next(current);
      }
    });
  }

  private async next(after: string): Promise<string | undefined> {
    const [found] = await this.graph.run(findNextNamespace, { after });
    return found?.namespace;
  }
}
