import { Injectable } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { GraphService, type GraphTransaction } from './graph.service.js';
import { acquireLease, type LeaseKey, releaseLease, renewLease } from './leases.statements.js';

/** Exclusive right of one replica to do some work until a given time. */
export interface Lease extends LeaseKey {
  readonly until: Date;
}

/** Work that only one replica may do at a time. */
export interface ExclusiveWork {
  /** Name of the lease. */
  readonly name: string;
  readonly owner: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Duration of the lease, in ms, from its last renewal. */
  readonly leaseMs: number;
  /** Is aborted when the work must end. */
  readonly signal: AbortSignal;
}

/** Leases for work that only one replica may do at a time. */
@Injectable()
export class Leases {
  constructor(private readonly graph: GraphService) {}

  /** @returns undefined while another owner has it */
  async acquire(name: string, owner: string, now: Date, until: Date): Promise<Lease | undefined> {
    const [row] = await this.graph.run(acquireLease, { name, owner, now, until });
    return row && { name, owner, token: row.token, until };
  }

  /**
   * @param graph a transaction whose writes are to count only while the lease is held: until it ends, nobody else gets
   *   the lease
   * @returns false when the lease was lost
   */
  async renew(
    { name, owner, token }: Lease,
    until: Date,
    graph: Pick<GraphTransaction, 'run'> = this.graph,
  ): Promise<boolean> {
    return (await graph.run(renewLease, { name, owner, token, until })).length > 0;
  }

  async release({ name, owner, token }: Lease): Promise<void> {
    await this.graph.run(releaseLease, { name, owner, token });
  }
  /**
   * Does exclusive work, unless another replica is doing it at present.
   *
   * @param work gets a function that renews the lease and returns false when the work must end
   */
  async exclusively(
    { name, owner, clock, leaseMs, signal }: ExclusiveWork,
    work: (hasTime: () => Promise<boolean>) => Promise<void>,
  ): Promise<void> {
    const leaseEnd = () => new Date(clock.now().getTime() + leaseMs);
    const lease = await this.acquire(name, owner, clock.now(), leaseEnd());
    if (!lease) return;
    try {
      await work(async () => !signal.aborted && (await this.renew(lease, leaseEnd())));
    } finally {
      await this.release(lease);
    }
  }
}
