import { Field, ID, Int, IntersectionType, PickType } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { AgentTools, type AgentToolSet, definePrompt, defineTool, ToolObject } from '../common/tool.js';
import { CompleteLearningArgs, LearningInput } from '../items/items.inputs.js';
import { AttachedLearning, Learning } from '../items/items.model.js';
import { LearningEditor } from '../items/learning-editor.service.js';
import { ItemsService } from '../items/items.service.js';
import { ScoreExplanation, SearchHit } from '../search/search.model.js';
import { PlanService } from './plan.service.js';
import { FinishPlanArgs, PlanInput, PlanningInput, StepReportInput } from './planning.inputs.js';
import { Plan, PlanningPrompt, PlanStep, StepOutcome, StepReport } from './planning.model.js';
import { PromptService } from './prompt.service.js';
import { ReportService } from './report.service.js';

@ToolObject()
class ItemOfPrompt extends IntersectionType(
  PickType(SearchHit, ['score']),
  PickType(ScoreExplanation, ['relevance', 'trust']),
) {
  @Field(() => ID)
  readonly id!: string;
}

@ToolObject()
class PromptToPlanWith extends PickType(PlanningPrompt, [
  'receiptId',
  'system',
  'user',
  'otherApplications',
  'tokens',
]) {
  @Field(() => [ItemOfPrompt], { description: 'The items of the prompt, best first.' })
  readonly items!: readonly ItemOfPrompt[];

  @Field(() => [String], {
    description: 'Items that are prerequisites of the found items, in the order to carry them out.',
  })
  readonly alsoNeeded!: readonly string[];
}

@ToolObject()
class SavedStep extends PickType(PlanStep, ['toolName', 'kbSource', 'attribution', 'outcome']) {
  @Field(() => Int, { description: 'Position of the step, counted from 0. Pass it to plan_report_step.' })
  readonly num!: number;

  @Field(() => ID, { nullable: true, description: 'Knowledge item that a failure of the step will correct.' })
  readonly itemId!: string | null;
}

@ToolObject()
class SavedPlan extends PickType(Plan, ['number', 'reasoning', 'warnings']) {
  @Field(() => ID)
  readonly planId!: string;

  @Field(() => [SavedStep])
  readonly steps!: readonly SavedStep[];
}

@ToolObject()
class ReportedStep extends PickType(StepReport, ['trustAfter', 'note', 'recoveryProblem']) {
  @Field(() => StepOutcome)
  readonly outcome!: StepOutcome;

  @Field(() => ID, { nullable: true })
  readonly itemId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Learning from this report; null if there is none.' })
  readonly learningId!: string | null;

  @Field(() => [ID], { description: 'Ids of items the step may have come from, best first.' })
  readonly suggestions!: readonly string[];

  @Field(() => SavedPlan, { nullable: true, description: 'Recovery plan with the steps to carry out next.' })
  readonly recoveryPlan!: SavedPlan | null;
}

@ToolObject()
class FinishedPlan extends PickType(Plan, ['success']) {
  @Field(() => ID)
  readonly planId!: string;
}

@ToolObject()
class LearningNow extends PickType(Learning, ['kind', 'recoveryApproach', 'awaitingRecovery', 'verified']) {
  @Field(() => ID)
  readonly learningId!: string;

  @Field(() => ID)
  readonly itemId!: string;
}

@ToolObject()
class AttachedTo extends PickType(AttachedLearning, ['trustBefore', 'trustAfter']) {
  @Field(() => ID)
  readonly learningId!: string;

  @Field(() => ID)
  readonly itemId!: string;
}

