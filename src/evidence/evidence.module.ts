import { Module } from '@nestjs/common';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceService } from './evidence.service.js';
import { Ledger } from './ledger.js';
import { TrustChanges } from './trust-changes.service.js';

@Module({
  providers: [EvidenceRepository, EvidenceService, Ledger, TrustChanges],
  exports: [EvidenceService, Ledger, TrustChanges],
})
export class EvidenceModule {}
