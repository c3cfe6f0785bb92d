import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccessModule, ApiKeysModule } from './access/access.module.js';
import { AuditModule, RefusalsModule } from './audit/audit.module.js';
import { WorkersModule } from './common/workers/workers.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Config } from './config/config.js';
import { ContextModule } from './context/context.module.js';
import { CorrectionsModule } from './corrections/corrections.module.js';
import { CypherModule } from './cypher/cypher.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { ReviewModule } from './review/review.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { ExplorerModule } from './explorer/explorer.module.js';
import { GraphModule } from './graph/graph.module.js';
import { HooksModule } from './hooks/hooks.module.js';
import { kinds } from './kinds.js';
import { KnowledgeModule, type ServedKind } from './knowledge/knowledge.module.js';
import { LlmModule } from './llm/llm.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { OutcomesModule } from './outcomes/outcomes.module.js';
import { PlanningModule } from './planning/planning.module.js';
import { SampleModule } from './sample/sample.module.js';
import { SearchModule } from './search/search.module.js';
import { ServerModule } from './server/server.module.js';

/**
 * Every feature of the service, in the order of the layers.
 *
 * @param served the kinds of knowledge that are kept
 */
export const featureModules = (served: readonly ServedKind[] = kinds): NonNullable<ModuleMetadata['imports']> => [
  ApiKeysModule,
  AuditModule,
  CypherModule,
  LlmModule,
  EvidenceModule,
  KnowledgeModule.of(served),
  SearchModule,
  DocumentsModule,
  PlanningModule,
  ContextModule,
  OutcomesModule,
  HooksModule,
  CorrectionsModule,
  ReviewModule,
  McpModule,
  ExplorerModule,
  SampleModule,
];

@Module({})
export class AppModule {
  /** @param features those of the service; a test may bring its own */
  static of(config: Config, logger: Logger, features: ModuleMetadata['imports'] = featureModules()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        WorkersModule,
        GraphModule,
        RefusalsModule,
        AccessModule,
        ...features,
        ServerModule.of(logger),
      ],
    };
  }
}
