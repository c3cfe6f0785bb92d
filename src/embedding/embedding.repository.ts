import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service.js';
import { describeServer } from '../graph/graph.statements.js';
import type { Lease } from '../graph/leases.js';
import { createOnce } from '../graph/schema.js';
import {
  activateFirstModel,
  type ActiveModel,
  clearSlot,
  countEmbedded,
  countStale,
  createFilteredIndex,
  createIndex,
  dropIndex,
  type Embedded,
  findActiveModel,
  findIndexState,
  findJob,
  findStale,
  findStaleNamespaces,
  flipSlot,
  measureFloor,
  recordDimensions,
  recordFloor,
  recordProgress,
  type Slot,
  startJob,
  type StaleNamespace,
  type StoredJob,
  type StoredText,
  writeVectors,
} from './embedding.statements.js';
import { filtersInIndex } from './index-filter.js';

/** State of a slot's vector index. A `filtered` index itself checks namespace and kind. */
export type IndexState = 'none' | 'building' | 'plain' | 'filtered';

const INDEX_POLL_MS = 500;
/** Maximum number of texts, the first in key order, from which a floor is measured. */
const FLOOR_TEXTS = 100_000;

export function vectorProperty(slot: Slot): string {
  return `embedding${slot}`;
}

export function modelProperty(slot: Slot): string {
  return `model${slot}`;
}

export function vectorIndex(slot: Slot): string {
  return `knowledge_embedding${slot}`;
}

/** Reads and writes vectors, the active model and the jobs that change it. */
@Injectable()
export class EmbeddingRepository {
  constructor(private readonly graph: GraphService) {}

  async findActive(): Promise<ActiveModel | undefined> {
    const [active] = await this.graph.run(findActiveModel, {});
    return active;
  }

  /** Makes the model active in slot 0, unless a model is already active. Returns the active model. */
  async activateFirst(model: string, provider: string, now: Date): Promise<ActiveModel> {
    const [active] = await this.graph.run(activateFirstModel, { model, provider, now });
    if (!active) throw new Error('activate-first-model returns one row');
    return active;
  }

  /** Records the vector length of the active model. If a length was recorded before, that one is kept and returned. */
  async recordDimensions(model: string, dimensions: number): Promise<number | undefined> {
    const [row] = await this.graph.run(recordDimensions, { model, dimensions });
    return row?.dimensions;
  }

  /** Lists texts without a vector, up to `limit` of each namespace. */
  async findStale(slot: Slot, namespaces: readonly string[], limit: number): Promise<StoredText[]> {
    return this.graph.run(findStale[slot], { namespaces, limit });
  }

  /** Lists namespaces with texts that have no vector, ordered by name. */
  async findStaleNamespaces(slot: Slot): Promise<StaleNamespace[]> {
    return this.graph.run(findStaleNamespaces[slot], {});
  }

  /** Counts the texts of a namespace that have a vector of the active model, and all its texts. */
  async countEmbedded({ slot, model }: ActiveModel, namespace: string): Promise<{ embedded: number; total: number }> {
    const [row] = await this.graph.run(countEmbedded[slot], { namespace, model });
    return row ?? { embedded: 0, total: 0 };
  }

  /**
   * Measures the median cosine of random pairs of texts by the active model. Also returns the number of texts from
   * which the pairs were drawn.
   */
  async measureFloor(
    { slot, model }: ActiveModel,
    pairs: readonly (readonly [number, number])[],
  ): Promise<{ texts: number; floor: number } | undefined> {
    const [row] = await this.graph.run(measureFloor[slot], { model, pairs, most: FLOOR_TEXTS });
    const { texts = null, floor = null } = row ?? {};
    return texts === null || floor === null ? undefined : { texts, floor };
  }

  /** @returns undefined when the lease was lost, or the model is no longer the active one */
  async recordFloor(
    { name, owner, token }: Lease,
    until: Date,
    model: string,
    floor: number,
  ): Promise<number | undefined> {
    const [row] = await this.graph.run(recordFloor, { name, owner, token, until, model, floor });
    return row?.floor;
  }

  async countStale(slot: Slot): Promise<{ stale: number; total: number }> {
    const [row] = await this.graph.run(countStale[slot], {});
    return row ?? { stale: 0, total: 0 };
  }

  async clear(slot: Slot, models: readonly string[], limit: number): Promise<number> {
    const [row] = await this.graph.run(clearSlot[slot], { models, limit });
    return row?.cleared ?? 0;
  }

  async dropIndex(slot: Slot): Promise<void> {
    await this.graph.run(dropIndex[slot], {});
  }

  /** Creates a slot's vector index if it is absent. The index filters by itself if the server supports that. */
  async createIndex(slot: Slot): Promise<void> {
    const create = (await this.offersFilters()) ? createFilteredIndex : createIndex;
    await createOnce(this.graph, create[slot]);
  }

  /** True if vector indexes of this server can check namespace and kind themselves. */
  async offersFilters(): Promise<boolean> {
    const [server] = await this.graph.run(describeServer, {});
    return server !== undefined && filtersInIndex(server.version);
  }

  async indexState(slot: Slot): Promise<IndexState> {
    const [index] = await this.graph.run(findIndexState, { name: vectorIndex(slot) });
    if (!index) return 'none';
    if (index.state !== 'ONLINE') return 'building';
    return index.properties.includes('namespace') && index.properties.includes('kind') ? 'filtered' : 'plain';
  }

  /** Waits until a slot's index is online. `meanwhile` is called at each check. */
  async awaitIndex(slot: Slot, meanwhile: () => Promise<void>): Promise<void> {
    for (;;) {
      const [index] = await this.graph.run(findIndexState, { name: vectorIndex(slot) });
      if (index?.state === 'ONLINE') return;
      if (index?.state === 'FAILED') throw new Error(`The vector index ${vectorIndex(slot)} could not be built`);
      await meanwhile();
      await sleep(INDEX_POLL_MS);
    }
  }

  /**
   * @returns number of written vectors, without those of texts that changed meanwhile; undefined when the lease was
   *   lost
   */
  async write(
    { name, owner, token }: Lease,
    until: Date,
    slot: Slot,
    rows: readonly (StoredText & Embedded)[],
  ): Promise<number | undefined> {
    const [row] = await this.graph.run(writeVectors, {
      name,
      owner,
      token,
      until,
      rows,
      vectorProperty: vectorProperty(slot),
      modelProperty: modelProperty(slot),
    });
    return row?.written;
  }

  async startJob(id: string, model: string, provider: string, now: Date): Promise<StoredJob | undefined> {
    const [job] = await this.graph.run(startJob, { id, model, provider, now });
    return job;
  }

  async findJob(): Promise<StoredJob | undefined> {
    const [job] = await this.graph.run(findJob, {});
    return job;
  }

  /** @returns false when the job was replaced by another */
  async recordProgress(
    id: string,
    progress: { status: string; done: number; total: number; error?: string },
    now: Date,
  ): Promise<boolean> {
    return (await this.graph.run(recordProgress, { error: null, ...progress, id, now })).length > 0;
  }

  /** @returns the new active model; undefined when the lease was lost */
  async flip(
    { name, owner, token }: Lease,
    until: Date,
    change: { jobId: string; slot: Slot; dimensions: number | null; now: Date },
  ): Promise<ActiveModel | undefined> {
    const [active] = await this.graph.run(flipSlot, { name, owner, token, until, ...change });
    return active;
  }
}
