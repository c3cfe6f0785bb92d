import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

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
        'Reported steps that came from the item, or from the item that the learning corrects; FAILURE and CORRECTED do not count as success.',
    },
    TASK_STEP: {
      description: 'Validated steps of adaptive tasks for the kind of request that the strategy is for.',
    },
    RECEIPT: {
      description:
        'A context with an outcome. Contexts that gave this knowledge are compared with contexts that did not, among those with the same best hit apart from it; if there was no other hit, among contexts for the same question.',
    },
  },
});

@ObjectType({ description: 'One group of a comparison.' })
export class EffectSide {
  @Field(() => Int, { description: 'Number of units.' })
  readonly n!: number;

  @Field(() => Int, { description: 'Units that succeeded.' })
  readonly successes!: number;
}

@ObjectType({
  description:
    'A 95 % interval of a difference of two proportions: the hybrid score interval of Newcombe (1998, method 10).',
})
export class EffectInterval {
  @Field(() => Float, { description: 'Lower bound, in [-1,1].' })
  readonly lower!: number;

  @Field(() => Float, { description: 'Upper bound, in [-1,1].' })
  readonly upper!: number;
}

@ObjectType({
  description:
    'Whether agents did better when they were given a piece of knowledge. It is an association, not a cause: a search selects the given knowledge, and much else changes over time.',
})
export class KnowledgeEffect {
  @Field(() => ID, { description: 'Ref of the knowledge.' })
  readonly ref!: string;

  @Field(() => EffectUnit, { description: 'Unit of the counts.' })
  readonly unit!: EffectUnit;

  @Field(() => EffectSide, { description: 'Units whose prompt or context contained it.' })
  readonly given!: EffectSide;

  @Field(() => EffectSide, { description: 'Comparable units whose prompt or context did not.' })
  readonly notGiven!: EffectSide;

  @Field(() => Float, {
    nullable: true,
    description:
      'Success rate of units that were given it minus that of units that were not, in [-1,1]; null if either side has fewer than 10 units.',
  })
  readonly difference!: number | null;

  @Field(() => EffectInterval, {
    nullable: true,
    description: '95 % interval of the difference; null if the difference is null.',
  })
  readonly interval!: EffectInterval | null;

  @Field(() => DateTime, { description: 'Time at which "after" begins.' })
  readonly since!: Date;

  @Field(() => EffectSide, { description: 'All of these units before that time, given it or not.' })
  readonly before!: EffectSide;

  @Field(() => EffectSide, { description: 'All of these units from that time on, given it or not.' })
  readonly after!: EffectSide;

  @Field(() => Float, {
    nullable: true,
    description:
      'Success rate after minus success rate before, in [-1,1]; null if either side has fewer than 10 units.',
  })
  readonly change!: number | null;

  @Field(() => EffectInterval, {
    nullable: true,
    description: '95 % interval of the change; null if the change is null.',
  })
  readonly changeInterval!: EffectInterval | null;

  @Field({
    description: 'True if there are more than 10,000 units; only the newest 10,000 are counted.',
  })
  readonly truncated!: boolean;
}
