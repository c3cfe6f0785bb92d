import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { SkippedRecord } from '../common/skipped-record.js';
import { Knowledge } from '../knowledge/knowledge.model.js';

export enum ItemOrder {
  ID = 'ID',
  TRUST = 'TRUST',
  UPDATED = 'UPDATED',
  LEARNINGS = 'LEARNINGS',
}

registerEnumType(ItemOrder, {
  name: 'ItemOrder',
  description: 'Order of items, with ties broken by id.',
  valuesMap: {
    ID: { description: 'By id.' },
    TRUST: { description: 'Least trusted first.' },
    UPDATED: { description: 'Last changed first.' },
    LEARNINGS: { description: 'Most learnings first.' },
  },
});

export enum LearningKind {
  SELF_EXPLORATION = 'SELF_EXPLORATION',
  HUMAN_INTERRUPT = 'HUMAN_INTERRUPT',
}

registerEnumType(LearningKind, {
  name: 'LearningKind',
  description: 'Who found out what works.',
  valuesMap: {
    SELF_EXPLORATION: { description: 'The agent failed and found what works by itself.' },
    HUMAN_INTERRUPT: { description: 'A person stepped in and corrected the agent.' },
  },
});

export enum LearningState {
  STANDING = 'STANDING',
  RETRACTED = 'RETRACTED',
  RESOLVED = 'RESOLVED',
}

registerEnumType(LearningState, {
  name: 'LearningState',
  description: 'Whether a learning is still shown.',
  valuesMap: {
    STANDING: { description: 'It is listed and shown.' },
    RETRACTED: { description: 'Its report was retracted; prompts and lists leave it out.' },
    RESOLVED: { description: 'Its cause was corrected (resolveLearning); prompts and lists leave it out.' },
  },
});

@ObjectType({
  implements: () => [Knowledge],
  description:
    'Instructions for one operation of an application, taken from its documentation, with learnings from failures.',
})
export class KnowledgeItem extends Knowledge {
  /** The time at which it was known as it is here; absent for the present. */
  readonly asOf?: Date;

  @Field(() => String, { nullable: true, description: 'Application that the item is about; null if it names none.' })
  readonly application!: string | null;

  @Field({ description: 'Purpose of the operation.' })
  readonly description!: string;

  @Field({ description: 'Place in the user interface: Menu → File → Open.' })
  readonly uiLocation!: string;

  @Field(() => [String], { description: "Actions in order: click_menu('File')." })
  readonly actionSequence!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Keyboard shortcut: Ctrl+O; null if there is none.' })
  readonly shortcut!: string | null;

  @Field(() => [String], {
    description: 'Preconditions as given: ids of items, or states that other items leave behind.',
  })
  readonly prerequisites!: readonly string[];

  @Field({ description: 'State that the operation leaves behind.' })
  readonly outputState!: string;

  @Field({ description: 'Place in the documentation that the item was taken from.' })
  readonly docCitation!: string;

  @Field(() => JSONValue, { description: 'Values that the actions take, by name.' })
  readonly parameters!: Readonly<Record<string, unknown>>;

  @Field(() => JSONValue, { description: 'Fields of the catalog without a field here; they are exported again.' })
  readonly extra!: Readonly<Record<string, unknown>>;
}

@ObjectType({
  description:
    'Record of an item from reported steps, with a prior of 9 successes in 10 uses. For information only; ranking uses trust.',
})
export class Reliability {
  @Field(() => Int, { description: 'Number of reported steps that came from it.' })
  readonly uses!: number;

  @Field(() => Int, { description: 'Number of these that failed or were corrected.' })
  readonly failures!: number;

  @Field(() => Float, { description: '(9 + successes) / (10 + uses)' })
  readonly mean!: number;

  @Field(() => Float, {
    description: 'The 5 % quantile of Beta(9 + successes, 1 + failures): near the mean only where there are many uses.',
  })
  readonly lowerBound!: number;
}

