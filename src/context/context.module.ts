import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { SearchModule } from '../search/search.module.js';
import { TrialsModule } from '../trials/trials.module.js';
import { ContextController } from './context.controller.js';
import { ContextRepository } from './context.repository.js';
import { ContextResolver } from './context.resolver.js';
import { ContextService } from './context.service.js';
import { ContextTools } from './context.tools.js';
import { NamespaceResolver, StatusResolver } from './status.resolver.js';
import { NamespacesService } from './namespaces.service.js';
import { StatusService } from './status.service.js';

@Module({
  imports: [EvidenceModule, LlmModule, SearchModule, TrialsModule],
  controllers: [ContextController],
  providers: [
    ContextRepository,
    ContextService,
    ContextResolver,
    ContextTools,
    NamespacesService,
    StatusService,
    StatusResolver,
    NamespaceResolver,
  ],
  exports: [ContextService],
})
export class ContextModule {}
