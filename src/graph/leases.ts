import { Injectable } from '@nestjs/common';
import { GraphService, type GraphTransaction } from './graph.service.js';
import { acquireLease, type LeaseKey, releaseLease, renewLease } from './leases.statements.js';

/** Exclusive right of one replica to do some work until a given time. */
export interface Lease extends LeaseKey {
  readonly until: Date;
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
}
