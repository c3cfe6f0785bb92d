import { ArgsType } from '@nestjs/graphql';
import { Choice, Count, Id, Text, Texts, Time } from '../common/validation.js';
import { LIMITS } from '../entities/document.js';
import { KnowledgeType } from '../entities/entities.model.js';

@ArgsType()
export class EditPieceArgs {
  @Id({ description: 'Id of the piece.' })
  readonly id!: string;

  @Text({ optional: true, max: LIMITS.label, description: 'New title; if absent, the stored one is kept.' })
  readonly title?: string;

  @Text({ optional: true, max: LIMITS.content, description: 'New text; if absent, the stored one is kept.' })
  readonly content?: string;

  @Text({
    optional: true,
    max: LIMITS.content,
    description: 'New text that is searched and embedded instead of the content; if absent, the stored one is kept.',
  })
  readonly embeddingText?: string;

  @Choice(() => KnowledgeType, { optional: true, description: 'New type; if absent, the stored one is kept.' })
  readonly knowledgeType?: KnowledgeType;

  @Text({
    optional: true,
    max: LIMITS.type,
    description: 'New section of the prompt; if absent, the stored one is kept.',
  })
  readonly infoType?: string;

  @Texts({
    optional: true,
    maxEntries: LIMITS.tags,
    max: LIMITS.tag,
    description: 'New list of all tags; if absent, the stored one is kept.',
  })
  readonly tags?: readonly string[];

  @Id({
    optional: true,
    description: 'Id of the entity that the piece shall belong to; if absent, the stored one is kept.',
  })
  readonly entityId?: string;

  @Time({ optional: true, description: 'New start of validity, inclusive; if absent, the stored one is kept.' })
  readonly validFrom?: Date;

  @Time({
    optional: true,
    description: 'New end of validity, exclusive; it must be later than validFrom. If absent, the stored one is kept.',
  })
  readonly validTo?: Date;

  @Count({
    optional: true,
    min: 1,
    description: 'Number of the version to edit. If there is a later version, the call fails with CONFLICT.',
  })
  readonly version?: number;
}
