import { Extensions, Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { ActionScore } from './strategy.model.js';

export enum CheckedBy {
  RULE = 'RULE',
  LLM = 'LLM',
  AGENT = 'AGENT',
  PERSON = 'PERSON',
  NONE = 'NONE',
}

registerEnumType(CheckedBy, {
  name: 'CheckedBy',
  description: 'Who decided a criterion or a verdict.',
  valuesMap: {
    RULE: { description: 'By a rule; the same input gives the same answer.' },
    LLM: { description: 'By the configured LLM.' },
    AGENT: { description: 'By an agent, where nothing else could decide (judgeStep).' },
    PERSON: { description: 'By a person (judgeStep).' },
    NONE: { description: 'It could not be decided.' },
  },
});

export enum ValidationVerdict {
  SUCCESS = 'SUCCESS',
  FAILURE = 'FAILURE',
  UNDECIDED = 'UNDECIDED',
}

registerEnumType(ValidationVerdict, {
  name: 'ValidationVerdict',
  description: 'Verdict on what an action delivered.',
  valuesMap: {
    SUCCESS: { description: 'Every criterion was decided and met.' },
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
  description: 'Who may decide the verdict of a step.',
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
  description: 'Where an adaptive task stands.',
  valuesMap: {
    RUNNING: { description: 'An action is to be carried out.' },
    SUCCEEDED: { description: 'The objective was met.' },
    AWAITING_VERDICT: {
      description: 'What the last step delivered could not be checked: it waits for judgeStep, and has no next action.',
    },
    STOPPED: {
      description:
        'Without success: nothing new was left to try, the bound was reached, or the LLM failed, after which the task can be gone on with.',
    },
  },
});

export enum ProgressDecision {
  CONTINUE = 'CONTINUE',
  STOP = 'STOP',
}

registerEnumType(ProgressDecision, {
  valuesMap: { CONTINUE: { description: 'Another action follows.' }, STOP: { description: 'No action follows.' } },
  name: 'ProgressDecision',
  description: 'State of a task after a step.',
});

export enum StopReason {
  DONE = 'DONE',
  MAX_STEPS = 'MAX_STEPS',
  NOTHING_NEW = 'NOTHING_NEW',
  AWAITING_VERDICT = 'AWAITING_VERDICT',
  LLM_FAILED = 'LLM_FAILED',
}

registerEnumType(StopReason, {
  name: 'StopReason',
  description: 'Why a task ended or waits.',
  valuesMap: {
    DONE: { description: 'The result meets the objective.' },
    MAX_STEPS: { description: 'The maximum number of steps is reached.' },
    NOTHING_NEW: { description: 'No untried action is left.' },
    AWAITING_VERDICT: { description: 'The result could not be checked; judgeStep decides it.' },
    LLM_FAILED: {
      description:
        'The LLM of the service could not carry out the next action, which stays; carryOut or observe goes on with the task.',
    },
  },
});

@ObjectType({ description: 'Minimum quality that is asked for.' })
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

  @Field(() => [String], { description: 'Criteria that are checked one by one: "first 1000", "prime numbers".' })
  readonly successCriteria!: readonly string[];

  @Field(() => QualityRequirements, { description: 'Accuracy and completeness that the request asks for.' })
  readonly qualityRequirements!: QualityRequirements;

  @Field(() => CheckedBy, { description: 'Whether a rule or the LLM analysed the request: RULE or LLM.' })
  readonly decidedBy!: CheckedBy;

  @Field(() => String, {
    nullable: true,
    description: 'Why rules were used although an LLM is configured; null otherwise.',
  })
  readonly note!: string | null;
}

@ObjectType({ description: 'Result of checking one criterion.' })
export class CriterionCheck {
  @Field({ description: 'The criterion, in its own words.' })
  readonly criterion!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the criterion is met; null if that could not be decided.',
  })
  readonly met!: boolean | null;

  @Field(() => CheckedBy, { description: 'Who decided it.' })
  readonly decidedBy!: CheckedBy;

  @Field(() => String, { nullable: true, description: 'Reason that the LLM, an agent or a person gave.' })
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

  @Field({ description: 'Whether the delivered data type is the requested one.' })
  readonly dataTypeMatch!: boolean;

  @Field({ description: 'Whether the delivered format is the requested one.' })
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

@ObjectType({ description: 'The next action of a task.' })
export class AdaptiveAction {
  @Field({ description: 'Method that the action belongs to, as the task names it.' })
  readonly method!: string;

  @Field({ description: 'What to do: one of the actions that the task was started with.' })
  readonly action!: string;

  @Field({
    description: 'deliver, deliver_with_lessons, write_code, create_document, analyse, or the agent’s own word.',
  })
  readonly approach!: string;

  @Field(() => JSONValue, { description: 'Parameters proposed for this task. An agent may use others.' })
  @Extensions({ type: 'object' })
  readonly parameters!: Readonly<Record<string, unknown>>;

  @Field({
    description: 'Prompt with which an agent’s own LLM chooses an action; it contains this one as the proposal.',
  })
  readonly prompt!: string;

  @Field(() => ActionScore, {
    nullable: true,
    description: 'Why it was proposed; null for one that an agent chose, and where the last one is tried once more.',
  })
  readonly explain?: ActionScore | null;

  readonly learnedFromId!: string | null;

  /** Strategies that stand in the prompt. Actions from before it was kept have none. */
  readonly shownIds?: readonly string[];
}

