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
  DECIDE_MATCH = 'DECIDE_MATCH',
  DECIDE_CONTRADICTION = 'DECIDE_CONTRADICTION',
  DECIDE_SUPERSESSION = 'DECIDE_SUPERSESSION',
  JUDGE_STEP = 'JUDGE_STEP',
  KEEP_APART = 'KEEP_APART',
  MERGE_ENTITIES = 'MERGE_ENTITIES',
  MERGE_MEMORIES = 'MERGE_MEMORIES',
  RESTORE = 'RESTORE',
  UNDO = 'UNDO',
}

registerEnumType(ChangeDoor, {
  name: 'ChangeDoor',
  description: 'Operation that made a change.',
  valuesMap: {
    DECLARE_VOCABULARY: { description: 'The mutation declareVocabulary.' },
    DELETE_CLAUSES: { description: 'The mutation deleteClauses.' },
    DELETE_FLUENT: { description: 'The mutation deleteFluent.' },
    DESCRIBE_ACTIVITIES: { description: 'The mutation describeActivities.' },
    GENERATE_RULES: { description: 'The mutation generateRules.' },
    IMPORT_DEPENDENCIES: { description: 'The mutation importDependencies.' },
    IMPORT_RULES: { description: 'The mutation importRules.' },
    SAVE_FLUENT: { description: 'The mutation saveFluent.' },
    IMPORT_CATALOG: { description: 'The mutation importCatalog, or the command `heartwood import`.' },
    LOAD_KNOWLEDGE: { description: 'The mutation loadKnowledge, or the command `heartwood load`.' },
    RECORD_MEMORY: { description: 'The mutation recordMemory.' },
    SAVE_ITEM: { description: 'The mutation saveKnowledgeItem.' },
    DISTIL_SESSION: { description: 'A session was distilled.' },
    INGEST_DOCUMENT: {
      description:
        'A document was ingested: new and changed chunks were stored, and chunks that it no longer contains were closed.',
    },
    INGEST_TEXT: {
      description:
        'The mutation ingestText. If the call stored a check-in, the check-in and the change have the same id.',
    },
    EDIT: { description: 'A person or an agent edited fields of a piece, a memory or a learning.' },
    COMPLETE_LEARNING: { description: 'The mutation completeLearning.' },
    VERIFY_LEARNING: { description: 'The mutation verifyLearning.' },
    RESOLVE_LEARNING: { description: 'The mutation resolveLearning.' },
    RETRACT_EVIDENCE: { description: 'The mutation retract, of evidence.' },
    RETRACT_REPORT: { description: 'The mutation retract, of the report of a step.' },
    RETRACT_OUTCOME: { description: 'The mutation retract, of the outcome of a receipt.' },
    ATTRIBUTE_STEP: { description: 'The mutation attributeStep.' },
    DECIDE_MATCH: { description: 'The mutation decideMatch.' },
    DECIDE_CONTRADICTION: { description: 'The mutation decideContradiction. With REMOVE, relations were removed.' },
    DECIDE_SUPERSESSION: {
      description: 'The mutation decideSupersession. With SUPERSEDE, a piece became the new version of another one.',
    },
    JUDGE_STEP: { description: 'The mutation judgeStep.' },
    KEEP_APART: { description: 'The mutation keepApart.' },
    MERGE_ENTITIES: { description: 'One entity was merged into another.' },
    MERGE_MEMORIES: { description: 'One memory was merged into another.' },
    RESTORE: { description: 'The mutation restore: an earlier version was written back.' },
    UNDO: { description: 'The mutation undo: another change was undone.' },
    UNDO_CHECK_IN: { description: 'A check-in was undone because its chunk of a document was read again or removed.' },
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
    description:
      'Id of the stored API key (see apiKeys) that sent the request; null if the request used no stored key.',
  })
  readonly keyId!: string | null;

  @Field(() => DateTime, { description: 'Time at which the content was written.' })
  readonly at!: Date;

  @Field(() => ChangeDoor, { description: 'Operation that made the change.' })
  readonly door!: ChangeDoor;

  @Field(() => [ID], { description: 'Refs of the changed things that the caller may see, sorted; at most 100.' })
  readonly refs!: readonly string[];

  @Field(() => Int, { description: 'Number of changed things, including those that `refs` omits.' })
  readonly refCount!: number;
}

@ObjectType({ description: 'A decision of a person.' })
export class Decision {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the change; undo(changeId) reverts it. Null if the decision changed nothing.',
  })
  readonly changeId!: string | null;
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

/** True if a change stands, which means that no undo of it stands. */
export function stands(id: string, undos: readonly { readonly id: string; readonly undoes: string }[]): boolean {
  return !undos.some((undo) => undo.undoes === id && stands(undo.id, undos));
}
