import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

export enum EffectUnit {
  REPORTED_STEP = 'REPORTED_STEP',
  TASK_STEP = 'TASK_STEP',
  RECEIPT = 'RECEIPT',
}

registerEnumType(EffectUnit, {
  name: 'EffectUnit',
  description: 'What is counted to tell the effect of knowledge.',
  valuesMap: {
    REPORTED_STEP: {
      description:
        'Reported steps that came from the item, or from the item that the learning corrects; FAILURE and CORRECTED are no success.',
    },
    TASK_STEP: {
      description: 'Validated steps of adaptive tasks for the kind of request that the strategy is for.',
    },
    RECEIPT: {
      description:
        'Contexts with an outcome whose best hit beside it was that of a context that gave it; where there was no other, whose question was.',
    },
  },
});

@ObjectType({ description: 'One side of a comparison.' })
export class EffectSide {
  @Field(() => Int)
  readonly n!: number;

  @Field(() => Int)
  readonly successes!: number;
}

@ObjectType({
  description:
    'A 95 % interval of a difference of two proportions: the hybrid score interval of Newcombe (1998, method 10).',
})
export class EffectInterval {
  @Field(() => Float)
  readonly lower!: number;

  @Field(() => Float)
  readonly upper!: number;
}

@ObjectType({
  description:
    'Whether agents did better where they were given a piece of knowledge. It is an association, not a cause: what was given was chosen by a search, and much else changes with time.',
})
export class KnowledgeEffect {
  @Field(() => ID)
  readonly ref!: string;

  @Field(() => EffectUnit)
  readonly unit!: EffectUnit;

  @Field(() => EffectSide, { description: 'Units that had it in their prompt or context.' })
  readonly given!: EffectSide;

  @Field(() => EffectSide, { description: 'Units like these that did not.' })
  readonly notGiven!: EffectSide;

  @Field(() => Float, {
    nullable: true,
    description:
      'Success rate of what was given it, minus that of what was not, in [-1,1]; null when a side has under 10 units.',
  })
  readonly difference!: number | null;

  @Field(() => EffectInterval, { nullable: true, description: 'Of the difference; null where that is.' })
  readonly interval!: EffectInterval | null;

  @Field(() => DateTime, { description: 'Where "after" begins.' })
  readonly since!: Date;

  @Field(() => EffectSide, { description: 'All these units before then, given it or not.' })
  readonly before!: EffectSide;

  @Field(() => EffectSide, { description: 'All these units from then on, given it or not.' })
  readonly after!: EffectSide;

  @Field(() => Float, {
    nullable: true,
    description: 'Success rate after, minus that before, in [-1,1]; null when a side has under 10 units.',
  })
  readonly change!: number | null;

  @Field(() => EffectInterval, { nullable: true, description: 'Of the change; null where that is.' })
  readonly changeInterval!: EffectInterval | null;

  @Field({
    description: 'There are more units than are looked at (10,000, newest first): the counts are of those.',
  })
  readonly truncated!: boolean;
}
