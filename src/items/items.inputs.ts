import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import {
  Choice,
  Count,
  Decimal,
  Flag,
  Id,
  IdempotencyKey,
  Json,
  Records,
  Text,
  Texts,
  Time,
} from '../common/validation.js';
import { ITEM_LIMITS, LEARNING_LIMITS } from './catalog.js';
import { ItemOrder, LearningKind } from './items.model.js';

/** Maximum number of records of one import. Large imports are split into several transactions. */
const MAX_RECORDS = 50_000;

@ArgsType()
export class ImportCatalogArgs {
  @Records({
    maxEntries: MAX_RECORDS,
    description:
      'Records of a catalog: knowledge_id, description, ui_location, action_sequence, prerequisites, output_state, doc_citation; optional shortcut, parameters, kb_learnings, trust_score (0.5–1), application. Other fields are kept.',
  })
  readonly items!: readonly unknown[];

  @Text({ optional: true, max: ITEM_LIMITS.application, description: 'Application for records that do not name one.' })
  readonly application?: string;

  @Flag({
    default: false,
    description:
      'True resets the items of this import: their trust returns to its initial value, and their learnings and evidence are deleted.',
  })
  readonly reset!: boolean;
}

@InputType({ description: 'A knowledge item as a catalog states it.' })
export class KnowledgeItemInput {
  @Id({ description: 'Id of the item; catalogs call it knowledge_id.' })
  readonly id!: string;

  @Text({ max: ITEM_LIMITS.description, description: 'Purpose of the operation.' })
  readonly description!: string;

  @Text({
    min: 0,
    max: ITEM_LIMITS.uiLocation,
    description: 'Place in the user interface, such as Menu → File → Open.',
  })
  readonly uiLocation!: string;

  @Texts({
    min: 0,
    max: ITEM_LIMITS.action,
    maxEntries: ITEM_LIMITS.actions,
    description: "Actions in the order to carry them out, such as click_menu('File').",
  })
  readonly actionSequence!: readonly string[];

  @Text({ optional: true, max: ITEM_LIMITS.shortcut, description: 'Keyboard shortcut, such as Ctrl+O.' })
  readonly shortcut?: string;

  @Texts({
    max: ITEM_LIMITS.state,
    maxEntries: ITEM_LIMITS.prerequisites,
    description: 'Preconditions: ids of items that must be carried out before, or states that must hold.',
  })
  readonly prerequisites!: readonly string[];

  @Text({ min: 0, max: ITEM_LIMITS.state, description: 'State of the application after the operation.' })
  readonly outputState!: string;

  @Text({
    min: 0,
    max: ITEM_LIMITS.docCitation,
    description: 'Place in the documentation that the item was taken from.',
  })
  readonly docCitation!: string;

  @Json({
    optional: true,
    object: true,
    max: ITEM_LIMITS.json,
    description: 'Values that the actions take, by name; default {}.',
  })
  readonly parameters?: Readonly<Record<string, unknown>>;

  @Text({
    optional: true,
    max: ITEM_LIMITS.application,
    description: 'Application that the item is about; if absent, the stored value is kept.',
  })
  readonly application?: string;
}

@InputType({ description: 'A failure or a correction to attach to an item.' })
export class LearningInput {
  @Id({ description: 'Id of the item that the failed step was based on (kb_source).' })
  readonly itemId!: string;

  @Choice(() => LearningKind, {
    description: 'SELF_EXPLORATION if the agent failed; HUMAN_INTERRUPT if a person corrected the agent.',
  })
  readonly kind!: LearningKind;

  @Text({ max: LEARNING_LIMITS.task, description: 'Task of the agent at that time.' })
  readonly task!: string;

  @Count({ max: LEARNING_LIMITS.stepNum, description: 'Position of the step, counted from 0.' })
  readonly stepNum!: number;

  @Json({
    object: true,
    max: LEARNING_LIMITS.json,
    description: 'The action that failed or was corrected: { tool_name, tool_arguments, reasoning, kb_source }.',
  })
  readonly originalAction!: Readonly<Record<string, unknown>>;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.error,
    description: 'Error of the original action; required for SELF_EXPLORATION.',
  })
  readonly originalError?: string;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.text,
    description: 'Approach that worked instead, if known; only for SELF_EXPLORATION.',
  })
  readonly recoveryApproach?: string;

  @Json({
    optional: true,
    object: true,
    max: LEARNING_LIMITS.json,
    description: 'Action that the person chose instead; required for HUMAN_INTERRUPT.',
  })
  readonly correctedAction?: Readonly<Record<string, unknown>>;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.text,
    description: 'Reason that the person gave; required for HUMAN_INTERRUPT.',
  })
  readonly humanReasoning?: string;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.version,
    description: 'Version of the application in which it was observed.',
  })
  readonly applicationVersion?: string;

  @Time({
    optional: true,
    description: 'Time of the failure or correction; default now. It must not be in the future.',
  })
  readonly timestamp?: Date;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@ArgsType()
