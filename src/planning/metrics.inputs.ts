import { ArgsType } from '@nestjs/graphql';
import { Time } from '../common/validation.js';

@ArgsType()
export class LearningMetricsArgs {
  @Time({
    optional: true,
    description:
      'Only steps that were reported, and plans that were made or finished, at this time or later are counted; items and learnings are counted regardless of their time. By default, there is no time limit.',
  })
  readonly since?: Date;
}
