import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Count, Flag, Id, IdempotencyKey, Ids, Input, Inputs, Json, Text } from '../common/validation.js';
import { ITEM_LIMITS, LEARNING_LIMITS } from '../items/catalog.js';
import { ExcludeInput } from '../search/search.inputs.js';
import { StepOutcome } from './planning.model.js';

/** Limits and defaults of plans, the same for GraphQL and MCP. */
export const PLANNING = {
  task: LEARNING_LIMITS.task,
  application: ITEM_LIMITS.application,
  version: LEARNING_LIMITS.version,
  tools: 100_000,
  context: 100_000,
  first: { min: 1, max: 50, default: 5 },
  actions: 500,
  toolName: 256,
  json: LEARNING_LIMITS.json,
  reasoning: LEARNING_LIMITS.text,
  error: LEARNING_LIMITS.error,
  /** One week, in seconds. */
  duration: 604_800,
  retrieved: 50,
} as const;

@InputType({ description: 'A task to plan.' })
export class PlanningInput {
  @Text({ max: PLANNING.task, printable: true, description: 'The task, in plain words.' })
  readonly task!: string;

  @Text({
    optional: true,
    max: PLANNING.application,
    printable: true,
    description:
      'The application to operate, with the name that its items use. The prompt contains only items of this application. If none of them matches, all items are searched, including those without an application, and `otherApplications` in the answer is true.',
  })
  readonly application?: string;

  @Text({
    optional: true,
    max: PLANNING.tools,
    printable: true,
    description:
      "Description of the agent's tools with their arguments, for its LLM. The prompt contains rules about State-Tool and Switch-Tool only if this text names them.",
  })
  readonly tools?: string;

  @Text({ optional: true, max: PLANNING.context, printable: true, description: 'Further information for the plan.' })
  readonly context?: string;

  @Text({ optional: true, max: PLANNING.context, printable: true, description: 'Current content of the screen.' })
  readonly latestState?: string;

  @Text({
    optional: true,
    max: PLANNING.version,
    printable: true,
    description: 'Version of the application; learnings of this version are shown first.',
  })
  readonly applicationVersion?: string;

  @Count({ ...PLANNING.first, description: 'Number of knowledge items to retrieve, 1–50.' })
  readonly first!: number;

  @Input(() => ExcludeInput, {
    optional: true,
    description:
      'Origins to exclude, such as sessions or plans. Learnings from there are left out, and trust is computed without evidence from there. If given, only the best 100 items are considered. The receipt stores the exclusions.',
  })
  readonly exclude?: ExcludeInput;

  @Id({
    optional: true,
    description: 'Session of the agent; it overrides the header x-session. The receipt stores it.',
  })
  readonly session?: string;
}

@InputType({ description: 'One action of a plan.' })
export class ActionInput {
  @Text({
    max: PLANNING.toolName,
    printable: true,
    description: 'Name of the tool that the agent calls, such as click_menu.',
  })
  readonly toolName!: string;

  @Json({ optional: true, object: true, max: PLANNING.json, description: 'Arguments of the tool call; default {}.' })
  readonly toolArguments?: Readonly<Record<string, unknown>>;

  @Text({
    optional: true,
    min: 0,
    max: PLANNING.reasoning,
    printable: true,
    description: 'Why the agent takes this action.',
  })
  readonly reasoning?: string;

  @Id({
    optional: true,
    blank: true,
    description: 'KB ID of the knowledge item that the action is based on; null or empty if there is none.',
  })
  readonly kbSource?: string;

  @Id({
    optional: true,
    blank: true,
    agentName: 'kb_learning',
    description: 'Id of the past learning that the action follows; null or empty if it follows none.',
  })
  readonly followsLearning?: string;
}

@InputType({ description: 'A plan that an agent has made.' })
export class PlanInput {
  @Text({ max: PLANNING.task, printable: true, description: 'The task, in plain words.' })
  readonly task!: string;

  @Inputs(() => ActionInput, {
    minEntries: 1,
    maxEntries: PLANNING.actions,
    description:
      'The actions in order. Pass the array "plan" of the answer to the planning prompt, unchanged. A recovery plan contains only the actions after the steps that succeeded.',
  })
  readonly actions!: readonly ActionInput[];

