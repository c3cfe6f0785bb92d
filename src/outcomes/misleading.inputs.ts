import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Time } from '../common/validation.js';

@ArgsType()
export class MisleadingArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description: 'Only failures from this time on, ISO 8601; without an offset it is taken as UTC. Default: all.',
  })
  readonly since?: Date;
}
