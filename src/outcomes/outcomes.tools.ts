import { Field, ID, Int, OmitType, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { ContextReceipt } from '../context/context.model.js';
import { PlanService } from '../planning/plan.service.js';
import { PlanStep } from '../planning/planning.model.js';
import { OutcomeInput } from './outcomes.inputs.js';
import { OutcomesService } from './outcomes.service.js';

@ToolObject()
class StepOfOutcome extends PickType(PlanStep, ['outcome']) {
  @Field(() => Int, { description: 'Position of the step, counted from 0.' })
  readonly num!: number;

  @Field(() => ID, { nullable: true, description: 'The knowledge item it came from.' })
  readonly itemId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the learning that the step caused.' })
  readonly learningId!: string | null;
}

/**
 * The answer omits the text, which the agent already has: the output of a tool takes space in the agent's own context.
 */
@ToolObject()
class CreditedReceipt extends OmitType(ContextReceipt, [
  'text',
  'quotesDeleted',
  'delivered',
  'query',
  'degraded',
  'exclude',
]) {
  @Field(() => [StepOfOutcome], { description: 'The steps of the plan, where one was named.' })
  readonly steps!: readonly StepOfOutcome[];
}

/** MCP tool that reports the outcome of a context. */
@AgentTools()
export class OutcomesTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'context_outcome',
      role: 'writer',
      title: 'Report the outcome of a context',
      description:
        'Reports the outcome of a task for which you called knowledge_context or kb_planning_prompt: whether the task was completed, and on which of the returned knowledge you relied. After a success, this knowledge is trusted more; after a failure, it is trusted less. With plan_id, the call also finishes a plan; with steps, it also reports steps of the plan. Repeating the call changes nothing.',
      input: OutcomeInput,
      output: CreditedReceipt,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, input) => {
        const receipt = await this.outcomes.report(caller, input);
        const { planId } = receipt;
        return { ...receipt, steps: planId === null ? [] : await this.plans.listSteps(caller.namespace, planId) };
      },
    }),
  ];

  constructor(
    private readonly outcomes: OutcomesService,
    private readonly plans: PlanService,
  ) {}
}