/** MCP tools that plan tasks and report on their steps. */
@AgentTools()
export class PlanningTools implements AgentToolSet {
  readonly tools = [
    defineTool({
      name: 'kb_planning_prompt',
      role: 'reader',
      title: 'Get planning prompt',
      description:
        'Returns the system and user prompt for planning a task. They contain the matching knowledge items, learnings from earlier failures, prerequisites, and the JSON format of the answer. Pass the prompts to your LLM, and then its plan to plan_save.',
      input: PlanningInput,
      output: PromptToPlanWith,
      // The tool is not read-only, because each call saves a receipt.
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: async (caller, input) => {
        const prompt = await this.prompting.planningPrompt(caller, input);
        return {
          ...prompt,
          items: prompt.items.map(({ id, score, explain: { relevance, trust } }) => ({ id, score, relevance, trust })),
          alsoNeeded: prompt.alsoNeeded.map(({ id }) => id),
        };
      },
    }),
    defineTool({
      name: 'plan_save',
      role: 'writer',
      title: 'Save plan',
      description:
        'Saves a plan. Call it before you carry out the plan, so that each failure can be traced to the knowledge item that led to it. It returns the numbers of the steps, which plan_report_step needs.',
      input: PlanInput,
      output: SavedPlan,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: async (caller, input) => {
        const { id } = await this.plans.savePlan(caller, input);
        return this.planOf(caller.namespace, id);
      },
    }),
    defineTool({
      name: 'plan_report_step',
      role: 'writer',
      title: 'Report step',
      description:
        'Reports the outcome of one step of a saved plan. Report every step, including those that succeed. A failure or correction becomes a learning of the knowledge item that the step came from, and lowers the trust of the item once. The next prompt with the item shows the learning. Repeating a report changes nothing.',
      input: StepReportInput,
      output: ReportedStep,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, input) => this.report(caller, input),
    }),
    defineTool({
      name: 'plan_finish',
      role: 'writer',
      title: 'Finish plan',
      description:
        'Reports whether the task of a saved plan was done, after its last step. The first result is final: repeating it changes nothing, and a different one is refused.',
      input: FinishPlanArgs,
      output: FinishedPlan,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async ({ namespace }, { planId, success }) => {
        const plan = await this.plans.finishPlan(namespace, planId, success);
        return { planId: plan.id, success: plan.success };
      },
    }),
    defineTool({
      name: 'kb_attach_learning',
      role: 'writer',
      title: 'Attach learning',
      description:
        'Attaches a learning to the knowledge item that it corrects, and lowers the trust of the item. Use it only if there is no saved plan; otherwise use plan_report_step.',
      input: LearningInput,
      output: AttachedTo,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: (caller, input) => this.kb.attachLearning(caller, input),
    }),
    defineTool({
      name: 'kb_complete_learning',
      role: 'writer',
      title: 'Complete learning',
      description:
        'Records the approach that worked after a failure whose learning has no recovery yet. The first text is final: repeating it changes nothing, and a different one is refused.',
      input: CompleteLearningArgs,
      output: LearningNow,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, { id, recoveryApproach }) => {
        await this.editor.complete(caller, id, recoveryApproach);
        const learning = await this.kb.getLearning(caller.namespace, id);
        return { ...learning, learningId: learning.id };
      },
    }),
  ];

  readonly prompts = [
    definePrompt({
      name: 'plan_task',
      title: 'Plan a task',
      description: 'Plans a task with the matching knowledge items and the learnings from earlier failures.',
      input: PlanningInput,
      asks: ['task', 'application', 'tools', 'applicationVersion'],
      // MCP prompts have no system role, so the system prompt is put at the start of the user message.
      get: async (caller, input) => {
        const { system, user } = await this.prompting.planningPrompt(caller, input);
        return [system, user];
      },
    }),
  ];

  constructor(
    private readonly prompting: PromptService,
    private readonly plans: PlanService,
    private readonly reports: ReportService,
    private readonly kb: ItemsService,
    private readonly editor: LearningEditor,
  ) {}

  private async report(caller: Caller, input: StepReportInput): Promise<ReportedStep> {
    const report = await this.reports.reportStep(caller, input);
    const { planId, stepNum, itemId, recoveryPlanId } = report;
    const step = (await this.plans.listSteps(caller.namespace, planId)).find(({ num }) => num === stepNum);
    return {
      ...report,
      outcome: step?.outcome ?? input.outcome,
      suggestions: itemId === null ? (step?.candidates.map((candidate) => candidate.itemId) ?? []) : [],
      recoveryPlan: recoveryPlanId === null ? null : await this.planOf(caller.namespace, recoveryPlanId),
    };
  }

  private async planOf(namespace: string, planId: string): Promise<SavedPlan> {
    const [plan, steps] = await Promise.all([
      this.plans.getPlan(namespace, planId),
      this.plans.listSteps(namespace, planId),
    ]);
    return { ...plan, planId, steps };
  }
}
