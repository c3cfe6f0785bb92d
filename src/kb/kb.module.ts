import { Module, type OnModuleInit } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { KnowledgeKind } from '../search/knowledge.model.js';
import { KnowledgeRegistry } from '../search/knowledge.registry.js';
import { SearchModule } from '../search/search.module.js';
import { itemOf, KbRepository } from './kb.repository.js';
import { AttachedLearningResolver, KnowledgeItemResolver, LearningResolver } from './kb.resolver.js';
import { KbService } from './kb.service.js';
import type { StoredItem } from './kb.statements.js';

@Module({
  imports: [EvidenceModule, SearchModule],
  providers: [KbRepository, KbService, KnowledgeItemResolver, LearningResolver, AttachedLearningResolver],
  exports: [KbService],
})
export class KbModule implements OnModuleInit {
  constructor(
    private readonly kb: KbService,
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
