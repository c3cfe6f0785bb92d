import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { Learning } from '../items/items.model.js';
import { ItemsService } from '../items/items.service.js';
import { Contradiction } from '../loading/facts/facts.model.js';
import { FactsService } from '../loading/facts/facts.service.js';
import { PlanStep } from '../planning/planning.model.js';
import { PlanService } from '../planning/plan.service.js';
import { ReviewArgs } from './review.inputs.js';
import { ReviewConnection, ReviewEntry, ReviewReason } from './review.model.js';
import { ReviewService } from './review.service.js';

@Resolver(() => ReviewEntry)
export class ReviewResolver {
  constructor(
    private readonly waiting: ReviewService,
    private readonly plans: PlanService,
    private readonly items: ItemsService,
    private readonly facts: FactsService,
  ) {}

  @Needs('reader')
  @Query(() => ReviewConnection, {
    description:
      'Entries that wait for a person, newest first: failures of unknown cause, doubtful attributions, unfinished or unverified learnings, contradicting facts, pieces that may supersede others, entities that may be the same, matches of connected agents with knowledge, and undecided steps of adaptive tasks.',
  })
  review(@CurrentCaller() caller: Caller, @Args() args: ReviewArgs): Promise<ConnectionOf<ReviewEntry>> {
    return this.waiting.list(caller, args);
  }

  @ResolveField(() => PlanStep, {
    nullable: true,
    description: 'The step of the plan with its suggestions; null for entries that are not about a step of a plan.',
  })
  async step(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { planId, stepNum }: ReviewEntry,
  ): Promise<PlanStep | null> {
    return planId === null || stepNum === null ? null : this.plans.getStep(namespace, planId, stepNum);
  }

  @ResolveField(() => Learning, {
    nullable: true,
    description: 'The learning that the entry is about; null for other entries.',
  })
  async learning(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { learningId }: ReviewEntry,
  ): Promise<Learning | null> {
    return learningId === null ? null : ((await this.items.findLearning(namespace, learningId)) ?? null);
  }

  @ResolveField(() => Contradiction, {
    nullable: true,
    description: 'The contradicting facts, if the reason is CONTRADICTION; otherwise null.',
  })
  async contradiction(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { reason, id }: ReviewEntry,
  ): Promise<Contradiction | null> {
    if (reason !== ReviewReason.CONTRADICTION) return null;
    return (await this.facts.findContradiction(namespace, id)) ?? null;
  }
}