  @Text({
    optional: true,
    min: 0,
    max: PLANNING.reasoning,
    printable: true,
    description:
      'Reasoning of the plan. For a recovery plan, it is the approach that is taken instead. It becomes the recovery approach of learnings that have none.',
  })
  readonly reasoning?: string;

  @Count({ optional: true, max: PLANNING.duration, description: 'Estimated duration in seconds.' })
  readonly estimatedDuration?: number;

  @Id({ optional: true, description: 'Id of the receipt of the planning prompt that the plan was made with.' })
  readonly receiptId?: string;

  @Ids({
    optional: true,
    maxEntries: PLANNING.retrieved,
    description:
      'Ids of the items that the plan was made with, best first, if there is no receipt. The current state of the items is stored, with the learnings that their field `formatted` shows. Not allowed together with receiptId.',
  })
  readonly retrievedItems?: readonly string[];

  @Id({
    optional: true,
    description:
      'Id of the failed plan that this plan recovers. Steps of that plan that succeeded are put before the actions; its pending steps become SKIPPED.',
  })
  readonly recovers?: string;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@InputType({ description: 'Outcome of a step of a plan.' })
export class StepOutcomeInput {
  @Count({ description: 'Position of the step, counted from 0.' })
  readonly stepNum!: number;

  @Choice(() => StepOutcome, {
    unlisted: [StepOutcome.PENDING],
    description:
      'Outcome of the step: SUCCESS, FAILURE (the agent failed), CORRECTED (a person corrected the agent) or SKIPPED. PENDING is not allowed.',
  })
  readonly outcome!: StepOutcome;

  @Text({
    optional: true,
    max: PLANNING.error,
    printable: true,
    description: 'Error of the action; required for FAILURE.',
  })
  readonly error?: string;

  @Text({
    optional: true,
    max: PLANNING.reasoning,
    printable: true,
    description:
      'For FAILURE, the approach that worked instead, if known. If absent, the configured LLM is asked for one.',
  })
  readonly recoveryApproach?: string;

  @Json({
    optional: true,
    object: true,
    max: PLANNING.json,
    description: 'Corrected action { tool_name, tool_arguments, reasoning }; required for CORRECTED.',
  })
  readonly correctedAction?: Readonly<Record<string, unknown>>;

  @Text({
    optional: true,
    max: PLANNING.reasoning,
    printable: true,
    description: 'Reason that the person gave; required for CORRECTED.',
  })
  readonly humanReasoning?: string;

  @Id({ optional: true, description: 'Id of the past learning that the step followed.' })
  readonly followedLearning?: string;

  @Text({
    optional: true,
    max: PLANNING.version,
    printable: true,
    description: 'Version of the application in which the outcome was observed.',
  })
  readonly applicationVersion?: string;
}

@InputType({ description: 'Report on a step of a plan.' })
export class StepReportInput extends StepOutcomeInput {
  @Id({ description: 'Id of the plan.' })
  readonly planId!: string;

  @Flag({ default: true, description: 'For FAILURE, whether the configured LLM is asked for a recovery plan.' })
  readonly recover!: boolean;
}

@ArgsType()
export class PlanArgs {
  @Id({ description: 'Id of the plan.' })
  readonly id!: string;
}

@ArgsType()
export class PlansArgs extends PageArgs(20) {
  @Text({ optional: true, max: PLANNING.task, description: 'Only plans whose task contains this text, ignoring case.' })
  readonly task?: string;
}

@ArgsType()
export class AttributionsForReviewArgs extends PageArgs(20) {}

@ArgsType()
export class FinishPlanArgs {
  @Id({ description: 'Id of the plan.' })
  readonly planId!: string;

  @Flag({ description: 'Whether the task was done.' })
  readonly success!: boolean;
}

@ArgsType()
export class AttributeStepArgs {
  @Id({ description: 'Id of the plan.' })
  readonly planId!: string;

  @Count({ description: 'Position of the step, counted from 0.' })
  readonly stepNum!: number;

  @Id({
    description: 'Id of the item. It can be any item of the namespace; the suggestions of the step are likely ones.',
  })
  readonly itemId!: string;

  @Flag({
    default: false,
    description: 'If true, an item that the plan named is replaced; if false, the call then fails with CONFLICT.',
  })
  readonly force!: boolean;
}
