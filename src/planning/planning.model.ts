import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { KnowledgeItem } from '../items/items.model.js';
import { SearchHit } from '../search/search.model.js';
import type { Candidate } from './attribution.js';

export enum Attribution {
  STATED = 'STATED',
  INFERRED = 'INFERRED',
  NONE = 'NONE',
}

registerEnumType(Attribution, {
  name: 'Attribution',
  description: 'How the source item of an action is known.',
  valuesMap: {
    STATED: { description: 'The plan named the item.' },
    INFERRED: {
      description:
        'The text of the action contains a name that belongs to exactly one item of the catalog, and that item was in the prompt; or a person said so.',
    },
    NONE: { description: 'The source is unknown, or the action does not come from the knowledge base.' },
  },
});

export enum StepOutcome {
  PENDING = 'PENDING',
  SUCCESS = 'SUCCESS',
  FAILURE = 'FAILURE',
  CORRECTED = 'CORRECTED',
  SKIPPED = 'SKIPPED',
}

registerEnumType(StepOutcome, {
  name: 'StepOutcome',
  description: 'Outcome of a step of a plan.',
  valuesMap: {
    SUCCESS: { description: 'The step did what it was meant to do.' },
    PENDING: { description: 'Not yet reported.' },
    FAILURE: { description: 'The agent failed.' },
    CORRECTED: { description: 'A person stepped in.' },
    SKIPPED: { description: 'Not carried out, or still pending when a recovery took over.' },
  },
});

@ObjectType({ description: "Prompts with which an agent's own LLM plans a task." })
export class PlanningPrompt {
  @Field(() => ID, {
    nullable: true,
    description:
      'Id to save the plan with, so that the service knows what the prompt contained. Null on a read-only database.',
  })
  readonly receiptId!: string | null;

  @Field({ description: 'System message; the same for every task of an application and its tools.' })
  readonly system!: string;

  @Field({ description: 'The task with what is known about it.' })
  readonly user!: string;

  @Field(() => [SearchHit], { description: 'The items of the prompt, best first.' })
  readonly items!: readonly SearchHit[];

  @Field(() => [KnowledgeItem], { description: 'Prerequisites of the items, in the order to carry them out.' })
  readonly alsoNeeded!: readonly KnowledgeItem[];

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True if no item of the application was found, so that all items were searched, also those without an application. Null if no application was given.',
  })
  readonly otherApplications!: boolean | null;

  @Field(() => Int, { description: 'Number of tokens of both prompts (o200k_base).' })
  readonly tokens!: number;
}

@ObjectType({ description: 'An item as it was when the plan was made.' })
export class RetrievedItem {
  @Field(() => ID, { description: 'Id of the item.' })
  readonly id!: string;

  @Field(() => Int, { description: 'Position, counted from 1.' })
  readonly rank!: number;

  @Field(() => Float, { nullable: true, description: 'In [0,1]; null if the agent retrieved the item itself.' })
  readonly relevance!: number | null;

  @Field(() => Float, { description: 'Trust of the item at that time, in [0.5,1].' })
  readonly trust!: number;

  @Field(() => [ID], { description: "Ids of the item's learnings that the prompt showed, in order." })
  readonly shownLearnings!: readonly string[];

  @Field(() => JSONValue, { description: 'The item in the format of the catalog, with the learnings that were shown.' })
  readonly snapshot!: unknown;
}

@ObjectType({ description: 'Steps that an agent intends to take, and their outcomes.' })
export class Plan {
  @Field(() => ID, { description: 'Made by the service; ids are ordered by creation time.' })
  readonly id!: string;

  @Field({ description: 'The task, in plain words.' })
  readonly task!: string;

  @Field(() => Int, { description: '0 for the first plan, increased by 1 with every recovery.' })
  readonly number!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Reasoning of the plan; for a recovery plan, the new approach.',
  })
  readonly reasoning!: string | null;

  @Field(() => Int, { nullable: true, description: 'Estimated duration in seconds.' })
  readonly estimatedDuration!: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Reported result of the plan; null until finishPlan.' })
  readonly success!: boolean | null;

  @Field(() => DateTime, { description: 'Time at which the plan was saved.' })
  readonly createdAt!: Date;

  @Field(() => [String], {
    description:
      "Parts of the LLM's reply that were ignored, with the reason, and a note if no item of the application was found.",
  })
  readonly warnings!: readonly string[];

  readonly recoversId!: string | null;
  readonly recoveredById!: string | null;
}

