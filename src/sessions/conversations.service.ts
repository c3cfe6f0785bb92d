import { Injectable } from '@nestjs/common';
import { newAct, record } from '../audit/recording.js';
import { Counter } from 'prom-client';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { type ConnectionOf, decodeCursor, page, type Page } from '../common/connection.js';
import { BadUserInputError, ConflictError, NotFoundError } from '../common/errors.js';
import { hashOfParts } from '../common/hash.js';
import { metrics } from '../common/metrics.js';
import { partsBySize } from '../common/parts.js';
import { KeyedQueue } from '../common/queue.js';
import { currentRedactions, tellRedactions } from '../secrets/door.js';
import { redactValues } from '../secrets/redact.task.js';
import { messagesOfTranscriptTask, type TurnMessage } from '../transcripts/said-messages.js';
import { Workers } from '../common/workers/workers.js';
import { inChunks } from '../graph/chunks.js';
import { GraphService, type GraphTransaction } from '../graph/graph.service.js';
import { facetsOf } from '../knowledge/facets.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import { saveWithVectors, vectorsOf } from '../embedding/save-with-vectors.js';
import type { DistillationJob } from './distillation.model.js';
import { assertHoldsTurns, DistillationService } from './distillation.service.js';
import { assertMayChange } from '../memories/rights.js';
import { assertMayShow } from '../memories/rights.js';
import { visibilityOf, visibleTo } from '../memories/scopes.js';
import type {
  AddMessagesArgs,
  AddTranscriptArgs,
  DistilConversationArgs,
  MessageInput,
} from './conversations.inputs.js';
import type { AddedMessage, AddedMessages, AddedTranscript, Conversation, Message } from './conversations.model.js';
import {
  addMessages,
  closeConversation,
  deleteMessages,
  findConversation,
  findMessages,
  linkMessages,
  listMessageRefs,
  listMessages,
  type NewMessage,
  openConversation,
  type OpenSession,
  type StoredConversation,
  type Whose,
} from './conversations.statements.js';
import { captionOf, idOfMessage, messageOf } from './message.js';
import { messageKind } from './messages.kind.js';

/** Maximum number of characters of all messages in one call. The limit for traces is the same. */
const MOST_CHARACTERS = 1_000_000;
/** Maximum number of messages read or deleted in one statement. */
const AT_ONCE = 500;
/** Maximum number of messages of a transcript that are added in one transaction. */
const ADDED_AT_ONCE = 200;

const messagesTotal = new Counter({
  name: 'heartwood_messages_total',
  help: 'Messages of conversations that were handed in, by outcome: new or repeated',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});

/** A message that is ready to be stored and lacks only its position. */
interface Ready {
  readonly id: string;
  readonly messageId: string;
  readonly role: string;
  readonly content: string;
  readonly occurredAt: Date | null;
  readonly contentHash: string;
}

