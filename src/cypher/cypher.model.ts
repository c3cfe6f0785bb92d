import { Field, ObjectType } from '@nestjs/graphql';
import { JSONValue } from '../common/scalars.js';

@ObjectType({ description: 'Rows of a Cypher statement.' })
export class CypherResult {
  @Field(() => [String], { description: 'Names of the columns.' })
  readonly columns!: readonly string[];

  @Field(() => [[JSONValue]], {
    description:
      'Rows of the result, at most 1,000. The values of a row are in the order of the columns. Nodes have labels and properties; relationships have a type and properties; paths have nodes and relationships. Times are given as text.',
  })
  readonly rows!: readonly (readonly unknown[])[];

  @Field({ description: 'True if the statement returned more rows than `rows` contains.' })
  readonly truncated!: boolean;
}
