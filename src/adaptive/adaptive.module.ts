import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { type KindSource, sourceOf } from '../knowledge/kind.js';
import { SearchModule } from '../search/search.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { TrialsModule } from '../trials/trials.module.js';
import { ActionRanking } from './action-ranking.service.js';
import { AdaptiveLists } from './adaptive-lists.service.js';
import { AdaptiveRepository } from './adaptive.repository.js';
import {
  AdaptiveActionResolver,
  AdaptiveStepResolver,
  AdaptiveTaskResolver,
  StrategyResolver,
} from './adaptive.resolver.js';
import { AdaptiveTools } from './adaptive.tools.js';
import { JudgementService } from './judgement.service.js';
import { NextActionService } from './next-action.service.js';
import { IntentService } from './intent.service.js';
import { StrategyService } from './strategy.service.js';
import { TaskService } from './task.service.js';
import { ValidationService } from './validation.service.js';
import { VerdictEffects } from './verdict-effects.service.js';
import type { Strategy } from './strategy.model.js';
import { strategyKind } from './adaptive.kind.js';
import { StrategySection } from './adaptive.section.js';

/** Adaptive tasks: a loop that tries actions, validates results, and learns which action serves which kind of request. */
@Module({
  imports: [DocumentsModule, EvidenceModule, LlmModule, SearchModule, TrialsModule, VersionsModule],
  providers: [
    AdaptiveRepository,
    AdaptiveLists,
    IntentService,
    ValidationService,
    StrategyService,
    ActionRanking,
    NextActionService,
    VerdictEffects,
    TaskService,
    JudgementService,
    AdaptiveTaskResolver,
    StrategyResolver,
    AdaptiveActionResolver,
    AdaptiveStepResolver,
    AdaptiveTools,
    StrategySection,
    {
      provide: sourceOf(strategyKind),
      inject: [AdaptiveRepository, StrategyService, StrategySection],
      useFactory: (repository: AdaptiveRepository, service: StrategyService, section: StrategySection): KindSource => ({
        load: ({ namespace }, ids) => repository.findStrategies(namespace, ids),
        apart: (caller, found, origins) => service.apart(caller, found as readonly Strategy[], origins),
        section,
      }),
    },
  ],
})
export class AdaptiveModule {}
