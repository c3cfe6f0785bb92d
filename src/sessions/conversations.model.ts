import { Extensions, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { CutSecret } from '../secrets/redaction.model.js';
import { DateTime } from '../common/scalars.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { SkippedType } from './distillation.model.js';
import { MemoryScope } from '../memories/memories.model.js';

@ObjectType({
  implements: () => [Knowledge],
  description: 'A message of a conversation: an episodic piece with its session and its position in it.',
})
export class Message extends Knowledge {
  @Field({ description: 'Text of the message, without secrets.' })
  readonly content!: string;

  @Field({ description: 'Role of the speaker as the caller gave it, such as user, assistant or tool.' })
  readonly role!: string;

  @Field(() => ID, { description: 'Id of the message, as the caller gave it. It is unique in the session.' })
  readonly messageId!: string;

  @Field(() => ID, { description: 'Id of the session that the message belongs to.' })
  readonly session!: string;

  @Field(() => Int, {
    description: 'Position of the message in the session, counted from 0, in the order in which messages were stored.',
  })
  @Extensions({ minimum: 0 })
  readonly position!: number;

  @Field(() => DateTime, { nullable: true, description: 'Time of the message; null if unknown.' })
  readonly occurredAt!: Date | null;
}

@ObjectType({ description: 'One page of a list.' })
export class MessageConnection extends Connection(Message) {}

@ObjectType({ description: 'A session and its messages.' })
export class Conversation {
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

  @Field(() => Int, { description: 'Number of messages of the session.' })
  @Extensions({ minimum: 0 })
  readonly messageCount!: number;

  @Field(() => DateTime, { description: 'Time at which the session was first stored.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'Time at which the last message was stored.' })
  readonly updatedAt!: Date;
}

@ObjectType({ description: 'A message that was passed to addMessages, with its position in the session.' })
export class AddedMessage {
  @Field(() => ID, { description: 'Id of the message, as the caller gave it.' })
  readonly messageId!: string;

  @Field(() => ID, { description: 'Ref of the message (message:…), as it is used in contexts, outcomes and searches.' })
  readonly ref!: string;

  @Field(() => Int, { description: 'Position of the message in the session, counted from 0.' })
  @Extensions({ minimum: 0 })
  readonly position!: number;

  @Field({ description: 'True if this call stored the message; false if it was stored already.' })
  readonly created!: boolean;
}

@ObjectType({ description: 'Result of adding messages.' })
export class AddedMessages {
  @Field(() => Conversation, { description: 'The conversation after the messages were added.' })
  readonly conversation!: Conversation;

  @Field(() => [AddedMessage], { description: 'The added messages, in the order in which they were passed.' })
  readonly messages!: readonly AddedMessage[];

  @Field(() => [CutSecret], {
    description:
      'Secrets that were removed from the messages before they were stored. The path `messages.3.content` refers to the fourth message.',
  })
  readonly redacted!: readonly CutSecret[];
}

@ObjectType({ description: 'Result of adding a transcript.' })
export class AddedTranscript {
  @Field(() => Conversation, { description: 'The conversation after the turns were added.' })
  readonly conversation!: Conversation;

  @Field(() => Int, { description: 'Number of messages that this call stored.' })
  readonly created!: number;

  @Field(() => Int, { description: 'Number of messages that were stored before.' })
  readonly known!: number;

  @Field(() => [CutSecret], { description: 'Secrets that were removed from the turns before they were stored.' })
  readonly redacted!: readonly CutSecret[];

  @Field(() => Int, { description: 'Number of lines and records that could not be read and were skipped.' })
  readonly skippedLines!: number;

  @Field(() => [SkippedType], { description: 'What the transcript holds besides turns, by type, most frequent first.' })
  readonly skippedTypes!: readonly SkippedType[];
}
