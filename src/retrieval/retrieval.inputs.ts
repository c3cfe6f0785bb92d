import { ArgsType } from '@nestjs/graphql';
import { Choice, Choices, Count, Id, Text, Texts } from '../common/validation.js';
import { MAX_DEPTH } from '../knowledge/section.js';
import { AtArgs } from '../entities/entities.inputs.js';
import { KnowledgeType, RetrievalMerge } from '../entities/entities.model.js';
import { RelationChoice } from '../entities/relation-choice.js';

@ArgsType()
export class RetrieveArgs extends AtArgs {
  @Text({
    min: 0,
    max: 100_000,
    description: 'The question, in plain words. If it is blank, only metadata and relations are returned.',
  })
  readonly query!: string;

  @Id({
    optional: true,
    description:
      'Id of the active entity. The result contains its metadata, its pieces, pieces that belong to no entity, and the relations around it.',
  })
  readonly entityId?: string;

  @Count({
    min: 1,
    max: 100,
    default: 5,
    description: 'Maximum number of pieces that the search returns, 1–100. Pieces of the relations are added to them.',
  })
  readonly first!: number;

  @Count({
    max: MAX_DEPTH,
    default: 1,
    description: `Maximum distance from the active entity, counted in relations, 0–${MAX_DEPTH}.`,
  })
  readonly depth!: number;

  @Choices(() => KnowledgeType, {
    optional: true,
    maxEntries: 10,
    description: 'Only pieces of these types; default all. This also applies to pieces of relations.',
  })
  readonly knowledgeTypes?: readonly KnowledgeType[];

  @Texts({
    optional: true,
    maxEntries: 50,
    max: 128,
    description: 'Only pieces with one of these tags. This also applies to pieces of relations.',
  })
  readonly tags?: readonly string[];

  @Choice(() => RetrievalMerge, {
    default: RetrievalMerge.MAX,
    description: 'How the results of search and traversal are combined.',
  })
  readonly merge!: RetrievalMerge;

  @Count({
    min: 1,
    max: 500,
    default: 20,
    description: 'Maximum number of relations, 1–500.',
  })
  readonly firstRelations!: number;

  @Choice(() => RelationChoice, {
    default: RelationChoice.DISTANCE,
    description:
      'Which relations are returned if there are more. The field `formatted` always takes them by RELEVANCE.',
  })
  readonly relationsBy!: RelationChoice;
}
