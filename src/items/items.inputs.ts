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

/** Records of one import; what is more than a laptop's database takes in one transaction goes in parts. */
const MAX_RECORDS = 50_000;

@ArgsType()
export class ImportCatalogArgs {
  @Records({
    maxEntries: MAX_RECORDS,
    description:
      'Records of a catalog: knowledge_id, description, ui_location, action_sequence, prerequisites, output_state, doc_citation; optional shortcut, parameters, kb_learnings, trust_score (0.5–1), application. Other fields are kept.',
  })
  readonly items!: readonly unknown[];

  @Text({ optional: true, max: ITEM_LIMITS.application, description: 'Of the records that name none themselves.' })
  readonly application?: string;

  @Flag({
    default: false,
    description:
      'Begins anew with the records of this import: their trust becomes the initial one, what was learned and observed goes.',
  })
  readonly reset!: boolean;
}

@InputType()
export class KnowledgeItemInput {
  @Id({ description: 'knowledge_id' })
  readonly id!: string;

  @Text({ max: ITEM_LIMITS.description })
  readonly description!: string;

  @Text({ min: 0, max: ITEM_LIMITS.uiLocation })
  readonly uiLocation!: string;

  @Texts({ min: 0, max: ITEM_LIMITS.action, maxEntries: ITEM_LIMITS.actions })
  readonly actionSequence!: readonly string[];

  @Text({ optional: true, max: ITEM_LIMITS.shortcut })
  readonly shortcut?: string;

  @Texts({ max: ITEM_LIMITS.state, maxEntries: ITEM_LIMITS.prerequisites })
  readonly prerequisites!: readonly string[];

  @Text({ min: 0, max: ITEM_LIMITS.state })
  readonly outputState!: string;

  @Text({ min: 0, max: ITEM_LIMITS.docCitation })
  readonly docCitation!: string;

  @Json({ optional: true, object: true, max: ITEM_LIMITS.json })
  readonly parameters?: Readonly<Record<string, unknown>>;

  @Text({ optional: true, max: ITEM_LIMITS.application, description: 'Stays as it is when absent.' })
  readonly application?: string;
}

@InputType()
export class LearningInput {
  @Id({ description: 'The item the failed step was based on (kb_source).' })
  readonly itemId!: string;

  @Choice(() => LearningKind, {
    description: 'SELF_EXPLORATION: the agent failed. HUMAN_INTERRUPT: a person corrected it.',
  })
  readonly kind!: LearningKind;

  @Text({ max: LEARNING_LIMITS.task, description: 'What the agent was at.' })
  readonly task!: string;

  @Count({ max: LEARNING_LIMITS.stepNum, description: 'Counted from 0.' })
  readonly stepNum!: number;

  @Json({ object: true, max: LEARNING_LIMITS.json, description: '{ tool_name, tool_arguments, reasoning, kb_source }' })
  readonly originalAction!: Readonly<Record<string, unknown>>;

  @Text({ optional: true, max: LEARNING_LIMITS.error, description: 'SELF_EXPLORATION: required.' })
  readonly originalError?: string;

  @Text({
    optional: true,
    max: LEARNING_LIMITS.text,
    description: 'SELF_EXPLORATION: what worked instead, once known.',
  })
  readonly recoveryApproach?: string;

  @Json({ optional: true, object: true, max: LEARNING_LIMITS.json, description: 'HUMAN_INTERRUPT: required.' })
  readonly correctedAction?: Readonly<Record<string, unknown>>;

  @Text({ optional: true, max: LEARNING_LIMITS.text, description: 'HUMAN_INTERRUPT: required.' })
  readonly humanReasoning?: string;

  @Text({ optional: true, max: LEARNING_LIMITS.version })
  readonly applicationVersion?: string;

  @Time({ optional: true, description: 'When it happened; now unless given, never in the future.' })
  readonly timestamp?: Date;

  @IdempotencyKey()
  readonly idempotencyKey?: string;
}

@ArgsType()
export class ItemArgs {
  @Id()
  readonly id!: string;
}

@ArgsType()
export class KnowledgeItemsArgs extends PageArgs(20) {
  @Decimal({ optional: true, max: 1, description: 'Only items trusted no more than this.' })
  readonly maxTrust?: number;

  @Flag({ optional: true, description: 'Only items with learnings, or only those without.' })
  readonly withLearnings?: boolean;

  @Choice(() => ItemOrder, { default: ItemOrder.ID })
  readonly orderBy!: ItemOrder;
}

@ArgsType()
export class LearningsArgs extends PageArgs(3) {
  @Choice(() => LearningKind, { optional: true })
  readonly kind?: LearningKind;
}

@ArgsType()
export class LearningsByTimeArgs extends PageArgs(20) {
  @Time({ optional: true, description: 'Only what happened from this time on, ISO 8601; without an offset it is UTC.' })
  readonly since?: Date;

  @Choice(() => LearningKind, { optional: true })
  readonly kind?: LearningKind;

  @Flag({ optional: true, description: 'Only verified ones, or only those that are not.' })
  readonly verified?: boolean;

  @Flag({ optional: true, description: 'Only failures whose recovery is not known yet, or only the others.' })
  readonly awaitingRecovery?: boolean;
}

@ArgsType()
export class TransitiveArgs {
  @Flag({ default: false, description: 'Also what those lead to in turn.' })
  readonly transitive!: boolean;
}

@ArgsType()
export class CompleteLearningArgs {
  @Id()
  readonly id!: string;

  @Text({ max: LEARNING_LIMITS.text, printable: true, description: 'What worked instead.' })
  readonly recoveryApproach!: string;
}

@ArgsType()
export class VerifyLearningArgs {
  @Id()
  readonly id!: string;

  @Flag({ default: true, description: 'False: it does not hold, whatever becomes of the steps that follow it.' })
  readonly verified!: boolean;
}
