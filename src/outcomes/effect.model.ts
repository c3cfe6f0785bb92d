import { Field, Float, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';
import { EffectInterval, EffectSide } from '../trials/trials.model.js';

export enum EffectUnit {
  REPORTED_STEP = 'REPORTED_STEP',
  TASK_STEP = 'TASK_STEP',
  RECEIPT = 'RECEIPT',
}

registerEnumType(EffectUnit, {
  name: 'EffectUnit',
  description: 'Unit in which the effect of knowledge is counted.',
  valuesMap: {
    REPORTED_STEP: {
      description:
        'A unit is a reported step that came from the item, or from the item that the learning corrects. FAILURE and CORRECTED do not count as success.',
    },
    TASK_STEP: {
      description: 'A unit is a validated step of an adaptive task, for the kind of request that the strategy is for.',
    },
    RECEIPT: {
      description:
        'A unit is a context with an outcome. Contexts that contained the knowledge are compared with contexts that did not contain it, but had the same best hit, not counting the knowledge itself. If there was no other hit, contexts for the same question are compared.',
    },
  },
});

/** What a comparison with and without knowledge can show. */
export enum EffectBasis {
  ASSOCIATION = 'ASSOCIATION',
  TRIAL = 'TRIAL',
}

registerEnumType(EffectBasis, {
  name: 'EffectBasis',
  description: 'What a comparison with and without knowledge can show.',
  valuesMap: {
    ASSOCIATION: {
      description: 'An association: a search selected the knowledge that was given, and much else differs as well.',
    },
    TRIAL: {
      description:
        'A cause: a hash selected the sessions from which the knowledge was withheld (startTrial). `given` and `notGiven` count sessions, by the arm that they were drawn for.',
    },
  },
});

@ObjectType({
  description:
    'Statistics that show whether agents did better when they were given a piece of knowledge. `basis` says whether `given` and `notGiven` show an association or the result of a trial; what changed over time is always an association.',
})
export class KnowledgeEffect {
  @Field(() => ID, { description: 'Ref of the knowledge.' })
  readonly ref!: string;

  @Field(() => EffectUnit, { description: 'Unit in which the effect is counted.' })
  readonly unit!: EffectUnit;

  @Field(() => EffectBasis, {
    description:
      'TRIAL if a trial of the knowledge was decided, of which the newest one counts; otherwise ASSOCIATION.',
  })
  readonly basis!: EffectBasis;

  @Field(() => EffectSide, { description: 'Units whose prompt or context contained the knowledge.' })
  readonly given!: EffectSide;

  @Field(() => EffectSide, { description: 'Comparable units whose prompt or context did not contain the knowledge.' })
  readonly notGiven!: EffectSide;

  @Field(() => Float, {
    nullable: true,
    description:
      'Success rate of the units that were given the knowledge, minus the success rate of the others, in [-1,1]. Null if either side has fewer than 10 units.',
  })
  readonly difference!: number | null;

  @Field(() => EffectInterval, {
    nullable: true,
    description: '95 % interval of the difference; null if the difference is null.',
  })
  readonly interval!: EffectInterval | null;

  @Field(() => DateTime, { description: 'Time that separates `before` from `after`.' })
  readonly since!: Date;

  @Field(() => EffectSide, {
    description: 'All units before the time `since`, whether or not they were given the knowledge.',
  })
  readonly before!: EffectSide;

  @Field(() => EffectSide, {
    description: 'All units from the time `since` on, whether or not they were given the knowledge.',
  })
  readonly after!: EffectSide;

  @Field(() => Float, {
    nullable: true,
    description:
      'Success rate after the time `since`, minus the success rate before it, in [-1,1]. Null if either side has fewer than 10 units.',
  })
  readonly change!: number | null;

  @Field(() => EffectInterval, {
    nullable: true,
    description: '95 % interval of the change; null if the change is null.',
  })
  readonly changeInterval!: EffectInterval | null;

  @Field({
    description: 'True if there are more than 10,000 units, of which only the newest 10,000 are counted.',
  })
  readonly truncated!: boolean;
}
