import { Module, type OnModuleInit } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { SearchModule } from '../search/search.module.js';
import { AdaptiveRepository } from './adaptive.repository.js';
import {
  AdaptiveActionResolver,
  AdaptiveStepResolver,
  AdaptiveTaskResolver,
  StrategyResolver,
} from './adaptive.resolver.js';
import { AdaptiveTools } from './adaptive.tools.js';
import { IntentService } from './intent.service.js';
import { StrategyService } from './strategy.service.js';
import { TaskService } from './task.service.js';
import { ValidationService } from './validation.service.js';

/** A loop that tries, validates what came out, and learns what serves which kind of request. */
@Module({
  imports: [EvidenceModule, LlmModule, SearchModule],
  providers: [
    AdaptiveRepository,
    IntentService,
    ValidationService,
    StrategyService,
    TaskService,
    AdaptiveTaskResolver,
    StrategyResolver,
    AdaptiveActionResolver,
    AdaptiveStepResolver,
    AdaptiveTools,
  ],
  exports: [StrategyService],
})
export class AdaptiveModule implements OnModuleInit {
  constructor(
    private readonly strategies: StrategyService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.register({
      kind: KnowledgeKind.STRATEGY,
      typeName: 'Strategy',
      refPrefix: 'strategy',
      load: ({ namespace }, ids) => this.strategies.findStrategies(namespace, ids),
      calibrate: (namespace, bins) => this.strategies.calibrate(namespace, bins),
    });
  }
}