@ObjectType({ description: 'What the delivered content was found to be.' })
export class ContentAnalysis {
  @Field({ description: 'Data type that was recognised, as in the validation.' })
  readonly contentType!: string;

  @Field({ description: 'The first 200 characters; "..." follows where there are more. Secrets are cut out.' })
  readonly contentSnippet!: string;

  @Field({ description: 'True if type and format are those of the intent.' })
  readonly intentMatch!: boolean;
}

@ObjectType({ description: 'Result of an action.' })
export class Observation {
  @Field({ description: 'Whether the action itself went well, according to the agent.' })
  readonly success!: boolean;

  @Field(() => Int, { description: 'Number of documents that were delivered.' })
  readonly documentsCount!: number;

  @Field(() => [String], { description: 'The first 200 characters of each document. Secrets are cut out.' })
  readonly previews!: readonly string[];

  @Field(() => ContentAnalysis, { nullable: true, description: 'Analysis of the documents; null without documents.' })
  readonly contentAnalysis!: ContentAnalysis | null;
}

@ObjectType({ description: 'State of a task after a step.' })
export class Progress {
  @Field(() => ProgressDecision, { description: 'Whether the task goes on.' })
  readonly decision!: ProgressDecision;

  @Field({
    description:
      'All criteria met, the bound reached, nothing new left to try, what could not be checked, how the LLM failed, or what is not met yet.',
  })
  readonly reason!: string;

  @Field(() => Int, {
    description:
      'Share of the criteria that any step met so far, 0–100; 100 only where one step met them all. Without criteria 0 or 100.',
  })
  readonly progress!: number;

  @Field(() => StopReason, { nullable: true, description: 'Why the task stopped; null while it goes on.' })
  readonly stopReason!: StopReason | null;

  @Field(() => String, { nullable: true, description: 'The next action in words: ai.process (deliver with lessons).' })
  readonly nextAction!: string | null;
}

@ObjectType({ description: 'Judgement of a step by an agent or a person.' })
export class StepJudgement {
  @Field({ description: 'Whether the result is what was asked for.' })
  readonly success!: boolean;

  @Field({ description: 'Reason that was given.' })
  readonly reason!: string;

  @Field(() => Judge, { description: 'Whether an agent or a person judged.' })
  readonly by!: Judge;

  @Field(() => DateTime, { description: 'Time of the judgement.' })
  readonly at!: Date;
}

@ObjectType({ description: 'One action of a task, its result, and the action that follows.' })
export class AdaptiveStep {
  @Field(() => Int, { description: 'Position, counted from 0.' })
  readonly num!: number;

  @Field(() => AdaptiveAction, { description: 'The action that was carried out.' })
  readonly action!: AdaptiveAction;

  @Field(() => Observation, { description: 'Documents that the action delivered.' })
  readonly observation!: Observation;

  @Field({ description: 'Prompt with which an agent’s own LLM decides the next step.' })
  readonly refinementPrompt!: string;

  @Field(() => Validation, { description: 'Verdict on what was delivered, with its reasons.' })
  readonly validation!: Validation;

  @Field(() => Progress, { description: 'How far the task has come after this step.' })
  readonly progress!: Progress;

  @Field(() => AdaptiveAction, { nullable: true, description: 'Action to carry out next; null when the task stops.' })
  readonly nextAction!: AdaptiveAction | null;

  @Field(() => StepJudgement, {
    nullable: true,
    description: 'Judgement by an agent or a person; null if there is none.',
  })
  readonly judgement!: StepJudgement | null;

  readonly strategyId!: string;
  readonly succeeded!: boolean;
  readonly requestHash!: string;
}

@ObjectType({ description: 'An objective that is worked on until its criteria are met.' })
export class AdaptiveTask {
  @Field(() => ID, { description: 'Made by the service; ids made later sort behind.' })
  readonly id!: string;

  @Field({ description: 'The request, in the words it was given in.' })
  readonly objective!: string;

  @Field(() => Intent, { description: 'What the objective asks for, as analysed when the task was started.' })
  readonly intent!: Intent;

  @Field(() => [AdaptiveStep], { description: 'In order.' })
  readonly steps!: readonly AdaptiveStep[];

  @Field(() => Progress, { description: 'How far the task has come.' })
  readonly progress!: Progress;

  @Field(() => AdaptiveAction, {
    nullable: true,
    description: 'To be carried out and observed next; null when the task has ended, but for LLM_FAILED.',
  })
  readonly nextAction!: AdaptiveAction | null;

  @Field(() => TaskStatus, { description: 'Whether the task runs, awaits a verdict, or has ended, and how.' })
  readonly status!: TaskStatus;

  readonly maxSteps!: number;
}

@ObjectType({ description: 'A document that an action delivered.' })
export class CarriedOutDocument {
  @Field({ description: 'File name.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'Media type, such as text/csv.' })
  readonly mimeType!: string | null;

  @Field({ description: 'Content as text, or in base64 for binary media types.' })
  readonly content!: string;
}

@ObjectType({ description: 'Result of an action that the LLM of the service carried out; report it with observe.' })
export class CarriedOut {
  @Field(() => Int, { description: 'Number of the step it belongs to.' })
  readonly stepNum!: number;

  @Field(() => [CarriedOutDocument], { description: 'Documents that the action delivered.' })
  readonly documents!: readonly CarriedOutDocument[];
}

@ObjectType({ description: 'One page of a list.' })
export class AdaptiveTaskConnection extends Connection(AdaptiveTask) {}
