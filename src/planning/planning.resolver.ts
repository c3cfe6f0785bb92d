import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { KnowledgeItem, Learning } from '../items/items.model.js';
import { ItemsService } from '../items/items.service.js';
import { PlanService } from './plan.service.js';
import {
  AttributeStepArgs,
  AttributionsForReviewArgs,
  FinishPlanArgs,
  PlanArgs,
  PlanInput,
  PlanningInput,
  PlansArgs,
  StepReportInput,
} from './planning.inputs.js';
import {
  Attribution,
  AttributionCandidate,
  AttributionForReview,
  AttributionForReviewConnection,
  Plan,
  PlanConnection,
  PlanningPrompt,
  PlanStep,
  RetrievedItem,
  StepReport,
} from './planning.model.js';
import { PromptService } from './prompt.service.js';
import { ReportService } from './report.service.js';

@Resolver(() => Plan)
export class PlanResolver {
  constructor(
    private readonly plans: PlanService,
    private readonly prompts: PromptService,
  ) {}

  @Needs('reader')
  @Query(() => PlanningPrompt, {
    description:
      "Returns the prompts with which an agent's own LLM plans a task. They contain the matching items, their learnings and their prerequisites. A receipt of the contents is stored.",
  })
  planningPrompt(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The task to plan.' }) input: PlanningInput,
  ): Promise<PlanningPrompt> {
    return this.prompts.planningPrompt(caller, input);
  }

  @Needs('reader')
  @Query(() => Plan, { nullable: true, description: 'The plan with this id, or null.' })
  async plan(@CurrentCaller() { namespace }: Caller, @Args() { id }: PlanArgs): Promise<Plan | null> {
    return (await this.plans.findPlan(namespace, id)) ?? null;
  }

  @Needs('reader')
  @Query(() => PlanConnection, { name: 'plans', description: 'Plans of the namespace, newest first.' })
  listPlans(@CurrentCaller() { namespace }: Caller, @Args() args: PlansArgs): Promise<ConnectionOf<Plan>> {
    return this.plans.listPlans(namespace, args);
  }

  @Needs('writer')
  @Mutation(() => Plan, {
    description:
      'Plans a task with the configured LLM and saves the plan. Fails with LLM_UNAVAILABLE if no LLM is configured.',
  })
  createPlan(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The task to plan.' }) input: PlanningInput,
  ): Promise<Plan> {
    return this.plans.createPlan(caller, input);
  }

  @Needs('writer')
  @Mutation(() => Plan, {
    description:
      "Saves a plan that the agent's own LLM made. If the kbSource of an action is missing or unknown, the action is attributed to a retrieved item whose name occurs in the text of the action, provided that no other item of the catalog has this name. Otherwise the step gets suggestions.",
  })
  savePlan(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The plan, with the receipt of the prompt it was made with.' }) input: PlanInput,
  ): Promise<Plan> {
    return this.plans.savePlan(caller, input);
  }

  @Needs('writer')
  @Mutation(() => Plan, {
    description: 'Records whether the task of a plan was done. Repeating the call changes nothing.',
  })
  finishPlan(@CurrentCaller() { namespace }: Caller, @Args() { planId, success }: FinishPlanArgs): Promise<Plan> {
    return this.plans.finishPlan(namespace, planId, success);
  }

  @ResolveField(() => [PlanStep], {
    description: 'Steps in order. A recovery plan starts with the succeeded steps of the plan that it recovers.',
  })
  steps(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Plan): Promise<readonly PlanStep[]> {
    return this.plans.listSteps(namespace, id);
  }

  @ResolveField(() => [RetrievedItem], {
    description: 'Items that were retrieved for the plan, best first, as they were at that time.',
  })
  retrieved(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Plan): Promise<readonly RetrievedItem[]> {
    return this.plans.listRetrieved(namespace, id);
  }

  @ResolveField(() => Plan, {
    nullable: true,
    description: 'Failed plan that this plan recovers; null if there is none.',
  })
  async recovers(@CurrentCaller() { namespace }: Caller, @Parent() { recoversId }: Plan): Promise<Plan | null> {
    return recoversId === null ? null : ((await this.plans.findPlan(namespace, recoversId)) ?? null);
  }

  @ResolveField(() => Plan, { nullable: true, description: 'Recovery plan for this plan; null if there is none.' })
  async recoveredBy(@CurrentCaller() { namespace }: Caller, @Parent() { recoveredById }: Plan): Promise<Plan | null> {
    return recoveredById === null ? null : ((await this.plans.findPlan(namespace, recoveredById)) ?? null);
  }
}

@Resolver(() => RetrievedItem)
export class RetrievedItemResolver {
  constructor(private readonly kb: ItemsService) {}

  @ResolveField(() => KnowledgeItem, {
    nullable: true,
    description: 'The item in its current state; null if it was deleted.',
  })
  async item(@CurrentCaller() { namespace }: Caller, @Parent() { id }: RetrievedItem): Promise<KnowledgeItem | null> {
    return (await this.kb.findItem(namespace, id)) ?? null;
  }
}

@Resolver(() => PlanStep)
export class PlanStepResolver {
  constructor(
    private readonly reports: ReportService,
    private readonly kb: ItemsService,
  ) {}

