import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { ContextReceipt } from '../context/context.model.js';
import { PlanService } from '../planning/plan.service.js';
import { Plan } from '../planning/planning.model.js';
import { OutcomeInput } from './outcomes.inputs.js';
import { OutcomesService } from './outcomes.service.js';

@Resolver(() => ContextReceipt)
export class OutcomesResolver {
  constructor(
    private readonly outcomes: OutcomesService,
    private readonly plans: PlanService,
  ) {}

  @Needs('writer')
  @Mutation(() => ContextReceipt, {
    description:
      'Reports the outcome of a context or planning prompt. The knowledge that it contained is credited with shares that sum to 1; each kind of knowledge has its own rule for this. The call can also report the steps and the end of a plan. Repeating a report returns the first answer; a different outcome fails with CONFLICT.',
  })
  reportOutcome(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The receipt, and the outcome to report.' }) input: OutcomeInput,
  ): Promise<ContextReceipt> {
    return this.outcomes.report(caller, input);
  }

  @ResolveField(() => Plan, {
    nullable: true,
    description: 'Plan that was finished when the outcome was reported; null if there was none.',
  })
  async plan(@CurrentCaller() { namespace }: Caller, @Parent() { planId }: ContextReceipt): Promise<Plan | null> {
    return planId === null ? null : ((await this.plans.findPlan(namespace, planId)) ?? null);
  }
}
