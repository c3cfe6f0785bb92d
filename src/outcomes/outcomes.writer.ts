import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '../common/caller.js';
import { ConflictError, NotFoundError } from '../common/errors.js';
import { compare } from '../common/text.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
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

/** Writes outcomes with the credits of their contents, several in one transaction. */
@Injectable()
export class OutcomeWriter {
  private readonly rows: Coalescer<OutcomeRow, RowAnswer>;

  constructor(
    private readonly graph: GraphService,
    private readonly ledger: Ledger,
    private readonly registry: KnowledgeRegistry,
    private readonly receipts: ReceiptsService,
    private readonly plans: PlanService,
    private readonly reports: ReportService,
    @Inject(CONFIG) { WRITE_BATCH_MAX_ROWS, WRITE_QUEUE_MAX_ROWS }: Config,
  ) {
    this.rows = new Coalescer('outcomes/report-outcomes', (rows) => this.commit(rows), {
      lockKey: ({ claim }) => `${claim.namespace}\u0000${claim.id}`,
      maxRows: Math.min(WRITE_BATCH_MAX_ROWS, MAX_TOGETHER),
      maxWaiting: WRITE_QUEUE_MAX_ROWS,
    });
  }

  /** Concurrent outcomes share a transaction; an outcome with steps gets its own, since the steps may be refused. */
  async write(caller: Caller, input: OutcomeInput, row: Omit<OutcomeRow, 'steps'>): Promise<RowAnswer> {
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
      const { success, outcomePlan, outcomeAt } = claim.outcome;
      if (outcomePlan === null) continue;
      await this.plans.finishIn(transaction, {
        namespace: claim.namespace,
        planId: outcomePlan,
        success,
        now: outcomeAt,
      });
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
}

export function reportedOtherwise(id: string): ConflictError {
  return new ConflictError(
    `Another outcome of receipt "${id}" was reported; a report that says something else changes nothing`,
  );
}
