import { Module } from '@nestjs/common';
import { type KindSource, sourceOf } from '../knowledge/kind.js';
import { LlmModule } from '../llm/llm.module.js';
import { MemoriesModule } from '../memories/memories.module.js';
import { SearchModule } from '../search/search.module.js';
import { Deletions } from '../versions/deletions.service.js';
import { VersionsModule } from '../versions/versions.module.js';
import type { Message } from './conversations.model.js';
import { ConversationsResolver } from './conversations.resolver.js';
import { ConversationsService } from './conversations.service.js';
import { ConversationsTools } from './conversations.tools.js';
import { DistillationController } from './distillation.controller.js';
import { DistillationProgress } from './distillation.progress.js';
import { DistillationRepository } from './distillation.repository.js';
import { DistillationResolver } from './distillation.resolver.js';
import { DistillationService } from './distillation.service.js';
import { DistillationTools } from './distillation.tools.js';
import { DistillationWorker } from './distillation.worker.js';
import { messageKind } from './messages.kind.js';
import { MessageSection } from './messages.section.js';
import { SessionsResolver } from './sessions.resolver.js';

/** Sessions: their messages, stored one by one, and distillation, which turns their traces into memories. */
@Module({
  imports: [LlmModule, MemoriesModule, SearchModule, VersionsModule],
  controllers: [DistillationController],
  providers: [
    DistillationRepository,
    DistillationService,
    DistillationProgress,
    DistillationWorker,
    DistillationResolver,
    DistillationTools,
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
export class SessionsModule {
  constructor(deletions: Deletions, conversations: ConversationsService) {
    deletions.add('conversation', (caller, id) => conversations.delete(caller, id));
  }
}
