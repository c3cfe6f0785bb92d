import { Field, Float, ID, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

@ObjectType({ description: 'A trust that was folded anew without what was taken back.' })
export class RetractedTrust {
  @Field(() => ID, { description: 'Of the knowledge.' })
  readonly ref!: string;

  @Field(() => ID, { description: 'Of the RETRACTION in its ledger.' })
  readonly evidenceId!: string;

  @Field(() => [ID], { description: 'Evidence that was taken back.' })
  readonly retracts!: readonly string[];

  @Field(() => Float, { description: 'In [0,1].' })
  readonly trustBefore!: number;

  @Field(() => Float, { description: 'In [0,1].' })
  readonly trustAfter!: number;
}

@ObjectType({ description: 'What taking back did; a repeated call gives the first answer.' })
export class Retraction {
  @Field()
  readonly reason!: string;

  @Field(() => DateTime)
  readonly at!: Date;

  @Field(() => [RetractedTrust], {
    description: 'By ref, of knowledge that the caller sees. Empty where what was taken back was no evidence.',
  })
  readonly changes!: readonly RetractedTrust[];
}
