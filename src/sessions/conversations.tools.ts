import { Field, ID, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { DistillationJob } from './distillation.model.js';
import { AddMessagesArgs, DistilConversationArgs } from './conversations.inputs.js';
import { AddedMessages, Conversation } from './conversations.model.js';
import { ConversationsService } from './conversations.service.js';

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
  ];
}
