import { Extensions, Field, Int, ObjectType } from '@nestjs/graphql';
import { Connection } from '../../common/connection.js';
import { DateTime } from '../../common/scalars.js';
import { Entity, Relation } from '../layers.model.js';

@ObjectType({ description: 'What a namespace says of a type of relations.' })
export class RelationType {
  @Field({ description: 'edge_type: WORKS_AT.' })
  readonly type!: string;

  @Field({
    description: 'Whether a source has one such relation at a time, so that each ends when the next one begins.',
  })
  readonly functional!: boolean;
}

@ObjectType()
export class DeclaredRelationType extends RelationType {
  @Field(() => Int, { description: 'Relations whose beginning, end or place among those of today changed by that.' })
  @Extensions({ minimum: 0 })
  readonly changed!: number;
}

@ObjectType({
  description: 'Relations of one source and functional type that begin at one time and have different targets.',
})
export class Contradiction {
  @Field({ description: 'Of the relations.' })
  readonly type!: string;

  @Field(() => Entity)
  readonly source!: Entity;

  @Field(() => DateTime, { description: 'When they begin.' })
  readonly at!: Date;

  @Field(() => [Relation], { description: 'By target, then by piece. None of them ends another.' })
  readonly relations!: readonly Relation[];

  /** Source, type and time in one; unique in the namespace. */
  readonly key!: string;
}

@ObjectType()
export class ContradictionConnection extends Connection(Contradiction) {}