@ObjectType({ description: 'One page of a list.' })
export class KnowledgeItemConnection extends Connection(KnowledgeItem) {}

@ObjectType({ description: 'A lesson about an item, learned from a failure or a correction.' })
export class Learning {
  @Field(() => ID, { description: 'Unique in the namespace.' })
  readonly id!: string;

  @Field(() => LearningKind, { description: 'Whether the agent or a person found out.' })
  readonly kind!: LearningKind;

  @Field({ description: 'Task of the agent at that time.' })
  readonly task!: string;

  @Field(() => Int, { description: 'Step of its plan, counted from 0.' })
  readonly stepNum!: number;

  @Field(() => JSONValue, {
    description: 'The action that failed: { tool_name, tool_arguments, reasoning, kb_source }.',
  })
  readonly originalAction!: Readonly<Record<string, unknown>>;

  @Field(() => String, { nullable: true, description: 'Error of the original action; null for HUMAN_INTERRUPT.' })
  readonly originalError!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Approach that worked instead; null while unknown, and for HUMAN_INTERRUPT.',
  })
  readonly recoveryApproach!: string | null;

  @Field(() => JSONValue, { nullable: true, description: 'For HUMAN_INTERRUPT only; null otherwise.' })
  readonly correctedAction!: Readonly<Record<string, unknown>> | null;

  @Field(() => String, { nullable: true, description: 'For HUMAN_INTERRUPT only; null otherwise.' })
  readonly humanReasoning!: string | null;

  @Field({
    description:
      'True if the steps that follow it succeeded more often than they failed, counting a human correction as one success, or if a person said so (verifyLearning). Verified learnings are shown first.',
  })
  readonly verified!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Version of the application it was observed in; null if unknown.',
  })
  readonly applicationVersion!: string | null;

  @Field({ description: 'True for a failure whose recovery is not known yet.' })
  readonly awaitingRecovery!: boolean;

  @Field({
    description:
      'True if the steps that follow it, and the plan that recovers its failure, failed more often than they succeeded; never true for a verified learning. Prompts show its recovery as failed.',
  })
  readonly recoveryFailed!: boolean;

  @Field(() => DateTime, { description: 'Time at which it happened.' })
  readonly timestamp!: Date;

  @Field(() => LearningState, { description: 'Whether the learning is still shown.' })
  readonly state!: LearningState;

  @Field(() => String, { nullable: true, description: 'For a RESOLVED one, the ref or address of the correction.' })
  readonly resolvedInto!: string | null;

  readonly itemId!: string;
}

@ObjectType({ description: 'One page of a list.' })
export class LearningConnection extends Connection(Learning) {}

@ObjectType({ description: 'Result of attaching a learning to an item.' })
export class AttachedLearning {
  @Field(() => Float, { description: 'Trust of the item, in [0.5,1].' })
  readonly trustBefore!: number;

  @Field(() => Float, { description: 'Trust of the item, in [0.5,1].' })
  readonly trustAfter!: number;

  @Field({ description: 'True if the evidence of this report was retracted since. To report again, use a new key.' })
  readonly retracted!: boolean;

  readonly learningId!: string;
  readonly itemId!: string;
}

@ObjectType({ description: 'Result of an import.' })
export class ImportReport {
  @Field(() => Int, { description: 'Records that were new.' })
  readonly created!: number;

  @Field(() => Int, { description: 'Records that changed what was stored.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Records that were stored already with the same content.' })
  readonly unchanged!: number;

  @Field(() => [SkippedRecord], { description: 'Records that were not stored, each with the reason.' })
  readonly skipped!: readonly SkippedRecord[];

  @Field(() => [String], {
    description:
      "Prerequisites of the namespace that cannot be fulfilled after this import: cycles with their path, and names that are neither an item nor an item's output state.",
  })
  readonly warnings!: readonly string[];
}
