import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { Change } from './change.model.js';

@ObjectType({ description: 'What a thing said from one write to the next.' })
export class Version {
  @Field(() => ID, { description: 'Ref of the thing.' })
  readonly ref!: string;

  @Field(() => Int, { description: 'Position, counted from 1.' })
  readonly number!: number;

  @Field(() => JSONValue, { description: 'What it said, by field; null where a field was absent.' })
  readonly content!: Readonly<Record<string, unknown>>;

  @Field(() => String, { nullable: true, description: 'As it was searched.' })
  readonly title!: string | null;

  @Field(() => String, { nullable: true, description: 'As it was searched.' })
  readonly text!: string | null;

  @Field(() => DateTime, { description: 'Time from which this version applied.' })
  readonly from!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Null of the present one.' })
  readonly until!: Date | null;

  @Field(() => Change, { nullable: true, description: 'What wrote it; null where it is older than this record.' })
  readonly change!: Change | null;
}

@ObjectType({ description: 'One page of a list.' })
export class VersionConnection extends Connection(Version) {}

@ObjectType({ description: 'A field that two versions state differently.' })
export class FieldDifference {
  @Field({ description: 'Name of the field.' })
  readonly field!: string;

  @Field(() => JSONValue, { nullable: true, description: 'Value in the earlier version.' })
  readonly before!: unknown;

  @Field(() => JSONValue, { nullable: true, description: 'Value in the later version.' })
  readonly after!: unknown;
}

@ObjectType({ description: 'What differs between two versions of rules, by clause; as they are exported.' })
export class ClauseDifference {
  @Field(() => [String], { description: 'In the order of the later version.' })
  readonly added!: readonly string[];

  @Field(() => [String], { description: 'In the order of the earlier version.' })
  readonly removed!: readonly string[];

  @Field(() => [String], { description: 'Clauses of both whose place among the others differs; as few as explain it.' })
  readonly moved!: readonly string[];
}

@ObjectType({ description: 'What differs between two versions of a thing.' })
export class VersionDifference {
  @Field(() => ID, { description: 'Ref of the thing.' })
  readonly ref!: string;

  @Field(() => Int, { description: 'Number of the earlier version.' })
  readonly from!: number;

  @Field(() => Int, { description: 'Number of the later version.' })
  readonly to!: number;

  @Field(() => [FieldDifference], { description: 'Only fields that differ, in the order of the content.' })
  readonly fields!: readonly FieldDifference[];

  @Field(() => ClauseDifference, {
    nullable: true,
    description: 'Of a fluent or a domain: what differs by clause; null for all else.',
  })
  readonly clauses!: ClauseDifference | null;
}
