import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { DistillationJob } from './distillation.model.js';
import {
  AddMessagesArgs,
  AddTranscriptArgs,
  ConversationArgs,
  DistilConversationArgs,
  MessagesArgs,
} from './conversations.inputs.js';
import {
  AddedMessages,
  AddedTranscript,
  Conversation,
  type Message,
  MessageConnection,
} from './conversations.model.js';
import { ConversationsService } from './conversations.service.js';

@Resolver(() => Conversation)
export class ConversationsResolver {
  constructor(private readonly conversations: ConversationsService) {}

  @Needs('reader')
  @Query(() => Conversation, {
    nullable: true,
    description:
      'The conversation of this session; null if there is none, if it was deleted, or if the caller may not see it.',
  })
  async conversation(@CurrentCaller() caller: Caller, @Args() { id }: ConversationArgs): Promise<Conversation | null> {
    return (await this.conversations.find(caller, id)) ?? null;
  }

  @Needs('writer')
  @Mutation(() => AddedMessages, {
    description:
      'Appends messages to a session, either all of them or none. The call fails with CONFLICT if the session has another scope, team or project, if it was deleted, or if a message was stored already with different content.',
  })
  addMessages(@CurrentCaller() caller: Caller, @Args() args: AddMessagesArgs): Promise<AddedMessages> {
    return this.conversations.add(caller, args);
  }

  @Needs('writer')
  @Mutation(() => AddedTranscript, {
    description:
      'Appends the turns of a transcript to a session as messages, without an LLM. The id of a message is the number of its turn (`turn-1`), so a longer transcript of the session adds only its new turns. JSON of an unknown format is refused with the rule UNKNOWN_FORMAT.',
  })
  addTranscript(@CurrentCaller() caller: Caller, @Args() args: AddTranscriptArgs): Promise<AddedTranscript> {
    return this.conversations.addTranscript(caller, args);
  }

  @Needs('writer')
  @Mutation(() => DistillationJob, {
    description:
      'Queues a conversation for distillation, with the messages that it has so far. Calling it again later distils the messages that were added since. Fails with LLM_UNAVAILABLE if no LLM is configured.',
  })
  distilConversation(@CurrentCaller() caller: Caller, @Args() args: DistilConversationArgs): Promise<DistillationJob> {
    return this.conversations.distil(caller, args);
  }

  @ResolveField(() => MessageConnection, { description: 'Messages of the session, ordered by position.' })
  messages(
    @CurrentCaller() caller: Caller,
    @Parent() conversation: Conversation,
    @Args() args: MessagesArgs,
  ): Promise<ConnectionOf<Message>> {
    return this.conversations.list(caller, conversation, args);
  }
}
