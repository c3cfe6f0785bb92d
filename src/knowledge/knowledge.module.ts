import { Module, type OnModuleInit } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { KnowledgeKind } from '../search/knowledge.model.js';
import { KnowledgeRegistry } from '../search/knowledge.registry.js';
import { SearchModule } from '../search/search.module.js';
import { KnowledgeRepository } from './knowledge.repository.js';
import { EntityResolver, PieceResolver, RelationResolver } from './knowledge.resolver.js';
import { KnowledgeService } from './knowledge.service.js';
import { KnowledgeTools } from './knowledge.tools.js';
import { ProvideResolver } from './provide.resolver.js';
import { KnowledgeProvider } from './provide.service.js';
import { ProvideTools } from './provide.tools.js';
import { TemplateRenderer } from './templates/template-renderer.js';

@Module({
  imports: [EvidenceModule, LlmModule, SearchModule],
  providers: [
    KnowledgeRepository,
    KnowledgeService,
    EntityResolver,
    PieceResolver,
    RelationResolver,
    KnowledgeTools,
    TemplateRenderer,
    KnowledgeProvider,
    ProvideResolver,
    ProvideTools,
  ],
  exports: [KnowledgeService, KnowledgeProvider],
})
export class KnowledgeModule implements OnModuleInit {
  constructor(
    private readonly knowledge: KnowledgeService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.register({
      kind: KnowledgeKind.PIECE,
      typeName: 'Piece',
      refPrefix: 'piece',
      load: ({ namespace }, ids) => this.knowledge.findPieces(namespace, ids),
    });
  }
}
