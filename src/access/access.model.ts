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
    ADMIN: { description: 'Deletes, resets, makes keys, and changes how the service stores.' },
  },
});

@ObjectType({
  description: 'Key that lets a caller use the service. Its token is shown once, when the key is created.',
})
export class ApiKey {
  @Field(() => ID, { description: 'The middle of its token, by which it is found again.' })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: 'Namespace it opens; null: every one.' })
  readonly namespace!: string | null;

  @Field({ description: 'Who or what it is for.' })
  readonly title!: string;

  @Field(() => KeyRole, { description: 'Role of its holder.' })
  readonly role!: KeyRole;

  @Field(() => [String], { description: 'Projects it works in; none: any.' })
  readonly projects!: readonly string[];

  @Field(() => [String], { description: 'Teams it is of; none: any.' })
  readonly teams!: readonly string[];

  @Field({ description: 'Time it was made.' })
  readonly createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'Time from which on it opens nothing; null: never.' })
  readonly expires!: Date | null;

  @Field(() => Date, { nullable: true, description: 'Time it was revoked; null: it was not.' })
  readonly revokedAt!: Date | null;
}

@ObjectType({ description: 'Whom the service takes a caller for, and what it lets the caller do.' })
export class CallerAccess {
  @Field({ description: 'Namespace of the request.' })
  readonly namespace!: string;

  @Field({ description: 'Team of the request.' })
  readonly team!: string;

  @Field({ description: 'Project of the request.' })
  readonly project!: string;

  @Field(() => KeyRole, { description: 'Role of its API key; ADMIN where the service asks for no key.' })
  readonly role!: KeyRole;
}

@ObjectType({ description: 'A key that was made.' })
export class CreatedApiKey {
  @Field(() => ApiKey, { description: 'The key.' })
  readonly key!: ApiKey;

  @Field({
    description:
      'Token that requests send: `authorization: Bearer TOKEN`. Only its hash is stored, so it cannot be shown again.',
  })
  readonly token!: string;
}
