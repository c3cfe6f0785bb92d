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
    CHANGE: { description: 'A change of content. The query `changes` shows its details.' },
    EVIDENCE: { description: 'An observation in the ledger of a trust score. The query `evidence` shows its details.' },
    RECORD: { description: 'A record of the audit itself, for acts that leave neither a change nor evidence.' },
  },
});

@ObjectType({
  description: 'A record of who did what to which things, and when. It does not contain what was written.',
})
export class AuditEntry {
  @Field(() => ID, { description: 'Id of the change, the evidence or the record; unique together with source.' })
  readonly id!: string;

  @Field(() => AuditSource, { description: 'Where the entry is stored.' })
  readonly source!: AuditSource;

  @Field({
    description:
      'The act. Depending on the source it is an operation (a value of ChangeDoor), a kind of evidence (a value of EvidenceKind), or for records one of DELETE, RESET, IMPORT, EXPORT, CREATE_KEY, REVOKE_KEY, CYPHER and REFUSE.',
  })
  readonly act!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Agent that sent the request (x-agent); null if none was named.',
  })
  readonly by!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the stored API key (see apiKeys) that sent the request; null if the request used no stored key.',
  })
  readonly keyId!: string | null;

  @Field(() => DateTime, {
    description: 'Time of the act. If the entry counts several refusals, it is the time of the last one.',
  })
  readonly at!: Date;

  @Field(() => [ID], {
    description:
      'Refs of the things that the act concerned, sorted; at most 100. An API key is written `key:ID`, a whole namespace `namespace:NAME`, a refused operation `operation:NAME`.',
  })
  readonly refs!: readonly string[];

  @Field(() => Int, { description: 'Number of things that the act concerned, including those that `refs` omits.' })
  readonly refCount!: number;

  @Field(() => Int, {
    description:
      'Number of acts that the entry stands for. It exceeds 1 only for refusals: those of one key and one operation within a minute share an entry.',
  })
  readonly count!: number;
}

@ObjectType({ description: 'One page of a list.' })
export class AuditEntryConnection extends Connection(AuditEntry) {}
