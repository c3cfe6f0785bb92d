import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { type Caller, inSession, voiceOf } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../common/errors.js';
import { hashOf } from '../common/hash.js';
import { metrics } from '../common/metrics.js';
import { redactJson, redactText } from '../common/redact.js';
import { compare, firstCharacters } from '../common/text.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import type { ContextReceipt } from '../context/context.model.js';
import { ContextService } from '../context/context.service.js';
import { Ledger } from '../evidence/ledger.js';
import type { ObservingWork } from '../evidence/ledger.statements.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { Coalescer } from '../graph/write-coalescer.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import type { ClaimRow, CreditName } from '../knowledge/receipts.statements.js';
import { PlanService } from '../planning/plan.service.js';
import { type PreparedSteps, ReportService } from '../planning/report.service.js';
import { creditTogether, type GivenItem } from './credit.js';
import type { OutcomeInput } from './outcomes.inputs.js';
import { findWork } from './outcomes.statements.js';

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
/** Maximum number of retries if a step moves to another item between two reads; exceeding it indicates a defect. */
const MAX_LOOKS = 5;
/** Maximum number of outcomes per transaction: each may write up to a hundred ledger entries. */
const MAX_TOGETHER = 20;

/** Data to write for one outcome. */
interface OutcomeRow {
  readonly claim: ClaimRow;
  readonly items: readonly GivenItem[];
  /** Refs of knowledge that the caller may see. */
  readonly seen: ReadonlySet<string>;
  readonly works: readonly ObservingWork[];
  readonly steps: PreparedSteps | undefined;
}

/** Null if this call recorded nothing because the outcome was already known. */
type RowAnswer = readonly CreditName[] | null;

/** A step was attributed to another item after it was read. */
class StepMovedError extends Error {}

/** Records outcomes of contexts and planning prompts, and credits their contents. */
@Injectable()
export class OutcomesService {
  private readonly rows: Coalescer<OutcomeRow, RowAnswer>;

  constructor(
    private readonly graph: GraphService,
    private readonly ledger: Ledger,
    private readonly registry: KnowledgeRegistry,
    private readonly receipts: ReceiptsService,
    private readonly contexts: ContextService,
    private readonly plans: PlanService,
    private readonly reports: ReportService,
    private readonly clock: Clock,
    @Inject(CONFIG) { WRITE_BATCH_MAX_ROWS, WRITE_QUEUE_MAX_ROWS }: Config,
  ) {
    this.rows = new Coalescer('outcomes/report-outcomes', (rows) => this.commit(rows), {
      lockKey: ({ claim }) => `${claim.namespace}\u0000${claim.id}`,
      maxRows: Math.min(WRITE_BATCH_MAX_ROWS, MAX_TOGETHER),
      maxWaiting: WRITE_QUEUE_MAX_ROWS,
    });
  }

  /**
   * Reports the outcome of a context or planning prompt, once: its contents are credited in shares, each kind by its
   * own policy. Steps and the end of a plan are reported in the same transaction. Repeating a report returns the first
   * answer.
   *
   * @throws NotFoundError when the caller has no such receipt, or the plan, task or a followed learning does not exist
   * @throws BadUserInputError when the receipt does not contain a ref, steps have no plan, or a step is invalid
   * @throws ConflictError when the outcome, the end of the plan or a step was reported differently before
   */
  async report(from: Caller, input: OutcomeInput): Promise<ContextReceipt> {
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
    check(input, items);
    const requestHash = hashOfOutcome(input);
    // This is checked first, because data that the first call relied on may have been deleted since.
    if (receipt.outcomeHash !== null) {
      const answer = receipt.outcomeHash === requestHash ? 'REPEATED' : 'CONFLICT';
      reported.inc({ success: String(success), answer });
      if (answer === 'CONFLICT') throw reportedOtherwise(receiptId);
      return this.found(caller, receiptId);
    }
    const refs = items.flatMap(({ ref }) => ref ?? []);
    const [seen, works] = await Promise.all([this.registry.load(caller, refs), this.worksOf(namespace, input)]);
    const claim = { namespace, id: receiptId, requestHash, outcome: outcomeOf(caller, input, this.clock.now()) };
    const answer = await this.write(caller, input, { claim, items, seen: new Set(seen.keys()), works });
    reported.inc({ success: String(success), answer: answer ? 'RECORDED' : 'REPEATED' });
    answer?.forEach((state, place) => credited.inc({ kind: items[place]?.kind ?? '', state }));
    return this.found(caller, receiptId);
  }

