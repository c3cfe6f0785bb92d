import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { type KindSource, type PartSource, partSourceOf, sourceOf } from '../knowledge/kind.js';
import { SearchModule } from '../search/search.module.js';
import { TrialsModule } from '../trials/trials.module.js';
import { ChunkWriter } from './chunks.service.js';
import { LayersRepository } from './layers.repository.js';
import { EntityResolver, PieceResolver, RelationResolver } from './layers.resolver.js';
import { LayersService } from './layers.service.js';
import { NoveltyService } from './novelty/novelty.service.js';
import { SupersessionsResolver } from './novelty/supersessions.resolver.js';
import { Supersessions } from './novelty/supersessions.service.js';
import { TouchedService } from './novelty/touched.service.js';
import { LayersTools } from './layers.tools.js';
import { RelationChooser } from './relations.service.js';
import { ProvideResolver } from './provide.resolver.js';
import { KnowledgeProvider } from './provide.service.js';
import { ProvideTools } from './provide.tools.js';
import { TemplateRenderer } from './templates/template-renderer.js';
import type { Piece } from './layers.model.js';
import { Deletions } from '../versions/deletions.service.js';
import { VersionsModule } from '../versions/versions.module.js';
import { entityPart, pieceKind, relationPart } from './layers.kind.js';
import { PieceSection } from './layers.section.js';
import { CorrectingResolver } from './correcting.resolver.js';
import { CorrectingService } from './correcting.service.js';
import { LayersUndo } from './layers.undo.js';
import { FactsKeeper } from './facts/facts.keeper.js';
import { FactsResolver } from './facts/facts.resolver.js';
import { FactsService } from './facts/facts.service.js';
import { MergeWriter } from './merging/merge.writer.js';
import { MergingResolver } from './merging/merging.resolver.js';
import { MergingService } from './merging/merging.service.js';
import { LayersWriter } from './layers.writer.js';
import { LoadingService } from './loading.service.js';
import { CheckIns } from './check-ins.service.js';
import { CheckInUndo } from './check-ins-undo.service.js';
import { LoadingResolver } from './loading.resolver.js';
import { LayersDeleter } from './deleting.service.js';
import { Ingester } from './ingesting.service.js';
import { TextSaver } from './text.saver.js';
import { TimeRepository } from './time/time.repository.js';
import { TimeService } from './time/time.service.js';
import { Linker } from './mentions/linker.js';
import { MentionsResolver } from './mentions/mentions.resolver.js';
import { MentionsService } from './mentions/mentions.service.js';
import { MentionsWorker } from './mentions/mentions.worker.js';
import { Shower } from './shown/shower.js';
import { ShownWorker } from './shown/shown.worker.js';
import { PieceLists } from './piece-lists.service.js';

@Module({
  imports: [EvidenceModule, LlmModule, SearchModule, TrialsModule, VersionsModule],
  providers: [
    LayersRepository,
    LayersWriter,
    TimeRepository,
    TimeService,
    FactsKeeper,
    FactsService,
    FactsResolver,
    Linker,
    Shower,
    ShownWorker,
    MentionsWorker,
    MentionsService,
    MentionsResolver,
    LayersService,
    RelationChooser,
    LoadingService,
    Ingester,
    CheckIns,
    CheckInUndo,
    TextSaver,
    LayersDeleter,
    LayersUndo,
    MergeWriter,
    MergingService,
    MergingResolver,
    PieceLists,
    CorrectingService,
    CorrectingResolver,
    ChunkWriter,
    NoveltyService,
    TouchedService,
    Supersessions,
    SupersessionsResolver,
    EntityResolver,
    LoadingResolver,
    PieceResolver,
    RelationResolver,
    LayersTools,
    TemplateRenderer,
    KnowledgeProvider,
    ProvideResolver,
    ProvideTools,
    PieceSection,
    {
      provide: sourceOf(pieceKind),
      inject: [LayersService, LoadingService, PieceSection],
      useFactory: (service: LayersService, loading: LoadingService, section: PieceSection): KindSource => ({
        load: ({ namespace }, ids) => service.findPieces(namespace, ids),
        apart: (caller, found, { sessions }) => service.apart(caller, found as readonly Piece[], sessions),
        restore: (restoring, id, state) => loading.restore(restoring, `piece:${id}`, state),
        section,
      }),
    },
    {
      provide: partSourceOf(entityPart),
      inject: [LayersService, LoadingService],
      useFactory: (service: LayersService, loading: LoadingService): PartSource => ({
        sees: async ({ namespace }, id) => (await service.findEntity(namespace, id)) !== undefined,
        resolve: ({ namespace }, id) => service.resolve(namespace, id),
        restore: (restoring, id, state) => loading.restore(restoring, `entity:${id}`, state),
      }),
    },
    {
      provide: partSourceOf(relationPart),
      inject: [LayersService, LoadingService],
      useFactory: (service: LayersService, loading: LoadingService): PartSource => ({
        sees: ({ namespace }, id) => service.hasRelation(namespace, `relation:${id}`),
        restore: (restoring, id, state) => loading.restore(restoring, `relation:${id}`, state),
      }),
    },
  ],
  exports: [CheckInUndo, ChunkWriter, Ingester, LayersService, KnowledgeProvider],
})
export class LayersModule {
  constructor(deletions: Deletions, layers: LayersDeleter, correcting: CorrectingService) {
    deletions.add('piece', (caller, id) => layers.deletePiece(caller, id));
    deletions.add('entity', (caller, id, withPieces) => layers.deleteEntity(caller, id, withPieces));
    deletions.add('relation', (caller, id) => correcting.deleteRelation(caller, `relation:${id}`));
  }
}
