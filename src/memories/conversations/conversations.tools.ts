import { Field, ID, Int, PickType } from '@nestjs/graphql';
import { NotFoundError } from '../../common/errors.js';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../../common/tool.js';
import { DistillationJob } from '../distillation.model.js';
import {
  AddMessagesArgs,
  ConversationArgs,
  ConversationPageArgs,
  DistilConversationArgs,
} from './conversations.inputs.js';
import { AddedMessages, Conversation, Message } from './conversations.model.js';
import { ConversationsService } from './conversations.service.js';

@ToolObject()
class FoundMessage extends PickType(Message, ['role', 'content', 'messageId', 'position', 'occurredAt', 'ref']) {}

@ToolObject()
class FoundConversation {
  @Field(() => [FoundMessage], { description: 'Messages of the session, ordered by position.' })
  readonly messages!: readonly FoundMessage[];

  @Field(() => Int, { description: 'Number of all its messages.' })
  readonly messageCount!: number;

  @Field(() => String, { nullable: true, description: 'Give it as `after` for the next page; null on the last.' })
  readonly next!: string | null;
}

/** Without the messages, which GraphQL reads by a query of their own. */
@ToolObject()
class StoredConversation extends PickType(Conversation, [
  'id',
  'scope',
  'team',
  'project',
  'messageCount',
  'createdAt',
  'updatedAt',
]) {}

@ToolObject()
class StoredMessages extends PickType(AddedMessages, ['messages', 'redacted']) {
  @Field(() => StoredConversation, { description: 'The conversation after the messages were added.' })
  readonly conversation!: StoredConversation;
}

@ToolObject()
class DistilledConversation extends PickType(DistillationJob, [
  'sessionId',
  'part',
  'firstTurn',
  'lastTurn',
  'status',
]) {
  @Field(() => ID)
  readonly jobId!: string;
}

@ToolObject()
class DeletedConversation {
  @Field({ description: 'False when there was none.' })
  readonly deleted!: boolean;
}

/** MCP tools that keep and read conversations. */
@AgentTools()
export class ConversationsTools implements AgentToolSet {
  constructor(private readonly conversations: ConversationsService) {}

  readonly tools = [
    defineTool({
      name: 'conversation_add',
      role: 'writer',
      title: 'Keep messages of a conversation',
      description:
        'Appends messages to a session, in the given order. From then on, knowledge_search and knowledge_context find the messages for callers who may see the session. You choose the id of each message; therefore repeating a call changes nothing.',
      input: AddMessagesArgs,
      output: StoredMessages,
      lowerCase: true,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: (caller, args) => this.conversations.add(caller, args),
    }),
    defineTool({
      name: 'conversation_get',
      role: 'reader',
      title: 'Read a conversation',
      description: 'Returns the messages of a session in their order, page by page.',
      input: ConversationPageArgs,
      output: FoundConversation,
      hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (caller, { id, ...page }) => {
        const conversation = await this.conversations.find(caller, id);
        if (!conversation) throw new NotFoundError('Conversation', id);
        const { nodes, pageInfo } = await this.conversations.list(caller, conversation, page);
        const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
        return { messages: nodes, messageCount: conversation.messageCount, next };
      },
    }),
    defineTool({
      name: 'conversation_distill',
      role: 'writer',
      title: 'Distil a conversation into memories',
      description:
        'Distils the messages of a session in the background: up to three reusable strategies, or anti-patterns to avoid, become memories. The call returns immediately. Calling it again later distils the messages that were added since.',
      input: DistilConversationArgs,
      output: DistilledConversation,
      lowerCase: true,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      run: async (caller, args) => {
        const job = await this.conversations.distil(caller, args);
        return { ...job, jobId: job.id };
      },
    }),
    defineTool({
      name: 'conversation_delete',
      role: 'admin',
      title: 'Delete a conversation',
      description:
        'Permanently deletes the messages of a session, and the traces that were submitted for it. Memories that were distilled from the session are kept. The id of the session cannot be used again.',
      input: ConversationArgs,
      output: DeletedConversation,
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      run: async (caller, { id }) => ({ deleted: await this.conversations.delete(caller, id) }),
    }),
  ];
}
