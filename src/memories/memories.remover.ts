import { Injectable } from '@nestjs/common';
import { newAct } from '../audit/recording.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import { MemoriesRepository } from './memories.repository.js';
import type { Viewer } from './memories.statements.js';

/** Deletes memories for good, without asking who may. */
@Injectable()
export class MemoryRemover {
  constructor(
    private readonly repository: MemoriesRepository,
    private readonly receipts: ReceiptsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes a memory that the viewer sees, with its evidence, its versions, its quotes in receipts, and the memories that were
   * merged into it.
   *
   * @param author by whom, for the audit
   * @param archivedBefore deletes it only if it was archived before this time
   * @returns false if there is no such memory
   */
  async remove(
    viewer: Viewer,
    id: string,
    author: Pick<Caller, 'agent' | 'keyId'>,
    archivedBefore: Date | null = null,
  ): Promise<boolean> {
    const { namespace } = viewer;
    const ref = `memory:${id}`;
    const merged = await this.repository.merged(namespace, id);
    await this.receipts.deleteQuotes(namespace, [ref, ...merged.map((source) => `memory:${source}`)]);
    const act = newAct(author, 'DELETE', { namespace, ref }, this.clock.now());
    return this.repository.delete(viewer, id, { merged, act, archivedBefore });
  }
}
