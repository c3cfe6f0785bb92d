import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { CalibrationResolver } from './calibration.resolver.js';
import { KnowledgeRegistry } from './knowledge.registry.js';
import { KnowledgeResolver } from './knowledge.resolver.js';

@Module({
  imports: [EvidenceModule],
  providers: [KnowledgeRegistry, KnowledgeResolver, CalibrationResolver],
  exports: [KnowledgeRegistry],
})
export class KnowledgeModule {}
