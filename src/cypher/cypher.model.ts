import { Field, ObjectType } from '@nestjs/graphql';
import { JSONValue } from '../common/scalars.js';

@ObjectType({ description: 'Rows of a Cypher statement.' })
export class CypherResult {
  @Field(() => [String], { description: 'Names of the columns.' })
  readonly columns!: readonly string[];

  @Field(() => [[JSONValue]], {
    description:
      'At most 1,000 rows, values in the order of the columns. A node has labels and properties, a relationship type and properties, a path nodes and relationships; times are texts.',
  })
  readonly rows!: readonly (readonly unknown[])[];

  @Field({ description: 'True if the statement has more rows.' })
  readonly truncated!: boolean;
}
