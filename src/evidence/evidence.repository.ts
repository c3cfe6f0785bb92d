import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service.js';
import type { Evidence, TrustPoint } from './evidence.model.js';
import { countEvidence, listEvidence, listInitialTrust, listTrustPoints } from './evidence.statements.js';

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
    return new Map(rows.map(({ ref, trust, at }) => [ref, { trust, at, evidenceId: null }]));
  }
}
