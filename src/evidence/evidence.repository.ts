import { Injectable } from '@nestjs/common';
import { BEHIND_ALL_IDS, END_OF_TIME } from '../common/id-order.js';
import { GraphService } from '../graph/graph.service.js';
import type { Evidence, ObservedEvidence, TrustPoint } from './evidence.model.js';
import {
  type AppliedEvidence,
  countEvidence,
  listChanges,
  listEntriesOf,
  listEvidence,
  listInitialTrust,
  listLedgers,
  listObservations,
  listTrustPoints,
  type ObservationFilter,
  type OriginWork,
} from './evidence.statements.js';
import type { Entry } from './policy.js';

/** Reads ledger entries; they are written by the {@link Ledger} alone. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly graph: GraphService) {}

  /**
   * Newest first, by ref; one more than `limit` is never returned.
   *
   * @param expired what waits since before this moment waits no more
   */
  async list(
    namespace: string,
    refs: readonly string[],
    afterSequence: number | null,
    limit: number,
    expired: Date,
  ): Promise<Map<string, Evidence[]>> {
    const byRef = new Map<string, Evidence[]>(refs.map((ref) => [ref, []]));
    const rows = await this.graph.run(listEvidence, { namespace, refs, afterSequence, limit, expired });
    for (const { ref, evidence } of rows) byRef.get(ref)?.push(evidence);
    return byRef;
  }

  /**
   * Of any knowledge, newest first.
   *
   * @param behind the observation that the page begins behind
   * @param expired what waits since before this moment waits no more
   */
  listObservations(
    namespace: string,
    { since, ...filter }: ObservationFilter & { readonly since: Date },
    behind: { readonly at: Date; readonly id: string } | undefined,
    limit: number,
    expired: Date,
  ): Promise<ObservedEvidence[]> {
    return this.graph.run(listObservations, {
      namespace,
      since,
      to: behind?.at ?? END_OF_TIME,
      page: { ...filter, beforeId: behind?.id ?? BEHIND_ALL_IDS },
      limit,
      expired,
    });
  }

  async count(namespace: string, refs: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.graph.run(countEvidence, { namespace, refs });
    return new Map(rows.map(({ ref, total }) => [ref, total]));
  }

  /** The last changes, newest first, by ref. */
  async listTrustPoints(namespace: string, refs: readonly string[], limit: number): Promise<Map<string, TrustPoint[]>> {
    const rows = await this.graph.run(listTrustPoints, { namespace, refs, limit });
    return new Map(rows.map(({ ref, points }) => [ref, points]));
  }

  async listInitialTrust(namespace: string, refs: readonly string[]): Promise<Map<string, TrustPoint>> {
    const rows = await this.graph.run(listInitialTrust, { namespace, refs });
    return new Map(rows.map(({ ref, trust, at }) => [ref, { trust, at, evidenceId: null, state: null }]));
  }

  /** The first that moved a trust since a moment, by when they did. */
  listChanges(namespace: string, since: Date, limit: number): Promise<AppliedEvidence[]> {
    return this.graph.run(listChanges, { namespace, since, limit });
  }

  /** Ids of entries, and of learnings that came with them, by ref; nodes without any are absent. */
  listEntriesOf(
    namespace: string,
    refs: readonly string[],
    sessions: readonly string[],
    works: readonly OriginWork[],
  ): Promise<{ ref: string; entryIds: readonly string[]; learningIds: readonly string[] }[]> {
    return this.graph.run(listEntriesOf, { namespace, refs, sessions, works });
  }

  /** All entries, what was taken back included; at most `limit` of all nodes together. */
  listLedgers(namespace: string, refs: readonly string[], limit: number): Promise<{ ref: string; entry: Entry }[]> {
    return this.graph.run(listLedgers, { namespace, refs, limit });
  }
}
