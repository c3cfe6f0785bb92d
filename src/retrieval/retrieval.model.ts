import { Extensions, Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { JSONValue } from '../common/scalars.js';
import type { RetrieveArgs } from './retrieval.inputs.js';
import { AnswerTime, GraphContextEntry, ScoredPiece } from '../entities/entities.model.js';
import { RelationChoice } from '../entities/relation-choice.js';

type Json = Readonly<Record<string, unknown>>;

registerEnumType(RelationChoice, {
  name: 'RelationChoice',
  description: 'Which relations around an entity are returned if there are more than requested.',
  valuesMap: {
    DISTANCE: {
      description: 'The nearest. Those of equal distance are taken by type, then by the id of their other end.',
    },
    RELEVANCE: {
      description:
        'Of the nearest 200, those that share most with the query, then the nearest, then the latest. If the entity has more than 50 relations of one type and direction, at most 10 of these are returned; moreRelations has the number of the others.',
    },
  },
});

@ObjectType({
  description: 'Relations of one type and direction that were left out because the entity has so many of them.',
})
export class MoreRelations {
  @Field({ description: 'Type of the relations.' })
  readonly relationType!: string;

  @Field({ description: 'True if the relations lead from the active entity, false if they lead to it.' })
  readonly isOwn!: boolean;

  @Field(() => Int, { description: 'Number of relations that were left out.' })
  @Extensions({ minimum: 1 })
  readonly count!: number;

  @Field({ description: 'False if counting ended at 10,000 relations, so that there may be more.' })
  readonly isCounted!: boolean;
}

@ObjectType({ description: 'Knowledge of the three layers for a query and an active entity.' })
export class RetrievalResult {
  @Field(() => JSONValue, {
    nullable: true,
    description: 'Properties of the active entity; null without a metadata record.',
  })
  readonly metadata!: Json | null;

  @Field(() => JSONValue, { nullable: true, description: 'Properties of the metadata record `global`.' })
  readonly globalMetadata!: Json | null;

  @Field(() => [ScoredPiece], {
    description: 'Pieces without duplicates, ordered by score, highest first, then by id.',
  })
  readonly pieces!: readonly ScoredPiece[];

  @Field(() => [GraphContextEntry], {
    description: 'Relations around the active entity, ordered by type, then by the id of the target.',
  })
  readonly graphContext!: readonly GraphContextEntry[];

  @Field(() => AnswerTime, {
    nullable: true,
    description: 'The time to which the answer refers; null if neither asOf nor validAt was given.',
  })
  readonly time!: AnswerTime | null;

  @Field(() => [MoreRelations], {
    description:
      'Relations that were left out because the entity has more than 50 of their type; empty unless relationsBy is RELEVANCE. Those from the active entity come first, then by type.',
  })
  readonly moreRelations!: readonly MoreRelations[];

  /** The active entity; null without one. */
  readonly entityId!: string | null;

  /** The request that was answered. */
  readonly request!: RetrieveArgs;
}
