import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';

/** Where an entry of the audit is stored. The order of the values is the order of entries with equal times and ids. */
export enum AuditSource {
  CHANGE = 'CHANGE',
  EVIDENCE = 'EVIDENCE',
  RECORD = 'RECORD',
}

registerEnumType(AuditSource, {
  name: 'AuditSource',
  description: 'Where an entry of the audit is stored.',
  valuesMap: {
    CHANGE: { description: 'A change of content; the query changes shows more of it.' },
    EVIDENCE: { description: 'An observation in the ledger of a trust; the query evidence shows more of it.' },
    RECORD: { description: 'A record of the audit itself, for acts that leave neither a change nor evidence.' },
  },
});

@ObjectType({ description: 'Who did what to which thing, and when. It holds no content.' })
export class AuditEntry {
  @Field(() => ID, { description: 'Id of the change, the evidence or the record; unique together with source.' })
  readonly id!: string;

  @Field(() => AuditSource, { description: 'Where the entry is stored.' })
  readonly source!: AuditSource;

  @Field({
    description:
      'What was done: the operation of a change (ChangeDoor), the kind of an observation (EvidenceKind), or for a record DELETE, RESET, IMPORT, EXPORT, CREATE_KEY, REVOKE_KEY, CYPHER or REFUSE.',
  })
  readonly act!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Agent that sent the request (x-agent); null if none was named.',
  })
  readonly by!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the stored API key (apiKeys) that sent the request; null if there was none.',
  })
  readonly keyId!: string | null;

  @Field(() => DateTime, { description: 'Time of the act; for refusals, of the last one counted.' })
  readonly at!: Date;

  @Field(() => [ID], {
    description:
      'Refs of the things concerned, in order; at most 100. Keys are `key:ID`, a whole namespace is `namespace:NAME`, a refused operation is `operation:NAME`.',
  })
  readonly refs!: readonly string[];

  @Field(() => Int, { description: 'Number of all things concerned.' })
  readonly refCount!: number;

  @Field(() => Int, { description: 'Number of acts: refusals of one key and operation in one minute are one entry.' })
  readonly count!: number;
}

@ObjectType({ description: 'One page of a list.' })
export class AuditEntryConnection extends Connection(AuditEntry) {}
