import { Extensions, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';
import { SessionOutcome } from './distillation.model.js';
import { MemoryScope } from '../memories/memories.model.js';

@ObjectType({
  description: 'A session of an agent: a conversation, a trace that was submitted for distillation, or both.',
})
export class Session {
  @Field(() => ID, { description: 'Id of the session, as the caller gave it.' })
  readonly id!: string;

  @Field(() => MemoryScope, {
    description: 'Who may see the session: its project, its team, or the whole organisation.',
  })
  readonly scope!: MemoryScope;

  @Field({ description: 'Team of the caller who started the session.' })
  readonly team!: string;

  @Field({ description: 'Project of the caller who started the session.' })
  readonly project!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Agent that started the session (x-agent); null if it sent no name.',
  })
  readonly agent!: string | null;

  @Field(() => SessionOutcome, {
    nullable: true,
    description: 'Whether the session reached its goal, as stated when it was queued; null if it was never queued.',
  })
  readonly outcome!: SessionOutcome | null;

  @Field(() => Int, { description: 'Number of messages of the session; 0 if it is not a conversation.' })
  @Extensions({ minimum: 0 })
  readonly messageCount!: number;

  @Field(() => Int, { description: 'Number of turns that were queued for distillation.' })
  @Extensions({ minimum: 0 })
  readonly turnCount!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the distillation job of the newest part; null if the session was never queued.',
  })
  readonly jobId!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which the session was first stored; null if unknown.',
  })
  readonly createdAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which the last message was stored; null if the session is not a conversation.',
  })
  readonly updatedAt!: Date | null;
}

@ObjectType({ description: 'One page of a list.' })
export class SessionConnection extends Connection(Session) {}
