import { ArgsType } from '@nestjs/graphql';
import { Choice, Count, Id, Text, Texts, Time } from '../common/validation.js';
import { LIMITS } from './document.js';
import { KnowledgeType } from './layers.model.js';

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
    description: 'Text that is searched and embedded instead of the content.',
  })
  readonly embeddingText?: string;

  @Choice(() => KnowledgeType, { optional: true, description: 'New type; if absent, the stored one is kept.' })
  readonly knowledgeType?: KnowledgeType;

  @Text({ optional: true, max: LIMITS.type, description: 'Section of the prompt that it belongs to.' })
  readonly infoType?: string;

  @Texts({ optional: true, maxEntries: LIMITS.tags, max: LIMITS.tag, description: 'New list of all tags.' })
  readonly tags?: readonly string[];

  @Id({ optional: true, description: 'New owner: the entity that the piece belongs to.' })
  readonly entityId?: string;

  @Time({ optional: true, description: 'Start of validity, inclusive.' })
  readonly validFrom?: Date;

  @Time({ optional: true, description: 'End of validity, exclusive; later than validFrom.' })
  readonly validTo?: Date;

  @Count({ optional: true, min: 1, description: 'Version to edit; a later one is a CONFLICT.' })
  readonly version?: number;
}

@ArgsType()
export class DeleteRelationArgs {
  @Id({ description: 'Ref of the relation: relation:…' })
  readonly ref!: string;
}
