import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import { Flag, Id, Text } from '../../../src/common/validation.js';
import { Knowledge } from '../../../src/knowledge/knowledge.model.js';

@ObjectType({ implements: () => Knowledge })
export class Runbook extends Knowledge {
  @Field()
  readonly alarm!: string;
}

@ArgsType()
export class SaveRunbookArgs {
  @Id()
  readonly id!: string;

  @Text({ max: 200 })
  readonly alarm!: string;

  @Text({ max: 10_000 })
  readonly steps!: string;
}

@ArgsType()
export class ReportRunbookArgs {
  @Id()
  readonly id!: string;

  @Flag()
  readonly success!: boolean;

  @Id()
  readonly idempotencyKey!: string;
}
