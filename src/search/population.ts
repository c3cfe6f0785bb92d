import { Injectable } from '@nestjs/common';
import { CountCache } from './count-cache.js';
import { SearchRepository } from './search.repository.js';
import type { CandidateFilter } from './search.statements.js';
import { breakEven } from './selectivity.js';

export interface Population {
  /** Nodes the filter lets through; a lower bound where they are many. */
  readonly matching: number;
  readonly total: number;
}

/** How many nodes a search has to do with. */
@Injectable()
export class Populations {
  private readonly counts = new CountCache<Population>();

  constructor(private readonly repository: SearchRepository) {}

  async of(filter: CandidateFilter, first: number): Promise<Population> {
    const { namespace, kinds, minTrust, updatedAfter, required } = filter;
    const all = await this.counts.of(JSON.stringify([namespace, kinds]), () => this.repository.count(namespace, kinds));
    const filtered = minTrust > 0 || updatedAfter !== undefined || Object.keys(required).length > 0;
    if (!filtered || all.matching <= breakEven(first, all.total)) return all;
    // Beyond that it need not be exact: the more pass, the fewer have to be fetched.
    const limit = Math.ceil(4 * breakEven(first, all.total));
    return this.counts.of(JSON.stringify([namespace, kinds, minTrust, updatedAfter, required, limit]), async () => ({
      matching: await this.repository.countFiltered(filter, limit),
      total: all.total,
    }));
  }
}
