import { Injectable } from '@nestjs/common';
import { LruCache } from './lru-cache.js';
import { SearchRepository } from './search.repository.js';
import type { CandidateFilter } from './search.statements.js';
import { breakEven } from './selectivity.js';

/** Counts choose a way, they decide no answer, so that they may be a little old; dear ones the older. */
const LEAST_AGE_MS = 3_000;
const AGE_PER_COST = 100;
const CACHED = 1_000;

export interface Population {
  /** Nodes the filter lets through; a lower bound where they are many. */
  readonly matching: number;
  readonly total: number;
}

interface Counted<Value> {
  readonly value: Promise<Value>;
  until: number;
}

/** How many nodes a search has to do with. */
@Injectable()
export class Populations {
  private readonly counts = new LruCache<string, Counted<Population>>(CACHED);

  constructor(private readonly repository: SearchRepository) {}

  async of(filter: CandidateFilter, first: number): Promise<Population> {
    const { namespace, kinds, minTrust, updatedAfter, required } = filter;
    const all = await this.counted(JSON.stringify([namespace, kinds]), () => this.repository.count(namespace, kinds));
    const filtered = minTrust > 0 || updatedAfter !== undefined || Object.keys(required).length > 0;
    if (!filtered || all.matching <= breakEven(first, all.total)) return all;
    // Beyond that it need not be exact: the more pass, the fewer have to be fetched.
    const limit = Math.ceil(4 * breakEven(first, all.total));
    return this.counted(JSON.stringify([namespace, kinds, minTrust, updatedAfter, required, limit]), async () => ({
      matching: await this.repository.countFiltered(filter, limit),
      total: all.total,
    }));
  }

  private counted(key: string, count: () => Promise<Population>): Promise<Population> {
    const known = this.counts.get(key);
    const now = performance.now();
    if (known && known.until > now) return known.value;
    const value = count();
    const entry: Counted<Population> = { value, until: Number.POSITIVE_INFINITY };
    this.counts.set(key, entry);
    value.then(
      () => (entry.until = performance.now() + Math.max(LEAST_AGE_MS, AGE_PER_COST * (performance.now() - now))),
      () => this.counts.delete(key),
    );
    return value;
  }
}
