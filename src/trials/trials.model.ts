import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

export enum TrialState {
  RUNNING = 'RUNNING',
  STOPPED = 'STOPPED',
  DECIDED = 'DECIDED',
}

registerEnumType(TrialState, {
  name: 'TrialState',
  description: 'How far a trial has come.',
  valuesMap: {
    RUNNING: { description: 'Sessions are drawn.' },
    STOPPED: { description: 'A person stopped it before all outcomes were reported, so that it has no verdict.' },
    DECIDED: { description: 'All outcomes were reported.' },
  },
});

export enum TrialVerdict {
  HELPED = 'HELPED',
  HARMED = 'HARMED',
  NOT_SHOWN = 'NOT_SHOWN',
}

registerEnumType(TrialVerdict, {
  name: 'TrialVerdict',
  description: 'What a trial showed.',
  valuesMap: {
    HELPED: { description: 'More sessions succeeded with it: the interval of the difference lies above 0.' },
    HARMED: { description: 'Fewer sessions succeeded with it: the interval of the difference lies below 0.' },
    NOT_SHOWN: { description: 'The interval contains 0, or an arm has fewer than 10 sessions.' },
  },
});

/** The arm of a trial that a session was drawn for. */
export enum TrialArm {
  GIVEN = 'GIVEN',
  WITHHELD = 'WITHHELD',
}

registerEnumType(TrialArm, {
  name: 'TrialArm',
  description: 'The arm of a trial that a session was drawn for.',
  valuesMap: {
    GIVEN: { description: 'The session is given what it would be given without the trial.' },
    WITHHELD: { description: 'What the trial is about is left out.' },
  },
});

@ObjectType({ description: 'One of the two groups of a comparison.' })
export class EffectSide {
  @Field(() => Int, { description: 'Number of units in the group.' })
  readonly n!: number;

  @Field(() => Int, { description: 'Number of units in the group that succeeded.' })
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
    'A trial of whether knowledge helps: it is withheld from sessions that a hash draws, and the outcomes of both arms are compared once, when the planned number of sessions has one.',
})
export class Trial {
  @Field(() => ID, { description: 'Id of the trial.' })
  readonly id!: string;

  @Field(() => ID, {
    description: 'Ref of the knowledge or learning that is withheld; LEARNED stands for all that was learned.',
  })
  readonly of!: string;

  @Field(() => Float, { description: 'Share of the sessions from which it is withheld, in (0,1).' })
  readonly share!: number;

  @Field(() => Int, { description: 'Planned number of sessions with an outcome.' })
  readonly outcomes!: number;

  @Field(() => TrialState, { description: 'How far it has come.' })
  readonly state!: TrialState;

  @Field(() => DateTime, { description: 'Time at which the trial was started.' })
  readonly startedAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which it was decided or stopped; null while it runs.',
  })
  readonly endedAt!: Date | null;

  @Field(() => Int, { description: 'Number of sessions with an outcome so far, in both arms.' })
  readonly counted!: number;

  @Field(() => Int, { description: 'Number of sessions with an outcome that are missing until the verdict.' })
  readonly missing!: number;

  @Field(() => EffectSide, { nullable: true, description: 'Sessions drawn to be given it; null before the verdict.' })
  readonly given!: EffectSide | null;

  @Field(() => EffectSide, {
    nullable: true,
    description: 'Sessions from which it was withheld; null before the verdict.',
  })
  readonly withheld!: EffectSide | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Success rate of the sessions drawn to be given it, minus that of the others, in [-1,1]. Null before the verdict, or if an arm has fewer than 10 sessions.',
  })
  readonly difference!: number | null;

  @Field(() => EffectInterval, {
    nullable: true,
    description: '95 % interval of the difference; null if the difference is null.',
  })
  readonly interval!: EffectInterval | null;

  @Field(() => TrialVerdict, {
    nullable: true,
    description: 'What the trial showed; null before all outcomes are reported.',
  })
  readonly verdict!: TrialVerdict | null;
}

@ObjectType({ description: 'A trial in which a receipt takes part.' })
export class DrawnTrial {
  @Field(() => ID, { description: 'Id of the trial.' })
  readonly id!: string;

  @Field(() => TrialArm, { description: 'Arm that the session was drawn for.' })
  readonly arm!: TrialArm;

  @Field(() => Float, { description: 'Share of the sessions from which the trial withholds, in (0,1).' })
  readonly share!: number;
}
