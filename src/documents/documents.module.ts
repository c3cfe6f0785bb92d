import { Module } from '@nestjs/common';
import { Processes } from '../common/workers/processes.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { LoadingModule } from '../loading/loading.module.js';
import { LlmModule } from '../llm/llm.module.js';
import { Deletions } from '../versions/deletions.service.js';
import { VersionsModule } from '../versions/versions.module.js';
import { DocumentsEndpoint } from './documents.endpoint.js';
import { DocumentsResolver } from './documents.resolver.js';
import { DocumentStates } from './document-states.service.js';
import { DocumentsService } from './documents.service.js';
import { DocumentsTools } from './documents.tools.js';
import { DocumentReader } from '../readers/reading.service.js';
import { StructuringResolver } from './structuring.resolver.js';
import { StructuringService } from './structuring.service.js';

/** Maximum number of documents waiting to be read. The documents of a folder are ingested one after another. */
const MOST_WAITING = 100;

@Module({
  imports: [LoadingModule, LlmModule, VersionsModule],
  providers: [
    {
      provide: Processes,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new Processes({
          timeMs: config.DOCUMENT_TIMEOUT_MS,
          memoryMb: config.DOCUMENT_MEMORY_MB,
          processes: config.DOCUMENT_PROCESSES,
          waiting: MOST_WAITING,
        }),
    },
    DocumentReader,
    DocumentsService,
    DocumentStates,
    StructuringService,
    StructuringResolver,
    DocumentsResolver,
    DocumentsEndpoint,
    DocumentsTools,
  ],
  exports: [DocumentReader, DocumentsService],
})
export class DocumentsModule {
  constructor(deletions: Deletions, documents: DocumentsService) {
    deletions.add('document', (caller, id) => documents.delete(caller, id));
  }
}
