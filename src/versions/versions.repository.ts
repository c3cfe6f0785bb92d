import { Injectable } from '@nestjs/common';
import { END_OF_TIME } from '../common/id-order.js';
import { GraphService } from '../graph/graph.service.js';
import type { VersionedThing } from './versioned.registry.js';
import {
  type CurrentRow,
  findCurrent,
  listChanges,
  listChangesBy,
  listVersions,
  type StoredChange,
  type VersionRow,
} from './versions.statements.js';

/** Before everything that is stored; a bound that is always there lets the planner read the index. */
const EARLIEST = new Date(0);

export interface ChangeFilter {
  readonly by: string | undefined;
  readonly since: Date | undefined;
}

@Injectable()
export class VersionsRepository {
  constructor(private readonly graph: GraphService) {}

  /** @returns undefined when it does not exist */
  async findCurrent(
    namespace: string,
    { ref, store, content: { fields } }: VersionedThing,
  ): Promise<CurrentRow | undefined> {
    const [row] = await this.graph.run(findCurrent[store], { namespace, ref, fields });
    return row;
  }

  /** Earlier ones, newest first. */
  listVersions(namespace: string, ref: string, below: number, limit: number): Promise<VersionRow[]> {
    return limit === 0 ? Promise.resolve([]) : this.graph.run(listVersions, { namespace, ref, below, limit });
  }

  /** Newest first. */
  async listChanges(
    namespace: string,
    { by, since = EARLIEST }: ChangeFilter,
    behind: { readonly at: Date; readonly id: string } | undefined,
    limit: number,
  ): Promise<StoredChange[]> {
    const asked = { namespace, since, until: behind?.at ?? END_OF_TIME, id: behind?.id ?? '', limit };
    const rows = await (by === undefined
      ? this.graph.run(listChanges, asked)
      : this.graph.run(listChangesBy, { ...asked, by }));
    return rows.map(({ change }) => change);
  }
}
