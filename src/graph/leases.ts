import { Injectable } from '@nestjs/common';
import { GraphService } from './graph.service.js';
import { acquireLease, type LeaseKey, releaseLease, renewLease } from './leases.statements.js';

export interface Lease extends LeaseKey {
  readonly until: Date;
}

/** Rights to do what only one replica may do at a time. */
@Injectable()
export class Leases {
  constructor(private readonly graph: GraphService) {}

  /** @returns undefined while another owner has it */
  async acquire(name: string, owner: string, now: Date, until: Date): Promise<Lease | undefined> {
    const [row] = await this.graph.run(acquireLease, { name, owner, now, until });
    return row && { name, owner, token: row.token, until };
  }

  /** @returns false when the lease was lost */
  async renew({ name, owner, token }: Lease, until: Date): Promise<boolean> {
    return (await this.graph.run(renewLease, { name, owner, token, until })).length > 0;
  }

  async release({ name, owner, token }: Lease): Promise<void> {
    await this.graph.run(releaseLease, { name, owner, token });
  }
}
