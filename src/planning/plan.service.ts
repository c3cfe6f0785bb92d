import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { BatchLoader } from '../common/batch-loader.js';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page } from '../common/connection.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { hashOf } from '../common/hash.js';
import { newId } from '../common/seeded-time.js';
import { learningHash, type LearningContent } from '../items/catalog.js';
import type { GraphTransaction } from '../graph/graph.service.js';
import type { KnowledgeItem } from '../items/items.model.js';
import { keyOf } from '../items/item-names.js';
import { ItemsService } from '../items/items.service.js';
import { NamesService } from '../items/names.service.js';
import { nameHash } from '../items/stored-names.js';
import { LlmClient } from '../llm/llm-client.js';
import { type CatalogNames, inferItems } from './attribution.js';
import {
  plannedActions,
  type PlannedAction,
  planReply,
  presentOrNull,
  printable,
  type PlanReply,
} from './plan-reply.js';
import type { PlanInput, PlanningInput, PlansArgs } from './planning.inputs.js';
import { Attribution, type Plan, type PlanStep, type RetrievedItem, StepOutcome } from './planning.model.js';
import { type GivenPrompt, PlanningRepository } from './planning.repository.js';
import type { NewStep, PlanRow } from './planning.statements.js';
import { PromptService, rankedItems } from './prompt.service.js';

const attributions = new Counter({
  name: 'heartwood_attributions_total',
  help: 'Actions of plans by attribution of their item: STATED, INFERRED, SUGGESTED (candidates only), NONE, PERSON (afterwards)',
  labelNames: ['how'] as const,
  registers: [metrics],
});

/** A plan that is about to be saved. */
export interface NewPlan extends GivenPrompt {
  readonly task: string;
  readonly actions: readonly PlannedAction[];
  readonly reasoning: string | null;
  /** In seconds. */
  readonly estimatedDuration: number | null;
  readonly receiptId: string | null;
  readonly recovers: string | null;
  /** Idempotency key, unique among all operations that save plans; null if the caller gave none. */
  readonly key: string | null;
  /** Hash that tells whether two requests under one key are the same. */
  readonly requestHash: string;
  /** Parts of the reply that were ignored, with the reason. */
  readonly warnings: readonly string[];
}

/**
 * Creates plans with the configured LLM, and saves plans from an agent's own LLM. Each plan is stored with the context
 * that it was made from.
 */
