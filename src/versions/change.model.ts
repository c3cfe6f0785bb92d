import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { Author } from '../common/caller.js';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';
import { newId } from '../common/seeded-time.js';

/** The operation of the service that made a change. */
export enum ChangeDoor {
  SAVE_ITEM = 'SAVE_ITEM',
  IMPORT_CATALOG = 'IMPORT_CATALOG',
  RECORD_MEMORY = 'RECORD_MEMORY',
  DISTIL_SESSION = 'DISTIL_SESSION',
  LOAD_KNOWLEDGE = 'LOAD_KNOWLEDGE',
  INGEST_TEXT = 'INGEST_TEXT',
  INGEST_DOCUMENT = 'INGEST_DOCUMENT',
  SAVE_FLUENT = 'SAVE_FLUENT',
  GENERATE_RULES = 'GENERATE_RULES',
  IMPORT_RULES = 'IMPORT_RULES',
  IMPORT_DEPENDENCIES = 'IMPORT_DEPENDENCIES',
  DECLARE_VOCABULARY = 'DECLARE_VOCABULARY',
  DESCRIBE_ACTIVITIES = 'DESCRIBE_ACTIVITIES',
  DELETE_FLUENT = 'DELETE_FLUENT',
  DELETE_CLAUSES = 'DELETE_CLAUSES',
  UNDO_CHECK_IN = 'UNDO_CHECK_IN',
  EDIT = 'EDIT',
  COMPLETE_LEARNING = 'COMPLETE_LEARNING',
  VERIFY_LEARNING = 'VERIFY_LEARNING',
  RESOLVE_LEARNING = 'RESOLVE_LEARNING',
  RETRACT_EVIDENCE = 'RETRACT_EVIDENCE',
  RETRACT_REPORT = 'RETRACT_REPORT',
  RETRACT_OUTCOME = 'RETRACT_OUTCOME',
  ATTRIBUTE_STEP = 'ATTRIBUTE_STEP',
  DECIDE_SUPERSESSION = 'DECIDE_SUPERSESSION',
  MERGE_ENTITIES = 'MERGE_ENTITIES',
  MERGE_MEMORIES = 'MERGE_MEMORIES',
  RESTORE = 'RESTORE',
  UNDO = 'UNDO',
}

registerEnumType(ChangeDoor, {
  name: 'ChangeDoor',
  description: 'Operation that made a change.',
  valuesMap: {
    DECLARE_VOCABULARY: { description: 'declareVocabulary.' },
    DELETE_CLAUSES: { description: 'deleteClauses.' },
    DELETE_FLUENT: { description: 'deleteFluent.' },
    DESCRIBE_ACTIVITIES: { description: 'describeActivities.' },
    GENERATE_RULES: { description: 'generateRules.' },
    IMPORT_DEPENDENCIES: { description: 'importDependencies.' },
    IMPORT_RULES: { description: 'importRules.' },
    SAVE_FLUENT: { description: 'saveFluent.' },
    IMPORT_CATALOG: { description: 'importCatalog, or heartwood import.' },
    LOAD_KNOWLEDGE: { description: 'loadKnowledge, or heartwood load.' },
    RECORD_MEMORY: { description: 'recordMemory.' },
    SAVE_ITEM: { description: 'saveKnowledgeItem.' },
    DISTIL_SESSION: { description: 'Distillation of a session.' },
    INGEST_DOCUMENT: { description: 'Chunks of a document were written; those it no longer has were removed.' },
    INGEST_TEXT: { description: 'ingestText. If the call has a check-in, it has the same id as the change.' },
    EDIT: { description: 'Fields of a piece, a memory or a learning were edited.' },
    COMPLETE_LEARNING: { description: 'completeLearning.' },
    VERIFY_LEARNING: { description: 'verifyLearning.' },
    RESOLVE_LEARNING: { description: 'resolveLearning.' },
    RETRACT_EVIDENCE: { description: 'retractEvidence.' },
    RETRACT_REPORT: { description: 'retractReport.' },
    RETRACT_OUTCOME: { description: 'retractOutcome.' },
    ATTRIBUTE_STEP: { description: 'attributeStep.' },
    DECIDE_SUPERSESSION: { description: 'decideSupersession: a piece became the new version of another.' },
    MERGE_ENTITIES: { description: 'One entity was merged into another.' },
    MERGE_MEMORIES: { description: 'One memory was merged into another.' },
    RESTORE: { description: 'restore: an earlier version was written back.' },
    UNDO: { description: 'undo: another change was undone.' },
    UNDO_CHECK_IN: { description: 'undoCheckIn.' },
  },
});

@ObjectType({ description: 'A write that changed content. The change is kept even if that content is deleted later.' })
export class Change {
  @Field(() => ID, { description: 'Id of the change; undo(changeId) undoes the change.' })
  readonly id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Agent that sent the request (x-agent); null if it sent no name.',
  })
  readonly by!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the stored API key (apiKeys) that sent the request; null if there was none.',
  })
  readonly keyId!: string | null;

  @Field(() => DateTime, { description: 'Time of the write.' })
  readonly at!: Date;

  @Field(() => ChangeDoor, { description: 'Operation that made the change.' })
  readonly door!: ChangeDoor;

  @Field(() => [ID], { description: 'Refs of the changed things that the caller may see, in order; at most 100.' })
  readonly refs!: readonly string[];

  @Field(() => Int, { description: 'Number of all changed things.' })
  readonly refCount!: number;
}

@ObjectType({ description: 'One page of a list.' })
export class ChangeConnection extends Connection(Change) {}

/** A write that is about to happen. */
export interface NewChange {
  readonly id: string;
  readonly by: string | null;
  /** Id of the API key if it is a stored one, otherwise null. */
  readonly keyId: string | null;
  readonly door: ChangeDoor;
  readonly at: Date;
}

/** Creates the record of a change. Writes that share a transaction are separate changes. */
export function newChange({ agent, keyId }: Author, door: ChangeDoor, at: Date): NewChange {
  return { id: newId(at.getTime()), by: agent ?? null, keyId: keyId ?? null, door, at };
}
