import { Field, ID, Int, OmitType, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { ContextReceipt } from '../context/context.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { PlanService } from '../planning/plan.service.js';
import { PlanStep } from '../planning/planning.model.js';
import { EffectArgs } from './effect.inputs.js';
import { KnowledgeEffect } from './effect.model.js';
import { EffectService } from './effect.service.js';
import { MisleadingArgs } from './misleading.inputs.js';
import { Misleading } from './misleading.model.js';
import { MisleadingService } from './misleading.service.js';
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
class CreditedReceipt extends OmitType(ContextReceipt, ['text', 'quotesDeleted', 'query', 'degraded', 'exclude']) {
  @Field(() => [StepOfOutcome], { description: 'The steps of the plan, where one was named.' })
  readonly steps!: readonly StepOfOutcome[];
}

@ToolObject()
class MisleadingEntry extends Misleading {
  @Field(() => String, { nullable: true, description: 'Null if it was deleted meanwhile.' })
  readonly title!: string | null;
}

@ToolObject()
class MisleadingList {
  @Field(() => [MisleadingEntry], { description: 'Entries with the most failures come first.' })
  readonly entries!: readonly MisleadingEntry[];

  @Field({ description: 'True if only the newest 10,000 observations and outcomes were counted.' })
  readonly truncated!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Pass it as after to get the next page; null on the last page.',
  })
  readonly next!: string | null;
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
    defineTool({
      name: 'knowledge_effect',
      role: 'reader',
      title: 'Compare outcomes with and without knowledge',
      description:
        'Shows whether agents did better when they were given a piece of knowledge or a learning, and whether they did better after it was created: counts, the difference of success rates and its 95 % interval. Difference and interval are null if a side has fewer than 10 units. They show an association, not a cause: do not retire or recommend knowledge only because of them.',
      input: EffectArgs,
      output: KnowledgeEffect,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, args) => this.effects.effect(caller, args),
    }),
    defineTool({
      name: 'knowledge_misleading',
      role: 'reader',
      title: 'List what misleads',
      description:
        'Lists the knowledge of all kinds that was followed by the most failures, which a person should review first. Show the list to a person. It shows an association, not a cause, so do not correct or delete knowledge only because of it.',
      input: MisleadingArgs,
      output: MisleadingList,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, args) => {
        const { nodes, pageInfo, truncated } = await this.misleaders.list(caller, args);
        const known = await this.registry.load(
          caller,
          nodes.map(({ ref }) => ref),
        );
        return {
          entries: nodes.map((row) => ({ ...row, title: known.get(row.ref)?.title ?? null })),
          truncated,
          next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
        };
      },
    }),
  ];

  constructor(
    private readonly outcomes: OutcomesService,
    private readonly effects: EffectService,
    private readonly misleaders: MisleadingService,
    private readonly registry: KnowledgeRegistry,
    private readonly plans: PlanService,
  ) {}
}
