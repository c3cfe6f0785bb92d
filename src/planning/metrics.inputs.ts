import { ArgsType } from '@nestjs/graphql';
import { Time } from '../common/validation.js';

@ArgsType()
export class LearningMetricsArgs {
  @Time({
    optional: true,
    description:
      'Counts only steps reported, plans made and plans finished at this time or later; of items and learnings all. Everything when absent.',
  })
  readonly since?: Date;
}
