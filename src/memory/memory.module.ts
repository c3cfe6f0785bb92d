import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SearchModule } from '../search/search.module.js';
import { MemoryService } from './memory.service.js';

@Module({
  imports: [EvidenceModule, SearchModule],
  providers: [MemoryService],
  exports: [MemoryService],
})
export class MemoryModule {}
