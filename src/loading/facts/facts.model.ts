import { Extensions, Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../../common/connection.js';
import { DateTime } from '../../common/scalars.js';
import { Entity, Relation } from '../../entities/entities.model.js';

/** A person's decision on relations that contradict others. */
export enum ContradictionDecision {
  REMOVE = 'REMOVE',
  KEEP = 'KEEP',
}

registerEnumType(ContradictionDecision, {
  name: 'ContradictionDecision',
  description: 'Decision on contradicting relations.',
  valuesMap: {
    REMOVE: { description: 'The relations do not hold, and are removed.' },
    KEEP: {
      description:
        'The relations hold at the same time, although their type is functional. Review does not list them again until another relation contradicts them.',
    },
  },
});

@ObjectType({ description: 'Declaration of a relation type.' })
export class RelationType {
  @Field({ description: 'Type of the relations (edge_type), such as WORKS_AT.' })
  readonly type!: string;

  @Field({
    description:
      'True if a source has at most one such relation at a time, so that each one ends when the next begins.',
  })
  readonly functional!: boolean;
}

@ObjectType({ description: 'Result of declaring a relation type.' })
export class DeclaredRelationType extends RelationType {
  @Field(() => Int, { description: 'Number of relations whose start or end of validity the declaration changed.' })
  @Extensions({ minimum: 0 })
  readonly changed!: number;
}

@ObjectType({
  description:
    'Relations of the same source and functional type that begin at the same time and have different targets.',
})
export class Contradiction {
  @Field({ description: 'Type of the relations.' })
  readonly type!: string;

  @Field(() => Entity, { description: 'Entity that the contradicting relations lead from.' })
  readonly source!: Entity;

  @Field(() => DateTime, { description: 'Time at which the relations begin.' })
  readonly at!: Date;

  @Field(() => [Relation], {
    description:
      'The contradicting relations, ordered by target, then by piece. None of them ends the validity of another.',
  })
  readonly relations!: readonly Relation[];

  /** Key of the contradiction: source, type and time, joined to one string. It is unique in the namespace. */
  readonly key!: string;
}

@ObjectType({ description: 'One page of a list.' })
export class ContradictionConnection extends Connection(Contradiction) {}
