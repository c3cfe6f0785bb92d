import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';
import { newId } from '../common/seeded-time.js';

/** What of the service wrote. */
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
  MERGE_ENTITIES = 'MERGE_ENTITIES',
  RESTORE = 'RESTORE',
  UNDO = 'UNDO',
}

registerEnumType(ChangeDoor, {
  name: 'ChangeDoor',
  description: 'What of the service wrote.',
  valuesMap: {
    DISTIL_SESSION: { description: 'The worker that makes memories of sessions.' },
    INGEST_DOCUMENT: { description: 'Chunks of a document: those that were written, and those that it has no more.' },
    INGEST_TEXT: { description: 'Its check-in, where one is kept, has the same id.' },
    EDIT: { description: 'Fields of a piece or a memory were written anew.' },
    MERGE_ENTITIES: { description: 'One entity was merged into another.' },
    RESTORE: { description: 'An earlier version was written back.' },
    UNDO: { description: 'Another change was undone.' },
    UNDO_CHECK_IN: { description: 'As UNDO, of a check-in.' },
  },
});

@ObjectType({ description: 'A write that changed what things say. It is kept when what it changed is deleted.' })
export class Change {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { nullable: true, description: 'x-agent of the request; null where it named none.' })
  readonly by!: string | null;

  @Field(() => DateTime)
  readonly at!: Date;

  @Field(() => ChangeDoor)
  readonly door!: ChangeDoor;

  @Field(() => [ID], { description: 'What it changed, of what the caller sees, by ref; the first hundred.' })
  readonly refs!: readonly string[];

  @Field(() => Int, { description: 'How many refs there are in all.' })
  readonly refCount!: number;
}

@ObjectType()
export class ChangeConnection extends Connection(Change) {}

/** A write that is about to happen. */
export interface NewChange {
  readonly id: string;
  readonly by: string | null;
  readonly door: ChangeDoor;
  readonly at: Date;
}

/** Writes that share a transaction are a change each. */
export function newChange(by: string | null | undefined, door: ChangeDoor, at: Date): NewChange {
  return { id: newId(at.getTime()), by: by ?? null, door, at };
}
