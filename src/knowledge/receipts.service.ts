import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { inOrder } from '../graph/in-order.js';
import { WriteCoalescer } from '../graph/write-coalescer.js';
import {
  type ClaimAnswer,
  claimOutcomes,
  type ClaimRow,
  type CreditsRow,
  findReceipt,
  keepCredits,
  type ReceiptRow,
  recordReceipts,
  type StoredReceipt,
} from './receipts.statements.js';

/** What contexts and planning prompts gave, and what came of it. */
@Injectable()
export class ReceiptsService {
  private readonly receipts: WriteCoalescer<ReceiptRow, { linked: number }, object>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly graph: GraphService,
  ) {
    this.receipts = new WriteCoalescer(graph, recordReceipts, {
      constants: {},
      lockKey: ({ receipt }) => receipt.id,
      maxRows: config.WRITE_BATCH_MAX_ROWS,
      maxWaiting: config.WRITE_QUEUE_MAX_ROWS,
    });
  }

  async record(row: ReceiptRow): Promise<void> {
    await this.receipts.write(row);
  }

  /** @returns undefined when the namespace has no such receipt */
  async find(namespace: string, id: string): Promise<StoredReceipt | undefined> {
    const [row] = await this.graph.run(findReceipt, { namespace, id });
    return row?.receipt;
  }

  /**
   * Takes the outcomes of contexts, once a receipt.
   *
   * @returns an answer for each row, in their order; undefined for an unknown receipt
   */
  async claim(transaction: GraphTransaction, rows: readonly ClaimRow[]): Promise<(ClaimAnswer | undefined)[]> {
    const numbered = rows.map((row, n) => ({ ...row, n }));
    return inOrder(await transaction.run(claimOutcomes, { rows: numbered }), rows.length);
  }

  /** Keeps what outcomes credited, in the transaction that claimed them. */
  async keep(transaction: GraphTransaction, rows: readonly CreditsRow[]): Promise<void> {
    if (rows.length > 0) await transaction.run(keepCredits, { rows });
  }
}
