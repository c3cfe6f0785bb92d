import { Module } from '@nestjs/common';
import { KbModule } from '../kb/kb.module.js';
import { KnowledgeModule } from '../knowledge/knowledge.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { MemoryModule } from '../memory/memory.module.js';
import { SearchModule } from '../search/search.module.js';
import { ContextController } from './context.controller.js';
import { ContextRepository } from './context.repository.js';
import { ContextResolver } from './context.resolver.js';
import { ContextService } from './context.service.js';
import { CONTEXT_SOURCES, type ContextSource } from './context.source.js';
import { ContextTools } from './context.tools.js';
import { ItemSection } from './sections/item.section.js';
import { MemorySection } from './sections/memory.section.js';
import { PieceSection } from './sections/piece.section.js';
import { StatusResolver } from './status.resolver.js';
import { StatusService } from './status.service.js';

@Module({
  imports: [KbModule, KnowledgeModule, LlmModule, MemoryModule, SearchModule],
  controllers: [ContextController],
  providers: [
    ItemSection,
    MemorySection,
    PieceSection,
    {
      provide: CONTEXT_SOURCES,
      useFactory: (...sources: ContextSource[]) => sources,
      inject: [ItemSection, MemorySection, PieceSection],
    },
    ContextRepository,
    ContextService,
    ContextResolver,
    ContextTools,
    StatusService,
    StatusResolver,
  ],
  exports: [ContextService],
})
export class ContextModule {}
