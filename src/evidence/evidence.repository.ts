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
  listTrustCurve,
  listTrustPoints,
  type ObservationFilter,
  type OriginWork,
} from './evidence.statements.js';
import type { Entry } from './policy.js';

/** Reads entries of the ledger. Only {@link Ledger} writes them. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly graph: GraphService) {}

  /**
   * Lists evidence by ref, newest first; at most `limit` entries per ref.
   *
   * @param expired pending observations older than this moment count as expired
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
   * Lists observations of all knowledge, newest first.
   *
   * @param behind the last observation of the previous page
   * @param expired pending observations older than this moment count as expired
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

  /** The latest changes of trust by ref, newest first. */
  async listTrustPoints(namespace: string, refs: readonly string[], limit: number): Promise<Map<string, TrustPoint[]>> {
    const rows = await this.graph.run(listTrustPoints, { namespace, refs, limit });
    return new Map(rows.map(({ ref, points }) => [ref, points]));
  }

  /** Changes of trust by ref, oldest first, reduced to the extremes of each interval. */
  async listTrustCurve(
    namespace: string,
    refs: readonly string[],
    intervals: number,
  ): Promise<Map<string, TrustPoint[]>> {
    const rows = await this.graph.run(listTrustCurve, { namespace, refs, intervals });
    return new Map(rows.map(({ ref, points }) => [ref, points]));
  }

  async listInitialTrust(namespace: string, refs: readonly string[]): Promise<Map<string, TrustPoint>> {
    const rows = await this.graph.run(listInitialTrust, { namespace, refs });
    return new Map(rows.map(({ ref, trust, at }) => [ref, { trust, at, evidenceId: null, state: null }]));
  }

  /** The first changes of trust since a moment, ordered by the time they applied. */
  listChanges(namespace: string, since: Date, limit: number): Promise<AppliedEvidence[]> {
    return this.graph.run(listChanges, { namespace, since, limit });
  }

  /**
   * Ids of the entries, and of the learnings that were recorded with them, by ref. Nodes without entries are absent.
   */
  listEntriesOf(
    namespace: string,
    refs: readonly string[],
    sessions: readonly string[],
    works: readonly OriginWork[],
  ): Promise<{ ref: string; entryIds: readonly string[]; learningIds: readonly string[] }[]> {
    return this.graph.run(listEntriesOf, { namespace, refs, sessions, works });
  }

  /** All entries of these nodes, including retracted ones; at most `limit` entries in total. */
  listLedgers(namespace: string, refs: readonly string[], limit: number): Promise<{ ref: string; entry: Entry }[]> {
    return this.graph.run(listLedgers, { namespace, refs, limit });
  }
}
