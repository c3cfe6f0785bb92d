import { Extensions, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../../common/connection.js';
import { DateTime } from '../../common/scalars.js';
import { SessionOutcome } from '../distillation.model.js';
import { MemoryScope } from '../memories.model.js';

@ObjectType({
  description: 'A session of an agent: a conversation, or a trace that was handed in to be distilled, or both.',
})
export class Session {
  @Field(() => ID, { description: 'Id of the session, as the caller gave it.' })
  readonly id!: string;

  @Field(() => MemoryScope, { description: 'Who sees it: its project, its team, or the whole organisation.' })
  readonly scope!: MemoryScope;

  @Field({ description: 'Team of the caller who began it.' })
  readonly team!: string;

  @Field({ description: 'Project of the caller who began it.' })
  readonly project!: string;

  @Field(() => String, { nullable: true, description: 'Agent of the caller who began it; null if it did not say.' })
  readonly agent!: string | null;

  @Field(() => SessionOutcome, {
    nullable: true,
    description: 'Whether it reached its goal, as it was queued; null if it never was.',
  })
  readonly outcome!: SessionOutcome | null;

  @Field(() => Int, { description: 'Number of its messages; 0 if it is no conversation.' })
  @Extensions({ minimum: 0 })
  readonly messageCount!: number;

  @Field(() => Int, { description: 'Number of turns that were queued for distillation.' })
  @Extensions({ minimum: 0 })
  readonly turnCount!: number;

  @Field(() => ID, { nullable: true, description: 'Job of its newest part; null if it was never queued.' })
  readonly jobId!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which it was first stored; null if that is not known.',
  })
  readonly createdAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which its last message was stored; null if it is no conversation.',
  })
  readonly updatedAt!: Date | null;
}

@ObjectType({ description: 'One page of a list.' })
export class SessionConnection extends Connection(Session) {}
