import { Field, Float, Int, ObjectType } from '@nestjs/graphql';

const SHARE = ' In [0,1]; null if there is nothing to count.';

@ObjectType({ description: 'Reported steps, and how many of them succeeded.' })
export class StepCount {
  @Field(() => Int, { description: 'Number of steps.' })
  readonly n!: number;

  @Field(() => Int, { description: 'Number of steps that succeeded.' })
  readonly successes!: number;
}

@ObjectType({
  description:
    'The four success metrics of KB-attached learning, computed from recorded plans and reports. Failed steps are those reported as FAILURE or CORRECTED.',
})
export class LearningMetrics {
  @Field(() => Int, { description: 'How often prompts of plans contained a learning.' })
  readonly timesShown!: number;

  @Field(() => Int, { description: 'Number of steps that were reported to follow a learning.' })
  readonly timesFollowed!: number;

  @Field(() => Int, { description: 'Number of steps that followed a learning and succeeded.' })
  readonly timesSucceeded!: number;

  @Field(() => StepCount, {
    description:
      'Reported steps from items that had a learning when the plan was made, of plans whose prompt contained one.',
  })
  readonly withLearning!: StepCount;

  @Field(() => StepCount, { description: 'The same of plans whose prompt contained none.' })
  readonly withoutLearning!: StepCount;

  @Field(() => Int, { description: 'Minimum number of steps on each side before they are compared.' })
  readonly leastSteps!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Success rate with a learning, minus that without, in [-1,1]: an association, not a cause. Null if either side has fewer than leastSteps.',
  })
  readonly difference!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower bound of the 95 % interval of the difference; null if that is null.',
  })
  readonly differenceLower!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Upper bound of the 95 % interval of the difference; null if that is null.',
  })
  readonly differenceUpper!: number | null;

  @Field(() => Int, { description: 'Number of steps that failed or were corrected.' })
  readonly failedSteps!: number;

  @Field(() => Float, {
    nullable: true,
    description: `Failed steps whose item is known (stated, inferred or named by a person) / failed steps.${SHARE}`,
  })
  readonly attributionAccuracy!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Failed steps whose item is known / failed steps, counting only plans that retrieved at least one item.${SHARE}`,
  })
  readonly attributionAccuracyInContext!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean of Learning.timesReused over all learnings, including learnings that were never shown. Null without learnings.',
  })
  readonly learningReuse!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "Spearman's rank correlation between the current trust of an item and the success rate of the finished plans that used it. In [-1,1]; null for fewer than 3 such items, or if all of them have the same trust or the same success rate.",
  })
  readonly trustSuccessCorrelation!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Retrieved items with a learning / retrieved items, counting all items that were retrieved for a plan.${SHARE}`,
  })
  readonly enrichedShare!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Items with a learning / items, counting only items that a failed step came from.${SHARE}`,
  })
  readonly enrichedShareOfFailed!: number | null;

  @Field(() => Float, { nullable: true, description: `Items with a learning / all items.${SHARE}` })
  readonly enrichedShareOfAll!: number | null;
}
