import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../common/caller.js';
import type { ConnectionOf } from '../../common/connection.js';
import { CurrentCaller } from '../../common/current-caller.js';
import { DistillationJob } from '../distillation.model.js';
import { AddMessagesArgs, ConversationArgs, DistilConversationArgs, MessagesArgs } from './conversations.inputs.js';
import { AddedMessages, Conversation, type Message, MessageConnection } from './conversations.model.js';
import { ConversationsService } from './conversations.service.js';

@Resolver(() => Conversation)
export class ConversationsResolver {
  constructor(private readonly conversations: ConversationsService) {}

  @Query(() => Conversation, {
    nullable: true,
    description:
      'The conversation of this session; null where there is none, it was deleted, or the caller does not see it.',
  })
  async conversation(@CurrentCaller() caller: Caller, @Args() { id }: ConversationArgs): Promise<Conversation | null> {
    return (await this.conversations.find(caller, id)) ?? null;
  }

  @Mutation(() => AddedMessages, {
    nullable: true,
    description:
      'Puts messages at the end of a session, all of them or none. CONFLICT where the session is of another scope, team or project, where it was deleted, or where a message was stored with other content.',
  })
  addMessages(@CurrentCaller() caller: Caller, @Args() args: AddMessagesArgs): Promise<AddedMessages> {
    return this.conversations.add(caller, args);
  }

  @Mutation(() => DistillationJob, {
    nullable: true,
    description:
      'Queues a conversation for distillation, as it is by now; again, with what was said since. LLM_UNAVAILABLE without an LLM.',
  })
  distilConversation(@CurrentCaller() caller: Caller, @Args() args: DistilConversationArgs): Promise<DistillationJob> {
    return this.conversations.distil(caller, args);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description:
      'Deletes a conversation with the traces that were handed in of its session. Memories of it stay. Its id cannot be used again. False when there was none.',
  })
  deleteConversation(@CurrentCaller() caller: Caller, @Args() { id }: ConversationArgs): Promise<boolean> {
    return this.conversations.delete(caller, id);
  }

  @ResolveField(() => MessageConnection, { description: 'By position.' })
  messages(
    @CurrentCaller() caller: Caller,
    @Parent() conversation: Conversation,
    @Args() args: MessagesArgs,
  ): Promise<ConnectionOf<Message>> {
    return this.conversations.list(caller, conversation, args);
  }
}