/** Stores, reads and deletes the messages of sessions. */
@Injectable()
export class ConversationsService {
  /** Serialises the calls of this process that write to the same session. */
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly graph: GraphService,
    private readonly embedding: EmbeddingService,
    private readonly distillation: DistillationService,
    private readonly receipts: ReceiptsService,
    private readonly workers: Workers,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends messages to a session. Positions begin at 0, have no gaps and follow the order in which the calls commit.
   * Either all messages are stored or none.
   *
   * @throws BadUserInputError when the messages exceed the limit of characters, or two of them have the same id
   * @throws ConflictError when the session belongs to another scope, team or project, or was deleted; when a message
   * with the same id is stored with other content
   */
  async add(caller: Caller, { session, messages, scope }: AddMessagesArgs): Promise<AddedMessages> {
    const { namespace, team, project, agent = null } = caller;
    assertMayShow(caller, scope);
    checkMessages(messages);
    const ready = messages.map((message) => readied(session, message));
    const ids = ready.map(({ id }) => id);
    const whose: Whose = { scope, team, project };
    const own = { namespace, sessionId: session };
    const visibility = visibilityOf(scope, caller);
    const visible = [visibility];
    const before = await inChunks(ids, (chunk) => this.graph.run(findMessages, { namespace, ids: chunk, visible }));
    const stored = new Map(before.map(({ message }) => [message.id, { title: '', text: message.text }]));
    const texts = ready.map(({ id, content }) => {
      return { ref: refOf(id), title: '', text: content, stored: stored.get(id) };
    });
    const saved = await this.queue.run(JSON.stringify([namespace, session]), () =>
      saveWithVectors(this.embedding, texts, (vectors) =>
        this.graph.transaction(async (transaction) => {
          const [opened] = await transaction.run(openConversation, { ...own, ids });
          if (!opened) throw new Error('open-conversation returns one row');
          checkSession(session, opened, whose);
          const { answers, fresh } = placed(ready, opened);
          const rows = fresh.map((message): NewMessage => {
            return rowOf(namespace, session, visibility, message);
          });
          if (rows.length > 0) await this.save(transaction, own, { ...whose, agent }, opened.messages, rows);
          await this.embedding.attach(
            transaction,
            namespace,
            vectorsOf(
              rows.map(({ id }) => refOf(id)),
              vectors,
            ),
          );
          const [found] = await transaction.run(findConversation, own);
          if (!found) throw new Error(`session ${session} has messages`);
          return { conversation: conversationOf(found.session), messages: answers };
        }),
      ),
    );
    for (const { created } of saved.messages) messagesTotal.inc({ outcome: created ? 'created' : 'exists' });
    return { ...saved, redacted: [...currentRedactions()] };
  }

  /**
   * Adds the turns of a transcript as messages, without an LLM. The ids of the messages are the numbers of the turns, so
   * that a longer transcript of the session adds only what is new. Parts of at most 200 messages are stored one after
   * another; repeating the call continues an interrupted one.
   *
   * @throws BadUserInputError when the transcript has an unknown format, or no turn
   * @throws ConflictError as `add`
   */
  async addTranscript(caller: Caller, { session, trace, scope }: AddTranscriptArgs): Promise<AddedTranscript> {
    const { messages: read, ...untaken } = await this.workers.run(messagesOfTranscriptTask, trace);
    assertHoldsTurns(untaken, read.length);
    const messages = await this.withoutSecrets(read);
    const answers: AddedMessages[] = [];
    const size = ({ content }: MessageInput) => content.length;
    for (const part of partsBySize<MessageInput>(messages, { size, most: MOST_CHARACTERS, rows: ADDED_AT_ONCE })) {
      answers.push(await this.add(caller, { session, messages: part, scope }));
    }
    const last = answers.at(-1);
    if (!last) throw new Error('a transcript with messages has parts');
    return {
      conversation: last.conversation,
      created: answers.flatMap(({ messages: added }) => added).filter(({ created }) => created).length,
      known: answers.flatMap(({ messages: added }) => added).filter(({ created }) => !created).length,
      redacted: [...currentRedactions()],
      skippedLines: untaken.skipped,
      skippedTypes: untaken.skippedTypes,
    };
  }

  /** Cuts secrets out of the turns of a transcript, and tells where: `trace.3` is the third turn. */
  private async withoutSecrets(messages: readonly TurnMessage[]): Promise<TurnMessage[]> {
    const clean = await redactValues(
      messages.map(({ role, content }) => ({ role, content })),
      this.workers,
    );
    tellRedactions(
      clean.flatMap(({ redactions = [] }, n) => redactions.map(({ rule }) => ({ path: `trace.${n + 1}`, rule }))),
    );
    return messages.map((message, n) => ({ ...message, ...(clean[n]?.value as Partial<TurnMessage> | undefined) }));
  }

  /** @returns undefined if the conversation does not exist, was deleted, or is not visible to the caller */
  async find(caller: Caller, id: string): Promise<Conversation | undefined> {
    const [row] = await this.graph.run(findConversation, { namespace: caller.namespace, sessionId: id });
    return row?.session.deletedAt === null && sees(caller, row.session) ? conversationOf(row.session) : undefined;
  }

