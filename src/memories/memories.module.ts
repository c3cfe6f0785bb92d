import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { SearchModule } from '../search/search.module.js';
import { DECAY_PER_MS } from './confidence.js';
import { MemoryArchiver } from './memories.archiver.js';
import { MemoryScope } from './memories.model.js';
import { MemoriesRepository } from './memories.repository.js';
import { MemoryResolver } from './memories.resolver.js';
import { MemoriesService } from './memories.service.js';
import { MemoriesTools } from './memories.tools.js';
import { visibleTo } from './scopes.js';

@Module({
  imports: [EvidenceModule, SearchModule],
  providers: [MemoriesRepository, MemoriesService, MemoryArchiver, MemoryResolver, MemoriesTools],
  exports: [MemoriesService],
})
export class MemoriesModule implements OnModuleInit {
  constructor(
    private readonly memories: MemoriesService,
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
