import { Field, Float, ID, ObjectType } from '@nestjs/graphql';
import { Evidence } from '../evidence/evidence.model.js';
import { KnowledgeKind } from './knowledge.model.js';

@ObjectType({ description: 'A change of trust, with the observation that caused it.' })
export class TrustChange {
  @Field(() => KnowledgeKind, { description: 'Kind of knowledge.' })
  readonly kind!: KnowledgeKind;

  @Field(() => ID, { description: 'Id of the knowledge, unique among knowledge of the same kind.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Ref of the knowledge: item:open_files.' })
  readonly ref!: string;

  @Field(() => Float, { description: 'Trust before the change, in [0,1].' })
  readonly before!: number;

  @Field(() => Float, { description: 'Trust after the change, in [0,1].' })
  readonly after!: number;

  @Field(() => Evidence, { description: 'Observation that changed the trust.' })
  readonly evidence!: Evidence;
}
