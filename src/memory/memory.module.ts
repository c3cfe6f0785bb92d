import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { KnowledgeKind } from '../search/knowledge.model.js';
import { KnowledgeRegistry } from '../search/knowledge.registry.js';
import { SearchModule } from '../search/search.module.js';
import { DECAY_PER_MS } from './confidence.js';
import { MemoryArchiver } from './memory.archiver.js';
import { MemoryScope } from './memory.model.js';
import { MemoryRepository } from './memory.repository.js';
import { MemoryResolver } from './memory.resolver.js';
import { MemoryService } from './memory.service.js';
import { MemoryTools } from './memory.tools.js';
import { visibleTo } from './scopes.js';

@Module({
  imports: [EvidenceModule, SearchModule],
  providers: [MemoryRepository, MemoryService, MemoryArchiver, MemoryResolver, MemoryTools],
  exports: [MemoryService],
})
export class MemoryModule implements OnModuleInit {
  constructor(
    private readonly memories: MemoryService,
    private readonly registry: KnowledgeRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.registry.register({
      kind: KnowledgeKind.MEMORY,
      typeName: 'Memory',
      refPrefix: 'memory',
      load: (caller, ids) => this.memories.findAll(caller, ids),
      // One that is archived carries none of these facets.
      visibleTo: (caller) => [visibleTo(caller)],
      decayPerMs: DECAY_PER_MS,
      scopeWeights: {
        [MemoryScope.PROJECT]: this.config.MEMORY_SCOPE_WEIGHT_PROJECT,
        [MemoryScope.TEAM]: this.config.MEMORY_SCOPE_WEIGHT_TEAM,
        [MemoryScope.ORG]: this.config.MEMORY_SCOPE_WEIGHT_ORG,
      },
      calibrate: (namespace, bins) => this.memories.calibrate(namespace, bins),
    });
  }
}
