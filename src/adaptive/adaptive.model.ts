import { Extensions, Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { Intent } from '../criteria/intent.model.js';
import { Validation } from '../criteria/verdict.model.js';
import { ActionScore } from './strategy.model.js';

export enum TaskStatus {
  RUNNING = 'RUNNING',
  AWAITING_VERDICT = 'AWAITING_VERDICT',
  SUCCEEDED = 'SUCCEEDED',
  STOPPED = 'STOPPED',
}

registerEnumType(TaskStatus, {
  name: 'TaskStatus',
  description: 'Status of an adaptive task.',
  valuesMap: {
    RUNNING: { description: 'The task is running: its next action is to be carried out.' },
    SUCCEEDED: { description: 'The objective was met.' },
    AWAITING_VERDICT: {
      description:
        'The result of the last step could not be checked. The task waits for judgeStep and has no next action.',
    },
    STOPPED: {
      description:
        'The task ended without success: no untried action was left, maxSteps was reached, or the LLM failed. After a failure of the LLM, the task can be continued.',
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
  description: 'Reason why a task ended or waits.',
  valuesMap: {
    DONE: { description: 'The result meets the objective.' },
    MAX_STEPS: { description: 'The maximum number of steps is reached.' },
    NOTHING_NEW: { description: 'No untried action is left.' },
    AWAITING_VERDICT: { description: 'The result could not be checked. The task waits for a verdict by judgeStep.' },
    LLM_FAILED: {
      description:
        'The LLM of the service could not carry out the next action. The action is kept; carryOut or observe continues the task.',
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
    AGENT: { description: 'An agent, which may judge only steps that are PASSED or UNDECIDED.' },
    PERSON: {
      description:
        'A person, who may also overrule rules and the LLM. Needs a key with the role reviewer or admin, unless the service requires no key.',
    },
  },
});

@ObjectType({ description: 'The next action of a task.' })
export class AdaptiveAction {
  @Field({ description: 'Method that the action belongs to, as the task names it.' })
  readonly method!: string;

  @Field({
    description:
      'Name of the action. It is one of the actions that the task was started with, or a name that the agent chose.',
  })
  readonly action!: string;

  @Field({
    description:
      'How the action is carried out: deliver, deliver_with_lessons, write_code, create_document, analyse, or a word that the agent chose.',
  })
  readonly approach!: string;

  @Field(() => JSONValue, { description: 'Parameters proposed for this task. An agent may use others.' })
  @Extensions({ type: 'object' })
  readonly parameters!: Readonly<Record<string, unknown>>;

  @Field({
    description:
      'Prompt with which an agent’s own LLM can choose the next action. It contains this action as the proposal.',
  })
  readonly prompt!: string;

  @Field(() => [String], {
    description:
      'What the parameters tell of earlier attempts: problems in this task, and lessons of other tasks with similar objectives.',
  })
  readonly lessons!: readonly string[];

  @Field(() => ActionScore, {
    nullable: true,
    description:
      'Score by which the action was proposed; null if an agent chose the action, or if it repeats the last action.',
  })
  readonly explain?: ActionScore | null;

  readonly learnedFromId!: string | null;

  /** Ids of the strategies in the prompt; absent for actions stored by earlier releases. */
  readonly shownIds?: readonly string[];
}

@ObjectType({ description: 'Recognized type and beginning of the delivered content.' })
export class ContentAnalysis {
  @Field({ description: 'Data type that was recognised, with the same values as in the validation.' })
  readonly contentType!: string;

  @Field({ description: 'The first 200 characters, followed by "..." if there are more. Secrets are redacted.' })
  readonly contentSnippet!: string;

  @Field({ description: 'True if type and format are those of the intent.' })
  readonly intentMatch!: boolean;
}

@ObjectType({ description: 'Result of an action, reported by an agent.' })
export class Observation {
  @Field({ description: 'True if the action itself succeeded, according to the agent.' })
  readonly success!: boolean;

  @Field(() => Int, { description: 'Number of documents that were delivered.' })
  readonly documentsCount!: number;

  @Field(() => [String], { description: 'The first 200 characters of each document. Secrets are redacted.' })
  readonly previews!: readonly string[];

  @Field(() => ContentAnalysis, { nullable: true, description: 'Analysis of the documents; null without documents.' })
  readonly contentAnalysis!: ContentAnalysis | null;
}

@ObjectType({ description: 'State of a task after a step.' })
export class Progress {
  @Field(() => ProgressDecision, { description: 'Whether the task continues or stops.' })
  readonly decision!: ProgressDecision;

  @Field({
    description:
      'Reason for the decision, in words. It names, for example, the criteria that are not met yet, the checks that were not possible, or the limit that was reached.',
  })
  readonly reason!: string;

  @Field(() => Int, {
    description:
      'Percentage of the criteria that have been met by any step so far, 0–100. It is 100 only if a single step met all criteria. Without criteria, it is 0 or 100.',
  })
  readonly progress!: number;

  @Field(() => StopReason, { nullable: true, description: 'Why the task stopped; null while it continues.' })
  readonly stopReason!: StopReason | null;

  @Field(() => String, {
    nullable: true,
    description: 'The next action in words, such as "ai.process (deliver with lessons)".',
  })
  readonly nextAction!: string | null;
}

@ObjectType({ description: 'Judgement of a step by an agent or a person.' })
export class StepJudgement {
  @Field({ description: 'True if the step delivered what was asked for.' })
  readonly success!: boolean;

  @Field({ description: 'Reason that the agent or person gave.' })
  readonly reason!: string;

  @Field(() => Judge, { description: 'Whether an agent or a person judged.' })
  readonly by!: Judge;

  @Field({
    description: 'Id of the API key of the judge; "no key" if the service requires none; "key" if it has no id.',
  })
  readonly key!: string;

  @Field(() => DateTime, { description: 'Time of the judgement.' })
  readonly at!: Date;
}

@ObjectType({ description: 'One action of a task, its result, and the action that follows.' })
export class AdaptiveStep {
  @Field(() => ID, {
    nullable: true,
    description:
      'Only in the answer of judgeStep: id of the change; undo(changeId) reverts it. Null for a repeated judgement, and for one that overruled what the service had learned.',
  })
  readonly changeId?: string | null;

  /** How often a judgement was undone. */
  readonly unjudged?: number | null;

  @Field(() => Int, { description: 'Position of the step, counted from 0.' })
  readonly num!: number;

  @Field(() => AdaptiveAction, { description: 'The action that was carried out.' })
  readonly action!: AdaptiveAction;

  @Field(() => Observation, { description: 'Result of the action, with the documents that it delivered.' })
  readonly observation!: Observation;

  @Field({ description: 'Prompt with which an agent’s own LLM can decide on the next step.' })
  readonly refinementPrompt!: string;

  @Field(() => Validation, { description: 'Verdict on the delivered content, with its reasons.' })
  readonly validation!: Validation;

  @Field(() => Progress, { description: 'Progress of the task after this step.' })
  readonly progress!: Progress;

  @Field(() => AdaptiveAction, { nullable: true, description: 'Action to carry out next; null when the task stops.' })
  readonly nextAction!: AdaptiveAction | null;

  @Field(() => StepJudgement, {
    nullable: true,
    description: 'Judgement of the step by an agent or a person; null if there is none.',
  })
  readonly judgement!: StepJudgement | null;

  readonly strategyId!: string;
  readonly succeeded!: boolean;
  readonly requestHash!: string;
}

@ObjectType({ description: 'An objective that is worked on until its criteria are met.' })
export class AdaptiveTask {
  @Field(() => ID, { description: 'Id generated by the service. Sorting by id is sorting by creation time.' })
  readonly id!: string;

  @Field({ description: 'The request in its original words, with secrets redacted.' })
  readonly objective!: string;

  @Field(() => Intent, { description: 'Intent of the objective, as analysed when the task was started.' })
  readonly intent!: Intent;

  @Field(() => [AdaptiveStep], { description: 'Steps of the task, in order.' })
  readonly steps!: readonly AdaptiveStep[];

  @Field(() => Progress, { description: 'Progress of the task.' })
  readonly progress!: Progress;

  @Field(() => AdaptiveAction, {
    nullable: true,
    description:
      'Action to carry out next; report its result with observe. Null if the task waits for a verdict or has ended. After LLM_FAILED the action is kept.',
  })
  readonly nextAction!: AdaptiveAction | null;

  @Field(() => TaskStatus, {
    description: 'Whether the task is running, waits for a verdict, or has ended, and with which result.',
  })
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
  @Field(() => Int, { description: 'Number of the step to which the documents belong.' })
  readonly stepNum!: number;

  @Field(() => [CarriedOutDocument], { description: 'Documents that the action delivered.' })
  readonly documents!: readonly CarriedOutDocument[];
}

@ObjectType({ description: 'One page of a list.' })
export class AdaptiveTaskConnection extends Connection(AdaptiveTask) {}
