import { Extensions, Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ContextSection } from '../common/context-section.js';
import { JSONValue } from '../common/scalars.js';

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

@ObjectType({ description: 'Knowledge for a question, grouped into the sections of a prompt.' })
export class ProvidedKnowledge {
  @Field(() => [ContextSection], {
    description:
      'Sections in the order user_profile, instructions, context, skills, then others by name. Empty sections are left out.',
  })
  readonly sections!: readonly ContextSection[];

  @Field(() => JSONValue, {
    description: 'The feed that was passed, with the sections added, each under its infoType.',
  })
  @Extensions({ type: 'object' })
  readonly feed!: Readonly<Record<string, unknown>>;
}
