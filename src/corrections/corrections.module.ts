import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { HooksModule } from '../hooks/hooks.module.js';
import { ItemsModule } from '../items/items.module.js';
import { OutcomesModule } from '../outcomes/outcomes.module.js';
import { PlanningModule } from '../planning/planning.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { CorrectionsResolver } from './corrections.resolver.js';
import { CorrectionsService } from './corrections.service.js';
import { CorrectionsTools } from './corrections.tools.js';
import { LearningResolution } from './resolving.service.js';

/** Retracts wrong reports. */
@Module({
  imports: [EvidenceModule, HooksModule, ItemsModule, OutcomesModule, PlanningModule, VersionsModule],
  providers: [CorrectionsService, LearningResolution, CorrectionsResolver, CorrectionsTools],
})
export class CorrectionsModule {}
