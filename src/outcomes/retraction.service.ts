import { Injectable } from '@nestjs/common';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/errors.js';
import { Ledger, type RetractionAnswer } from '../evidence/ledger.js';
import { GraphService } from '../graph/graph.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import type { StoredReceipt } from '../knowledge/receipts.statements.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { listShares, type ReleasedReceipt, releaseReceipt } from './outcomes.statements.js';

/** Result of a retraction of an outcome. */
export interface RetractedOutcome extends ReleasedReceipt {
  readonly given: StoredReceipt;
  readonly now: Date;
  /** Undefined if the receipt had no outcome. */
  readonly changes: readonly RetractionAnswer[] | undefined;
}

/** Retracts outcomes of contexts. Another outcome can then be reported. */
@Injectable()
export class OutcomeRetraction {
  constructor(
    private readonly graph: GraphService,
    private readonly ledger: Ledger,
    private readonly registry: KnowledgeRegistry,
    private readonly receipts: ReceiptsService,
    private readonly versions: VersionKeeper,
    private readonly clock: Clock,
  ) {}

  /**
   * Retracts the outcome of a context, with all shares that it credited.
   *
   * @param reason already shortened
   * @throws NotFoundError when the caller has no such receipt
   */
  async retract(caller: Caller, receiptId: string, reason: string): Promise<RetractedOutcome> {
    const { namespace } = caller;
    const now = this.clock.now();
    const given = await this.receipts.find(caller, receiptId);
    if (!given) throw new NotFoundError('Receipt', receiptId);
    return this.graph.transaction(async (transaction) => {
      const [receipt] = await transaction.run(releaseReceipt, { namespace, id: receiptId, now, reason });
      if (!receipt) throw new NotFoundError('Receipt', receiptId);
      if (!receipt.released) return { ...receipt, given, now, changes: undefined };
      const shares = await transaction.run(listShares, { namespace, receiptId, prefix: `outcome:${receiptId}:` });
      const answers = await this.ledger.retract(
        transaction,
        shares.map(({ ref, kind, id }) => {
          const policy = this.registry.policyOf(kind);
          if (!policy) throw new Error(`The trust of ${kind} never moves`);
          const evidence = { id: `retract:${id}`, ...voiceOf(caller), comment: reason, receiptId };
          return { namespace, ref, policy, now, retracts: [id], evidence };
        }),
      );
      const changes = answers.filter((answer) => answer !== undefined);
      const change = newChange(caller, ChangeDoor.RETRACT_OUTCOME, now);
      const refs = [`receipt:${receiptId}`, ...changes.map(({ ref }) => ref)];
      await this.versions.note(transaction, [{ namespace, change, refs }]);
      return { ...receipt, given, now, changes };
    });
  }
}
