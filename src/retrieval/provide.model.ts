import { Extensions, Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ContextSection } from '../common/context-section.js';
import { JSONValue } from '../common/scalars.js';
import type { SectionData } from './provide.js';

export enum FeedConflict {
  FEED_ONLY = 'FEED_ONLY',
  ATTRIBUTE_ONLY = 'ATTRIBUTE_ONLY',
  MERGE = 'MERGE',
}

registerEnumType(FeedConflict, {
  name: 'FeedConflict',
  description: 'What happens to a value of the feed if knowledge of the same name exists.',
  valuesMap: {
    FEED_ONLY: { description: 'The knowledge replaces the value.' },
    ATTRIBUTE_ONLY: { description: 'The value is kept.' },
    MERGE: { description: 'The value is kept, and the knowledge follows on a new line.' },
  },
});

export enum TemplateEngine {
  FORMAT = 'FORMAT',
  JINJA2 = 'JINJA2',
  HANDLEBARS = 'HANDLEBARS',
}

registerEnumType(TemplateEngine, {
  name: 'TemplateEngine',
  description: 'Template languages.',
  valuesMap: {
    FORMAT: {
      description:
        'Format of Python’s str.format: {text}, {metadata[team]}, {pieces[0].content}. A literal brace is written {{.',
    },
    JINJA2: { description: 'Jinja, without access to files or to the current time.' },
    HANDLEBARS: {
      description: 'Handlebars, with the helpers if, unless, each, with and lookup. HTML is not escaped.',
    },
  },
});

export const SECTIONS =
  'Sections in the order user_profile, instructions, context, skills, then others by name. Empty sections are left out.';

@ObjectType({ description: 'A section of provided knowledge.' })
export class ProvidedSection extends ContextSection {
  @Field(() => JSONValue, {
    description:
      'The values that a template of this section gets, for programs that write the section themselves: info_type, query, entity_id, metadata, global_metadata, pieces, relations, more_relations, and text (the section as it would be without a template).',
  })
  @Extensions({ type: 'object' })
  readonly data!: SectionData;
}

@ObjectType({ description: 'Knowledge for a question, grouped into the sections of a prompt.' })
export class ProvidedKnowledge {
  @Field(() => [ProvidedSection], { description: SECTIONS })
  readonly sections!: readonly ProvidedSection[];

  @Field(() => JSONValue, {
    description: 'The feed that was passed, with the sections added, each under its infoType.',
  })
  @Extensions({ type: 'object' })
  readonly feed!: Readonly<Record<string, unknown>>;
}
