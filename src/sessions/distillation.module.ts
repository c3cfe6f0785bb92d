import { Module } from '@nestjs/common';
import { LlmModule } from '../llm/llm.module.js';
import { DistillationController } from './distillation.controller.js';
import { DistillationProgress } from './distillation.progress.js';
import { DistillationRepository } from './distillation.repository.js';
import { DistillationResolver } from './distillation.resolver.js';
import { DistillationService } from './distillation.service.js';
import { DistillationTools } from './distillation.tools.js';
import { DistillationWorker } from './distillation.worker.js';
import { MemoriesModule } from '../memories/memories.module.js';

/** Distillation: turns session traces into memories. */
@Module({
  imports: [LlmModule, MemoriesModule],
  controllers: [DistillationController],
  providers: [
    DistillationRepository,
    DistillationService,
    DistillationProgress,
    DistillationWorker,
    DistillationResolver,
    DistillationTools,
  ],
  exports: [DistillationService],
})
export class DistillationModule {}
