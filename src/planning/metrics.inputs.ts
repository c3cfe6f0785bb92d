import { ArgsType } from '@nestjs/graphql';
import { Time } from '../common/validation.js';

@ArgsType()
export class LearningMetricsArgs {
  @Time({
    optional: true,
    description:
      'Counts only steps reported, plans made and plans finished at this time or later; items and learnings are always all counted. Default: no time limit.',
  })
  readonly since?: Date;
}
