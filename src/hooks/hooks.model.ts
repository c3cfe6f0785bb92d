import { Extensions, Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime, JSONValue } from '../common/scalars.js';

@ObjectType({ description: 'A turn of a connected agent of which nothing was reported.' })
export class IgnoredTurn {
  @Field(() => DateTime, { description: 'Time at which the turn was stored.' })
  readonly at!: Date;

  @Field(() => String, { nullable: true, description: 'Reason why nothing was reported.' })
  readonly reason!: string | null;
}

@ObjectType({ description: 'A turn of a connected agent: what a person asked, and what the agent did.' })
export class CapturedSessionTurn {
  @Field(() => DateTime, { description: 'Time at which the turn was stored.' })
  readonly at!: Date;

  @Field({ description: 'Client of the agent, such as claude-code.' })
  readonly client!: string;

  @Field({ description: 'The prompt, without secrets.' })
  readonly prompt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Outcome of the turn: success, failure or undecided; null until it is judged.',
  })
  readonly outcome!: string | null;

  @Field(() => String, { nullable: true, description: 'Reason for the outcome, in one sentence.' })
  readonly reason!: string | null;

  @Field(() => JSONValue, {
    description: 'Steps of the agent in their order: [{ kind, tool, text, verdict, error }].',
  })
  readonly steps!: unknown;
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
