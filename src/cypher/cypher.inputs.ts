import { ArgsType } from '@nestjs/graphql';
import { Json, Text } from '../common/validation.js';

@ArgsType()
export class CypherArgs {
  @Text({
    max: 20_000,
    secrets: 'later', // nothing is stored
    description: 'A read-only Cypher statement. Values are passed as $parameters.',
  })
  readonly statement!: string;

  @Json({
    optional: true,
    object: true,
    max: 200_000,
    secrets: 'later',
    description: 'Values of the parameters by name. Whole numbers are passed as integers.',
  })
  readonly parameters?: Readonly<Record<string, unknown>>;
}
