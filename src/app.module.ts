import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import type { Logger } from 'pino';
import { AdaptiveModule } from './adaptive/adaptive.module.js';
import { WorkersModule } from './common/workers/workers.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Config } from './config/config.js';
import { ContextModule } from './context/context.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { ExplorerModule } from './explorer/explorer.module.js';
import { GraphModule } from './graph/graph.module.js';
import { ItemsModule } from './items/items.module.js';
import { LayersModule } from './layers/layers.module.js';
import { LlmModule } from './llm/llm.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { DistillationModule } from './memories/distillation.module.js';
import { MemoriesModule } from './memories/memories.module.js';
import { PlanningModule } from './planning/planning.module.js';
import { FluentsModule } from './fluents/fluents.module.js';
import { SearchModule } from './search/search.module.js';
import { ServerModule } from './server/server.module.js';

/** Every feature of the service, in the order of the layers. */
export const featureModules: NonNullable<ModuleMetadata['imports']> = [
  LlmModule,
  EvidenceModule,
  SearchModule,
  ItemsModule,
  FluentsModule,
  MemoriesModule,
  DistillationModule,
  LayersModule,
  AdaptiveModule,
  PlanningModule,
  ContextModule,
  McpModule,
  ExplorerModule,
];

@Module({})
export class AppModule {
  /** @param features those of the service; a test may bring its own */
  static of(config: Config, logger: Logger, features: ModuleMetadata['imports'] = featureModules): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.of(config), WorkersModule, GraphModule, ...features, ServerModule.of(logger)],
    };
  }
}
