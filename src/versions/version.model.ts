import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime, JSONValue } from '../common/scalars.js';
import { Change } from './change.model.js';

@ObjectType({ description: 'A version of a thing: its content from one write to the next.' })
export class Version {
  @Field(() => ID, { description: 'Ref of the thing, such as item:open_files.' })
  readonly ref!: string;

  @Field(() => Int, { description: 'Number of the version, counted from 1.' })
  readonly number!: number;

  @Field(() => JSONValue, { description: 'Content of the version, by field; null for a field that was absent.' })
  readonly content!: Readonly<Record<string, unknown>>;

  @Field(() => String, { nullable: true, description: 'Title of the version, as the search indexed it.' })
  readonly title!: string | null;

  @Field(() => String, { nullable: true, description: 'Text of the version, as the search indexed it.' })
  readonly text!: string | null;

  @Field(() => DateTime, { description: 'Time from which this version applied.' })
  readonly from!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time until which this version applied; null for the current version.',
  })
  readonly until!: Date | null;

  @Field(() => Change, {
    nullable: true,
    description: 'Change that wrote the version; null if the version is older than the first recorded change.',
  })
  readonly change!: Change | null;
}

@ObjectType({ description: 'One page of a list.' })
export class VersionConnection extends Connection(Version) {}

@ObjectType({ description: 'A field whose value differs between two versions.' })
export class FieldDifference {
  @Field({ description: 'Name of the field.' })
  readonly field!: string;

  @Field(() => JSONValue, { nullable: true, description: 'Value in the earlier version.' })
  readonly before!: unknown;

  @Field(() => JSONValue, { nullable: true, description: 'Value in the later version.' })
  readonly after!: unknown;
}

@ObjectType({
  description: 'Differences between two versions of rules, clause by clause. Clauses are written as in exportRules.',
})
export class ClauseDifference {
  @Field(() => [String], { description: 'Clauses that only the later version contains, in its order.' })
  readonly added!: readonly string[];

  @Field(() => [String], { description: 'Clauses that only the earlier version contains, in its order.' })
  readonly removed!: readonly string[];

  @Field(() => [String], {
    description:
      'Clauses that are in both versions, but were moved. It is the smallest set of clauses whose move explains the new order.',
  })
  readonly moved!: readonly string[];
}

@ObjectType({ description: 'Differences between two versions of a thing.' })
export class VersionDifference {
  @Field(() => ID, { description: 'Ref of the thing, such as item:open_files.' })
  readonly ref!: string;

  @Field(() => Int, { description: 'Number of the earlier version.' })
  readonly from!: number;

  @Field(() => Int, { description: 'Number of the later version.' })
  readonly to!: number;

  @Field(() => [FieldDifference], { description: 'The fields that differ, in the order of the content.' })
  readonly fields!: readonly FieldDifference[];

  @Field(() => ClauseDifference, {
    nullable: true,
    description: 'Differences between the rules of a fluent or domain, clause by clause; null for other things.',
  })
  readonly clauses!: ClauseDifference | null;
}
