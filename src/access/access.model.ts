import { Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';

export enum KeyRole {
  READER = 'READER',
  WRITER = 'WRITER',
  REVIEWER = 'REVIEWER',
  ADMIN = 'ADMIN',
}

registerEnumType(KeyRole, {
  name: 'KeyRole',
  description: 'Role of an API key. Each role includes the permissions of the ones before it.',
  valuesMap: {
    READER: { description: 'Queries; searches and contexts with their receipts.' },
    WRITER: { description: 'Permits reports, saving and importing.' },
    REVIEWER: {
      description: 'Decides, verifies, retracts, undoes, merges, and shows memories to teams and the organisation.',
    },
    ADMIN: { description: 'Deletes, resets, creates keys, and changes how the service stores data.' },
  },
});

@ObjectType({
  description: 'Key that lets a caller use the service. Its token is shown once, when the key is created.',
})
export class ApiKey {
  @Field(() => ID, { description: 'Middle part of its token, which identifies the key.' })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: 'Namespace it is valid in; null: every one.' })
  readonly namespace!: string | null;

  @Field({ description: 'Who or what it is for.' })
  readonly title!: string;

  @Field(() => KeyRole, { description: 'Role of its holder.' })
  readonly role!: KeyRole;

  @Field(() => [String], { description: 'Projects it is valid in; empty for any.' })
  readonly projects!: readonly string[];

  @Field(() => [String], { description: 'Teams it is valid for; empty for any.' })
  readonly teams!: readonly string[];

  @Field({ description: 'Time at which it was created.' })
  readonly createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'Expiry time; null if it does not expire.' })
  readonly expires!: Date | null;

  @Field(() => Date, { nullable: true, description: 'Time at which it was revoked; null if it was not.' })
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

  @Field(() => KeyRole, { description: 'Role of its API key; ADMIN if the service requires no key.' })
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
