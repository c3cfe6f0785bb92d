import { ArgsType } from '@nestjs/graphql';
import { MAX_PAGE_SIZE, PageArgs } from '../common/connection.js';
import { Choice, Choices, Count, Decimal, Id, Text, Time } from '../common/validation.js';
import { EvidenceKind } from '../evidence/evidence.model.js';
import { KnowledgeKind } from './knowledge.model.js';

@ArgsType()
export class EvidenceArgs extends PageArgs(20) {}

@ArgsType()
export class ObservationsArgs extends PageArgs(20) {
  @Time({
    optional: true,
    description: 'Only observations from this time on, ISO 8601; without an offset, UTC is assumed.',
  })
  readonly since?: Date;

  @Text({ optional: true, max: 256, description: 'Only observations reported by this agent (x-agent).' })
  readonly agent?: string;

  @Id({ optional: true, description: 'Only observations reported in this session (x-session).' })
  readonly session?: string;

  @Choices(() => EvidenceKind, { optional: true, maxEntries: 20, description: 'Only observations of these kinds.' })
  readonly kinds?: readonly EvidenceKind[];
}

@ArgsType()
export class TrustHistoryArgs {
  @Count({
    min: 1,
    max: MAX_PAGE_SIZE,
    default: 100,
    description: 'Maximum number of values. The newest values are returned.',
  })
  readonly last!: number;
}

@ArgsType()
export class TrustCurveArgs {
  @Count({ min: 5, max: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE, description: 'Maximum number of values, 5–500.' })
  readonly points!: number;
}

@ArgsType()
export class CalibrationArgs {
  @Choice(() => KnowledgeKind, { description: 'Kind of knowledge.' })
  readonly kind!: KnowledgeKind;

  @Count({ min: 1, max: 100, default: 10, description: 'Number of bins of equal width into which [0,1] is divided.' })
  readonly bins!: number;
}

@ArgsType()
export class TrustChangedArgs {
  @Choice(() => KnowledgeKind, { optional: true, description: 'Only changes of knowledge of this kind.' })
  readonly kind?: KnowledgeKind;

  @Decimal({ min: 0, max: 1, default: 0, description: 'Minimum absolute change, in [0,1].' })
  readonly minChange!: number;
}
