import { Inject, Injectable } from '@nestjs/common';
import { type Caller, groupsOf } from '../common/caller.js';
import { ConflictError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { Ledger, type RetractionRow } from '../evidence/ledger.js';
import type { FoundEntry } from '../evidence/ledger.statements.js';
import type { Policy } from '../evidence/policy.js';
import { BEHIND_ALL_IDS } from '../common/id-order.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { Coalescer, WriteCoalescer } from '../graph/write-coalescer.js';
import type { NewChange } from '../versions/change.model.js';
import { VersionKeeper } from '../versions/keeping.service.js';
import { itemTrust } from '../items/trust.js';
import { attributeTogether, reportTogether, unattributeIn, type Withdrawn, withdrawReportIn } from './entries.js';
import type { Plan, PlanStep, RetrievedItem, StepOutcome } from './planning.model.js';
import {
  type AttributionAnswer,
  type AttributionRecord,
  type AttributionRow,
  countAttributionsForReview,
  countPlans,
  findPlanByKey,
  findPlans,
  findPrompt,
  findStep,
  forgetObservation,
  finishPlan,
  listAttributionsForReview,
  listAwaitingRecovery,
  listPlans,
  listRetrieved,
  listShownLearnings,
  listSteps,
  type ListedReview,
  type PlanRow,
  restoreAttribution,
  type ReportAnswer,
  type ReportRow,
  type SavedPlan,
  savePlans,
  type StepToReport,
  type StoredStep,
  type WithdrawRow,
} from './planning.statements.js';

/**
 * Settings of a plan, apart from its knowledge. They are stored with the plan, so that its recovery is planned with the
 * same settings.
 */
export interface PlanningSettings {
  readonly application?: string | undefined;
  readonly tools?: string | undefined;
  readonly context?: string | undefined;
  readonly applicationVersion?: string | undefined;
}

/** Contents of a planning prompt. */
export interface GivenPrompt {
  readonly retrieved: readonly RetrievedItem[];
  /** Ids of learnings that the prompt showed. */
  readonly shown: readonly string[];
  /** Ids of items that the prompt showed as prerequisites. */
  readonly neededIds: readonly string[];
  readonly settings: PlanningSettings;
}

/** Learnings of an item that a prompt showed. */
export interface ShownLearnings {
  readonly learningIds: readonly string[];
  /** Total number of the item's learnings. */
  readonly total: number;
}

/** Reads and writes plans, reports and attributions. */
@Injectable()
export class PlanningRepository {
  private readonly policy: Policy;
  private readonly plans: WriteCoalescer<PlanRow, SavedPlan, object>;
  private readonly reports: Coalescer<ReportRow, ReportAnswer | undefined>;
  private readonly attributions: Coalescer<AttributionRow, AttributionAnswer | undefined>;

  constructor(
    private readonly graph: GraphService,
    private readonly ledger: Ledger,
    private readonly versions: VersionKeeper,
    @Inject(CONFIG) { WRITE_BATCH_MAX_ROWS, WRITE_QUEUE_MAX_ROWS, TRUST_RECOVERY }: Config,
  ) {
    const bounds = { maxRows: WRITE_BATCH_MAX_ROWS, maxWaiting: WRITE_QUEUE_MAX_ROWS };
    this.plans = new WriteCoalescer(graph, savePlans, {
      ...bounds,
      // The number of plans per transaction is limited, because a plan may have a hundred nodes or more.
      maxRows: Math.min(WRITE_BATCH_MAX_ROWS, 20),
      constants: {},
      lockKey: ({ namespace, recovers, key }) => [namespace, recovers ?? '', key].join('\u0000'),
    });
    // Rows are sorted by item first, because most conflicts concern the lock of the item.
    const lockKey = ({ namespace, itemId, planId, stepNum }: ReportRow | AttributionRow) =>
      [namespace, itemId ?? '', planId, stepNum].join('\u0000');
    this.policy = itemTrust(TRUST_RECOVERY);
    const { policy } = this;
    this.reports = new Coalescer<ReportRow, ReportAnswer | undefined>(
      'planning/report-steps',
      (rows) => graph.transaction((transaction) => reportTogether(transaction, ledger, policy, rows)),
      { ...bounds, lockKey },
    );
    this.attributions = new Coalescer<AttributionRow, AttributionAnswer | undefined>(
      'planning/attribute-steps',
      (rows) => graph.transaction((transaction) => attributeTogether(transaction, { ledger, versions }, policy, rows)),
      { ...bounds, lockKey },
    );
  }

  // ───────────────────────────── prompts ─────────────────────────────

  /**
   * Contents of a planning prompt.
   *
   * @returns undefined when the caller has no such receipt, or it is not the receipt of a planning prompt
   */
  async findPrompt(caller: Caller, id: string): Promise<GivenPrompt | undefined> {
    const [row] = await this.graph.run(findPrompt, { namespace: caller.namespace, id, groups: groupsOf(caller) });
    if (!row) return undefined;
    const given = parsed<Omit<GivenPrompt, 'settings'>>(row.retrieved);
    return { ...given, settings: parsed<PlanningSettings>(row.settings) };
  }

  /** Keyed by item id; items without learnings are left out. */
  async listShownLearnings(
    namespace: string,
    ids: readonly string[],
    version: string | null,
    limit: number,
  ): Promise<Map<string, ShownLearnings>> {
    const rows = await this.graph.run(listShownLearnings, {
      namespace,
      ids,
      version,
      limit,
    });
    return new Map(rows.map(({ itemId, ...shown }) => [itemId, shown]));
  }

  // ───────────────────────────── plans ─────────────────────────────

  async savePlan(row: PlanRow): Promise<SavedPlan> {
    const save = async () => {
      const saved = await this.plans.write(row);
      if (!saved) throw new Error(`Plan ${row.plan.id} was neither saved nor refused`);
      return saved;
    };
    try {
      return await save();
    } catch (error) {
      // A concurrent call saved a plan with this key. Retrying finds that plan.
      if (error instanceof ConflictError) return save();
      throw error;
    }
  }

  async findPlanByKey(namespace: string, key: string): Promise<{ planId: string; requestHash: string } | undefined> {
    const [row] = await this.graph.run(findPlanByKey, { namespace, key });
    return row;
  }

  async findPlans(namespace: string, ids: readonly string[]): Promise<Map<string, Plan>> {
    const rows = await this.graph.run(findPlans, { namespace, ids });
    return new Map(rows.map(({ plan, ...links }) => [plan.id, { ...plan, ...links }]));
  }

  /** Lists at most `limit` plans, newest first, starting after the plan with the id `after`. */
  async listPlans(namespace: string, task: string | null, after: string | null, limit: number): Promise<Plan[]> {
    const ids = await this.graph.run(listPlans, { namespace, task, before: after ?? BEHIND_ALL_IDS, limit });
    const plans = await this.findPlans(
      namespace,
      ids.map(({ id }) => id),
    );
    return ids.flatMap(({ id }) => plans.get(id) ?? []);
  }

  async countPlans(namespace: string, task: string | null): Promise<number> {
    const [row] = await this.graph.run(countPlans, { namespace, task });
    return row?.total ?? 0;
  }

  /** Retrieved items, keyed by plan id. */
  async listRetrieved(namespace: string, planIds: readonly string[]): Promise<Map<string, RetrievedItem[]>> {
    const rows = await this.graph.run(listRetrieved, { namespace, planIds });
    return new Map(rows.map(({ planId, retrieved }) => [planId, parsed<RetrievedItem[]>(retrieved)]));
  }

  /** @returns the stored result; undefined when the plan does not exist */
  async finishPlan(
    namespace: string,
    planId: string,
    success: boolean,
    now: Date,
    transaction: Pick<GraphTransaction, 'run'> = this.graph,
  ): Promise<boolean | undefined> {
    const [row] = await transaction.run(finishPlan, { namespace, planId, success, now });
    return row?.success;
  }

  async listAwaitingRecovery(namespace: string, planId: string): Promise<string[]> {
    const rows = await this.graph.run(listAwaitingRecovery, { namespace, planId });
    return rows.map(({ learningId }) => learningId);
  }

  // ───────────────────────────── steps ─────────────────────────────

  /** Steps keyed by plan id, in order. */
  async listSteps(namespace: string, planIds: readonly string[]): Promise<Map<string, PlanStep[]>> {
    const byPlan = new Map<string, PlanStep[]>(planIds.map((id) => [id, []]));
    for (const { step } of await this.graph.run(listSteps, { namespace, planIds }))
      byPlan.get(step.planId)?.push(stepOf(step));
    return byPlan;
  }

  /** @returns undefined when the plan does not exist */
  async findStep(namespace: string, planId: string, stepNum: number): Promise<StepToReport | undefined> {
    const [row] = await this.graph.run(findStep, { namespace, planId, stepNum });
    return row;
  }

  /** @returns undefined when the step does not exist */
  reportStep(row: ReportRow): Promise<ReportAnswer | undefined> {
    return this.reports.write(row);
  }

  /** Reports steps in the caller's transaction; answers are in the order of the rows. */
  reportIn(transaction: GraphTransaction, rows: readonly ReportRow[]): Promise<(ReportAnswer | undefined)[]> {
    return reportTogether(transaction, this.ledger, this.policy, rows);
  }

  /** @returns undefined when the step or the item does not exist */
  attributeStep(row: AttributionRow): Promise<AttributionAnswer | undefined> {
    return this.attributions.write(row);
  }

  /**
   * Undoes a person's attribution in the caller's transaction.
   *
   * @param back the attribution to the item before, and the step as it is; undefined if it has that item already
   * @returns false when the step changed meanwhile
   */
  async unattributeIn(
    transaction: GraphTransaction,
    row: Parameters<typeof unattributeIn>[3],
    { before, itemId }: AttributionRecord,
    back: AttributionRow | undefined,
  ): Promise<boolean> {
    const books = { ledger: this.ledger, versions: this.versions };
    if (before.itemId === null) return unattributeIn(transaction, this.ledger, this.policy, row);
    if (back) {
      const [answer] = await attributeTogether(transaction, books, this.policy, [back]);
      if (answer?.answer !== 'RECORDED') return false;
    }
    const { namespace, planId, stepNum } = row;
    const key = { namespace, planId, stepNum, itemId: back?.itemId ?? itemId };
    return (await transaction.run(restoreAttribution, { ...key, was: { ...before } })).length > 0;
  }

  /** @returns undefined when the step does not exist */
  withdrawReport(
    row: WithdrawRow & { readonly change: NewChange },
    evidence: RetractionRow['evidence'],
  ): Promise<Withdrawn | undefined> {
    return this.graph.transaction((transaction) =>
      withdrawReportIn(transaction, { ledger: this.ledger, versions: this.versions }, this.policy, row, evidence),
    );
  }

  /** Marks the observation of a step as withdrawn, in the transaction that withdraws it. */
  async forgetObservation(
    transaction: GraphTransaction,
    key: { namespace: string; planId: string; stepNum: number },
    outcome: StepOutcome,
    entryId: string,
  ): Promise<void> {
    await transaction.run(forgetObservation, { ...key, outcome, entryId });
  }

  /**
   * Lists at most `limit` steps whose item was inferred from a name that another item now has, too. Steps of the newest
   * plans come first.
   */
  listForReview(namespace: string, after: string | null, limit: number): Promise<ListedReview[]> {
    return this.graph.run(listAttributionsForReview, { namespace, before: after ?? BEHIND_ALL_IDS, limit });
  }

  async countForReview(namespace: string): Promise<number> {
    const [row] = await this.graph.run(countAttributionsForReview, { namespace });
    return row?.total ?? 0;
  }

  /** The effects of the entries with these ids, in the same order; unknown ids are left out. */
  async findEntries(namespace: string, ids: readonly string[]): Promise<FoundEntry[]> {
    const found = await this.ledger.find(
      this.graph,
      ids.map((id) => ({ namespace, id })),
    );
    return found.filter((entry) => entry !== undefined);
  }
}

function stepOf(step: StoredStep): PlanStep {
  return {
    planId: step.planId,
    num: step.num,
    toolName: step.toolName,
    toolArguments: parsed(step.toolArguments),
    reasoning: step.reasoning ?? null,
    kbSource: step.kbSource ?? null,
    attribution: step.attribution,
    followsLearning: step.followsLearning ?? null,
    decidedBy: step.decidedBy ?? [],
    outcome: step.outcome,
    error: step.error ?? null,
    carried: step.carried,
    reportedAt: step.reportedAt ?? null,
    revision: step.revision ?? 0,
    itemId: step.itemId,
    learningId: step.learningId,
    candidates: step.candidates,
  };
}

function parsed<Value>(json: string): Value {
  return JSON.parse(json) as Value;
}
