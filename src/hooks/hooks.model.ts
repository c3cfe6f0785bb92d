import { Extensions, Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../common/scalars.js';

@ObjectType({ description: 'A turn of a connected agent of which nothing was reported.' })
export class IgnoredTurn {
  @Field(() => DateTime, { description: 'Time at which the turn was stored.' })
  readonly at!: Date;

  @Field(() => String, { nullable: true, description: 'Reason why nothing was reported.' })
  readonly reason!: string | null;
}

@ObjectType({ description: 'What connected agents (heartwood connect) have sent to this namespace.' })
export class CaptureStatus {
  @Field(() => DateTime, { nullable: true, description: 'Time of the last prompt or turn; null if there was none.' })
  readonly lastEvent!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of the last turn with an outcome; null if there was none.',
  })
  readonly lastOutcome!: Date | null;

  @Field(() => Int, { description: 'Number of sessions.' })
  @Extensions({ minimum: 0 })
  readonly sessions!: number;

  @Field(() => Int, { description: 'Number of turns whose outcome was decided.' })
  @Extensions({ minimum: 0 })
  readonly outcomes!: number;

  @Field(() => Int, { description: 'Number of turns whose outcome was not decided. They change no trust.' })
  @Extensions({ minimum: 0 })
  readonly undecided!: number;

  @Field(() => [IgnoredTurn], {
    description: 'The newest turns of the caller’s project without an outcome, newest first; at most 10.',
  })
  readonly ignored!: readonly IgnoredTurn[];
}
