import { Module } from '@nestjs/common';
import { AdaptiveModule } from '../adaptive/adaptive.module.js';
import { ItemsModule } from '../items/items.module.js';
import { LayersModule } from '../layers/layers.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { MemoriesModule } from '../memories/memories.module.js';
import { FluentsModule } from '../fluents/fluents.module.js';
import { SearchModule } from '../search/search.module.js';
import { ContextController } from './context.controller.js';
import { ContextRepository } from './context.repository.js';
import { ContextResolver } from './context.resolver.js';
import { ContextService } from './context.service.js';
import { CONTEXT_SOURCES, type ContextSource } from './context.source.js';
import { ContextTools } from './context.tools.js';
import { FluentSection } from './sections/fluent.section.js';
import { ItemSection } from './sections/item.section.js';
import { MemorySection } from './sections/memory.section.js';
import { PieceSection } from './sections/piece.section.js';
import { StrategySection } from './sections/strategy.section.js';
import { StatusResolver } from './status.resolver.js';
import { StatusService } from './status.service.js';

@Module({
  imports: [AdaptiveModule, ItemsModule, LayersModule, LlmModule, MemoriesModule, FluentsModule, SearchModule],
  controllers: [ContextController],
  providers: [
    ItemSection,
    FluentSection,
    MemorySection,
    StrategySection,
    PieceSection,
    {
      provide: CONTEXT_SOURCES,
      useFactory: (...sources: ContextSource[]) => sources,
      inject: [ItemSection, FluentSection, MemorySection, StrategySection, PieceSection],
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
