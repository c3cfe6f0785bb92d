import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { type PartSource, partSourceOf } from '../knowledge/kind.js';
import { SearchModule } from '../search/search.module.js';
import { ChunkWriter } from './chunks.service.js';
import { EntitiesModule } from '../entities/entities.module.js';
import { EntitiesService } from '../entities/entities.service.js';
import { NoveltyService } from './novelty/novelty.service.js';
import { SupersessionsResolver } from './novelty/supersessions.resolver.js';
import { Supersessions } from './novelty/supersessions.service.js';
import { TouchedService } from './novelty/touched.service.js';
import { LoadingTools } from './loading.tools.js';
import { Deletions } from '../versions/deletions.service.js';
import { VersionsModule } from '../versions/versions.module.js';
import { entityPart, relationPart } from '../entities/entities.kind.js';
import { CorrectingResolver } from './correcting.resolver.js';
import { CorrectingService } from './correcting.service.js';
import { KnowledgeUndo } from './knowledge.undo.js';
import { ContradictionsService } from './facts/contradictions.service.js';
import { FactsKeeper } from './facts/facts.keeper.js';
import { FactsResolver } from './facts/facts.resolver.js';
import { FactsService } from './facts/facts.service.js';
import { MergeWriter } from './merging/merge.writer.js';
import { MergingResolver } from './merging/merging.resolver.js';
import { MergingService } from './merging/merging.service.js';
import { KnowledgeWriter } from './knowledge.writer.js';
import { LoadingService } from './loading.service.js';
import { CheckInUndo } from './check-ins-undo.service.js';
import { LoadingResolver } from './loading.resolver.js';
import { KnowledgeDeleter } from './deleting.service.js';
import { Ingester } from './ingesting.service.js';
import { TextSaver } from './text.saver.js';
import { MentionsResolver } from './linking/mentions.resolver.js';
import { MentionsService } from './linking/mentions.service.js';
import { MentionsWorker } from './linking/mentions.worker.js';
import { ShownWorker } from './shown/shown.worker.js';

@Module({
  imports: [EntitiesModule, EvidenceModule, LlmModule, SearchModule, VersionsModule],
  providers: [
    KnowledgeWriter,
    FactsKeeper,
    FactsService,
    ContradictionsService,
    FactsResolver,
    ShownWorker,
    MentionsWorker,
    MentionsService,
    MentionsResolver,
    LoadingService,
    Ingester,
    CheckInUndo,
    TextSaver,
    KnowledgeDeleter,
    KnowledgeUndo,
    MergeWriter,
    MergingService,
    MergingResolver,
    CorrectingService,
    CorrectingResolver,
    ChunkWriter,
    NoveltyService,
    TouchedService,
    Supersessions,
    SupersessionsResolver,
    LoadingResolver,
    LoadingTools,
    {
      provide: partSourceOf(entityPart),
      inject: [EntitiesService, LoadingService],
      useFactory: (service: EntitiesService, loading: LoadingService): PartSource => ({
        sees: async ({ namespace }, id) => (await service.findEntity(namespace, id)) !== undefined,
        resolve: ({ namespace }, id) => service.resolve(namespace, id),
        restore: (restoring, id, state) => loading.restore(restoring, `entity:${id}`, state),
      }),
    },
    {
      provide: partSourceOf(relationPart),
      inject: [EntitiesService, LoadingService],
      useFactory: (service: EntitiesService, loading: LoadingService): PartSource => ({
        sees: ({ namespace }, id) => service.hasRelation(namespace, `relation:${id}`),
        restore: (restoring, id, state) => loading.restore(restoring, `relation:${id}`, state),
      }),
    },
  ],
  exports: [CheckInUndo, ChunkWriter, FactsService, Ingester, LoadingService],
})
export class LoadingModule {
  constructor(deletions: Deletions, deleter: KnowledgeDeleter, correcting: CorrectingService) {
    deletions.add('piece', (caller, id) => deleter.deletePiece(caller, id));
    deletions.add('entity', (caller, id, withPieces) => deleter.deleteEntity(caller, id, withPieces));
    deletions.add('relation', (caller, id) => correcting.deleteRelation(caller, `relation:${id}`));
  }
}
