import { Module } from '@nestjs/common';
import { Embedders } from '../embedding/embedders.js';
import { EmbeddingRepository } from '../embedding/embedding.repository.js';
import { EmbeddingResolver } from '../embedding/embedding.resolver.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import { EmbeddingWorker } from '../embedding/embedding.worker.js';
import { LocalRuntime } from '../embedding/local-runtime.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { TrialsModule } from '../trials/trials.module.js';
import { Aliases } from './aliases.service.js';
import { EntityLinker } from './entity-linker.js';
import { Exclusion } from './exclusion.service.js';
import { Matching } from './matching.js';
import { PastService } from './past.service.js';
import { Populations } from './population.js';
import { Ranking } from './ranking.js';
import { SearchPlans } from './search-plans.js';
import { SearchRepository } from './search.repository.js';
import { ScoreExplanationResolver, SearchHitResolver, SearchResolver } from './search.resolver.js';
import { SearchService } from './search.service.js';
import { TextIndex } from './text-index.js';
import { WordStatistics } from './word-statistics.js';

@Module({
  imports: [EvidenceModule, TrialsModule],
  providers: [
    SearchService,
    Exclusion,
    Ranking,
    SearchRepository,
    SearchResolver,
    SearchHitResolver,
    ScoreExplanationResolver,
    PastService,
    Populations,
    TextIndex,
    SearchPlans,
    WordStatistics,
    Matching,
    EntityLinker,
    Aliases,
    LocalRuntime,
    Embedders,
    EmbeddingService,
    EmbeddingRepository,
    EmbeddingResolver,
    EmbeddingWorker,
  ],
  exports: [SearchService, PastService, Aliases, Exclusion, EmbeddingService],
})
export class SearchModule {}
