import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';

@ObjectType({
  description: 'Knowledge whose use was followed by failures. The numbers show an association, not a cause.',
})
export class Misleading {
  @Field(() => ID, { description: 'Ref of the knowledge: item:open_files.' })
  readonly ref!: string;

  @Field(() => Float, {
    description:
      'Number of failures that followed the knowledge, greater than 0. Each valid observation against it counts 1. A share of a failed outcome of a context counts by its size, even for kinds whose trust it does not change. Observations that were retracted or resolved, that are undecided, or that reached no consensus are not counted.',
  })
  readonly failed!: number;

  @Field(() => Float, {
    description:
      'Number of successes that followed the knowledge, counted in the same way. For an item, each successful step that came from it counts 1.',
  })
  readonly helped!: number;

  @Field(() => Int, {
    description: 'Number of contexts and planning prompts in the same period that contained the knowledge.',
  })
  readonly given!: number;

  @Field(() => DateTime, { description: 'Time of the last failure that followed the knowledge.' })
  readonly lastFailedAt!: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class MisleadingConnection extends Connection(Misleading) {
  @Field({
    description:
      'True if there are more than 10,000 observations, or outcomes of contexts, since then; only the newest 10,000 of each are counted.',
  })
  readonly truncated!: boolean;
}
