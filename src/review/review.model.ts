import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
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
}

registerEnumType(ReviewReason, {
  name: 'ReviewReason',
  description: 'Why an entry waits for a person.',
  valuesMap: {
    UNATTRIBUTED_FAILURE: {
      description:
        'A step failed or was corrected, and its item is unknown, so nothing was learned. Name the item with attributeStep; the step has suggestions.',
    },
    NAME_TAKEN: {
      description:
        'The item of a step was inferred from a name that another item has now. attributeStep confirms the item or names the other one.',
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
        'An adaptive task waits, because neither a rule nor the LLM could decide whether its last step succeeded. judgeStep records the decision.',
    },
    CONTRADICTION: {
      description:
        'Facts of one entity of which only one can be true begin at the same time; `contradictions` lists them. To resolve it, delete the wrong one or load it with the right time.',
    },
  },
});

@ObjectType({ description: 'A decision that the service leaves to a person.' })
export class ReviewEntry {
  @Field(() => ReviewReason, { description: 'Reason why the entry waits for a person.' })
  readonly reason!: ReviewReason;

  @Field(() => DateTime, {
    description:
      'Time of the event; for NAME_TAKEN, when the plan was saved; for CONTRADICTION, when its last fact became known; for POSSIBLE_SUPERSESSION, when the later piece was stored; for UNDECIDED_VERDICT, when the step was reported.',
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

  @Field(() => ID, { nullable: true, description: 'The learning that the entry is about; null for other entries.' })
  readonly learningId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Ref of the entity that the facts are about, if the reason is CONTRADICTION, or of the later piece, if it is POSSIBLE_SUPERSESSION; otherwise null.',
  })
  readonly ref!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Ref of the earlier piece, if the reason is POSSIBLE_SUPERSESSION; otherwise null.',
  })
  readonly otherRef!: string | null;

  /** Unique among the entries of its reason; also the tie-break. */
  readonly id!: string;
}

@ObjectType({ description: 'One page of a list.' })
export class ReviewConnection extends Connection(ReviewEntry) {}
