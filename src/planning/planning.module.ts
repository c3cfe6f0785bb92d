import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { ItemsModule } from '../items/items.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { SearchModule } from '../search/search.module.js';
import { TrialsModule } from '../trials/trials.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { MetricsRepository } from './metrics.repository.js';
import { MetricsResolver } from './metrics.resolver.js';
import { MetricsService } from './metrics.service.js';
import { PlanService } from './plan.service.js';
import { PlanningRepository } from './planning.repository.js';
import {
  AttributionCandidateResolver,
  AttributionForReviewResolver,
  PlanResolver,
  PlanStepResolver,
  RetrievedItemResolver,
  StepReportResolver,
} from './planning.resolver.js';
import { PlanningTools } from './planning.tools.js';
import { PromptService } from './prompt.service.js';
import { ReportService } from './report.service.js';
import { WithdrawalService } from './withdrawal.service.js';

/** Plans made from knowledge, and the outcomes of their steps. */
@Module({
  imports: [EvidenceModule, ItemsModule, LlmModule, SearchModule, TrialsModule, VersionsModule],
  providers: [
    PlanningRepository,
    PromptService,
    PlanService,
    ReportService,
    WithdrawalService,
    PlanResolver,
    RetrievedItemResolver,
    PlanStepResolver,
    AttributionCandidateResolver,
    AttributionForReviewResolver,
    StepReportResolver,
    PlanningTools,
    MetricsRepository,
    MetricsService,
    MetricsResolver,
  ],
  exports: [PromptService, PlanService, ReportService, WithdrawalService],
})
export class PlanningModule {}
