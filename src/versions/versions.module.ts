import { Module } from '@nestjs/common';
import { Deletions } from './deletions.service.js';
import { VersionKeeper } from './keeping.service.js';
import { OldVersionsKeeper } from './versions.keeper.js';
import { VersionedThings } from './versioned.registry.js';
import { VersionsRepository } from './versions.repository.js';
import { VersionsResolver } from './versions.resolver.js';
import { VersionsService } from './versions.service.js';
import { UndoDoors } from './undo.model.js';
import { UndoService } from './undo.service.js';
import { VersionsTools } from './versions.tools.js';

/** Version history: earlier content of things, who changed it, and undo and restore. */
@Module({
  providers: [
    Deletions,
    VersionKeeper,
    VersionedThings,
    VersionsRepository,
    VersionsResolver,
    VersionsService,
    VersionsTools,
    UndoDoors,
    UndoService,
    OldVersionsKeeper,
  ],
  exports: [Deletions, OldVersionsKeeper, VersionKeeper, UndoDoors, UndoService, VersionsService],
})
export class VersionsModule {}
