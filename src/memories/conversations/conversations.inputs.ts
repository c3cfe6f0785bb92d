import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../../common/connection.js';
import { Choice, Id, Inputs, Text, Time } from '../../common/validation.js';
import { SessionOutcome } from '../distillation.model.js';
import { MemoryScope } from '../memories.model.js';

@InputType({ description: 'A message of a conversation.' })
export class MessageInput {
  @Text({ max: 64, description: 'Who said it: user, assistant, system, tool, or a name.' })
  readonly role!: string;

  @Text({ max: 50_000, description: 'Text of the message. Secrets are removed before it is stored.' })
  readonly content!: string;

  @Id({
    description:
      'Your id of the message. A repeated one of the same session gives the first answer; with other content it is a CONFLICT.',
  })
  readonly messageId!: string;

  @Time({ optional: true, description: 'When it was said.' })
  readonly occurredAt?: Date;
}

@ArgsType()
export class AddMessagesArgs {
  @Id({ description: 'Your id of the session; the same that its trace is handed in with.' })
  readonly session!: string;

  @Inputs(() => MessageInput, {
    minEntries: 1,
    maxEntries: 200,
    description: 'In their order; they go behind those that are there.',
  })
  readonly messages!: readonly MessageInput[];

  @Choice(() => MemoryScope, {
    default: MemoryScope.PROJECT,
    description: 'Who sees the conversation. The first messages of a session settle it.',
  })
  readonly scope!: MemoryScope;
}

@ArgsType()
export class ConversationArgs {
  @Id({ description: 'Id of the session.' })
  readonly id!: string;
}

@ArgsType()
export class ConversationPageArgs extends PageArgs(50) {
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
    description: 'Whether the session reached its goal. UNKNOWN may be told later.',
  })
  readonly outcome!: SessionOutcome;
}
