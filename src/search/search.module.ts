import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { CalibrationResolver } from './calibration.resolver.js';
import { Embedders } from './embedding/embedders.js';
import { EmbeddingRepository } from './embedding/embedding.repository.js';
import { EmbeddingResolver } from './embedding/embedding.resolver.js';
import { EmbeddingService } from './embedding/embedding.service.js';
import { EmbeddingWorker } from './embedding/embedding.worker.js';
import { EntityLinker } from './entity-linker.js';
import { KnowledgeRegistry } from './knowledge.registry.js';
import { KnowledgeResolver } from './knowledge.resolver.js';
import { Populations } from './population.js';
import { SearchRepository } from './search.repository.js';
import { SearchResolver } from './search.resolver.js';
import { SearchService } from './search.service.js';

@Module({
  imports: [EvidenceModule],
  providers: [
    SearchService,
    SearchRepository,
    SearchResolver,
    Populations,
    EntityLinker,
    KnowledgeRegistry,
    KnowledgeResolver,
    CalibrationResolver,
    Embedders,
    EmbeddingService,
    EmbeddingRepository,
    EmbeddingResolver,
    EmbeddingWorker,
  ],
  exports: [SearchService, KnowledgeRegistry, EmbeddingService],
})
export class SearchModule {}
