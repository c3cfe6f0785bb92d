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

  @Text({ optional: true, max: ITEM_LIMITS.application, description: 'Application of records that name none.' })
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
  @Id({ description: 'knowledge_id' })
  readonly id!: string;

  @Text({ max: ITEM_LIMITS.description, description: 'Purpose of the operation.' })
  readonly description!: string;

  @Text({ min: 0, max: ITEM_LIMITS.uiLocation, description: 'Place in the user interface: Menu → File → Open.' })
  readonly uiLocation!: string;

  @Texts({
    min: 0,
    max: ITEM_LIMITS.action,
    maxEntries: ITEM_LIMITS.actions,
    description: "Actions in order: click_menu('File').",
  })
  readonly actionSequence!: readonly string[];

  @Text({ optional: true, max: ITEM_LIMITS.shortcut, description: 'Keyboard shortcut: Ctrl+O.' })
  readonly shortcut?: string;

  @Texts({
    max: ITEM_LIMITS.state,
    maxEntries: ITEM_LIMITS.prerequisites,
    description: 'Ids of items that come first, or states that must hold.',
  })
  readonly prerequisites!: readonly string[];

  @Text({ min: 0, max: ITEM_LIMITS.state, description: 'State that the operation leaves behind.' })
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

  @Text({ optional: true, max: ITEM_LIMITS.application, description: 'If absent, the stored value is kept.' })
  readonly application?: string;
}

@InputType({ description: 'A failure or a correction to attach to an item.' })
export class LearningInput {
  @Id({ description: 'The item the failed step was based on (kb_source).' })
  readonly itemId!: string;

  @Choice(() => LearningKind, {
    description: 'SELF_EXPLORATION: the agent failed. HUMAN_INTERRUPT: a person corrected it.',
  })
  readonly kind!: LearningKind;

  @Text({ max: LEARNING_LIMITS.task, description: 'Task of the agent at that time.' })
  readonly task!: string;

  @Count({ max: LEARNING_LIMITS.stepNum, description: 'Position, counted from 0.' })
  readonly stepNum!: number;

  @Json({ object: true, max: LEARNING_LIMITS.json, description: '{ tool_name, tool_arguments, reasoning, kb_source }' })
  readonly originalAction!: Readonly<Record<string, unknown>>;

  @Text({ optional: true, max: LEARNING_LIMITS.error, description: 'Required for SELF_EXPLORATION.' })
  readonly originalError?: string;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.text,
    description: 'For SELF_EXPLORATION: what worked instead, if known.',
  })
  readonly recoveryApproach?: string;

  @Json({ optional: true, object: true, max: LEARNING_LIMITS.json, description: 'Required for HUMAN_INTERRUPT.' })
  readonly correctedAction?: Readonly<Record<string, unknown>>;

  @Text({ optional: true, max: LEARNING_LIMITS.text, description: 'Required for HUMAN_INTERRUPT.' })
  readonly humanReasoning?: string;

  @Text({ optional: true, max: LEARNING_LIMITS.version, description: 'Version of the application it was observed in.' })
  readonly applicationVersion?: string;

  @Time({ optional: true, description: 'Time at which it happened, default now; not in the future.' })
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
export class KnowledgeItemsArgs extends PageArgs(20) {
  @Decimal({ optional: true, max: 1, description: 'Only items with at most this trust.' })
  readonly maxTrust?: number;

  @Flag({ optional: true, description: 'Only items with learnings, or only those without.' })
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
    description: 'Only entries from this time on, ISO 8601; without an offset it is taken as UTC.',
  })
  readonly since?: Date;

  @Choice(() => LearningKind, { optional: true, description: 'Only learnings of this kind.' })
  readonly kind?: LearningKind;

  @Flag({ optional: true, description: 'Only verified ones, or only those that are not.' })
  readonly verified?: boolean;

  @Flag({ optional: true, description: 'Only failures whose recovery is not known yet, or only the others.' })
  readonly awaitingRecovery?: boolean;
}

@ArgsType()
export class TransitiveArgs {
  @Flag({ default: false, description: 'If true, follows indirect ones too.' })
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

  @Text({ optional: true, max: LEARNING_LIMITS.task, description: 'What is not given stays as it is.' })
  readonly task?: string;

  @Json({ optional: true, object: true, max: LEARNING_LIMITS.json, description: 'The action that was wrong.' })
  readonly originalAction?: Readonly<Record<string, unknown>>;

  @Text({ optional: true, max: LEARNING_LIMITS.error, description: 'Of SELF_EXPLORATION: the error.' })
  readonly originalError?: string;

  @Text({ optional: true, max: LEARNING_LIMITS.text, description: 'Of SELF_EXPLORATION: what worked instead.' })
  readonly recoveryApproach?: string;

  @Json({
    optional: true,
    object: true,
    max: LEARNING_LIMITS.json,
    description: 'Of HUMAN_INTERRUPT: the right action.',
  })
  readonly correctedAction?: Readonly<Record<string, unknown>>;

  @Text({ optional: true, max: LEARNING_LIMITS.text, description: 'Of HUMAN_INTERRUPT: the reason of the person.' })
  readonly humanReasoning?: string;

  @Text({ optional: true, max: LEARNING_LIMITS.version, description: 'Version of the application it holds for.' })
  readonly applicationVersion?: string;

  @Count({ optional: true, min: 1, description: 'Version that is edited; a CONFLICT where there is a later one.' })
  readonly version?: number;
}

@ArgsType()
export class VerifyLearningArgs {
  @Id({ description: 'Id of the learning.' })
  readonly id!: string;

  @Flag({ default: true, description: 'False: it does not hold, whatever becomes of the steps that follow it.' })
  readonly verified!: boolean;
}
