import { ArgsType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Time } from '../common/validation.js';

@ArgsType()
export class MisleadingArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description:
      'Only failures at this time or later, ISO 8601; without an offset, UTC is assumed. By default, all failures are counted.',
  })
  readonly since?: Date;
}