  /**
   * The messages of a conversation that the caller can see, ordered by position.
   *
   * @throws BadUserInputError when `after` is not a cursor of this list
   */
  async list(caller: Caller, { id, messageCount }: Conversation, asked: Page): Promise<ConnectionOf<Message>> {
    const { first, after } = asked;
    const [behind = -1] = decodeCursor(after, 'messages', ['number']) ?? [];
    return page({
      rows: await this.messagesOf(caller.namespace, id, behind, first + 1),
      first,
      after,
      order: 'messages',
      key: ({ position }) => [position],
      totalCount: () => Promise.resolve(messageCount),
    });
  }

  /** The messages with these ids that the caller can see, by id. */
  async findMessages(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, Message>> {
    const { namespace } = caller;
    const rows = await this.graph.run(findMessages, { namespace, ids, visible: visibleTo(caller) });
    return new Map(rows.map(({ message }) => [message.id, messageOf(message)]));
  }

  /**
   * Deletes a conversation: its messages, the submitted traces of the session, and the turns that memories quote.
   * Memories that were distilled from the session are kept. The session itself is only marked as deleted, so that no
   * message can be added to it later.
   *
   * @returns false if the caller cannot see the conversation
   * @throws ForbiddenError when the conversation is visible to more than its project, and this caller is of
   * another project
   */
  async delete(caller: Caller, id: string): Promise<boolean> {
    const own = { namespace: caller.namespace, sessionId: id };
    const [row] = await this.graph.run(findConversation, own);
    if (!row || !sees(caller, row.session)) return false;
    assertMayChange(caller, id, row.session, 'Conversation');
    return this.queue.run(JSON.stringify([caller.namespace, id]), async () => {
      // The session is closed before its messages are deleted, so that no message is added meanwhile. If the deletion
      // fails halfway, repeating the call continues it.
      const now = this.clock.now();
      const act = newAct(caller, 'DELETE', { namespace: caller.namespace, ref: `conversation:${id}` }, now);
      await this.graph.transaction(async (transaction) => {
        await transaction.run(closeConversation, { ...own, now });
        if (row.session.deletedAt === null) await record(transaction, [act]);
      });
      for (let deleted = 0; ; deleted += AT_ONCE) {
        const part = await this.graph.run(listMessageRefs, { ...own, limit: AT_ONCE });
        if (part.length === 0) return deleted > 0 || row.session.deletedAt === null;
        await this.receipts.deleteQuotes(
          caller.namespace,
          part.map(({ ref }) => ref),
        );
        await this.graph.run(deleteMessages, { namespace: caller.namespace, ids: part.map(({ id: each }) => each) });
      }
    });
  }

  /**
   * Queues the conversation for distillation with the messages it has now. A later call queues only the messages
   * added since.
   *
   * @throws NotFoundError when the caller cannot see the conversation
   * @throws LlmUnavailableError when no LLM is configured
   * @throws ConflictError when the session belongs to another team or project, or was queued with another outcome
   */
  async distil(caller: Caller, { id, outcome }: DistilConversationArgs): Promise<DistillationJob> {
    const conversation = await this.find(caller, id);
    if (!conversation) throw new NotFoundError('Conversation', id);
    const { scope } = conversation;
    const messages = this.saidIn(caller.namespace, conversation);
    return this.distillation.queueMessages(caller, { sessionId: id, outcome, scope }, messages);
  }

  /** The messages of a conversation. Messages that are added while this function runs are left out. */
  private async *saidIn(
    namespace: string,
    { id, messageCount }: Conversation,
  ): AsyncGenerator<Message, void, undefined> {
    for (let behind = -1; behind < messageCount - 1;) {
      const part = await this.messagesOf(namespace, id, behind, Math.min(AT_ONCE, messageCount - 1 - behind));
      if (part.length === 0) return;
      yield* part;
      behind = part.at(-1)?.position ?? messageCount;
    }
  }

  private async messagesOf(namespace: string, sessionId: string, after: number, limit: number): Promise<Message[]> {
    const rows = await this.graph.run(listMessages, { namespace, sessionId, after, limit });
    return rows.map(({ message }) => messageOf(message));
  }

  private async save(
    transaction: GraphTransaction,
    own: { readonly namespace: string; readonly sessionId: string },
    session: Whose & { readonly agent: string | null },
    before: number,
    rows: readonly NewMessage[],
  ): Promise<void> {
    const { namespace } = own;
    const total = before + rows.length;
    await transaction.run(addMessages, { ...own, now: this.clock.now(), total, session, rows });
    await transaction.run(linkMessages, { namespace, ids: rows.map(({ id }) => id) });
  }
}

function refOf(id: string): string {
  return `${messageKind.refPrefix}:${id}`;
}

/** @throws BadUserInputError that names the invalid message */
function checkMessages(messages: readonly MessageInput[]): void {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (characters > MOST_CHARACTERS) {
    const message = `messages may have ${MOST_CHARACTERS} characters together, and have ${characters}`;
    throw BadUserInputError.of('messages', 'maxTotalLength', message);
  }
  const seen = new Set<string>();
  messages.forEach(({ messageId }, index) => {
    if (seen.has(messageId)) {
      const message = `messages.${index}.messageId stands twice in this call`;
      throw BadUserInputError.of(`messages.${index}.messageId`, 'isUnique', message);
    }
    seen.add(messageId);
  });
}

/** @throws ConflictError when the caller's messages may not be added to this session */
function checkSession(id: string, { scope, team, project, deletedAt }: OpenSession, whose: Whose): void {
  if (deletedAt !== null) throw new ConflictError(`Conversation "${id}" was deleted; begin one with another id`);
  if (scope === null) return;
  const differs = scope !== whose.scope ? 'scope' : team !== whose.team ? 'team' : 'project';
  if (scope === whose.scope && team === whose.team && project === whose.project) return;
  throw new ConflictError(`Session "${id}" is of another ${differs}`);
}

/**
 * Assigns positions: a message that is stored already keeps its position, new ones are appended.
 *
 * @throws ConflictError when a message is stored already with other content
 */
function placed(ready: readonly Ready[], { messages, known }: OpenSession) {
  const stored = new Map(known.map((message) => [message.id, message]));
  const fresh: (Ready & { readonly position: number })[] = [];
  const answers = ready.map((message): AddedMessage => {
    const { id, messageId, contentHash } = message;
    const before = stored.get(id);
    if (before && before.contentHash !== contentHash) {
      throw new ConflictError(`Message "${messageId}" was stored with other content; nothing was stored now`);
    }
    if (before) return { messageId, ref: refOf(id), position: before.position, created: false };
    const position = messages + fresh.length;
    fresh.push({ ...message, position });
    return { messageId, ref: refOf(id), position, created: true };
  });
  return { answers, fresh };
}

function rowOf(
  namespace: string,
  session: string,
  visibility: string,
  { id, content, ...message }: Ready & { readonly position: number },
): NewMessage {
  return {
    id,
    properties: {
      ...message,
      ref: refOf(id),
      // The stored title is empty: a title that repeats the content would count its words twice in searches.
      title: '',
      caption: captionOf(content),
      text: content,
      content,
      session,
      visibility,
      facets: facetsOf({ namespace, kind: messageKind.name, tokens: [visibility], text: content }),
    },
  };
}

function sees(caller: Caller, { scope, team, project }: Whose): boolean {
  return visibleTo(caller).includes(visibilityOf(scope, { team, project }));
}

function conversationOf({
  id,
  scope,
  team,
  project,
  messages,
  createdAt,
  updatedAt,
}: StoredConversation): Conversation {
  return { id, scope, team, project, messageCount: messages, createdAt, updatedAt };
}

function readied(session: string, { messageId, role, content, occurredAt: at }: MessageInput): Ready {
  const occurredAt = at ?? null;
  const contentHash = hashOfParts([role, content, occurredAt?.toISOString() ?? null]);
  return { id: idOfMessage(session, messageId), messageId, role, content, occurredAt, contentHash };
}
