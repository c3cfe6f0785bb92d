import { ArgsType } from '@nestjs/graphql';
import { Choice, Choices, Count, Id, Text, Texts } from '../common/validation.js';
import { KnowledgeType, RetrievalMerge } from './knowledge.model.js';

/** Most hops from the active entity. */
export const MAX_DEPTH = 4;

@ArgsType()
export class RetrieveArgs {
  @Text({ min: 0, max: 100_000, description: 'In plain words. Blank: no search, only metadata and relations.' })
  readonly query!: string;

  @Id({
    optional: true,
    description: 'The active entity: its metadata, its pieces beside those of no entity, and the relations around it.',
  })
  readonly entityId?: string;

  @Count({
    min: 1,
    max: 100,
    default: 5,
    description: 'Most hits of the search, 1–100; pieces of relations come beside.',
  })
  readonly topK!: number;

  @Count({ max: MAX_DEPTH, default: 1, description: `Most steps from the active entity, 0–${MAX_DEPTH}.` })
  readonly depth!: number;

  @Choices(() => KnowledgeType, {
    optional: true,
    maxEntries: 10,
    description: 'All unless given; of linked pieces, too.',
  })
  readonly knowledgeTypes?: readonly KnowledgeType[];

  @Texts({ optional: true, maxEntries: 50, max: 128, description: 'Any of them; of linked pieces, too.' })
  readonly tags?: readonly string[];

  @Choice(() => RetrievalMerge, { default: RetrievalMerge.MAX })
  readonly merge!: RetrievalMerge;

  @Count({
    min: 1,
    max: 500,
    default: 20,
    description: 'Most relations, 1–500: the nearest, of one depth by type, then by the id they lead to.',
  })
  readonly limit!: number;
}
