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
    ID: { description: 'Items are ordered by id.' },
    TRUST: { description: 'Items with the lowest trust come first.' },
    UPDATED: { description: 'Items that changed most recently come first.' },
    LEARNINGS: { description: 'Items with the most learnings come first.' },
  },
});

export enum LearningKind {
  SELF_EXPLORATION = 'SELF_EXPLORATION',
  HUMAN_INTERRUPT = 'HUMAN_INTERRUPT',
}

registerEnumType(LearningKind, {
  name: 'LearningKind',
  description: 'Whether a learning came from the agent itself or from a person.',
  valuesMap: {
    SELF_EXPLORATION: { description: 'The agent failed, and found by itself an approach that works.' },
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
    STANDING: { description: 'The learning is shown in prompts and lists.' },
    RETRACTED: { description: 'The report of the learning was retracted. Prompts and lists leave it out.' },
    RESOLVED: {
      description: 'The cause of the learning was corrected (resolveLearning). Prompts and lists leave it out.',
    },
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

  @Field({ description: 'Place in the user interface, such as Menu → File → Open.' })
  readonly uiLocation!: string;

  @Field(() => [String], { description: "Actions in the order to carry them out, such as click_menu('File')." })
  readonly actionSequence!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Keyboard shortcut, such as Ctrl+O; null if there is none.' })
  readonly shortcut!: string | null;

  @Field(() => [String], {
    description: 'Preconditions as given: ids of items, or states that are output states of items.',
  })
  readonly prerequisites!: readonly string[];

  @Field({ description: 'State of the application after the operation.' })
  readonly outputState!: string;

  @Field({ description: 'Place in the documentation that the item was taken from.' })
  readonly docCitation!: string;

  @Field(() => JSONValue, { description: 'Values that the actions take, by name.' })
  readonly parameters!: Readonly<Record<string, unknown>>;

  @Field(() => JSONValue, {
    description: 'Fields of the catalog record that this type has no field for. The export contains them again.',
  })
  readonly extra!: Readonly<Record<string, unknown>>;
}

@ObjectType({
  description:
    'Success rate of an item, estimated from reported steps with a prior of 9 successes in 10 uses. It is for information only; the ranking uses the trust.',
})
export class Reliability {
  @Field(() => Int, { description: 'Number of uses of the item: reported steps that came from it.' })
  readonly uses!: number;

  @Field(() => Int, { description: 'Number of uses that failed or were corrected.' })
  readonly failures!: number;

  @Field(() => Float, { description: 'Estimated success rate: (9 + successes) / (10 + uses).' })
  readonly mean!: number;

  @Field(() => Float, {
    description:
      'Lower bound of the success rate: the 5 % quantile of Beta(9 + successes, 1 + failures). It is near the mean only if there are many uses.',
  })
  readonly lowerBound!: number;
}

@ObjectType({ description: 'One page of a list.' })
export class KnowledgeItemConnection extends Connection(KnowledgeItem) {}

@ObjectType({ description: 'A lesson about an item, learned from a failure or a correction.' })
export class Learning {
  @Field(() => ID, {
    nullable: true,
    description:
      'Only in the answer of completeLearning and verifyLearning: id of the change; undo(changeId) reverts it. Null if nothing changed.',
  })
  readonly changeId?: string | null;

  @Field(() => ID, { description: 'Id of the learning, unique in the namespace.' })
  readonly id!: string;

  @Field(() => LearningKind, { description: 'Whether the learning came from the agent itself or from a person.' })
  readonly kind!: LearningKind;

  @Field({ description: 'Task of the agent at that time.' })
  readonly task!: string;

  @Field(() => Int, { description: 'Position of the step in its plan, counted from 0.' })
  readonly stepNum!: number;

  @Field(() => JSONValue, {
    description: 'The action that failed or was corrected: { tool_name, tool_arguments, reasoning, kb_source }.',
  })
  readonly originalAction!: Readonly<Record<string, unknown>>;

  @Field(() => String, { nullable: true, description: 'Error of the original action; null for HUMAN_INTERRUPT.' })
  readonly originalError!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Approach that worked instead; null if it is not known yet, or if the kind is HUMAN_INTERRUPT.',
  })
  readonly recoveryApproach!: string | null;

  @Field(() => JSONValue, {
    nullable: true,
    description: 'Action that the person chose instead. Null unless the kind is HUMAN_INTERRUPT.',
  })
  readonly correctedAction!: Readonly<Record<string, unknown>> | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason that the person gave. Null unless the kind is HUMAN_INTERRUPT.',
  })
  readonly humanReasoning!: string | null;

  @Field({
    description:
      'True if steps that followed the learning succeeded more often than they failed, where a human correction counts as one success, or if a person verified the learning (verifyLearning). Prompts show verified learnings first.',
  })
  readonly verified!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Version of the application in which it was observed; null if unknown.',
  })
  readonly applicationVersion!: string | null;

  @Field({ description: 'True if the learning is about a failure whose recovery is not known yet.' })
  readonly awaitingRecovery!: boolean;

  @Field({
    description:
      'True if the recovery approach failed more often than it succeeded, counting the steps that followed the learning and the plan that recovered its failure. Prompts then show the approach as failed. Never true for a verified learning.',
  })
  readonly recoveryFailed!: boolean;

  @Field(() => DateTime, { description: 'Time of the failure or correction.' })
  readonly timestamp!: Date;

  @Field(() => LearningState, { description: 'Whether the learning is still shown.' })
  readonly state!: LearningState;

  @Field(() => String, {
    nullable: true,
    description: 'Ref or address of the correction, if the state is RESOLVED; otherwise null.',
  })
  readonly resolvedInto!: string | null;

  readonly itemId!: string;
}

@ObjectType({ description: 'One page of a list.' })
export class LearningConnection extends Connection(Learning) {}

@ObjectType({ description: 'Result of attaching a learning to an item.' })
export class AttachedLearning {
  @Field(() => Float, { description: 'Trust of the item before the learning was attached, in [0.5,1].' })
  readonly trustBefore!: number;

  @Field(() => Float, { description: 'Trust of the item after the learning was attached, in [0.5,1].' })
  readonly trustAfter!: number;

  @Field({
    description:
      'True if the evidence of this report has been retracted since. To report the failure again, use a new idempotencyKey.',
  })
  readonly retracted!: boolean;

  readonly learningId!: string;
  readonly itemId!: string;
}

@ObjectType({ description: 'Result of an import.' })
export class ImportReport {
  @Field(() => Int, { description: 'Number of records that were new.' })
  readonly created!: number;

  @Field(() => Int, { description: 'Number of records that changed what was stored.' })
  readonly updated!: number;

  @Field(() => Int, { description: 'Number of records that were stored already with the same content.' })
  readonly unchanged!: number;

  @Field(() => [SkippedRecord], { description: 'Records that were not stored, each with the reason.' })
  readonly skipped!: readonly SkippedRecord[];

  @Field(() => [String], {
    description:
      "Prerequisites of the namespace that cannot be fulfilled after this import: cycles with their path, and names that are neither an item nor an item's output state.",
  })
  readonly warnings!: readonly string[];
}
