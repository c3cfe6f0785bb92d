import { Extensions, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../../common/connection.js';
import { CutSecret } from '../../common/redaction.model.js';
import { DateTime } from '../../common/scalars.js';
import { Knowledge } from '../../knowledge/knowledge.model.js';
import { MemoryScope } from '../memories.model.js';

@ObjectType({
  implements: () => [Knowledge],
  description: 'A message of a conversation: an episodic piece with its session and its position in it.',
})
export class Message extends Knowledge {
  @Field({ description: 'Text of the message, without secrets.' })
  readonly content!: string;

  @Field({ description: 'Who said it, as given: user, assistant, tool.' })
  readonly role!: string;

  @Field(() => ID, { description: 'The id that the caller gave it; unique in its session.' })
  readonly messageId!: string;

  @Field(() => ID, { description: 'Session that it was said in.' })
  readonly session!: string;

  @Field(() => Int, { description: 'Place in the session, counted from 0 in the order in which messages were stored.' })
  @Extensions({ minimum: 0 })
  readonly position!: number;

  @Field(() => DateTime, { nullable: true, description: 'Time of the message; null if unknown.' })
  readonly occurredAt!: Date | null;
}

@ObjectType({ description: 'One page of a list.' })
export class MessageConnection extends Connection(Message) {}

@ObjectType({ description: 'A session with what was said in it.' })
export class Conversation {
  @Field(() => ID, { description: 'Id of the session, as the caller gave it.' })
  readonly id!: string;

  @Field(() => MemoryScope, { description: 'Who sees it: its project, its team, or the whole organisation.' })
  readonly scope!: MemoryScope;

  @Field({ description: 'Team of the caller who began it.' })
  readonly team!: string;

  @Field({ description: 'Project of the caller who began it.' })
  readonly project!: string;

  @Field(() => Int, { description: 'Number of its messages.' })
  @Extensions({ minimum: 0 })
  readonly messageCount!: number;

  @Field(() => DateTime, { description: 'Time at which the session was first stored.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'Time at which its last message was stored.' })
  readonly updatedAt!: Date;
}

@ObjectType({ description: 'Place of an added message in its session.' })
export class AddedMessage {
  @Field(() => ID, { description: 'Id as the caller gave it.' })
  readonly messageId!: string;

  @Field(() => ID, { description: 'What contexts, outcomes and searches call it: message:…' })
  readonly ref!: string;

  @Field(() => Int, { description: 'Place in the session, counted from 0.' })
  @Extensions({ minimum: 0 })
  readonly position!: number;

  @Field({ description: 'False if it had been stored before.' })
  readonly created!: boolean;
}

@ObjectType({ description: 'Result of adding messages.' })
export class AddedMessages {
  @Field(() => Conversation, { description: 'The conversation as it is now.' })
  readonly conversation!: Conversation;

  @Field(() => [AddedMessage], { description: 'In the order given.' })
  readonly messages!: readonly AddedMessage[];

  @Field(() => [CutSecret], {
    description: 'Secrets that were cut out before anything was stored; `messages.3.content` is the fourth message.',
  })
  readonly redacted!: readonly CutSecret[];
}
