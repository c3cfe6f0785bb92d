import { Module } from '@nestjs/common';
import { type KindSource, sourceOf } from '../knowledge/kind.js';
import { SearchModule } from '../search/search.module.js';
import { Deletions } from '../versions/deletions.service.js';
import { VersionsModule } from '../versions/versions.module.js';
import { DistillationModule } from './distillation.module.js';
import type { Message } from './conversations.model.js';
import { ConversationsResolver } from './conversations.resolver.js';
import { ConversationsService } from './conversations.service.js';
import { ConversationsTools } from './conversations.tools.js';
import { messageKind } from './messages.kind.js';
import { MessageSection } from './messages.section.js';
import { SessionsResolver } from './sessions.resolver.js';

/** Conversations: the messages of sessions, stored one by one. */
@Module({
  imports: [DistillationModule, SearchModule, VersionsModule],
  providers: [
    ConversationsService,
    ConversationsResolver,
    ConversationsTools,
    SessionsResolver,
    MessageSection,
    {
      provide: sourceOf(messageKind),
      inject: [ConversationsService, MessageSection],
      useFactory: (service: ConversationsService, section: MessageSection): KindSource => ({
        load: (caller, ids) => service.findMessages(caller, ids),
        apart: (_, found, { sessions }) =>
          Promise.resolve((found as readonly Message[]).filter(({ session }) => !sessions.includes(session))),
        section,
      }),
    },
  ],
})
export class ConversationsModule {
  constructor(deletions: Deletions, conversations: ConversationsService) {
    deletions.add('conversation', (caller, id) => conversations.delete(caller, id));
  }
}