  /** Concurrent outcomes share a transaction; an outcome with steps gets its own, since the steps may be refused. */
  private async write(caller: Caller, input: OutcomeInput, row: Omit<OutcomeRow, 'steps'>): Promise<RowAnswer> {
    const { planId, steps = [] } = input;
    if (planId === undefined || steps.length === 0) return this.rows.write({ ...row, steps: undefined });
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const prepared = await this.reports.prepare(caller, planId, steps, 'steps');
      try {
        const [answer = null] = await this.commit([{ ...row, steps: prepared }]);
        if (answer) this.reports.reported(prepared);
        return answer;
      } catch (error) {
        if (!(error instanceof StepMovedError)) throw error;
      }
    }
    throw new Error(`Steps of plan ${planId} were given other items ${MAX_LOOKS} times`);
  }

  /** Locks are taken in one order: receipts, knowledge, plans, steps. */
  private commit(rows: readonly OutcomeRow[]): Promise<RowAnswer[]> {
    return this.graph.transaction(async (transaction) => {
      const claims = await this.receipts.claim(
        transaction,
        rows.map(({ claim }) => claim),
      );
      const refused = rows.find((_, n) => claims[n]?.answer === 'CONFLICT');
      if (refused) throw reportedOtherwise(refused.claim.id);
      const unknown = rows.find((_, n) => !claims[n]);
      if (unknown) throw new NotFoundError('Receipt', unknown.claim.id);
      const taken = rows.flatMap((row, n) => (claims[n]?.answer === 'RECORDED' ? [{ row, n }] : []));
      const existing = await this.lock(
        transaction,
        taken.map(({ row }) => row),
      );
      await this.endPlans(
        transaction,
        taken.map(({ row }) => row),
      );
      const moved = await this.movedBy(
        transaction,
        taken.map(({ row }) => row),
      );
      const credits = await creditTogether(
        transaction,
        this.ledger,
        this.registry,
        taken.map(({ row: { claim, items, seen }, n }, index) => ({
          namespace: claim.namespace,
          receiptId: claim.id,
          revision: claims[n]?.revision ?? 0,
          outcome: claim.outcome,
          items,
          seen: new Set([...seen].filter((ref) => existing.has(`${claim.namespace}\u0000${ref}`))),
          moved: moved[index] ?? new Set<string>(),
        })),
      );
      await this.receipts.keep(
        transaction,
        taken.map(({ row: { claim } }, index) => ({
          namespace: claim.namespace,
          id: claim.id,
          shares: credits[index]?.shares ?? [],
          credits: credits[index]?.credits ?? [],
        })),
      );
      const answers = new Map(taken.map(({ n }, index) => [n, credits[index]?.credits ?? []]));
      return rows.map((_, n) => answers.get(n) ?? null);
    });
  }

  /** @returns namespaces and refs of the existing knowledge */
  private async lock(transaction: GraphTransaction, rows: readonly OutcomeRow[]): Promise<ReadonlySet<string>> {
    const wanted = rows.flatMap(({ claim: { namespace }, items, steps }) =>
      [...items.flatMap(({ ref }) => ref ?? []), ...(steps ? this.reports.refsOf(steps) : [])].map((ref) => ({
        namespace,
        ref,
      })),
    );
    const locked = await this.ledger.lock(transaction, wanted);
    return new Set(locked.map(({ namespace, ref }) => `${namespace}\u0000${ref}`));
  }

  private async endPlans(transaction: GraphTransaction, rows: readonly OutcomeRow[]): Promise<void> {
    const ended = rows.toSorted((a, b) =>
      compare(a.claim.outcome.outcomePlan ?? '', b.claim.outcome.outcomePlan ?? ''),
    );
    for (const { claim, steps } of ended) {
      const { success, outcomePlan } = claim.outcome;
      if (outcomePlan === null) continue;
      await this.plans.finishIn(transaction, claim.namespace, outcomePlan, success);
      if (steps && !(await this.reports.reportIn(transaction, steps))) throw new StepMovedError();
    }
  }

  /** Refs whose trust each row's plan or task moved, including by the steps just reported. */
  private async movedBy(transaction: GraphTransaction, rows: readonly OutcomeRow[]): Promise<Set<string>[]> {
    const moved = await this.ledger.movedBy(
      transaction,
      rows.flatMap(({ works }) => works),
    );
    let from = 0;
    return rows.map(({ works }) => new Set(moved.slice(from, (from += works.length)).flatMap((refs) => [...refs])));
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
function hashOfOutcome({ success, used, comment, planId, taskId, steps }: OutcomeInput): string {
  return hashOf(
    redactJson({
      success,
      used: used ? [...new Set(used)].sort(compare) : null,
      comment: comment ?? null,
      planId: planId ?? null,
      taskId: taskId ?? null,
      steps: (steps ?? []).map((step) => ({ ...step })),
    }),
  );
}

function outcomeOf(caller: Caller, { success, used, comment, planId, taskId }: OutcomeInput, now: Date) {
  const { agent, session } = voiceOf(caller);
  const remark =
    comment === undefined || comment.trim() === '' ? null : firstCharacters(redactText(comment), MAX_COMMENT);
  return {
    success,
    usedRefs: used ? [...new Set(used)] : null,
    outcomeAt: now,
    outcomeAgent: agent,
    outcomeSession: session,
    outcomeComment: remark,
    outcomePlan: planId ?? null,
    outcomeTask: taskId ?? null,
  };
}

function reportedOtherwise(id: string): ConflictError {
  return new ConflictError(
    `Another outcome of receipt "${id}" was reported; a report that says something else changes nothing`,
  );
}
