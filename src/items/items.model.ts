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
  description: 'How items are listed; ties by id.',
  valuesMap: {
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
  valuesMap: {
    STANDING: { description: 'It is among the learnings of its item.' },
    RETRACTED: { description: 'What it tells of was taken back; it is in no prompt and no list.' },
    RESOLVED: { description: 'What it tells of was put right (resolveLearning); it is in no prompt and no list.' },
  },
});

@ObjectType({
  implements: () => [Knowledge],
  description: 'How to do one thing in an application, from its documentation, with what was learned from failures.',
})
export class KnowledgeItem extends Knowledge {
  @Field(() => String, { nullable: true })
  readonly application!: string | null;

  @Field({ description: 'What the operation is for.' })
  readonly description!: string;

  @Field({ description: 'Where in the user interface: Menu → File → Open.' })
  readonly uiLocation!: string;

  @Field(() => [String], { description: "What to do, in order: click_menu('File')." })
  readonly actionSequence!: readonly string[];

  @Field(() => String, { nullable: true })
  readonly shortcut!: string | null;

  @Field(() => [String], {
    description: 'What has to hold before, as given: ids of items, or states that the output of items produces.',
  })
  readonly prerequisites!: readonly string[];

  @Field({ description: 'The state afterwards.' })
  readonly outputState!: string;

  @Field()
  readonly docCitation!: string;

  @Field(() => JSONValue)
  readonly parameters!: Readonly<Record<string, unknown>>;

  @Field(() => JSONValue, { description: 'Fields of the catalog that the schema does not know; exported again.' })
  readonly extra!: Readonly<Record<string, unknown>>;
}

@ObjectType({
  description:
    'The record of an item: reported steps of plans that came from it, upon the belief that 9 of 10 uses go well. For reading only; the ranking goes by trust.',
})
export class Reliability {
  @Field(() => Int, { description: 'Reported steps that came from it.' })
  readonly uses!: number;

  @Field(() => Int, { description: 'Those that failed or were corrected.' })
  readonly failures!: number;

  @Field(() => Float, { description: '(9 + successes) / (10 + uses)' })
  readonly mean!: number;

  @Field(() => Float, {
    description: 'The 5 % quantile of Beta(9 + successes, 1 + failures): near the mean only where there are many uses.',
  })
  readonly lowerBound!: number;
}

@ObjectType()
export class KnowledgeItemConnection extends Connection(KnowledgeItem) {}

@ObjectType({ description: 'What a failure or a correction taught about an item.' })
export class Learning {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => LearningKind)
  readonly kind!: LearningKind;

  @Field({ description: 'What the agent was at.' })
  readonly task!: string;

  @Field(() => Int, { description: 'Step of its plan, counted from 0.' })
  readonly stepNum!: number;

  @Field(() => JSONValue)
  readonly originalAction!: Readonly<Record<string, unknown>>;

  @Field(() => String, { nullable: true, description: 'What went wrong; of self-exploration.' })
  readonly originalError!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What was done instead; of self-exploration, null while unknown.',
  })
  readonly recoveryApproach!: string | null;

  @Field(() => JSONValue, { nullable: true, description: 'Of a human interrupt.' })
  readonly correctedAction!: Readonly<Record<string, unknown>> | null;

  @Field(() => String, { nullable: true, description: 'Of a human interrupt.' })
  readonly humanReasoning!: string | null;

  @Field({
    description:
      'Steps that follow it succeeded more often than not, where a human correction starts with one success; or what a person said (verifyLearning). Verified ones are shown first.',
  })
  readonly verified!: boolean;

  @Field(() => String, { nullable: true })
  readonly applicationVersion!: string | null;

  @Field({ description: 'A failure whose recovery is not known yet.' })
  readonly awaitingRecovery!: boolean;

  @Field({
    description:
      'Steps that follow it, and the plan that recovers its failure, failed more often than they succeeded; never of a verified one. A prompt shows its recovery as failed.',
  })
  readonly recoveryFailed!: boolean;

  @Field(() => DateTime, { description: 'When it happened.' })
  readonly timestamp!: Date;

  @Field(() => LearningState)
  readonly state!: LearningState;

  @Field(() => String, { nullable: true, description: 'Of one that is RESOLVED: a ref, or an address.' })
  readonly resolvedInto!: string | null;

  readonly itemId!: string;
}

@ObjectType()
export class LearningConnection extends Connection(Learning) {}

@ObjectType()
export class AttachedLearning {
  @Field(() => Float, { description: 'Of the item, in [0.5,1].' })
  readonly trustBefore!: number;

  @Field(() => Float, { description: 'Of the item, in [0.5,1].' })
  readonly trustAfter!: number;

  @Field({ description: 'The evidence of this report was taken back since; saying it anew takes a new key.' })
  readonly retracted!: boolean;

  readonly learningId!: string;
  readonly itemId!: string;
}

@ObjectType({ description: 'What an import did.' })
export class ImportReport {
  @Field(() => Int)
  readonly created!: number;

  @Field(() => Int)
  readonly updated!: number;

  @Field(() => Int)
  readonly unchanged!: number;

  @Field(() => [SkippedRecord])
  readonly skipped!: readonly SkippedRecord[];

  @Field(() => [String], {
    description:
      'Prerequisites of the namespace that cannot be carried out as they stand after this import: cycles with their path, names that are neither an item nor the output of one.',
  })
  readonly warnings!: readonly string[];
}
