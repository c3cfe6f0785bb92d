import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import type { CalibrationSums } from '../evidence/calibration.js';
import { CONSENSUS_WINDOW_MS } from '../evidence/evidence.model.js';
import { GraphService } from '../graph/graph.service.js';
import { WriteCoalescer } from '../graph/write-coalescer.js';
import { EmbeddingService, type PreparedVectors } from '../search/embedding/embedding.service.js';
import { type Confidence, DECAY_PER_MS, SETTLED_USES } from './confidence.js';
import type { Memory } from './memories.model.js';
import {
  archiveFallen,
  calibrateMemories,
  countMemories,
  countUses,
  deleteMemory,
  findMemories,
  listMemories,
  promoteMemory,
  type PromoteRow,
  type RecordAnswer,
  recordMemories,
  type RecordRow,
  reportSignals,
  restoreMemory,
  type RestoreRow,
  type SignalAnswer,
  type SignalConstants,
  type SignalRow,
  type UseRow,
  type Viewer,
} from './memories.statements.js';

/** A memory as it stands; its confidence is computed when it is read. */
export type KeptMemory = Omit<Memory, 'trust' | 'confidence'> & { readonly kept: Confidence };

export interface MemoryPage {
  readonly archived: boolean;
  readonly after: { readonly createdAt: Date; readonly id: string } | null;
  readonly limit: number;
}

@Injectable()
export class MemoriesRepository {
  private readonly signals: WriteCoalescer<SignalRow, SignalAnswer, SignalConstants>;

  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.signals = new WriteCoalescer<SignalRow, SignalAnswer, SignalConstants>(graph, reportSignals, {
      constants: {
        decayPerMs: DECAY_PER_MS,
        windowMs: CONSENSUS_WINDOW_MS,
        threshold: config.MEMORY_CONSENSUS_THRESHOLD,
        settled: SETTLED_USES,
        prune: config.MEMORY_PRUNE_THRESHOLD,
      },
      lockKey: ({ namespace, memoryId }) => `${namespace}\u0000${memoryId}`,
      maxRows: config.WRITE_BATCH_MAX_ROWS,
      maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
    });
  }

  /**
   * Records memories as one, each with its vector.
   *
   * @param vectors of `rows`, in their order
   * @returns one answer a row
   */
  record(rows: readonly RecordRow[], vectors: PreparedVectors): Promise<RecordAnswer[]> {
    return this.graph.transaction(async (transaction) => {
      const numbered = rows.map((row, n) => ({ ...row, n }));
      const answers = await transaction.run(recordMemories, { rows: numbered });
      const byNumber = new Map(answers.map((answer) => [answer.n, answer]));
      const created = numbered.filter(({ n }) => byNumber.get(n)?.outcome === 'CREATED');
      for (const namespace of new Set(created.map((row) => row.namespace))) {
        const own = created.flatMap((row) => (row.namespace === namespace ? (vectors.rows[row.n] ?? []) : []));
        await this.embedding.attach(transaction, namespace, { model: vectors.model, rows: own });
      }
      return numbered.map(({ n }) => {
        const answer = byNumber.get(n);
        if (!answer) throw new Error('record-memories answers each row');
        return answer;
      });
    });
  }

  /** @returns undefined when the caller sees no such memory */
  report(row: SignalRow): Promise<SignalAnswer | undefined> {
    return this.signals.write(row);
  }

  async countUses(rows: readonly UseRow[]): Promise<void> {
    await this.graph.run(countUses, { rows });
  }

  /** By id; those that the caller does not see are absent. */
  async find(viewer: Viewer, ids: readonly string[]): Promise<Map<string, KeptMemory>> {
    const rows = await this.graph.run(findMemories, { ...viewer, ids });
    return new Map(
      rows.map(({ memory: { trust: base, decaysSince: since, ...memory }, promotions }) => [
        memory.id,
        { ...memory, kind: memory.kind, promotions, kept: { base, since } },
      ]),
    );
  }

  /** Ids, newest first. */
  async list(viewer: Viewer, { archived, after, limit }: MemoryPage): Promise<string[]> {
    const rows = await this.graph.run(listMemories, {
      ...viewer,
      archived,
      limit,
      beforeTime: after?.createdAt ?? null,
      afterId: after?.id ?? null,
    });
    return rows.map(({ id }) => id);
  }

  async count(viewer: Viewer, archived: boolean): Promise<number> {
    const [row] = await this.graph.run(countMemories, { ...viewer, archived });
    return row?.total ?? 0;
  }

  async promote(row: PromoteRow): Promise<'PROMOTED' | 'UNCHANGED' | 'LOWER' | undefined> {
    const [answer] = await this.graph.run(promoteMemory, row);
    return answer?.outcome;
  }

  /** @returns false when the caller sees no such memory */
  async restore(row: RestoreRow): Promise<boolean> {
    return (await this.graph.run(restoreMemory, row)).length > 0;
  }

  /** @returns false when the caller sees no such memory */
  async delete(viewer: Viewer, id: string): Promise<boolean> {
    return (await this.graph.run(deleteMemory, { ...viewer, id })).length > 0;
  }

  /** Archives at most `limit` memories that have fallen under the threshold, and says how many. */
  async archiveFallen(now: Date, limit: number): Promise<number> {
    const [row] = await this.graph.run(archiveFallen, { now, limit });
    return row?.archived ?? 0;
  }

  calibrate(namespace: string, bins: number): Promise<CalibrationSums[]> {
    return this.graph.run(calibrateMemories, { namespace, bins }, { timeoutMs: this.config.NEO4J_BULK_TIMEOUT_MS });
  }
}
