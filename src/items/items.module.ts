import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { type KindSource, type PartSource, partSourceOf, sourceOf } from '../knowledge/kind.js';
import { SearchModule } from '../search/search.module.js';
import { Deletions } from '../versions/deletions.service.js';
import { VersionsModule } from '../versions/versions.module.js';
import { CatalogResolver } from './catalog.resolver.js';
import { CatalogService } from './catalog.service.js';
import { itemKind } from './items.kind.js';
import { ItemsRepository } from './items.repository.js';
import { AttachedLearningResolver, KnowledgeItemResolver, LearningResolver } from './items.resolver.js';
import { ItemSection } from './items.section.js';
import { ItemsService } from './items.service.js';
import { ItemsTools } from './items.tools.js';
import { learningPart } from './learning-content.js';
import { LearningEditor } from './learning-editor.service.js';
import { LearningLists } from './learning-lists.service.js';
import { NamesRepository } from './names.repository.js';
import { NamesService } from './names.service.js';
import { NamesWorker } from './names.worker.js';

@Module({
  imports: [EvidenceModule, SearchModule, VersionsModule],
  providers: [
    ItemsRepository,
    ItemsService,
    CatalogService,
    CatalogResolver,
    ItemSection,
    ItemsTools,
    LearningEditor,
    LearningLists,
    NamesRepository,
    NamesService,
    NamesWorker,
    KnowledgeItemResolver,
    LearningResolver,
    AttachedLearningResolver,
    {
      provide: sourceOf(itemKind),
      inject: [ItemsService, CatalogService, ItemSection],
      useFactory: (service: ItemsService, catalog: CatalogService, section: ItemSection): KindSource => ({
        load: ({ namespace }, ids) => service.findItems(namespace, ids),
        restore: (restoring, id, state) => catalog.restoreItem(restoring, id, state),
        section,
      }),
    },
    {
      provide: partSourceOf(learningPart),
      inject: [ItemsService, LearningEditor],
      useFactory: (service: ItemsService, editor: LearningEditor): PartSource => ({
        sees: async ({ namespace }, id) => (await service.findLearning(namespace, id)) !== undefined,
        restore: (restoring, id, state) => editor.restore(restoring, id, state),
      }),
    },
  ],
  exports: [CatalogService, ItemsService, LearningEditor, NamesService],
})
export class ItemsModule {
  constructor(deletions: Deletions, catalog: CatalogService) {
    deletions.add('item', (caller, id) => catalog.deleteItem(caller.namespace, id, caller));
  }
}
