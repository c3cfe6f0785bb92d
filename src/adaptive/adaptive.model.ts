import { Extensions, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { Knowledge } from '../knowledge/knowledge.model.js';

export enum CheckedBy {
  RULE = 'RULE',
  LLM = 'LLM',
  AGENT = 'AGENT',
  PERSON = 'PERSON',
  NONE = 'NONE',
}

registerEnumType(CheckedBy, {
  name: 'CheckedBy',
  valuesMap: {
    RULE: { description: 'By a rule; the same input gives the same answer.' },
    LLM: { description: 'By the configured LLM.' },
    AGENT: { description: 'By an agent, where nothing else could decide (judgeStep).' },
    PERSON: { description: 'By a person (judgeStep).' },
    NONE: { description: 'Nothing could decide.' },
  },
});

export enum ValidationVerdict {
  SUCCESS = 'SUCCESS',
  FAILURE = 'FAILURE',
  UNDECIDED = 'UNDECIDED',
}

registerEnumType(ValidationVerdict, {
  name: 'ValidationVerdict',
  valuesMap: {
    FAILURE: { description: 'Something that was checked is wrong or missing.' },
    UNDECIDED: {
      description:
        'Nothing that was checked is wrong, but there is no criterion, or one, or the type or format, could not be decided. Nothing is learned from it.',
    },
  },
});

export enum Judge {
  AGENT = 'AGENT',
  PERSON = 'PERSON',
}

registerEnumType(Judge, {
  name: 'Judge',
  description: 'Who decides the verdict of a step.',
  valuesMap: {
    AGENT: { description: 'An agent: only where the verdict is UNDECIDED.' },
    PERSON: { description: 'A person: also against what a rule or the LLM decided.' },
  },
});

export enum TaskStatus {
  RUNNING = 'RUNNING',
  AWAITING_VERDICT = 'AWAITING_VERDICT',
  SUCCEEDED = 'SUCCEEDED',
  STOPPED = 'STOPPED',
}

registerEnumType(TaskStatus, {
  name: 'TaskStatus',
  valuesMap: {
    AWAITING_VERDICT: {
      description: 'What the last step delivered could not be checked: it waits for judgeStep, and has no next action.',
    },
    STOPPED: {
      description: 'Without success: nothing new was left to try, or the bound was reached.',
    },
  },
});

export enum ProgressDecision {
  CONTINUE = 'CONTINUE',
  STOP = 'STOP',
}

registerEnumType(ProgressDecision, { name: 'ProgressDecision' });

export enum StopReason {
  DONE = 'DONE',
  MAX_STEPS = 'MAX_STEPS',
  NOTHING_NEW = 'NOTHING_NEW',
  AWAITING_VERDICT = 'AWAITING_VERDICT',
}

registerEnumType(StopReason, {
  name: 'StopReason',
  valuesMap: {
    DONE: { description: 'What was delivered is what was wanted.' },
    MAX_STEPS: { description: 'The bound of steps is reached.' },
    NOTHING_NEW: { description: 'Nothing new is left to try.' },
    AWAITING_VERDICT: { description: 'What was delivered could not be checked; judgeStep decides it.' },
  },
});

@ObjectType({ description: 'What is asked for at least.' })
export class QualityRequirements {
  @Field(() => Float, { description: 'Share of what is delivered that is right, in [0,1].' })
  readonly accuracy!: number;

  @Field(() => Float, { description: 'Share of what was asked for that is there, in [0,1].' })
  readonly completeness!: number;
}

@ObjectType({ description: 'What a user wants, read from a prompt.' })
export class Intent {
  @Field({ description: 'numbers, list, table, json, document, analysis, code, text; the LLM may say another.' })
  readonly dataType!: string;

  @Field({
    description:
      'raw_data (the values in any readable notation), json, csv, markdown, markdown_table, html, xml, code, text, document, pdf, docx, xlsx, pptx; the LLM may say another.',
  })
  readonly expectedFormat!: string;

  @Field(() => [String], { description: 'Each checked for itself: "first 1000", "prime numbers".' })
  readonly successCriteria!: readonly string[];

  @Field(() => QualityRequirements)
  readonly qualityRequirements!: QualityRequirements;

  @Field(() => CheckedBy, { description: 'Who read it: RULE or LLM.' })
  readonly decidedBy!: CheckedBy;

  @Field(() => String, { nullable: true, description: 'Why the rules read it although an LLM is configured.' })
  readonly note!: string | null;
}

@ObjectType({ description: 'Whether one criterion is met.' })
export class CriterionCheck {
  @Field()
  readonly criterion!: string;

  @Field(() => Boolean, { nullable: true, description: 'Null where nothing could decide; that counts as unmet.' })
  readonly met!: boolean | null;

  @Field(() => CheckedBy)
  readonly decidedBy!: CheckedBy;

  @Field(() => String, { nullable: true, description: 'On what the LLM, an agent or a person decided it.' })
  readonly reason?: string | null;
}

@ObjectType({ description: 'Whether what was delivered is what was wanted, read from the content itself.' })
export class Validation {
  @Field(() => ValidationVerdict, {
    description: 'UNDECIDED: nothing that was checked is wrong, but not everything, or nothing, could be checked.',
  })
  readonly verdict!: ValidationVerdict;

  @Field(() => [CriterionCheck], {
    description:
      'One for each criterion of the intent, in its order; without criteria one for the objective, where the LLM judged it; last one for the objective where an agent or a person judged it.',
  })
  readonly checks!: readonly CriterionCheck[];

  @Field(() => CheckedBy, { description: 'Who decided the verdict; NONE where it is UNDECIDED.' })
  readonly decidedBy!: CheckedBy;

  @Field({
    description:
      'The verdict is SUCCESS: type and format match, there is a criterion, every one is met, and the quality is at least what is asked for.',
  })
  readonly overallSuccess!: boolean;

  @Field()
  readonly dataTypeMatch!: boolean;

  @Field()
  readonly formatMatch!: boolean;

  @Field(() => [Boolean], { description: 'One for each check; false also where nothing could decide.' })
  readonly successCriteriaMet!: readonly boolean[];

  @Field(() => Float, {
    description:
      'In [0,1]: 0 where the type does not match or no criterion was decided, else (accuracy + completeness) / 2, halved where the format does not match.',
  })
  readonly qualityScore!: number;

  @Field(() => Float, {
    description: 'Mean share of what is right, over the criteria that say something of it, in [0,1].',
  })
  readonly accuracy!: number;

  @Field(() => Float, {
    description: 'Mean share of what is there, over the criteria that say something of it, in [0,1].',
  })
  readonly completeness!: number;

  @Field({
    description:
      'What was delivered: numbers, list, table, json, code, text, html, pdf, word, excel, powerpoint, binary, empty.',
  })
  readonly contentType!: string;

  @Field(() => [String], {
    description: 'What is wrong, the most important first; numbers and names that are wrong or missing stand in it.',
  })
  readonly issues!: readonly string[];

  @Field(() => [String], { description: 'What to ask for next.' })
  readonly improvementSuggestions!: readonly string[];
}

@ObjectType({
  implements: () => [Knowledge],
  description: 'How well one action, tried one way, serves one kind of request.',
})
export class Strategy extends Knowledge {
  @Field({ description: 'The kind of request: numbers_request.' })
  readonly pattern!: string;

  @Field(() => JSONValue, {
    nullable: true,
    description: 'The action { method, action, approach }; null while it never succeeded.',
  })
  readonly successfulAction!: Readonly<Record<string, string>> | null;

  @Field(() => Float, {
    description: 'Share of the attempts that succeeded, in [0,1]; trust is the estimate to rank by.',
  })
  readonly successRate!: number;

  @Field(() => Int)
  readonly attempts!: number;

  @Field(() => String, { nullable: true, description: 'What was wrong when it last failed.' })
  readonly lastIssue!: string | null;

  @Field(() => DateTime, { description: 'Of the last attempt.' })
  readonly lastUpdated!: Date;

  // Not in the schema.
  readonly method!: string;
  readonly action!: string;
  readonly approach!: string;
  readonly successes!: number;
  /** What it was tried for, oldest first; a few. */
  readonly objectives!: readonly string[];
}

@ObjectType({ description: 'What to do next.' })
export class AdaptiveAction {
  @Field()
  readonly method!: string;

  @Field()
  readonly action!: string;

  @Field({
    description: 'deliver, deliver_with_lessons, write_code, create_document, analyse, or the agent’s own word.',
  })
  readonly approach!: string;

  @Field(() => JSONValue, { description: 'Written for this task; an agent may write others.' })
  @Extensions({ type: 'object' })
  readonly parameters!: Readonly<Record<string, unknown>>;

  @Field({ description: 'The prompt to choose the action by, with this one as proposal, for an agent’s own LLM.' })
  readonly prompt!: string;

  readonly learnedFromId!: string | null;

  /** Strategies that stand in the prompt. Actions from before it was kept have none. */
  readonly shownIds?: readonly string[];
}

@ObjectType()
export class ContentAnalysis {
  @Field({ description: 'As contentType of the validation.' })
  readonly contentType!: string;

  @Field({ description: 'The first 200 characters; "..." follows where there are more. Secrets are cut out.' })
  readonly contentSnippet!: string;

  @Field({ description: 'Type and format are those of the intent.' })
  readonly intentMatch!: boolean;
}

@ObjectType({ description: 'What came out of an action.' })
export class Observation {
  @Field({ description: 'By the word of the agent.' })
  readonly success!: boolean;

  @Field(() => Int)
  readonly documentsCount!: number;

  @Field(() => [String], { description: 'The first 200 characters of each document. Secrets are cut out.' })
  readonly previews!: readonly string[];

  @Field(() => ContentAnalysis, { nullable: true, description: 'Null without documents.' })
  readonly contentAnalysis!: ContentAnalysis | null;
}

@ObjectType({ description: 'Whether a task goes on.' })
export class Progress {
  @Field(() => ProgressDecision)
  readonly decision!: ProgressDecision;

  @Field({
    description:
      'All criteria met, the bound reached, nothing new left to try, what could not be checked, or what is not met yet.',
  })
  readonly reason!: string;

  @Field(() => Int, { description: 'Share of the criteria that the last step met, 0–100; without criteria 0 or 100.' })
  readonly progress!: number;

  @Field(() => StopReason, { nullable: true, description: 'Why the task does not go on; null while it does.' })
  readonly stopReason!: StopReason | null;

  @Field(() => String, { nullable: true, description: 'What comes next: ai.process (deliver with lessons).' })
  readonly nextAction!: string | null;
}

@ObjectType({ description: 'What an agent or a person said of a step.' })
export class StepJudgement {
  @Field({ description: 'Whether what was delivered is what was wanted.' })
  readonly success!: boolean;

  @Field()
  readonly reason!: string;

  @Field(() => Judge)
  readonly by!: Judge;

  @Field(() => DateTime)
  readonly at!: Date;
}

@ObjectType({ description: 'One action of a task, what came out of it, and what follows.' })
export class AdaptiveStep {
  @Field(() => Int, { description: 'Counted from 0.' })
  readonly num!: number;

  @Field(() => AdaptiveAction, { description: 'What was carried out.' })
  readonly action!: AdaptiveAction;

  @Field(() => Observation)
  readonly observation!: Observation;

  @Field({ description: 'The prompt to decide the next step by, for an agent’s own LLM.' })
  readonly refinementPrompt!: string;

  @Field(() => Validation)
  readonly validation!: Validation;

  @Field(() => Progress)
  readonly progress!: Progress;

  @Field(() => AdaptiveAction, { nullable: true, description: 'Null when the task stops.' })
  readonly nextAction!: AdaptiveAction | null;

  @Field(() => StepJudgement, { nullable: true, description: 'Null where nobody was asked, or has answered yet.' })
  readonly judgement!: StepJudgement | null;

  readonly strategyId!: string;
  readonly succeeded!: boolean;
  readonly requestHash!: string;
}

@ObjectType({ description: 'An objective that is worked on until its criteria are met.' })
export class AdaptiveTask {
  @Field(() => ID)
  readonly id!: string;

  @Field()
  readonly objective!: string;

  @Field(() => Intent)
  readonly intent!: Intent;

  @Field(() => [AdaptiveStep], { description: 'In order.' })
  readonly steps!: readonly AdaptiveStep[];

  @Field(() => Progress)
  readonly progress!: Progress;

  @Field(() => AdaptiveAction, {
    nullable: true,
    description: 'To be carried out and observed next; null when the task has ended.',
  })
  readonly nextAction!: AdaptiveAction | null;

  @Field(() => TaskStatus)
  readonly status!: TaskStatus;

  readonly maxSteps!: number;
}

@ObjectType()
export class CarriedOutDocument {
  @Field()
  readonly name!: string;

  @Field(() => String, { nullable: true })
  readonly mimeType!: string | null;

  @Field()
  readonly content!: string;
}

@ObjectType({ description: 'What the LLM of the service made of the next action; observe takes it.' })
export class CarriedOut {
  @Field(() => Int, { description: 'Number of the step it belongs to.' })
  readonly stepNum!: number;

  @Field(() => [CarriedOutDocument])
  readonly documents!: readonly CarriedOutDocument[];
}

@ObjectType()
export class AdaptiveTaskConnection extends Connection(AdaptiveTask) {}

@ObjectType()
export class StrategyConnection extends Connection(Strategy) {}
