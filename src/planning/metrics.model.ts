import { Field, Float, Int, ObjectType } from '@nestjs/graphql';

const SHARE = ' In [0,1]; null where there is nothing to count.';

@ObjectType({
  description:
    'The four success metrics of KB-attached learning, computed from recorded plans and reports. Failed steps are those reported as FAILURE or CORRECTED.',
})
export class LearningMetrics {
  @Field(() => Int, { description: 'Steps that failed or were corrected.' })
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
      'Mean of timesReused over all learnings, including those never shown: the number of plans whose prompt showed the learning and that have a step of their own from its item. Null without learnings.',
  })
  readonly learningReuse!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "Spearman's rank correlation over items: current trust against the share of successes among the finished plans that used the item. In [-1,1]; null for fewer than 3 such items, or if all have the same trust or the same share.",
  })
  readonly trustSuccessCorrelation!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Items with a learning / items, both among those retrieved for a plan.${SHARE}`,
  })
  readonly enrichedShare!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Items with a learning / items, both among those that a failed step came from.${SHARE}`,
  })
  readonly enrichedShareOfFailed!: number | null;

  @Field(() => Float, { nullable: true, description: `Items with a learning / items, over all items.${SHARE}` })
  readonly enrichedShareOfAll!: number | null;
}
