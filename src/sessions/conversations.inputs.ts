import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Id, Inputs, Text, Time } from '../common/validation.js';
import { TRACE_MAX_LENGTH } from './distillation.inputs.js';
import { SessionOutcome } from './distillation.model.js';
import { MemoryScope } from '../memories/memories.model.js';

@InputType({ description: 'A message of a conversation.' })
export class MessageInput {
  @Text({ max: 64, description: 'Role of the speaker: user, assistant, system, tool, or a name.' })
  readonly role!: string;

  @Text({ max: 50_000, description: 'Text of the message. Secrets are removed before it is stored.' })
  readonly content!: string;

  @Id({
    description:
      'Id of the message, chosen by the caller. If the session has a message with this id already, the call returns that message; if its content differs, the call fails with CONFLICT.',
  })
  readonly messageId!: string;

  @Time({ optional: true, description: 'Time at which the message was written or said.' })
  readonly occurredAt?: Date;
}

@ArgsType()
export class AddMessagesArgs {
  @Id({
    description: 'Id of the session, chosen by the caller. Use the same id if you also submit a trace of the session.',
  })
  readonly session!: string;

  @Inputs(() => MessageInput, {
    minEntries: 1,
    maxEntries: 200,
    description: 'Messages in their order. They are appended to the messages that the session already has.',
  })
  readonly messages!: readonly MessageInput[];

  @Choice(() => MemoryScope, {
    default: MemoryScope.PROJECT,
    description: 'Who may see the conversation. The first call for a session determines the scope.',
  })
  readonly scope!: MemoryScope;
}

@ArgsType()
export class AddTranscriptArgs {
  @Id({ description: 'Id of the session, chosen by the caller.' })
  readonly session!: string;

  @Text({
    max: TRACE_MAX_LENGTH,
    secrets: 'later', // cut out of its turns
    description: 'Transcript in any format that queueSession reads. Secrets are removed before it is stored.',
  })
  readonly trace!: string;

  @Choice(() => MemoryScope, {
    default: MemoryScope.PROJECT,
    description: 'Who may see the conversation. The first call for a session determines the scope.',
  })
  readonly scope!: MemoryScope;
}

@ArgsType()
export class ConversationArgs {
  @Id({ description: 'Id of the session.' })
  readonly id!: string;
}

@ArgsType()
export class MessagesArgs extends PageArgs(50) {}

@ArgsType()
export class DistilConversationArgs {
  @Id({ description: 'Id of the session.' })
  readonly id!: string;

  @Choice(() => SessionOutcome, {
    default: SessionOutcome.UNKNOWN,
    description: 'Whether the session reached its goal. If it is UNKNOWN, a later call can state it.',
  })
  readonly outcome!: SessionOutcome;
}
