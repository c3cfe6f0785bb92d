import { Module } from '@nestjs/common';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceService } from './evidence.service.js';
import { Ledger } from './ledger.js';

@Module({ providers: [EvidenceRepository, EvidenceService, Ledger], exports: [EvidenceService, Ledger] })
export class EvidenceModule {}
