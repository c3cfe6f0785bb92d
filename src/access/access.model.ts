import { Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';

export enum KeyRole {
  READER = 'READER',
  WRITER = 'WRITER',
  REVIEWER = 'REVIEWER',
  ADMIN = 'ADMIN',
}

registerEnumType(KeyRole, {
  name: 'KeyRole',
  description:
    'Role of an API key. From lowest to highest, the roles are READER, WRITER, REVIEWER and ADMIN; each includes the permissions of the lower ones.',
  valuesMap: {
    READER: { description: 'May run queries, searches and contexts.' },
    WRITER: { description: 'May report, save and import.' },
    REVIEWER: {
      description: 'May decide, verify, retract, undo and merge, and may show memories to teams and the organisation.',
    },
    ADMIN: { description: 'May delete, reset, create keys, and change how the service stores data.' },
  },
});

@ObjectType({
  description: 'Key that lets a caller use the service. Its token is shown once, when the key is created.',
})
export class ApiKey {
  @Field(() => ID, { description: 'Id of the key. It is the middle part of the token.' })
  readonly id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Namespace in which the key is valid; null if it is valid in all namespaces.',
  })
  readonly namespace!: string | null;

  @Field({ description: 'Purpose of the key, for example the agent or person that uses it.' })
  readonly title!: string;

  @Field(() => KeyRole, { description: 'Role of callers that use the key.' })
  readonly role!: KeyRole;

  @Field(() => [String], { description: 'Projects for which the key is valid; empty if it is valid for all projects.' })
  readonly projects!: readonly string[];

  @Field(() => [String], { description: 'Teams for which the key is valid; empty if it is valid for all teams.' })
  readonly teams!: readonly string[];

  @Field({ description: 'Whether what the key reports counts as verified by a system outside of the agent.' })
  readonly external!: boolean;

  @Field({ description: 'Time at which the key was created.' })
  readonly createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'Time at which the key expires; null if it never expires.' })
  readonly expires!: Date | null;

  @Field(() => Date, { nullable: true, description: 'Time at which the key was revoked; null if it was not revoked.' })
  readonly revokedAt!: Date | null;
}

@ObjectType({ description: 'Identity and permissions of the caller, as the service sees them.' })
export class CallerAccess {
  @Field({ description: 'Namespace of the request.' })
  readonly namespace!: string;

  @Field({ description: 'Team of the request.' })
  readonly team!: string;

  @Field({ description: 'Project of the request.' })
  readonly project!: string;

  @Field(() => KeyRole, { description: "Role of the caller's API key; ADMIN if the service requires no key." })
  readonly role!: KeyRole;
}

@ObjectType({ description: 'A newly created key.' })
export class CreatedApiKey {
  @Field(() => ApiKey, { description: 'The key.' })
  readonly key!: ApiKey;

  @Field({
    description:
      'Token that requests send: `authorization: Bearer TOKEN`. Only its hash is stored, so it cannot be shown again.',
  })
  readonly token!: string;
}
