import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { type Caller, inSession, witnessOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { Delivery } from '../common/delivery.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { metrics } from '../common/metrics.js';
import { compare, firstCharacters } from '../common/text.js';
import { Verification } from '../common/verification.js';
import type { ContextReceipt } from '../context/context.model.js';
import { ContextService } from '../context/context.service.js';
import type { ObservingWork } from '../evidence/ledger.statements.js';
import { GraphService } from '../graph/graph.service.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import type { StoredOutcome, StoredReceipt } from '../knowledge/receipts.statements.js';
import { TrialsService } from '../trials/trials.service.js';
import { type GivenItem } from './credit.js';
import type { OutcomeInput } from './outcomes.inputs.js';
import { findWork, listCaptured } from './outcomes.statements.js';
import { OutcomeRetraction } from './retraction.service.js';
import { OutcomeWriter, reportedOtherwise } from './outcomes.writer.js';

const reported = new Counter({
  name: 'heartwood_outcomes_total',
  help: 'Outcomes of contexts by success and answer: RECORDED, REPEATED, CONFLICT',
  labelNames: ['success', 'answer'] as const,
  registers: [metrics],
});
const credited = new Counter({
  name: 'heartwood_outcome_shares_total',
  help: 'Shares of outcomes by kind of knowledge and by what became of them',
  labelNames: ['kind', 'state'] as const,
  registers: [metrics],
});

/** Maximum number of characters of a remark stored with its evidence. */
const MAX_COMMENT = 500;
/** Reason with which captured outcomes are retracted. */
const OWN_REPORT = 'The outcome was reported for the same session, which stands above a captured one';

/** Records outcomes of contexts and planning prompts, and credits their contents. */
@Injectable()
export class OutcomesService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: KnowledgeRegistry,
    private readonly receipts: ReceiptsService,
    private readonly contexts: ContextService,
    private readonly writer: OutcomeWriter,
    private readonly retraction: OutcomeRetraction,
    private readonly trials: TrialsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Reports the outcome of a context or planning prompt, once: its contents are credited in shares, each kind by its
   * own policy. Steps and the end of a plan are reported in the same transaction. Repeating a report returns the first
   * answer.
   *
   * @param matched for an outcome that a program captured: the text of each used ref that occurred in a step
   * @throws NotFoundError when the caller has no such receipt, or the plan, task or a followed learning does not exist
   * @throws BadUserInputError when the receipt does not contain a ref, steps have no plan, or a step is invalid
   * @throws ConflictError when the context was not delivered, or the outcome, the end of the plan or a step was reported differently before
   */
  async report(from: Caller, input: OutcomeInput, matched?: ReadonlyMap<string, string>): Promise<ContextReceipt> {
    const caller = inSession(from, input.session);
    const { namespace } = caller;
    const { receiptId, success } = input;
    const receipt = await this.receipts.find(caller, receiptId);
    if (!receipt) throw new NotFoundError('Receipt', receiptId);
    const items = receipt.kinds.map((kind, place) => ({
      kind,
      ref: this.registry.find(kind) && this.registry.refOf(kind, receipt.ids[place] ?? ''),
      score: receipt.scores[place] ?? 0,
    }));
    if (receipt.delivered === Delivery.NO) {
      throw new ConflictError(`The text of receipt "${receiptId}" was not delivered, so that it has no outcome`);
    }
    check(input, items);
    const requestHash = hashOfOutcome(input);
    const isOverruled = isCaptured(receipt) && caller.verification !== Verification.TOOL;
    if (isOverruled) await this.withdrawCaptured(caller, receipt);
    // This is checked first, because data that the first call relied on may have been deleted since.
    if (receipt.outcomeHash !== null && !isOverruled) {
      const answer = receipt.outcomeHash === requestHash ? 'REPEATED' : 'CONFLICT';
      reported.inc({ success: String(success), answer });
      if (answer === 'CONFLICT') throw reportedOtherwise(receiptId);
      return this.found(caller, receiptId);
    }
    const refs = items.flatMap(({ ref }) => ref ?? []);
    const [seen, works] = await Promise.all([this.registry.load(caller, refs), this.worksOf(namespace, input)]);
    const claim = {
      namespace,
      id: receiptId,
      requestHash,
      outcome: outcomeOf(caller, input, this.clock.now(), matched),
    };
    const answer = await this.writer.write(caller, input, { claim, items, seen: new Set(seen.keys()), works });
    reported.inc({ success: String(success), answer: answer ? 'RECORDED' : 'REPEATED' });
    answer?.forEach((state, place) => credited.inc({ kind: items[place]?.kind ?? '', state }));
    await this.trials.settle(namespace, receipt.trials);
    return this.found(caller, receiptId);
  }

  /** One run is one voice: where the agent itself reports, what was captured of the same session adds nothing. */
  private async withdrawCaptured(caller: Caller, { id, outcomeSession }: StoredReceipt): Promise<void> {
    const asked = { namespace: caller.namespace, session: outcomeSession ?? '' };
    const [found] = await this.graph.run(listCaptured, asked);
    const beside = await this.receipts.findAll(caller, found?.receiptIds ?? []);
    const all = new Set([id, ...beside.filter(isCaptured).map((receipt) => receipt.id)]);
    for (const each of all) await this.retraction.retract(caller, each, OWN_REPORT);
  }

  private async worksOf(namespace: string, { planId, taskId }: OutcomeInput): Promise<ObservingWork[]> {
    if (planId === undefined && taskId === undefined) return [];
    const [found] = await this.graph.run(findWork, { namespace, planId: planId ?? null, taskId: taskId ?? null });
    if (planId !== undefined && !found?.planId) throw new NotFoundError('Plan', planId);
    if (taskId !== undefined && !found?.taskId) throw new NotFoundError('AdaptiveTask', taskId);
    const plans = (found?.planIds ?? []).map((id) => ({
      namespace,
      prefix: `report-step:${id}:`,
      planId: id,
      taskId: null,
    }));
    return taskId === undefined ? plans : [...plans, { namespace, prefix: `task:${taskId}:`, planId: null, taskId }];
  }

  private async found(caller: Caller, id: string): Promise<ContextReceipt> {
    const receipt = await this.contexts.receipt(caller, id);
    if (!receipt) throw new NotFoundError('Receipt', id);
    return receipt;
  }
}

