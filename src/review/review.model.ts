import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';

/** In the order used for entries with the same time. */
export enum ReviewReason {
  UNATTRIBUTED_FAILURE = 'UNATTRIBUTED_FAILURE',
  NAME_TAKEN = 'NAME_TAKEN',
  AWAITING_RECOVERY = 'AWAITING_RECOVERY',
  UNVERIFIED_LEARNING = 'UNVERIFIED_LEARNING',
  CONTRADICTION = 'CONTRADICTION',
  POSSIBLE_SUPERSESSION = 'POSSIBLE_SUPERSESSION',
  UNDECIDED_VERDICT = 'UNDECIDED_VERDICT',
  POSSIBLE_DUPLICATE = 'POSSIBLE_DUPLICATE',
  CAPTURED_MATCH = 'CAPTURED_MATCH',
}

/** Why two entities may be the same. */
export enum EntityLikeness {
  SAME_NAME = 'SAME_NAME',
  SAME_WORDS = 'SAME_WORDS',
}

registerEnumType(EntityLikeness, {
  name: 'EntityLikeness',
  description: 'Reason why two entities may be the same.',
  valuesMap: {
    SAME_NAME: { description: 'Their names are equal except for case and punctuation.' },
    SAME_WORDS: { description: 'Their names have the same words in another order, as in "Lee, Ann" and "Ann Lee".' },
  },
});

registerEnumType(ReviewReason, {
  name: 'ReviewReason',
  description: 'Reason why an entry waits for a person.',
  valuesMap: {
    UNATTRIBUTED_FAILURE: {
      description:
        'A step failed or was corrected, but nothing was learned, because its item is unknown. Name the item with attributeStep; the step has suggestions.',
    },
    NAME_TAKEN: {
      description:
        'The item of a step was inferred from a name that another item has meanwhile taken. attributeStep confirms the item, or assigns the step to the other item.',
    },
    AWAITING_RECOVERY: {
      description:
        'A failure without a known recovery. completeLearning records the recovery; resolveLearning records that the cause was fixed.',
    },
    UNVERIFIED_LEARNING: {
      description: 'A learning that neither a step nor a person has confirmed. verifyLearning records the decision.',
    },
    POSSIBLE_SUPERSESSION: {
      description:
        'Two pieces of one entity and type say nearly the same, so the later one may supersede the earlier one. decideSupersession records the decision.',
    },
    UNDECIDED_VERDICT: {
      description:
        'An adaptive task waits, because nobody has judged yet whether its last step succeeded (UNDECIDED or PASSED). judgeStep records the decision.',
    },
    POSSIBLE_DUPLICATE: {
      description:
        'Two entities have the same name, or names of the same words in another order, and their types are equal, or one has no type. mergeEntities merges them; keepApart records that they are different.',
    },
    CAPTURED_MATCH: {
      description:
        'A step of a connected agent matched this knowledge and failed, and the same program then succeeded with other arguments; `note` says which. Correct the knowledge if it misled the agent; decideMatch records the decision.',
    },
    CONTRADICTION: {
      description:
        'Several facts about an entity begin at the same time, although only one of them can be true; the entry has them. decideContradiction removes the wrong ones, or records that they hold together.',
    },
  },
});

@ObjectType({ description: 'A decision that the service leaves to a person.' })
export class ReviewEntry {
  @Field(() => ReviewReason, { description: 'Reason why the entry waits for a person.' })
  readonly reason!: ReviewReason;

  @Field(() => DateTime, {
    description:
      'Time of the event. It is the time at which the plan was saved for NAME_TAKEN, the last fact became known for CONTRADICTION, the later piece was stored for POSSIBLE_SUPERSESSION, the later entity was stored for POSSIBLE_DUPLICATE, and the step was reported for UNDECIDED_VERDICT.',
  })
  readonly at!: Date;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the plan of the step; null for entries that are not about a step of a plan.',
  })
  readonly planId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the adaptive task, if the reason is UNDECIDED_VERDICT; otherwise null.',
  })
  readonly taskId!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Position of the step in its plan or adaptive task, counted from 0; null for entries that are not about a step.',
  })
  readonly stepNum!: number | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the learning that the entry is about; null for other entries.',
  })
  readonly learningId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Ref of the entity that the facts are about, if the reason is CONTRADICTION, of the later piece, if it is POSSIBLE_SUPERSESSION, of the matched knowledge, if it is CAPTURED_MATCH, or of the later entity, if it is POSSIBLE_DUPLICATE; otherwise null.',
  })
  readonly ref!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Ref of the earlier piece or entity, if the reason is POSSIBLE_SUPERSESSION or POSSIBLE_DUPLICATE; otherwise null.',
  })
  readonly otherRef!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the match for decideMatch, if the reason is CAPTURED_MATCH.' })
  readonly matchId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What a connected agent did, if the reason is CAPTURED_MATCH; otherwise null.',
  })
  readonly note!: string | null;

  @Field(() => EntityLikeness, {
    nullable: true,
    description: 'Why the two entities may be the same, if the reason is POSSIBLE_DUPLICATE; otherwise null.',
  })
  readonly likeness!: EntityLikeness | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'How likely the two entities are the same, from 0 to 1, if the reason is POSSIBLE_DUPLICATE; otherwise null. 1: same name and type; 0.8: same words and type; 0.2 less if the type of one entity is unknown.',
  })
  readonly score!: number | null;

  /** Unique among the entries of its reason; also the tie-break. */
  readonly id!: string;
}

@ObjectType({ description: 'One page of a list.' })
export class ReviewConnection extends Connection(ReviewEntry) {}
