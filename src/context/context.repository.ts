import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import { WriteCoalescer } from '../graph/write-coalescer.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import type { ContextReceipt } from './context.model.js';
import {
  countKnowledge,
  findReceipt,
  type NewReceipt,
  recordReceipts,
  type StoredReceipt,
} from './context.statements.js';
import type { KindCount } from './status.model.js';

/** A receipt, and who may read its text. */
export interface FoundReceipt
  extends Omit<ContextReceipt, 'hidden'>, Pick<StoredReceipt, 'team' | 'project' | 'groupOnly'> {}

@Injectable()
export class ContextRepository {
  private readonly receipts: WriteCoalescer<NewReceipt, { n: number; linked: number }, object>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
  ) {
    this.receipts = new WriteCoalescer(graph, recordReceipts, {
      constants: {},
      lockKey: (receipt) => receipt.id,
      maxRows: config.WRITE_BATCH_MAX_ROWS,
      maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
    });
  }

  async recordReceipt(receipt: NewReceipt): Promise<void> {
    await this.receipts.write(receipt);
  }

  async findReceipt(namespace: string, id: string): Promise<FoundReceipt | undefined> {
    const [row] = await this.graph.run(findReceipt, { namespace, id });
    return row && toReceipt(row.receipt);
  }

  async countKnowledge(namespace: string, kinds: readonly KnowledgeKind[]): Promise<KindCount[]> {
    return this.graph.run(countKnowledge, { namespace, kinds });
  }
}

function toReceipt({ kinds, ids, scores, trusts, ...facts }: StoredReceipt): FoundReceipt {
  const items = kinds.map((kind, place) => ({
    kind,
    id: ids[place] ?? '',
    score: scores[place] ?? 0,
    trust: trusts[place] ?? 0,
    used: null,
    credit: null,
  }));
  return { ...facts, items, success: null };
}