const isCaptured = ({ outcomeHash, outcomeVerification }: StoredReceipt): boolean =>
  outcomeHash !== null && outcomeVerification === Verification.TOOL;

function check({ used, planId, steps }: OutcomeInput, items: readonly GivenItem[]): void {
  const given = new Set(items.map(({ ref }) => ref));
  const foreign = (used ?? []).flatMap((ref, index) =>
    given.has(ref)
      ? []
      : [{ path: `used.${index}`, rule: 'isGiven', message: `used.${index}: "${ref}" was not given by this receipt` }],
  );
  const homeless =
    planId === undefined && steps !== undefined && steps.length > 0
      ? [
          {
            path: 'planId',
            rule: 'isRequired',
            message: 'planId is required for steps: it says of which plan they are',
          },
        ]
      : [];
  if (foreign.length + homeless.length > 0) throw new BadUserInputError([...foreign, ...homeless]);
}

/**
 * Computes a hash that tells whether two outcomes of a receipt are the same. It covers all of the caller's input except
 * the session.
 */
function hashOfOutcome({ success, used, unverified, comment, planId, taskId, steps }: OutcomeInput): string {
  return hashOf({
    success,
    ...(unverified && { unverified }),
    used: used ? [...new Set(used)].sort(compare) : null,
    comment: comment ?? null,
    planId: planId ?? null,
    taskId: taskId ?? null,
    steps: (steps ?? []).map((step) => ({ ...step })),
  });
}

function outcomeOf(
  caller: Caller,
  { success, used, unverified, comment, planId, taskId }: OutcomeInput,
  now: Date,
  matched?: ReadonlyMap<string, string>,
): StoredOutcome {
  const { agent, session, verification } = witnessOf(caller);
  const remark = comment === undefined || comment.trim() === '' ? null : firstCharacters(comment, MAX_COMMENT);
  const usedRefs = used ? [...new Set(used)] : null;
  const attributed = usedRefs?.map((ref) => (matched ? `matched "${matched.get(ref) ?? ''}"` : 'named')) ?? null;
  return {
    success,
    usedRefs,
    outcomeAttributed: attributed,
    outcomeAt: now,
    outcomeAgent: agent,
    outcomeSession: session,
    outcomeVerification: unverified ? Verification.NONE : verification,
    outcomeComment: remark,
    outcomePlan: planId ?? null,
    outcomeTask: taskId ?? null,
  };
}
