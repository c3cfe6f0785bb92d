import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';

@ObjectType({ description: 'Knowledge that failures followed. It is an association, not a cause.' })
export class Misleading {
  @Field(() => ID, { description: 'Ref of the knowledge: item:open_files.' })
  readonly ref!: string;

  @Field(() => Float, {
    description:
      'Failures that followed it, greater than 0. Each valid observation against it counts 1; a share of a failed context outcome counts by its size, even for kinds whose trust it does not move. Observations that were retracted, resolved, undecided or missed their consensus do not count.',
  })
  readonly failed!: number;

  @Field(() => Float, {
    description:
      'Successes that followed it, counted in the same way; for an item, each successful step that came from it counts 1.',
  })
  readonly helped!: number;

  @Field(() => Int, { description: 'Contexts and planning prompts of this time that contained it.' })
  readonly given!: number;

  @Field(() => DateTime, { description: 'Time of its last failure.' })
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
