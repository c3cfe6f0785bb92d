import { Module } from '@nestjs/common';
import { TrialsResolver } from './trials.resolver.js';
import { TrialsService } from './trials.service.js';

/** Trials of whether knowledge helps. */
@Module({
  providers: [TrialsResolver, TrialsService],
  exports: [TrialsService],
})
export class TrialsModule {}
