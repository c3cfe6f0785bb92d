import { ArgsType } from '@nestjs/graphql';
import { MAX_PAGE_SIZE, PageArgs } from '../common/connection.js';
import { Choice, Count } from '../common/validation.js';
import { KnowledgeKind } from './knowledge.model.js';

@ArgsType()
export class EvidenceArgs extends PageArgs(20) {}

@ArgsType()
export class TrustHistoryArgs {
  @Count({ min: 1, max: MAX_PAGE_SIZE, default: 100, description: 'Most values, the present one last.' })
  readonly last!: number;
}

@ArgsType()
export class CalibrationArgs {
  @Choice(() => KnowledgeKind)
  readonly kind!: KnowledgeKind;

  @Count({ min: 1, max: 100, default: 10, description: 'Equal parts of [0,1] to compare.' })
  readonly bins!: number;
}
