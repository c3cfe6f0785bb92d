import { Module, type OnModuleInit } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { SearchModule } from '../search/search.module.js';
import { LayersRepository } from './layers.repository.js';
import { EntityResolver, PieceResolver, RelationResolver } from './layers.resolver.js';
import { LayersService } from './layers.service.js';
import { LayersTools } from './layers.tools.js';
import { ProvideResolver } from './provide.resolver.js';
import { KnowledgeProvider } from './provide.service.js';
import { ProvideTools } from './provide.tools.js';
import { TemplateRenderer } from './templates/template-renderer.js';
import { LayersWriter } from './layers.writer.js';
import { LoadingService } from './loading.service.js';

@Module({
  imports: [EvidenceModule, LlmModule, SearchModule],
  providers: [
    LayersRepository,
    LayersWriter,
    LayersService,
    LoadingService,
    EntityResolver,
    PieceResolver,
    RelationResolver,
    LayersTools,
    TemplateRenderer,
    KnowledgeProvider,
    ProvideResolver,
    ProvideTools,
  ],
  exports: [LayersService, KnowledgeProvider],
})
export class LayersModule implements OnModuleInit {
  constructor(
    private readonly knowledge: LayersService,
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