export class ItemArgs {
  @Id({ description: 'Id of the item.' })
  readonly id!: string;
}

@ArgsType()
export class LearningArgs {
  @Id({ description: 'Id of the learning.' })
  readonly id!: string;
}

@ArgsType()
export class KnowledgeItemsArgs extends PageArgs(20) {
  @Decimal({ optional: true, max: 1, description: 'Only items with at most this trust.' })
  readonly maxTrust?: number;

  @Flag({ optional: true, description: 'True selects only items with learnings, false only items without.' })
  readonly withLearnings?: boolean;

  @Choice(() => ItemOrder, { default: ItemOrder.ID, description: 'Order of the list.' })
  readonly orderBy!: ItemOrder;
}

@ArgsType()
export class LearningsArgs extends PageArgs(3) {
  @Choice(() => LearningKind, { optional: true, description: 'Only learnings of this kind.' })
  readonly kind?: LearningKind;
}

@ArgsType()
export class LearningsByTimeArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description: 'Only entries from this time on, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly since?: Date;

  @Choice(() => LearningKind, { optional: true, description: 'Only learnings of this kind.' })
  readonly kind?: LearningKind;

  @Flag({ optional: true, description: 'True selects only verified learnings, false only the others.' })
  readonly verified?: boolean;

  @Flag({
    optional: true,
    description: 'True selects only failures whose recovery is not known yet, false only the other learnings.',
  })
  readonly awaitingRecovery?: boolean;
}

@ArgsType()
export class TransitiveArgs {
  @Flag({ default: false, description: 'If true, indirect prerequisites are included, too.' })
  readonly transitive!: boolean;
}

@ArgsType()
export class CompleteLearningArgs {
  @Id({ description: 'Id of the learning.' })
  readonly id!: string;

  @Text({ max: LEARNING_LIMITS.text, printable: true, description: 'The approach that worked instead.' })
  readonly recoveryApproach!: string;
}

@ArgsType()
export class EditLearningArgs {
  @Id({ description: 'Id of the learning.' })
  readonly id!: string;

  @Text({ optional: true, max: LEARNING_LIMITS.task, description: 'New task; if absent, the stored one is kept.' })
  readonly task?: string;

  @Json({
    optional: true,
    object: true,
    max: LEARNING_LIMITS.json,
    description: 'The action that failed or was corrected; if absent, the stored one is kept.',
  })
  readonly originalAction?: Readonly<Record<string, unknown>>;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.error,
    description: 'Error of the original action; only for the kind SELF_EXPLORATION. If absent, the stored one is kept.',
  })
  readonly originalError?: string;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.text,
    description: 'Approach that worked instead; only for the kind SELF_EXPLORATION. If absent, the stored one is kept.',
  })
  readonly recoveryApproach?: string;

  @Json({
    optional: true,
    object: true,
    max: LEARNING_LIMITS.json,
    description: 'The correct action; only for the kind HUMAN_INTERRUPT. If absent, the stored one is kept.',
  })
  readonly correctedAction?: Readonly<Record<string, unknown>>;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.text,
    description: 'Reason that the person gave; only for the kind HUMAN_INTERRUPT. If absent, the stored one is kept.',
  })
  readonly humanReasoning?: string;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.version,
    description: 'Version of the application that the learning is about; if absent, the stored one is kept.',
  })
  readonly applicationVersion?: string;

  @Count({
    optional: true,
    min: 1,
    description: 'Number of the version to edit. If there is a later version, the call fails with CONFLICT.',
  })
  readonly version?: number;
}

@ArgsType()
export class VerifyLearningArgs {
  @Id({ description: 'Id of the learning.' })
  readonly id!: string;

  @Flag({
    default: true,
    description: 'True if the learning is right. False if it is wrong, whatever the outcome of steps that follow it.',
  })
  readonly verified!: boolean;
}