  @Needs('writer')
  @Mutation(() => StepReport, {
    description:
      'Reports the outcome of one step. A failure or correction becomes a learning of the item that the step came from, and lowers the trust of the item to max(0.5, trust · 0.95), once per step. Repeating a report returns the first answer. A different report fails with CONFLICT, except CORRECTED after FAILURE.',
  })
  reportStep(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The step and its outcome.' }) input: StepReportInput,
  ): Promise<StepReport> {
    return this.reports.reportStep(caller, input);
  }

  @Needs('reviewer')
  @Mutation(() => StepReport, {
    description:
      "Records which item a step came from, according to a person. The step's learnings move to that item. If another item was inferred before, it loses these learnings, and its trust is computed without the step. If the plan or a person already named another item, the call fails with CONFLICT.",
  })
  attributeStep(@CurrentCaller() caller: Caller, @Args() args: AttributeStepArgs): Promise<StepReport> {
    return this.reports.attributeStep(caller, args);
  }

  @Needs('reader')
  @Query(() => AttributionForReviewConnection, {
    description:
      'Steps whose item was inferred from a name that another item has meanwhile taken. A person should review them. Steps of the newest plans come first.',
  })
  attributionsForReview(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: AttributionsForReviewArgs,
  ): Promise<ConnectionOf<AttributionForReview>> {
    return this.reports.listForReview(namespace, args);
  }

  @ResolveField(() => KnowledgeItem, {
    nullable: true,
    description: 'Item that the action is based on; null if unknown.',
  })
  async item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: PlanStep): Promise<KnowledgeItem | null> {
    return itemId === null ? null : ((await this.kb.findItem(namespace, itemId)) ?? null);
  }

  @ResolveField(() => Learning, {
    nullable: true,
    description:
      'Learning from this step. If the step was corrected after a failure, it is the learning from the correction.',
  })
  async learning(@CurrentCaller() { namespace }: Caller, @Parent() { learningId }: PlanStep): Promise<Learning | null> {
    return learningId === null ? null : ((await this.kb.findLearning(namespace, learningId)) ?? null);
  }

  @ResolveField(() => [AttributionCandidate], {
    description: 'Items that the step may be based on, best first. Empty if the item was stated or inferred.',
  })
  suggestions(@Parent() { attribution, candidates }: PlanStep): readonly AttributionCandidate[] {
    return attribution === Attribution.NONE ? candidates : [];
  }
}

@Resolver(() => AttributionCandidate)
export class AttributionCandidateResolver {
  constructor(private readonly kb: ItemsService) {}

  @ResolveField(() => KnowledgeItem, { description: 'Item that the failed action may come from.' })
  item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: AttributionCandidate): Promise<KnowledgeItem> {
    return this.kb.getItem(namespace, itemId);
  }
}

@Resolver(() => AttributionForReview)
export class AttributionForReviewResolver {
  constructor(
    private readonly plans: PlanService,
    private readonly kb: ItemsService,
  ) {}

  @ResolveField(() => Plan, { description: 'Plan of the step.' })
  plan(@CurrentCaller() { namespace }: Caller, @Parent() { planId }: AttributionForReview): Promise<Plan> {
    return this.plans.getPlan(namespace, planId);
  }

  @ResolveField(() => PlanStep, { description: 'Step whose item is to be confirmed or corrected.' })
  step(@CurrentCaller() { namespace }: Caller, @Parent() parent: AttributionForReview): Promise<PlanStep> {
    return this.plans.getStep(namespace, parent.planId, parent.stepNum);
  }

  @ResolveField(() => [KnowledgeItem], { description: 'Items that have this name now, at most five, ordered by id.' })
  async takenBy(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { takenBy }: AttributionForReview,
  ): Promise<KnowledgeItem[]> {
    const items = await Promise.all(takenBy.map((id) => this.kb.findItem(namespace, id)));
    return items.filter((item) => item !== undefined);
  }
}

@Resolver(() => StepReport)
export class StepReportResolver {
  constructor(
    private readonly plans: PlanService,
    private readonly kb: ItemsService,
  ) {}

  @ResolveField(() => PlanStep, { description: 'The step as it is stored.' })
  step(@CurrentCaller() { namespace }: Caller, @Parent() { planId, stepNum }: StepReport): Promise<PlanStep> {
    return this.plans.getStep(namespace, planId, stepNum);
  }

  @ResolveField(() => Learning, { nullable: true, description: 'Learning from this report; null if there is none.' })
  async learning(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { learningId }: StepReport,
  ): Promise<Learning | null> {
    return learningId === null ? null : ((await this.kb.findLearning(namespace, learningId)) ?? null);
  }

  @ResolveField(() => KnowledgeItem, {
    nullable: true,
    description: 'Current state of the item that the step came from; null if unknown.',
  })
  async item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: StepReport): Promise<KnowledgeItem | null> {
    return itemId === null ? null : ((await this.kb.findItem(namespace, itemId)) ?? null);
  }

  @ResolveField(() => Plan, {
    nullable: true,
    description: 'Recovery plan, which the LLM made or which was saved before; null if there is none.',
  })
  async recoveryPlan(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { recoveryPlanId }: StepReport,
  ): Promise<Plan | null> {
    return recoveryPlanId === null ? null : ((await this.plans.findPlan(namespace, recoveryPlanId)) ?? null);
  }
}
