import { ArgsType } from '@nestjs/graphql';
import { Time } from '../common/validation.js';

@ArgsType()
export class LearningMetricsArgs {
  @Time({
    optional: true,
    description:
      'Start of the period in which steps must have been reported, and plans made or finished, to be counted. Items and learnings are counted regardless of their time. By default, everything is counted.',
  })
  readonly since?: Date;
}
