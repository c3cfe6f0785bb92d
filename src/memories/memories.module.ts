import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { type KindSource, sourceOf } from '../knowledge/kind.js';
import { SearchModule } from '../search/search.module.js';
import { Deletions } from '../versions/deletions.service.js';
import { VersionsModule } from '../versions/versions.module.js';
import { ArchiveKeeper } from './archive.keeper.js';
import { MemoryArchiver } from './memories.archiver.js';
import { MemoriesRepository } from './memories.repository.js';
import { MemoryEditor } from './memories.editing.js';
import { MemoryRemover } from './memories.remover.js';
import { MemoryResolver } from './memories.resolver.js';
import { MemoriesService } from './memories.service.js';
import { MemoriesTools } from './memories.tools.js';
import { memoryKind } from './memories.kind.js';
import type { Memory } from './memories.model.js';
import { MemoryMoverResolver } from './moving.resolver.js';
import { MemoryMover } from './moving.service.js';
import { MemoryMerger } from './merging.service.js';
import { MemorySection } from './memories.section.js';

@Module({
  imports: [EvidenceModule, SearchModule, VersionsModule],
  providers: [
    MemoriesRepository,
    MemoriesService,
    MemoryEditor,
    MemoryArchiver,
    MemoryRemover,
    ArchiveKeeper,
    MemoryResolver,
    MemoryMover,
    MemoryMoverResolver,
    MemoryMerger,
    MemoriesTools,
    MemorySection,
    {
      provide: sourceOf(memoryKind),
      inject: [MemoriesService, MemoryEditor, MemorySection],
      useFactory: (service: MemoriesService, editor: MemoryEditor, section: MemorySection): KindSource => ({
        load: (caller, ids, withUndone) => service.findAll(caller, ids, withUndone),
        apart: (caller, found, { sessions }) => service.apart(caller, found as readonly Memory[], sessions),
        restore: (restoring, id, state) => editor.restore(restoring, id, state),
        section,
      }),
    },
  ],
  exports: [MemoriesService],
})
export class MemoriesModule {
  constructor(deletions: Deletions, memories: MemoriesService) {
    deletions.add('memory', (caller, id) => memories.delete(caller, id));
  }
}
