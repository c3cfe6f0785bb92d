import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { Linker } from '../mentions/linker.js';
import { SearchModule } from '../search/search.module.js';
import { CheckIns } from './check-ins.service.js';
import { EntitiesRepository } from './entities.repository.js';
import { EntityResolver, PieceResolver, RelationResolver } from './entities.resolver.js';
import { EntitiesService } from './entities.service.js';
import { PieceLists } from './piece-lists.service.js';
import { Shower } from './shown/shower.js';
import { TimeRepository } from './time/time.repository.js';
import { TimeService } from './time/time.service.js';

@Module({
  imports: [EvidenceModule, SearchModule],
  providers: [
    EntitiesRepository,
    EntitiesService,
    CheckIns,
    Linker,
    PieceLists,
    Shower,
    TimeRepository,
    TimeService,
    EntityResolver,
    PieceResolver,
    RelationResolver,
  ],
  exports: [CheckIns, EntitiesRepository, EntitiesService, Linker, Shower, TimeService],
})
export class EntitiesModule {}
