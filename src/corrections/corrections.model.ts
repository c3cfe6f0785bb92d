import { Field, Float, ID, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

@ObjectType({ description: 'A trust that was recomputed without the retracted evidence.' })
export class RetractedTrust {
  @Field(() => ID, { description: 'Ref of the knowledge.' })
  readonly ref!: string;

  @Field(() => ID, { description: 'Id of the RETRACTION in the ledger of this knowledge.' })
  readonly evidenceId!: string;

  @Field(() => [ID], { description: 'Ids of the retracted evidence.' })
  readonly retracts!: readonly string[];

  @Field(() => Float, { description: 'Trust before the retraction, in [0,1].' })
  readonly trustBefore!: number;

  @Field(() => Float, { description: 'Trust after the retraction, in [0,1].' })
  readonly trustAfter!: number;
}

@ObjectType({ description: 'Result of a retraction. Repeating the call returns the same result.' })
export class Retraction {
  @Field({ description: 'Reason that the person gave.' })
  readonly reason!: string;

  @Field(() => DateTime, { description: 'Time of the retraction.' })
  readonly at!: Date;

  @Field(() => [RetractedTrust], {
    description: 'Changes of trust that the caller may see, ordered by ref. Empty if no evidence was retracted.',
  })
  readonly changes!: readonly RetractedTrust[];
}
