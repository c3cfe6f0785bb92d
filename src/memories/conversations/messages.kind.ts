import { defineKind, fromNode } from '../../knowledge/kind.js';
import { EPISODIC } from '../../knowledge/profiles.js';
import { visibleTo } from '../scopes.js';
import type { Message } from './conversations.model.js';
import { MESSAGE_PROPERTIES, messageOf } from './message.js';

/**
 * What was said in a conversation, ranked as an episodic piece is. It is a kind of its own, since a piece is seen by all of the
 * namespace and a message by those of its scope.
 */
export const messageKind = defineKind({
  name: 'MESSAGE',
  description: 'A message of a conversation: an episodic piece with its session and its position in it.',
  label: 'Message',
  typeName: 'Message',
  refPrefix: 'message',
  profile: EPISODIC,
  visibleTo: (caller) => [visibleTo(caller)],
  fromNode: fromNode<Message>(MESSAGE_PROPERTIES, messageOf),
});
