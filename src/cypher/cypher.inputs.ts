import { ArgsType } from '@nestjs/graphql';
import { Json, Text } from '../common/validation.js';

@ArgsType()
export class CypherArgs {
  @Text({ max: 20_000, description: 'A Cypher statement that only reads, values as $parameters.' })
  readonly statement!: string;

  @Json({
    optional: true,
    object: true,
    max: 200_000,
    description: 'Values of the parameters by name; whole numbers are integers.',
  })
  readonly parameters?: Readonly<Record<string, unknown>>;
}