@ObjectType({ description: 'One page of a list.' })
export class PlanConnection extends Connection(Plan) {}

@ObjectType({ description: 'One action of a plan.' })
export class PlanStep {
  @Field(() => Int, { description: 'Position, counted from 0.' })
  readonly num!: number;

  @Field({ description: 'Tool that the agent calls: click_menu.' })
  readonly toolName!: string;

  @Field(() => JSONValue, { description: 'Arguments of the tool call.' })
  readonly toolArguments!: unknown;

  @Field(() => String, { nullable: true, description: 'Why the agent takes this action.' })
  readonly reasoning!: string | null;

  @Field(() => ID, { nullable: true, description: 'Item id that the plan gave, even if no item has that id.' })
  readonly kbSource!: string | null;

  @Field(() => Attribution, { description: 'How the item that the action comes from is known.' })
  readonly attribution!: Attribution;

  @Field(() => ID, { nullable: true, description: 'Id of the learning that the action follows, as the plan gave it.' })
  readonly followsLearning!: string | null;

  @Field(() => [String], {
    description:
      "Names from which the item was inferred, as kind and name: `control concatenate`, `id open_files`. Empty if it was not inferred from the action's text.",
  })
  readonly decidedBy!: readonly string[];

  @Field(() => StepOutcome, { description: 'Reported outcome; PENDING before the report.' })
  readonly outcome!: StepOutcome;

  @Field(() => String, { nullable: true, description: 'Error message of a failure, without secrets.' })
  readonly error!: string | null;

  @Field({ description: 'True if the step succeeded in the plan that this one recovers; it is not counted again.' })
  readonly carried!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'Time at which the outcome was reported.' })
  readonly reportedAt!: Date | null;

  @Field(() => Int, {
    description: "How often the step's report was withdrawn or its evidence moved; part of the ids of its evidence.",
  })
  readonly revision!: number;

  readonly planId!: string;
  readonly itemId!: string | null;
  /** Id of the learning from the correction if there is one, otherwise from the failure. */
  readonly learningId!: string | null;
  readonly candidates!: readonly Candidate[];
}

@ObjectType({ description: 'An item that a step may have come from. attributeStep confirms it.' })
export class AttributionCandidate {
  @Field(() => Float, { description: 'Share of the names and words of the step that fit the item, in (0,1].' })
  readonly score!: number;

  readonly itemId!: string;
}

@ObjectType({
  description:
    'A step whose item was inferred from a name that another item has taken since. The inference remains until a person attributes the step; attributing it to the same item confirms it.',
})
export class AttributionForReview {
  @Field(() => ID, { description: 'Id of the plan.' })
  readonly planId!: string;

  @Field(() => Int, { description: 'Position, counted from 0.' })
  readonly stepNum!: number;

  /** Ids of items that now have a name from which the step's item was inferred. */
  readonly takenBy!: readonly string[];
}

@ObjectType({ description: 'One page of a list.' })
export class AttributionForReviewConnection extends Connection(AttributionForReview) {}

@ObjectType({ description: 'Result of reporting a step.' })
export class StepReport {
  @Field(() => Float, {
    nullable: true,
    description: 'Trust of the item right after this report, in [0.5,1]; null if the trust did not change.',
  })
  readonly trustAfter!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why a failure or correction led to no learning; null otherwise.',
  })
  readonly note!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the LLM returned no recovery plan; the report is stored regardless.',
  })
  readonly recoveryProblem!: string | null;

  @Field({ description: 'True if the evidence was withdrawn since; retractReport allows reporting the step again.' })
  readonly retracted!: boolean;

  readonly planId!: string;
  readonly stepNum!: number;
  readonly learningId!: string | null;
  readonly itemId!: string | null;
  readonly recoveryPlanId!: string | null;
}
