import { Injectable } from '@nestjs/common';
import { CountCache } from '../common/count-cache.js';
import { SearchRepository } from './search.repository.js';
import type { CandidateFilter } from './search.statements.js';
import { breakEven } from './selectivity.js';

/** Numbers of nodes that decide between the vector index and a scan. */
export interface Population {
  /** Number of nodes that pass the filter; a lower bound if there are many. */
  readonly matching: number;
  readonly total: number;
  /** Number of nodes that the vector index searches: those of the namespace and kinds if it filters, otherwise all. */
  readonly indexed: number;
}

/** Counts the nodes that a search concerns. */
@Injectable()
export class Populations {
  private readonly counts = new CountCache<{ readonly matching: number; readonly total: number }>();

  constructor(private readonly repository: SearchRepository) {}

  /** @param filtersInIndex whether the vector index checks namespace and kinds itself */
  async of(filter: CandidateFilter, first: number, filtersInIndex = false): Promise<Population> {
    const { namespace, kinds, minTrust, updatedAfter, required } = filter;
    const all = await this.whole(namespace, kinds);
    const indexed = filtersInIndex ? all.matching : all.total;
    const plain = minTrust > 0 || updatedAfter !== undefined ? [] : kinds.filter((kind) => !required[kind]?.length);
    if (plain.length === kinds.length || all.matching <= breakEven(first, indexed)) return { ...all, indexed };
    // The count need not be exact beyond this limit, because an index that fetches few nodes is then cheaper in any
    // case.
    const limit = Math.ceil(4 * breakEven(first, indexed));
    // All nodes of a kind without a filter pass. Their number is exact: with the limit in its place, the index would fetch
    // the more the larger the database is.
    const passing = plain.length === 0 ? 0 : (await this.whole(namespace, plain)).matching;
    if (passing >= limit) return { matching: passing, total: all.total, indexed };
    const key = JSON.stringify([namespace, kinds, minTrust, updatedAfter, required, limit]);
    const counted = await this.counts.of(key, async () => ({
      matching: await this.repository.countFiltered(filter, limit),
      total: all.total,
    }));
    return { ...counted, indexed };
  }

  private whole(namespace: string, kinds: CandidateFilter['kinds']): Promise<{ matching: number; total: number }> {
    return this.counts.of(JSON.stringify([namespace, kinds]), () => this.repository.count(namespace, kinds));
  }
}