@Injectable()
export class PlanService {
  private readonly logger = new Logger(PlanService.name);
  private readonly plans = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.findPlans(namespace, ids),
  );
  private readonly steps = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.listSteps(namespace, ids),
  );
  private readonly retrieved = new BatchLoader(({ namespace }: { namespace: string }, ids) =>
    this.repository.listRetrieved(namespace, ids),
  );

  constructor(
    private readonly repository: PlanningRepository,
    private readonly prompts: PromptService,
    private readonly kb: ItemsService,
    private readonly names: NamesService,
    private readonly llm: LlmClient,
    private readonly clock: Clock,
  ) {}

  findPlan(namespace: string, id: string): Promise<Plan | undefined> {
    return this.plans.load({ namespace }, id);
  }

  /** @throws NotFoundError when the plan does not exist */
  async getPlan(namespace: string, id: string): Promise<Plan> {
    const plan = await this.findPlan(namespace, id);
    if (!plan) throw new NotFoundError('Plan', id);
    return plan;
  }

  /**
   * Lists plans, newest first.
   *
   * @throws BadUserInputError when `after` is no cursor of this list
   */
  async listPlans(namespace: string, { task, first, after }: PlansArgs): Promise<ConnectionOf<Plan>> {
    const contained = task?.toLowerCase() ?? null;
    const [behind = null] = decodeCursor(after, 'plans', ['string']) ?? [];
    return page({
      rows: await this.repository.listPlans(namespace, contained, behind, first + 1),
      first,
      after,
      order: 'plans',
      key: ({ id }) => [id],
      totalCount: () => this.repository.countPlans(namespace, contained),
    });
  }

  /** The steps in order; empty if the plan does not exist. */
  async listSteps(namespace: string, planId: string): Promise<readonly PlanStep[]> {
    return (await this.steps.load({ namespace }, planId)) ?? [];
  }

  /** @throws NotFoundError when the plan has no such step */
  async getStep(namespace: string, planId: string, stepNum: number): Promise<PlanStep> {
    const step = (await this.listSteps(namespace, planId)).find(({ num }) => num === stepNum);
    if (!step) throw new NotFoundError('Plan', planId);
    return step;
  }

  /** The retrieved items, best first. */
  async listRetrieved(namespace: string, planId: string): Promise<readonly RetrievedItem[]> {
    return (await this.retrieved.load({ namespace }, planId)) ?? [];
  }

  /**
   * Plans a task with the configured LLM.
   *
   * @throws LlmError when the LLM returns no plan; nothing is saved in that case
   */
  async createPlan(caller: Caller, input: PlanningInput): Promise<Plan> {
    const { hits, excluded, otherApplications } = await this.prompts.retrieve(caller, input);
    const given = await this.prompts.assemble(caller, input, rankedItems(hits), { excluded });
    const { value } = await this.llm.complete({ ...given, schema: planReply, schemaName: 'plan' });
    return this.saveReply(caller, value, {
      ...given,
      task: input.task,
      receiptId: null,
      recovers: null,
      key: null,
      requestHash: '',
      warnings: otherApplications ? [noItemOf(input.application ?? '')] : [],
    });
  }

  /**
   * Saves a plan that an agent's own LLM made.
   *
   * @throws BadUserInputError when both a receipt and retrieved items are given, or a retrieved item or a followed
   *   learning does not exist
   * @throws NotFoundError when the receipt, or the plan to recover, does not exist
   * @throws ConflictError when the key was used for another plan, or the plan already has a recovery
   */
  async savePlan(caller: Caller, input: PlanInput): Promise<Plan> {
    const { namespace } = caller;
    const { idempotencyKey, ...content } = input;
    const key = idempotencyKey === undefined ? null : `save-plan:${idempotencyKey}`;
    const requestHash = hashOf({ ...content });
    if (key !== null) {
      // The key is checked first, because data that the first call used may have been deleted since.
      const known = await this.repository.findPlanByKey(namespace, key);
      if (known?.requestHash === requestHash) return this.getPlan(namespace, known.planId);
      if (known) throw keyConflict(idempotencyKey ?? '');
    }
    const given = await this.given(caller, input);
    const unknown = await this.unknownLearnings(namespace, input.actions);
    if (unknown.length > 0) {
      throw new BadUserInputError(unknown.map(({ path, rule, message }) => ({ path, rule, message })));
    }
    return this.save(caller, {
      ...given,
      task: input.task,
      actions: input.actions.map((action) => ({
        toolName: action.toolName,
        toolArguments: action.toolArguments ?? {},
        reasoning: presentOrNull(action.reasoning),
        kbSource: presentOrNull(action.kbSource),
        followsLearning: presentOrNull(action.followsLearning),
      })),
      reasoning: presentOrNull(input.reasoning),
      estimatedDuration: input.estimatedDuration ?? null,
      receiptId: input.receiptId ?? null,
      recovers: input.recovers ?? null,
      key,
      requestHash,
      warnings: [],
    });
  }

  /**
   * Saves the plan that the configured LLM returned. If the plan names an unknown learning, the LLM is not asked again;
   * instead, the reference is dropped, and the plan gets a warning.
   */
  async saveReply(
    caller: Caller,
    reply: PlanReply,
    plan: Omit<NewPlan, 'actions' | 'reasoning' | 'estimatedDuration'>,
  ): Promise<Plan> {
    const given = replied(reply);
    const unknown = await this.unknownLearnings(caller.namespace, given.actions);
    const dropped = new Set(unknown.map(({ index }) => index));
    return this.save(caller, {
      ...plan,
      ...given,
      actions: given.actions.map((action, index) =>
        dropped.has(index) ? { ...action, followsLearning: null } : action,
      ),
      warnings: [...plan.warnings, ...unknown.map(({ path, message }) => `${path}: ${message}, and was left out`)],
    });
  }

  /** Ids of learnings that actions follow but that do not exist. */
  private async unknownLearnings(
    namespace: string,
    actions: readonly { readonly followsLearning?: string | null | undefined }[],
  ) {
    const followed = actions.map(({ followsLearning }) => presentOrNull(followsLearning));
    const find = async (id: string | null) => (id === null ? null : this.kb.findLearning(namespace, id));
    const found = await Promise.all(followed.map(find));
    return followed.flatMap((id, index) =>
      found[index] === undefined
        ? [
            {
              index,
              path: `actions.${index}.followsLearning`,
              rule: 'exists',
              message: `Learning "${id}" does not exist`,
            },
          ]
        : [],
    );
  }

  /**
   * @throws NotFoundError when the plan does not exist
   * @throws ConflictError when the plan was finished with the other result
   */
  async finishPlan(namespace: string, planId: string, success: boolean): Promise<Plan> {
    await this.finishIn(undefined, { namespace, planId, success, now: this.clock.now() });
    return this.getPlan(namespace, planId);
  }

  /**
   * Finishes a plan in the caller's transaction, or in a new transaction if none is given.
   *
   * @throws NotFoundError when the plan does not exist
   * @throws ConflictError when the plan was finished with the other result
   */
  async finishIn(
    transaction: GraphTransaction | undefined,
    {
      namespace,
      planId,
      success,
      now,
    }: { readonly namespace: string; readonly planId: string; readonly success: boolean; readonly now: Date },
  ): Promise<void> {
    const stored = await this.repository.finishPlan(namespace, planId, success, now, transaction);
    if (stored === undefined) throw new NotFoundError('Plan', planId);
    if (stored !== success) {
      throw new ConflictError(`Plan "${planId}" was already finished ${stored ? 'with' : 'without'} success`);
    }
  }

  /** Attributes the actions to items and saves the plan. */
  async save({ namespace, agent }: Caller, plan: NewPlan): Promise<Plan> {
    const now = this.clock.now();
    const id = newId(now.getTime());
    const key = plan.key ?? `plan:${id}`;
    const steps = await this.newSteps(namespace, plan);
    const recoveryApproach = plan.recovers === null ? null : plan.reasoning;
    const { outcome, planId } = await this.repository.savePlan({
      namespace,
      now,
      key,
      recovers: plan.recovers,
      plan: {
        namespace,
        id,
        idempotencyKey: key,
        requestHash: plan.requestHash,
        task: plan.task,
        reasoning: plan.reasoning,
        estimatedDuration: plan.estimatedDuration,
        agent: agent ?? null,
        receiptId: plan.receiptId,
        retrieved: JSON.stringify(plan.retrieved),
        neededIds: plan.neededIds,
        settings: JSON.stringify(plan.settings),
        createdAt: now,
        warnings: plan.warnings,
      },
      lockIds: [
        ...new Set([
          ...plan.retrieved.map((item) => item.id),
          ...steps.flatMap(({ itemId, candidates }) => [
            ...(itemId === null ? [] : [itemId]),
            ...candidates.map((c) => c.itemId),
          ]),
        ]),
      ],
      retrieved: plan.retrieved.map(({ id: itemId, rank, relevance, trust }) => ({ itemId, rank, relevance, trust })),
      shown: [...new Set(plan.shown)],
      steps,
      recoveryApproach,
      completed: await this.completed(namespace, plan.recovers, recoveryApproach),
    });
    switch (outcome) {
      case 'NO_PLAN':
        throw new NotFoundError('Plan', plan.recovers ?? '');
      case 'RECOVERED':
        throw new ConflictError(`Plan "${plan.recovers}" is recovered by another plan already; recover that one`);
      case 'CONFLICT':
        throw keyConflict(plan.key ?? '');
      case 'CREATED':
        this.observe(planId, steps);
        break;
      case 'EXISTS':
    }
    return this.getPlan(namespace, planId);
  }

  private async given(caller: Caller, input: PlanInput): Promise<GivenPrompt> {
    const { namespace } = caller;
    const { receiptId, retrievedItems } = input;
    if (receiptId !== undefined && retrievedItems !== undefined) {
      throw BadUserInputError.of('retrievedItems', 'isForeign', 'retrievedItems has no place beside receiptId');
    }
    if (receiptId !== undefined) {
      const given = await this.repository.findPrompt(caller, receiptId);
      if (!given) throw new NotFoundError('Receipt of a planning prompt', receiptId);
      return given;
    }
    const ids = [...new Set(retrievedItems ?? [])];
    const items = await this.kb.findItems(namespace, ids);
    const unknown = (retrievedItems ?? []).flatMap((id, index) =>
      items.has(id)
        ? []
        : [{ path: `retrievedItems.${index}`, rule: 'exists', message: `KnowledgeItem "${id}" does not exist` }],
    );
    if (unknown.length > 0) throw new BadUserInputError(unknown);
    return this.prompts.snapshot(
      namespace,
      ids.flatMap((id) => items.get(id) ?? []),
    );
  }

  private async newSteps(namespace: string, plan: NewPlan): Promise<NewStep[]> {
    const retrievedIds = plan.retrieved.map(({ id }) => id);
    const stated = plan.actions.flatMap(({ kbSource }) => (kbSource === null ? [] : [kbSource]));
    const items = await this.kb.findItems(namespace, [...new Set([...retrievedIds, ...plan.neededIds, ...stated])]);
    const known = (ids: readonly string[]) => ids.flatMap((id) => items.get(id) ?? []);
    const prompt = { retrieved: known(retrievedIds), beside: known(plan.neededIds) };
    const { actions } = plan;
    const isStated = ({ kbSource }: PlannedAction) => kbSource !== null && items.has(kbSource);
    const silent = actions.filter((action) => !isStated(action));
    const application = applicationOf(plan, [...prompt.retrieved, ...prompt.beside]);
    const inferences = await inferItems(silent, prompt, this.catalogNames(namespace, application));
    const inferred = new Map(silent.map((action, index) => [action, inferences[index]]));
    return actions.map((action, num) => {
      const { toolName, toolArguments, reasoning, kbSource, followsLearning } = action;
      const inference = inferred.get(action);
      const itemId = inference ? inference.itemId : kbSource;
      const attribution = !inference ? Attribution.STATED : itemId === null ? Attribution.NONE : Attribution.INFERRED;
      return {
        step: {
          num,
          toolName,
          toolArguments: JSON.stringify(toolArguments),
          reasoning,
          kbSource,
          followsLearning,
          attribution,
          outcome: StepOutcome.PENDING,
          decidedBy: inference?.itemId ? inference.decidedBy.map(keyOf) : null,
          decidedIn: inference?.itemId ? application : null,
        },
        decidedBy: inference?.decidedBy.map(nameHash) ?? [],
        itemId,
        attribution,
        followsLearning,
        candidates: inference?.candidates ?? [],
      };
    });
  }

  private catalogNames(namespace: string, application: string | null): CatalogNames {
    return {
      isComplete: () => this.names.isComplete(namespace, application),
      find: (keys) => this.names.findNames(namespace, application, keys),
      users: (names) => this.names.findUsers(namespace, application, names),
      items: async (ids) => [...(await this.kb.findItems(namespace, ids)).values()],
    };
  }

  /** The learnings to which a recovery plan adds the recovery approach. */
  private async completed(
    namespace: string,
    recovers: string | null,
    recoveryApproach: string | null,
  ): Promise<PlanRow['completed']> {
    if (recovers === null || recoveryApproach === null) return [];
    const ids = await this.repository.listAwaitingRecovery(namespace, recovers);
    const learnings = await Promise.all(ids.map((id) => this.kb.findLearning(namespace, id)));
    return learnings.flatMap((learning) => {
      if (!learning) return [];
      const content = { ...learning, recoveryApproach } as LearningContent;
      return [{ learningId: learning.id, recoveryApproach, contentHash: learningHash(learning.itemId, content) }];
    });
  }

  private observe(planId: string, steps: readonly NewStep[]): void {
    for (const { step, itemId, candidates } of steps) {
      const suggested = step.attribution === Attribution.NONE && candidates.length > 0;
      attributions.inc({ how: suggested ? 'SUGGESTED' : step.attribution });
      const given = step.kbSource === null ? 'no kb_source' : 'a kb_source that names no item';
      if (step.attribution === Attribution.INFERRED) {
        this.logger.warn(`step ${step.num} of plan ${planId} has ${given}; inferred ${itemId}`);
      } else if (suggested) {
        const names = candidates.map((candidate) => `${candidate.itemId} (${candidate.score})`).join(', ');
        this.logger.log(`step ${step.num} of plan ${planId} has ${given}; suggested ${names}`);
      }
    }
  }

  /** Counts a suggestion that a person accepted. */
  observePerson(): void {
    attributions.inc({ how: 'PERSON' });
  }
}

/** Warning that the plan was made from items of other applications, or from items without an application. */
function noItemOf(application: string): string {
  return `application: no item of "${application}" was found, and all items were looked through`;
}

/**
 * The application whose items the actions of a plan can name. It is the application for which the plan was made; null
 * means all applications, because none was given, or because the prompt contained an item of another application.
 */
function applicationOf({ settings }: NewPlan, prompt: readonly KnowledgeItem[]): string | null {
  const { application } = settings;
  const isForeign = (item: KnowledgeItem) => item.application !== null && item.application !== application;
  return application === undefined || prompt.some(isForeign) ? null : application;
}

function keyConflict(key: string): ConflictError {
  return new ConflictError(`The idempotency key "${key}" was used for another plan`);
}

/** Maps a reply of the LLM to the fields of a plan. */
function replied(reply: PlanReply): Pick<NewPlan, 'actions' | 'reasoning' | 'estimatedDuration'> {
  return {
    actions: plannedActions(reply),
    reasoning: presentOrNull(printable(reply.reasoning ?? '')),
    estimatedDuration: typeof reply.estimated_duration === 'number' ? Math.round(reply.estimated_duration) : null,
  };
}
