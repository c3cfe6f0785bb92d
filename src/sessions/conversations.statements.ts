import { readStatement, writeStatement } from '../graph/statement.js';
import type { MemoryScope } from '../memories/memories.model.js';
import type { Message } from './conversations.model.js';

interface SessionKey {
  readonly namespace: string;
  readonly sessionId: string;
}

interface Ids {
  readonly namespace: string;
  readonly ids: readonly string[];
}

/** Owner of a session. */
export interface Whose {
  readonly scope: MemoryScope;
  readonly team: string;
  readonly project: string;
}

/** A session whose write lock the transaction holds. */
export interface OpenSession {
  readonly scope: MemoryScope | null;
  readonly team: string | null;
  readonly project: string | null;
  readonly messages: number;
  readonly deletedAt: Date | null;
  readonly known: readonly { readonly id: string; readonly position: number; readonly contentHash: string }[];
}

/** A conversation as it is stored, without its messages. */
export interface StoredConversation extends Whose {
  readonly id: string;
  readonly messages: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}

/** A message to be stored. */
export interface NewMessage {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export const openConversation = writeStatement<SessionKey & { readonly ids: readonly string[] }, OpenSession>(
  'conversations/open-conversation',
);

export const addMessages = writeStatement<
  SessionKey & {
    readonly now: Date;
    readonly total: number;
    readonly session: Whose & { readonly agent: string | null };
    readonly rows: readonly NewMessage[];
  },
  { readonly id: string }
>('conversations/add-messages');

export const linkMessages = writeStatement<Ids, { readonly id: string }>('conversations/link-messages');

export const findConversation = readStatement<SessionKey, { readonly session: StoredConversation }>(
  'conversations/find-conversation',
);

export const findMessages = readStatement<Ids & { readonly visible: readonly string[] }, { readonly message: Message }>(
  'conversations/find-messages',
);

export const listMessages = readStatement<
  SessionKey & { readonly after: number; readonly limit: number },
  { readonly message: Message }
>('conversations/list-messages');

export const closeConversation = writeStatement<SessionKey & { readonly now: Date }, { readonly id: string }>(
  'conversations/close-conversation',
);

export const listMessageRefs = readStatement<
  SessionKey & { readonly limit: number },
  { readonly id: string; readonly ref: string }
>('conversations/list-message-refs');

export const deleteMessages = writeStatement<Ids, { readonly id: string }>('conversations/delete-messages');
