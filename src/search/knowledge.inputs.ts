import { ArgsType } from '@nestjs/graphql';
import { MAX_PAGE_SIZE, PageArgs } from '../common/connection.js';
import { Count } from '../common/validation.js';

@ArgsType()
export class EvidenceArgs extends PageArgs(20) {}

@ArgsType()
export class TrustHistoryArgs {
  @Count({ min: 1, max: MAX_PAGE_SIZE, default: 100, description: 'Most values, the present one last.' })
  readonly last!: number;
}
