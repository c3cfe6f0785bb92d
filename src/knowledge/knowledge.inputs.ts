import { ArgsType } from '@nestjs/graphql';
import { MAX_PAGE_SIZE, PageArgs } from '../common/connection.js';
import { Choice, Count, Decimal } from '../common/validation.js';
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

@ArgsType()
export class TrustChangedArgs {
  @Choice(() => KnowledgeKind, { optional: true, description: 'Only changes of this kind.' })
  readonly kind?: KnowledgeKind;

  @Decimal({ min: 0, max: 1, default: 0, description: 'Only changes by at least so much, in [0,1].' })
  readonly minChange!: number;
}
