import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Count, Flag, Id, IdempotencyKey, Ids, Input, Inputs, Json, Text } from '../common/validation.js';
import { ITEM_LIMITS, LEARNING_LIMITS } from '../items/catalog.js';
import { ExcludeInput } from '../search/search.inputs.js';
import { StepOutcome } from './planning.model.js';

/** Bounds and defaults of plans, the same at every door. */
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
  /** A week, in seconds. */
  duration: 604_800,
  retrieved: 50,
} as const;

@InputType()
export class PlanningInput {
  @Text({ max: PLANNING.task, printable: true, description: 'What the agent is to do, in plain words.' })
  readonly task!: string;

  @Text({
    optional: true,
    max: PLANNING.application,
    printable: true,
    description:
      'The application to operate, as its items name it. The prompt names it and has its items alone; where none of them is found, those of all applications and of none are looked through, and `otherApplications` of the answer says so.',
  })
  readonly application?: string;

  @Text({
    optional: true,
    max: PLANNING.tools,
    printable: true,
    description:
      "The agent's tools with their arguments, as its LLM is to see them. Rules about State-Tool and Switch-Tool stand in the prompt only when they are named here.",
  })
  readonly tools?: string;

  @Text({ optional: true, max: PLANNING.context, printable: true, description: 'What else the plan has to know.' })
  readonly context?: string;

  @Text({ optional: true, max: PLANNING.context, printable: true, description: 'What is on the screen now.' })
  readonly latestState?: string;

  @Text({
    optional: true,
    max: PLANNING.version,
    printable: true,
    description: 'Learnings of this version come first.',
  })
  readonly applicationVersion?: string;

  @Count({ ...PLANNING.first, description: 'Number of knowledge items to retrieve, 1–50.' })
  readonly first!: number;

  @Input(() => ExcludeInput, {
    optional: true,
    description:
      'Origins of which the prompt must know nothing: what was learned there is left out, and trusts are those without their evidence. The best 100 items are looked at. Kept in the receipt.',
  })
  readonly exclude?: ExcludeInput;

  @Id({ optional: true, description: 'Session of the agent, in place of x-session. Kept in the receipt.' })
  readonly session?: string;
}

@InputType()
export class ActionInput {
  @Text({ max: PLANNING.toolName, printable: true })
  readonly toolName!: string;

  @Json({ optional: true, object: true, max: PLANNING.json })
  readonly toolArguments?: Readonly<Record<string, unknown>>;

  @Text({ optional: true, min: 0, max: PLANNING.reasoning, printable: true })
  readonly reasoning?: string;

  @Id({ optional: true, blank: true, description: 'KB ID of the item the action comes from; null or empty for none.' })
  readonly kbSource?: string;

  @Id({
    optional: true,
    blank: true,
    agentName: 'kb_learning',
    description: 'Id of the past learning the action follows; null or empty for none.',
  })
  readonly followsLearning?: string;
}

@InputType()
export class PlanInput {
  @Text({ max: PLANNING.task, printable: true })
  readonly task!: string;

  @Inputs(() => ActionInput, {
    minEntries: 1,
    maxEntries: PLANNING.actions,
    description:
      'In order: the "plan" of the answer to the planning prompt, as it is. Of a recovery: what comes after the steps that succeeded.',
  })
  readonly actions!: readonly ActionInput[];

  @Text({
    optional: true,
    min: 0,
    max: PLANNING.reasoning,
    printable: true,
    description:
      'Of a recovery: what is done instead. It becomes the recovery approach of the learnings that lack one.',
  })
  readonly reasoning?: string;

  @Count({ optional: true, max: PLANNING.duration, description: 'Seconds.' })
  readonly estimatedDuration?: number;

  @Id({ optional: true, description: 'Of the planning prompt the plan was made with.' })
  readonly receiptId?: string;

  @Ids({
    optional: true,
    maxEntries: PLANNING.retrieved,
    description:
      'Without a receipt: ids of the items the plan was made with, best first. They are kept as they are now, with the learnings that `formatted` shows. Has no place beside receiptId.',
  })
  readonly retrievedItems?: readonly string[];

  @Id({
    optional: true,
    description:
      'Id of the plan this one repairs. Its succeeded steps are put before the actions; its pending ones become SKIPPED.',
  })
  readonly recovers?: string;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@InputType()
export class StepOutcomeInput {
  @Count({ description: 'Counted from 0.' })
  readonly stepNum!: number;

  @Choice(() => StepOutcome, {
    unlisted: [StepOutcome.PENDING],
    description: 'Any but PENDING. FAILURE: the agent failed. CORRECTED: a person stepped in.',
  })
  readonly outcome!: StepOutcome;

  @Text({ optional: true, max: PLANNING.error, printable: true, description: 'FAILURE: required. What went wrong.' })
  readonly error?: string;

  @Text({
    optional: true,
    max: PLANNING.reasoning,
    printable: true,
    description:
      'FAILURE: what worked instead, where it is known already. Asked of the LLM when absent and one is configured.',
  })
  readonly recoveryApproach?: string;

  @Json({
    optional: true,
    object: true,
    max: PLANNING.json,
    description: 'CORRECTED: required. { tool_name, tool_arguments, reasoning }',
  })
  readonly correctedAction?: Readonly<Record<string, unknown>>;

  @Text({
    optional: true,
    max: PLANNING.reasoning,
    printable: true,
    description: 'CORRECTED: required. What the person said.',
  })
  readonly humanReasoning?: string;

  @Id({ optional: true, description: 'Id of the past learning the step followed.' })
  readonly followedLearning?: string;

  @Text({ optional: true, max: PLANNING.version, printable: true })
  readonly applicationVersion?: string;
}

@InputType()
export class StepReportInput extends StepOutcomeInput {
  @Id()
  readonly planId!: string;

  @Flag({ default: true, description: 'FAILURE: ask the LLM for a recovery plan, where one is configured.' })
  readonly recover!: boolean;
}

@ArgsType()
export class PlanArgs {
  @Id()
  readonly id!: string;
}

@ArgsType()
export class PlansArgs extends PageArgs(20) {
  @Text({ optional: true, max: PLANNING.task, description: 'Only plans whose task contains this, in any case.' })
  readonly task?: string;
}

@ArgsType()
export class AttributionsForReviewArgs extends PageArgs(20) {}

@ArgsType()
export class FinishPlanArgs {
  @Id()
  readonly planId!: string;

  @Flag({ description: 'Whether the task was done.' })
  readonly success!: boolean;
}

@ArgsType()
export class AttributeStepArgs {
  @Id()
  readonly planId!: string;

  @Count({ description: 'Counted from 0.' })
  readonly stepNum!: number;

  @Id({ description: 'Any item of the namespace; the suggestions of the step are likely ones.' })
  readonly itemId!: string;

  @Flag({ default: false, description: 'Also where the plan itself named another item, which is a CONFLICT else.' })
  readonly force!: boolean;
}
