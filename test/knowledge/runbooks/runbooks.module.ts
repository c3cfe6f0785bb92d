import { Module } from '@nestjs/common';
import { EvidenceModule } from '../../../src/evidence/evidence.module.js';
import { type KindSource, sourceOf } from '../../../src/knowledge/kind.js';
import { SearchModule } from '../../../src/search/search.module.js';
import { runbookKind } from './runbooks.kind.js';
import { RunbookResolver } from './runbooks.resolver.js';
import { RunbookSection } from './runbooks.section.js';
import { RunbooksService } from './runbooks.service.js';

@Module({
  imports: [EvidenceModule, SearchModule],
  providers: [
    RunbooksService,
    RunbookResolver,
    RunbookSection,
    {
      provide: sourceOf(runbookKind),
      inject: [RunbooksService, RunbookSection],
      useFactory: (service: RunbooksService, section: RunbookSection): KindSource => ({
        load: ({ namespace }, ids) => service.find(namespace, ids),
        section,
      }),
    },
  ],
})
export class RunbooksModule {}
