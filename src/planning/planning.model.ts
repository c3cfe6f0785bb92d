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
  description: 'How it is known which item an action came from.',
  valuesMap: {
    STATED: { description: 'The plan named the item.' },
    INFERRED: {
      description:
        "The action's own text names what is one item's alone in the whole catalog, and the item stood in the prompt; or a person said so.",
    },
    NONE: { description: 'It is not known, or the action is not from the knowledge base.' },
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
  valuesMap: {
    PENDING: { description: 'Not reported yet.' },
    FAILURE: { description: 'The agent failed.' },
    CORRECTED: { description: 'A person stepped in.' },
    SKIPPED: { description: 'Not carried out; also what was pending when another plan took over.' },
  },
});

@ObjectType({ description: "The prompts an agent's own LLM is given to plan a task." })
export class PlanningPrompt {
  @Field(() => ID, {
    nullable: true,
    description:
      'Hand it back with the plan: what was retrieved and shown is then known. Null on a read-only database.',
  })
  readonly receiptId!: string | null;

  @Field({ description: 'The same for every task of an application and its tools.' })
  readonly system!: string;

  @Field()
  readonly user!: string;

  @Field(() => [SearchHit], { description: 'The items of the prompt, best first.' })
  readonly items!: readonly SearchHit[];

  @Field(() => [KnowledgeItem], { description: 'Prerequisites of the items, in the order to carry them out.' })
  readonly alsoNeeded!: readonly KnowledgeItem[];

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether no item of the application was found, so that those of all applications and of none were looked through. Null where no application was named.',
  })
  readonly otherApplications!: boolean | null;

  @Field(() => Int, { description: 'Of both prompts (o200k_base).' })
  readonly tokens!: number;
}

@ObjectType({ description: 'An item as it was when the plan was made.' })
export class RetrievedItem {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => Int, { description: 'Counted from 1.' })
  readonly rank!: number;

  @Field(() => Float, { nullable: true, description: 'In [0,1]; null where the agent retrieved the item itself.' })
  readonly relevance!: number | null;

  @Field(() => Float, { description: 'In [0.5,1].' })
  readonly trust!: number;

  @Field(() => [ID], { description: 'Learnings that stood under it in the prompt, in order.' })
  readonly shownLearnings!: readonly string[];

  @Field(() => JSONValue, { description: 'The item in the shape of the catalog, with the learnings that were shown.' })
  readonly snapshot!: unknown;
}

@ObjectType({ description: 'What an agent is about to do, step by step, and what became of it.' })
export class Plan {
  @Field(() => ID)
  readonly id!: string;

  @Field()
  readonly task!: string;

  @Field(() => Int, { description: '0 for the first, +1 for every recovery.' })
  readonly number!: number;

  @Field(() => String, { nullable: true })
  readonly reasoning!: string | null;

  @Field(() => Int, { nullable: true, description: 'Seconds.' })
  readonly estimatedDuration!: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Null until finishPlan.' })
  readonly success!: boolean | null;

  @Field(() => DateTime)
  readonly createdAt!: Date;

  @Field(() => [String], {
    description:
      'What of the reply of the LLM was left out, and why; and whether no item of the application was found.',
  })
  readonly warnings!: readonly string[];

  readonly recoversId!: string | null;
  readonly recoveredById!: string | null;
}

@ObjectType()
export class PlanConnection extends Connection(Plan) {}

@ObjectType({ description: 'One action of a plan.' })
export class PlanStep {
  @Field(() => Int, { description: 'Counted from 0.' })
  readonly num!: number;

  @Field()
  readonly toolName!: string;

  @Field(() => JSONValue)
  readonly toolArguments!: unknown;

  @Field(() => String, { nullable: true })
  readonly reasoning!: string | null;

  @Field(() => ID, { nullable: true, description: 'As the plan gave it, also where no item has that id.' })
  readonly kbSource!: string | null;

  @Field(() => Attribution)
  readonly attribution!: Attribution;

  @Field(() => ID, { nullable: true, description: 'Learning that the plan says it follows, as given.' })
  readonly followsLearning!: string | null;

  @Field(() => [String], {
    description:
      "What the item was inferred by, as kind and name: `control concatenate`, `id open_files`. None where it was not inferred from the action's text.",
  })
  readonly decidedBy!: readonly string[];

  @Field(() => StepOutcome)
  readonly outcome!: StepOutcome;

  @Field(() => String, { nullable: true, description: 'Of a failure; secrets are cut out.' })
  readonly error!: string | null;

  @Field({ description: 'It succeeded in the plan this one recovers, and is not counted again.' })
  readonly carried!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When its outcome was reported.' })
  readonly reportedAt!: Date | null;

  @Field(() => Int, {
    description: 'How often its report was withdrawn, or its evidence moved on; part of the ids of its evidence.',
  })
  readonly revision!: number;

  readonly planId!: string;
  readonly itemId!: string | null;
  /** Of the correction where there is one, else of the failure. */
  readonly learningId!: string | null;
  readonly candidates!: readonly Candidate[];
}

@ObjectType({ description: 'An item a step may have come from; attributeStep takes it up.' })
export class AttributionCandidate {
  @Field(() => Float, { description: 'In (0,1]: share of the names and words of the step that fit the item.' })
  readonly score!: number;

  readonly itemId!: string;
}

@ObjectType({
  description:
    'A step whose item was inferred by a name that another item took since. The inference stands until attributeStep says which item it was; naming the same item confirms it.',
})
export class AttributionForReview {
  @Field(() => ID)
  readonly planId!: string;

  @Field(() => Int, { description: 'Counted from 0.' })
  readonly stepNum!: number;

  /** Ids of items that go by a name now that decided then. */
  readonly takenBy!: readonly string[];
}

@ObjectType()
export class AttributionForReviewConnection extends Connection(AttributionForReview) {}

@ObjectType({ description: 'What the report of a step led to.' })
export class StepReport {
  @Field(() => Float, {
    nullable: true,
    description: 'Of the item right after this report, in [0.5,1]; null where its trust did not move.',
  })
  readonly trustAfter!: number | null;

  @Field(() => String, { nullable: true, description: 'Why a failure or correction made no learning.' })
  readonly note!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why there is no recovery plan, where one was asked of the LLM. The report stands.',
  })
  readonly recoveryProblem!: string | null;

  @Field({ description: 'The evidence of this report was taken back since; retractReport lets it be said anew.' })
  readonly retracted!: boolean;

  readonly planId!: string;
  readonly stepNum!: number;
  readonly learningId!: string | null;
  readonly itemId!: string | null;
  readonly recoveryPlanId!: string | null;
}
