import { ArgsType, InputType } from '@nestjs/graphql';
import { Choice, Count, Flag, Id, Inputs, Json, Text } from '../common/validation.js';
import { FeedConflict, TemplateEngine } from './provide.model.js';
import { MAX_DEPTH } from '../knowledge/section.js';
import { AtArgs } from './layers.inputs.js';

/** Bounds that GraphQL and MCP share. */
const PROVIDE = {
  query: 100_000,
  infoType: 128,
  template: 20_000,
  templates: 50,
  first: { min: 1, max: 100, default: 5 },
  depth: { max: MAX_DEPTH, default: 1 },
  metadataInfoType: 'user_profile',
  delimiter: 100,
} as const;

@InputType({ description: 'How a section of profiles or relations is printed.' })
export class SectionTemplate {
  @Text({ max: PROVIDE.infoType, description: 'The section it writes; each at most once.' })
  readonly infoType!: string;

  @Choice(() => TemplateEngine, { description: 'Template language.' })
  readonly engine!: TemplateEngine;

  @Text({
    max: PROVIDE.template,
    description:
      'It gets info_type, query, entity_id, metadata, global_metadata, pieces, relations and text (the section as it is without a template). Whatever is wrong with it is BAD_USER_INPUT.',
  })
  readonly template!: string;
}

@ArgsType()
export class ProvideKnowledgeArgs extends AtArgs {
  @Text({
    min: 0,
    max: PROVIDE.query,
    description:
      'The request, in plain words; nothing in it is an operator. Blank text gives only metadata and relations.',
  })
  readonly query!: string;

  @Id({ optional: true, description: 'The active entity, for whom or what the prompt is: user:alice.' })
  readonly entityId?: string;

  @Count({
    ...PROVIDE.first,
    formerly: 'topK',
    description: 'Maximum number of hits of the search, 1–100; pieces of relations are added.',
  })
  readonly first!: number;

  @Count({
    ...PROVIDE.depth,
    description: `Maximum number of steps from the entity along its relations, 0–${MAX_DEPTH}.`,
  })
  readonly depth!: number;

  @Inputs(() => SectionTemplate, {
    optional: true,
    maxEntries: PROVIDE.templates,
    description: 'How sections are written; those without one have the default format.',
  })
  readonly templates?: readonly SectionTemplate[];

  @Json({ optional: true, object: true, description: 'Values of the placeholders of a prompt, by name.' })
  readonly feed?: Readonly<Record<string, unknown>>;

  @Choice(() => FeedConflict, {
    default: FeedConflict.FEED_ONLY,
    description:
      'Where feed and knowledge have one name: the knowledge alone (FEED_ONLY), the value of the feed alone (ATTRIBUTE_ONLY), or both (MERGE).',
  })
  readonly conflict!: FeedConflict;

  @Text({
    max: PROVIDE.infoType,
    default: PROVIDE.metadataInfoType,
    description: 'The section that metadata go to, those of the entity and those of all.',
  })
  readonly metadataInfoType!: string;
}

@ArgsType()
export class FormattedArgs {
  @Text({ min: 0, max: PROVIDE.delimiter, default: '\n\n', description: 'Text between sections.' })
  readonly sectionDelimiter!: string;

  @Text({ min: 0, max: PROVIDE.delimiter, default: '\n---\n', description: 'Text between pieces.' })
  readonly itemDelimiter!: string;

  @Flag({ default: true, description: 'A line of tags under each piece that has some.' })
  readonly includeTags!: boolean;

  @Flag({ default: false, description: 'A line with the score under each piece.' })
  readonly includeScores!: boolean;

  @Flag({
    default: false,
    description: 'Since when and until when each piece and relation holds, where that is known.',
  })
  readonly includeValidity!: boolean;
}
