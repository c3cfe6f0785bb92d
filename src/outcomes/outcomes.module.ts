import { Module } from '@nestjs/common';
import { ContextModule } from '../context/context.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { PlanningModule } from '../planning/planning.module.js';
import { TrialsModule } from '../trials/trials.module.js';
import { VersionsModule } from '../versions/versions.module.js';
import { EffectResolver } from './effect.resolver.js';
import { EffectService } from './effect.service.js';
import { MisleadingResolver } from './misleading.resolver.js';
import { MisleadingService } from './misleading.service.js';
import { OutcomesResolver } from './outcomes.resolver.js';
import { OutcomesService } from './outcomes.service.js';
import { OutcomeWriter } from './outcomes.writer.js';
import { OutcomeRetraction } from './retraction.service.js';
import { OutcomesTools } from './outcomes.tools.js';

/**
 * Outcomes of contexts and the credit they give, the association of knowledge with success, and misleading knowledge.
 */
@Module({
  imports: [ContextModule, EvidenceModule, PlanningModule, TrialsModule, VersionsModule],
  providers: [
    EffectResolver,
    EffectService,
    MisleadingResolver,
    MisleadingService,
    OutcomesService,
    OutcomeRetraction,
    OutcomeWriter,
    OutcomesResolver,
    OutcomesTools,
  ],
  exports: [OutcomeRetraction, OutcomesService],
})
export class OutcomesModule {}
