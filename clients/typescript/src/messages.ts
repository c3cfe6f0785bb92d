import { newKey } from './platform.js';
import type { CallOptions, Json, Requests } from './request.js';

/** A message of a conversation. */
export interface Message extends Json {
  /** user, assistant, system, tool, or a name. */
  readonly role: string;
  readonly content: string;
  /** Recognizes the message if it is sent again; without one, the client makes one. */
  readonly messageId?: string;
  /** Time at which it was written or said, ISO 8601. */
  readonly occurredAt?: string;
}

/** Messages to append to a session. */
export interface MessagesToAdd {
  readonly session: string;
  readonly messages: readonly Message[];
  /** Who may see the conversation; the first call for a session decides. */
  readonly scope?: 'PROJECT' | 'TEAM' | 'ORG';
}

/** A stored message. */
export interface AddedMessage {
  readonly messageId: string;
  /** Ref for `outcome` and links: message:…. */
  readonly ref: string;
  /** Position in the session, counted from 0. */
  readonly position: number;
  /** False if an earlier call had stored it. */
  readonly created: boolean;
}

const ADD = `mutation ($session: ID!, $messages: [MessageInput!]!, $scope: MemoryScope! = PROJECT) {
  addMessages(session: $session, messages: $messages, scope: $scope) {
    messages { messageId ref position created } } }`;

export async function addMessages(
  requests: Requests,
  { messages, ...place }: MessagesToAdd,
  options?: CallOptions,
): Promise<readonly AddedMessage[]> {
  const keyed = messages.map((message) => ({ messageId: newKey(), ...message }));
  const { addMessages } = await requests.graphql(ADD, { ...place, messages: keyed }, options);
  return (addMessages as { readonly messages: readonly AddedMessage[] }).messages;
}
