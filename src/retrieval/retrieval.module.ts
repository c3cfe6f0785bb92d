import { Module } from '@nestjs/common';
import { EntitiesModule } from '../entities/entities.module.js';
import { pieceKind } from '../entities/entities.kind.js';
import type { Piece } from '../entities/entities.model.js';
import { EntitiesService } from '../entities/entities.service.js';
import { type KindSource, sourceOf } from '../knowledge/kind.js';
import { LoadingModule } from '../loading/loading.module.js';
import { LoadingService } from '../loading/loading.service.js';
import { SearchModule } from '../search/search.module.js';
import { TrialsModule } from '../trials/trials.module.js';
import { PieceSection } from './piece.section.js';
import { KnowledgeProvider } from './provide.service.js';
import { ProvideTools } from './provide.tools.js';
import { RelationChooser } from './relations.service.js';
import { RetrievalResolver } from './retrieval.resolver.js';
import { RetrievalService } from './retrieval.service.js';
import { TemplateRenderer } from './templates/template-renderer.js';

@Module({
  imports: [EntitiesModule, LoadingModule, SearchModule, TrialsModule],
  providers: [
    RetrievalService,
    RetrievalResolver,
    RelationChooser,
    TemplateRenderer,
    KnowledgeProvider,
    ProvideTools,
    PieceSection,
    {
      provide: sourceOf(pieceKind),
      inject: [EntitiesService, LoadingService, PieceSection],
      useFactory: (entities: EntitiesService, loading: LoadingService, section: PieceSection): KindSource => ({
        load: ({ namespace }, ids) => entities.findPieces(namespace, ids),
        apart: (caller, found, { sessions }) => entities.apart(caller, found as readonly Piece[], sessions),
        restore: (restoring, id, state) => loading.restore(restoring, `piece:${id}`, state),
        section,
      }),
    },
  ],
})
export class RetrievalModule {}
