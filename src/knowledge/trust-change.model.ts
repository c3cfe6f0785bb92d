import { Field, Float, ID, ObjectType } from '@nestjs/graphql';
import { Evidence } from '../evidence/evidence.model.js';
import { KnowledgeKind } from './knowledge.model.js';

@ObjectType({ description: 'A trust that moved, and what moved it.' })
export class TrustChange {
  @Field(() => KnowledgeKind)
  readonly kind!: KnowledgeKind;

  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly ref!: string;

  @Field(() => Float, { description: 'In [0,1].' })
  readonly before!: number;

  @Field(() => Float, { description: 'In [0,1].' })
  readonly after!: number;

  @Field(() => Evidence)
  readonly evidence!: Evidence;
}
