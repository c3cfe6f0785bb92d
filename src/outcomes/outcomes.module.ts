import { Module } from '@nestjs/common';
import { ContextModule } from '../context/context.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { PlanningModule } from '../planning/planning.module.js';
import { OutcomesResolver } from './outcomes.resolver.js';
import { OutcomesService } from './outcomes.service.js';
import { OutcomesTools } from './outcomes.tools.js';

/** What came of contexts, and the credit that it gives. */
@Module({
  imports: [ContextModule, EvidenceModule, PlanningModule],
  providers: [OutcomesService, OutcomesResolver, OutcomesTools],
})
export class OutcomesModule {}
