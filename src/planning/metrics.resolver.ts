import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { LearningMetricsArgs } from './metrics.inputs.js';
import { LearningMetrics } from './metrics.model.js';
import { MetricsService } from './metrics.service.js';

@Resolver()
export class MetricsResolver {
  constructor(private readonly metrics: MetricsService) {}

  @Needs('reader')
  @Query(() => LearningMetrics, {
    description:
      'Metrics that show how well agents learn in this namespace. They are computed from its plans and reports.',
  })
  learningMetrics(
    @CurrentCaller() { namespace }: Caller,
    @Args() { since }: LearningMetricsArgs,
  ): Promise<LearningMetrics> {
    return this.metrics.learningMetrics(namespace, since);
  }
}
