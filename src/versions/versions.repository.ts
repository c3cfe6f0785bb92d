import { Injectable } from '@nestjs/common';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { inChunks } from '../graph/chunks.js';
import type { NewChange } from './change.model.js';
import { END_OF_TIME } from '../common/id-order.js';
import type { VersionedThing } from './versioned.registry.js';
import {
  countEarlier,
  type CurrentRow,
  findCurrent,
  findUndo,
  beginUndo,
  type HistoryRow,
  listCurrent,
  listHistories,
  type PresentRow,
  type Store,
  listChanges,
  listChangesBy,
  listDecisions,
  listVersions,
  type StoredChange,
  type VersionRow,
} from './versions.statements.js';

/** A time earlier than all stored times. Queries always have a lower bound, so that the planner can use the index. */
const EARLIEST = new Date(0);

export interface ChangeFilter {
  readonly by: string | undefined;
  readonly since: Date | undefined;
}

@Injectable()
export class VersionsRepository {
  constructor(private readonly graph: GraphService) {}

  /** @returns undefined when the thing does not exist */
  async findCurrent(
    namespace: string,
    { ref, store, content: { fields } }: VersionedThing,
  ): Promise<CurrentRow | undefined> {
    const [row] = await this.graph.run(findCurrent[store], { namespace, ref, fields });
    return row;
  }

  /** Versions before the current one, with numbers less than `below`, newest first. */
  listVersions(namespace: string, ref: string, below: number, limit: number): Promise<VersionRow[]> {
    return limit === 0 ? Promise.resolve([]) : this.graph.run(listVersions, { namespace, ref, below, limit });
  }

  /** Number of the kept versions before one. */
  async countEarlier(namespace: string, ref: string, below: number): Promise<number> {
    const [row] = await this.graph.run(countEarlier, { namespace, ref, below });
    return row?.count ?? 0;
  }

  /** Changes that match the filter, newest first. */
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

  /** Changes of one thing that wrote no content (decisions and retractions), newest first. */
  async listDecisions(
    namespace: string,
    ref: string,
    behind: { readonly at: Date; readonly id: string } | undefined,
    limit: number,
  ): Promise<StoredChange[]> {
    const asked = { namespace, ref, to: behind?.at ?? END_OF_TIME, id: behind?.id ?? '', limit };
    return (await this.graph.run(listDecisions, asked)).map(({ change }) => change);
  }

  // ───────────────────────────── undo ─────────────────────────────

  /** @returns undefined when there is no such change */
  async findUndo(namespace: string, id: string) {
    const [row] = await this.graph.run(findUndo, { namespace, id });
    return row;
  }

  /** @returns false if another undo has run since that epoch; nothing is written then */
  async beginUndo(
    transaction: GraphTransaction,
    undo: {
      readonly namespace: string;
      readonly epoch: number;
      readonly id: string;
      readonly base: string;
      readonly undone: boolean;
      readonly change: NewChange;
    },
  ): Promise<boolean> {
    return (await transaction.run(beginUndo, undo)).length > 0;
  }

  /** Current states of things; things that do not exist are absent. */
  listCurrent(
    namespace: string,
    store: Store,
    refs: readonly string[],
    fields: readonly string[],
  ): Promise<PresentRow[]> {
    return inChunks(refs, (chunk) => this.graph.run(listCurrent[store], { namespace, refs: chunk, fields }));
  }

  /** Earlier states of things, at most `limit` of each, newest first. */
  listHistories(
    namespace: string,
    rows: readonly { readonly ref: string; readonly below: number }[],
    limit: number,
  ): Promise<HistoryRow[]> {
    return inChunks(rows, (chunk) => this.graph.run(listHistories, { namespace, rows: chunk, limit }));
  }
}
