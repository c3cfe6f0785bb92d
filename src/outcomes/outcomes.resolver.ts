import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
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

  @Mutation(() => ContextReceipt, {
    description:
      'Reports what came of a context or planning prompt: what it gave is credited in shares that sum to 1, each kind by its own rule. One call may report the steps of a plan and its end. The same again gives the first answer; another outcome of the receipt is a CONFLICT.',
  })
  reportOutcome(@CurrentCaller() caller: Caller, @Args('input') input: OutcomeInput): Promise<ContextReceipt> {
    return this.outcomes.report(caller, input);
  }

  @ResolveField(() => Plan, {
    nullable: true,
    description: 'The plan whose end came with the outcome; null for none.',
  })
  async plan(@CurrentCaller() { namespace }: Caller, @Parent() { planId }: ContextReceipt): Promise<Plan | null> {
    return planId === null ? null : ((await this.plans.findPlan(namespace, planId)) ?? null);
  }
}
