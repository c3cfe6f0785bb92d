import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';

/** In the order in which they stand where their time is the same. */
export enum ReviewReason {
  UNATTRIBUTED_FAILURE = 'UNATTRIBUTED_FAILURE',
  NAME_TAKEN = 'NAME_TAKEN',
  AWAITING_RECOVERY = 'AWAITING_RECOVERY',
  UNVERIFIED_LEARNING = 'UNVERIFIED_LEARNING',
  CONTRADICTION = 'CONTRADICTION',
  POSSIBLE_SUPERSESSION = 'POSSIBLE_SUPERSESSION',
}

registerEnumType(ReviewReason, {
  name: 'ReviewReason',
  description: 'Why something waits for a person.',
  valuesMap: {
    UNATTRIBUTED_FAILURE: {
      description:
        'A step failed or was corrected, and its item is unknown, so nothing was learned. Name the item by attributeStep; the step has suggestions.',
    },
    NAME_TAKEN: {
      description:
        'The item of a step was inferred by a name that another item goes by now. attributeStep confirms it or names the other.',
    },
    AWAITING_RECOVERY: {
      description:
        'A failure whose recovery is not known. completeLearning says it; resolveLearning says that it is mended.',
    },
    UNVERIFIED_LEARNING: {
      description: 'Neither a step nor a person has shown that it holds. verifyLearning says whether it does.',
    },
    POSSIBLE_SUPERSESSION: {
      description:
        'Two pieces of one entity and type say nearly the same, so that the later one may say what became of the earlier one. decideSupersession says whether it does.',
    },
    CONTRADICTION: {
      description:
        'Facts of one entity of which only one can hold begin at the same time; `contradictions` shows them. Deleting the wrong one, or loading it with the right time, ends it.',
    },
  },
});

@ObjectType({ description: 'Something that the service leaves to a person.' })
export class ReviewEntry {
  @Field(() => ReviewReason, { description: 'Why it waits for a person.' })
  readonly reason!: ReviewReason;

  @Field(() => DateTime, {
    description:
      'When it happened; of NAME_TAKEN, when the plan was saved; of CONTRADICTION, when its last fact became known; of POSSIBLE_SUPERSESSION, when the later piece came.',
  })
  readonly at!: Date;

  @Field(() => ID, { nullable: true, description: 'Plan of the step; null for entries that are not about a step.' })
  readonly planId!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Position of the step, counted from 0; null for entries that are not about a step.',
  })
  readonly stepNum!: number | null;

  @Field(() => ID, { nullable: true, description: 'For entries about a learning; null otherwise.' })
  readonly learningId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'For CONTRADICTION the entity that the facts are about; for POSSIBLE_SUPERSESSION the later piece; otherwise null.',
  })
  readonly ref!: string | null;

  @Field(() => ID, { nullable: true, description: 'For POSSIBLE_SUPERSESSION the earlier piece; otherwise null.' })
  readonly otherRef!: string | null;

  /** Unique among those of its reason, in the order of ties. */
  readonly id!: string;
}

@ObjectType({ description: 'One page of a list.' })
export class ReviewConnection extends Connection(ReviewEntry) {}
