import { Injectable } from '@nestjs/common';
import { type Caller, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../common/errors.js';
import { Ledger } from '../evidence/ledger.js';
import { GraphService } from '../graph/graph.service.js';
import type { Learning } from '../items/items.model.js';
import { ItemsService } from '../items/items.service.js';
import { commentOf, withdraw } from '../items/learning.js';
import { learningRef } from '../items/learning-content.js';
import { ChangeDoor, newChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { WithdrawalService } from '../planning/withdrawal.service.js';
import type { ResolveLearningArgs } from './corrections.inputs.js';
import { findTaught } from './corrections.statements.js';

const ADDRESS = /^https?:\/\//i;

/** Records that people corrected what learnings were about. */
@Injectable()
export class LearningResolution {
  constructor(
    private readonly graph: GraphService,
    private readonly ledger: Ledger,
    private readonly registry: KnowledgeRegistry,
    private readonly items: ItemsService,
    private readonly withdrawals: WithdrawalService,
    private readonly versions: VersionKeeper,
    private readonly clock: Clock,
  ) {}

  /**
   * Marks the cause of a learning as corrected, according to a person: prompts no longer contain the learning, and its
   * observations no longer count. A new failure is new evidence. Repeating the call changes nothing.
   *
   * @throws NotFoundError when the learning does not exist
   * @throws BadUserInputError when `into` is neither an address nor the ref of knowledge that the caller may see
   * @throws ConflictError when the learning was retracted, or resolved into something else
   */
  async resolve(caller: Caller, { id, into }: ResolveLearningArgs): Promise<Learning> {
    const { namespace } = caller;
    const { itemId } = await this.items.getLearning(namespace, id);
    const target = await this.targetOf(caller, into);
    const now = this.clock.now();
    const policy = this.registry.policyOf('ITEM');
    if (!policy) throw new Error('The trust of items never moves');
    await this.graph.transaction(async (transaction) => {
      await this.ledger.lock(transaction, [{ namespace, ref: `item:${itemId}` }]);
      const [taught] = await transaction.run(findTaught, { namespace, id });
      if (!taught) throw new NotFoundError('Learning', id);
      const { ref, stands, resolvedInto, entries } = taught;
      if (!stands && resolvedInto === target) return;
      if (!stands) {
        const why = resolvedInto === null ? 'was taken back' : `was resolved into "${resolvedInto}"`;
        throw new ConflictError(`Learning "${id}" ${why}`);
      }
      const retracts = entries.map((entry) => entry.id);
      const evidence = {
        id: `resolve-learning:${id}`,
        ...voiceOf(caller),
        comment: commentOf(`Resolved into ${target}`),
      };
      const row = { namespace, ref, policy, now, retracts, evidence, resolvedInto: target };
      await this.ledger.retract(transaction, [row]);
      await withdraw(transaction, [{ namespace, id, now, resolvedInto: target }]);
      for (const { planId, stepNum, ...entry } of entries) {
        if (planId === null || stepNum === null) continue;
        await this.withdrawals.forgetIn(transaction, { namespace, planId, stepNum }, entry);
      }
      const change = newChange(caller, ChangeDoor.RESOLVE_LEARNING, now);
      await this.versions.note(transaction, [{ namespace, change, refs: [ref, learningRef(id)] }]);
    });
    return this.items.getLearning(namespace, id);
  }

  private async targetOf(caller: Caller, into: string): Promise<string> {
    const target = into.trim();
    if (ADDRESS.test(target) && URL.canParse(target)) return target;
    if ((await this.registry.load(caller, [target])).has(target)) return target;
    const message = `into must be the ref of knowledge that exists, such as item:open_files, or an address (https://…)`;
    throw BadUserInputError.of('into', 'isRefOrAddress', message);
  }
}
