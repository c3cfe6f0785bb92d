import { Module, type OnModuleInit } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { SearchModule } from '../search/search.module.js';
import { itemOf, ItemsRepository } from './items.repository.js';
import { AttachedLearningResolver, KnowledgeItemResolver, LearningResolver } from './items.resolver.js';
import { ItemsService } from './items.service.js';
import type { StoredItem } from './items.statements.js';

@Module({
  imports: [EvidenceModule, SearchModule],
  providers: [ItemsRepository, ItemsService, KnowledgeItemResolver, LearningResolver, AttachedLearningResolver],
  exports: [ItemsService],
})
export class ItemsModule implements OnModuleInit {
  constructor(
    private readonly kb: ItemsService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.register({
      kind: KnowledgeKind.ITEM,
      typeName: 'KnowledgeItem',
      refPrefix: 'item',
      load: ({ namespace }, ids) => this.kb.findItems(namespace, ids),
      fromProperties: (_caller, properties) => itemOf(properties as unknown as StoredItem),
      calibrate: (namespace, bins) => this.kb.calibrate(namespace, bins),
    });
  }
}
