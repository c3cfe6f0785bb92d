import { ArgsType, InputType } from '@nestjs/graphql';
import { Choice, Count, Flag, Id, Inputs, Json, Text } from '../common/validation.js';
import { FeedConflict, TemplateEngine } from './provide.model.js';
import { MAX_DEPTH } from '../knowledge/section.js';
import { AtArgs } from '../entities/entities.inputs.js';

/** Limits that GraphQL and MCP share. */
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

@InputType({ description: 'Template for one section of the answer.' })
export class SectionTemplate {
  @Text({
    max: PROVIDE.infoType,
    description: 'infoType of the section that the template writes. There can be one template for each section.',
  })
  readonly infoType!: string;

  @Choice(() => TemplateEngine, { description: 'Template language.' })
  readonly engine!: TemplateEngine;

  @Text({
    max: PROVIDE.template,
    description:
      'Text of the template. It can use the values info_type, query, entity_id, metadata, global_metadata, pieces, relations, more_relations and text (the section as it would be without a template). If the template has an error, the call fails with BAD_USER_INPUT.',
  })
  readonly template!: string;
}

@ArgsType()
export class ProvideKnowledgeArgs extends AtArgs {
  @Text({
    min: 0,
    max: PROVIDE.query,
    description:
      'The request, in plain words. Search operators are not supported. If it is blank, only metadata and relations are returned.',
  })
  readonly query!: string;

  @Id({ optional: true, description: 'Id of the active entity, for which the prompt is made, such as user:alice.' })
  readonly entityId?: string;

  @Count({
    ...PROVIDE.first,
    description: 'Maximum number of pieces that the search returns, 1–100. Pieces of the relations are added to them.',
  })
  readonly first!: number;

  @Count({
    ...PROVIDE.depth,
    description: `Maximum distance from the active entity, counted in relations, 0–${MAX_DEPTH}.`,
  })
  readonly depth!: number;

  @Inputs(() => SectionTemplate, {
    optional: true,
    maxEntries: PROVIDE.templates,
    description: 'Templates for sections; sections without a template have the default format.',
  })
  readonly templates?: readonly SectionTemplate[];

  @Json({
    optional: true,
    object: true,
    secrets: 'later', // nothing is stored
    description: 'Feed: values of the placeholders of a prompt, by name.',
  })
  readonly feed?: Readonly<Record<string, unknown>>;

  @Choice(() => FeedConflict, {
    default: FeedConflict.FEED_ONLY,
    description:
      'What to do if a value of the feed and a section of knowledge have the same name: use only the knowledge (FEED_ONLY), only the value of the feed (ATTRIBUTE_ONLY), or both (MERGE).',
  })
  readonly conflict!: FeedConflict;

  @Text({
    max: PROVIDE.infoType,
    default: PROVIDE.metadataInfoType,
    description: 'Name of the section for metadata, both of the active entity and shared by all entities.',
  })
  readonly metadataInfoType!: string;
}

@ArgsType()
export class FormattedArgs {
  @Text({ min: 0, max: PROVIDE.delimiter, default: '\n\n', description: 'Text between sections.' })
  readonly sectionDelimiter!: string;

  @Text({ min: 0, max: PROVIDE.delimiter, default: '\n---\n', description: 'Text between pieces.' })
  readonly itemDelimiter!: string;

  @Flag({ default: true, description: 'If true, the text has a line with the tags under each piece that has tags.' })
  readonly includeTags!: boolean;

  @Flag({ default: false, description: 'If true, the text has a line with the score under each piece.' })
  readonly includeScores!: boolean;

  @Flag({
    default: false,
    description: 'If true, the text has the start and end of validity of each piece and relation, if known.',
  })
  readonly includeValidity!: boolean;
}
