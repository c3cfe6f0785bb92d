import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Count, Flag, Id, Input, Text } from '../common/validation.js';

const SOURCE = { max: 1_000, secrets: 'refuse' } as const;

/** Arguments that describe a document, shared by GraphQL, MCP and HTTP. */
@InputType({ isAbstract: true })
export class DocumentPlaceInput {
  @Text({
    ...SOURCE,
    description: 'Path relative to the root, with slashes, or URL. Its file extension shows the format.',
  })
  readonly source!: string;

  @Text({
    min: 0,
    max: 200,
    default: '',
    secrets: 'refuse',
    description: 'Folder that contains the document. Sources are unique within a root.',
  })
  readonly root!: string;

  @Text({
    optional: true,
    max: 128,
    description: 'Media type of the document. It is needed only if neither content nor source shows the format.',
  })
  readonly mediaType?: string;

  @Text({ optional: true, max: 300, description: 'Title to use instead of the title in the document.' })
  readonly title?: string;

  @Id({
    optional: true,
    description: 'Id of the entity that the chunks belong to. If absent, they belong to no entity.',
  })
  readonly entityId?: string;

  @Text({
    optional: true,
    ...SOURCE,
    description: 'Previous source of a document that was renamed. Its content may have changed as well.',
  })
  readonly movedFrom?: string;

  @Flag({
    default: false,
    description:
      'Whether this is a copy of a stored document with the same content and another source. If false, the stored document is assumed to have been renamed.',
  })
  readonly copy!: boolean;
}

/** Query parameters of a file upload, whose request body is the file. */
@InputType({ isAbstract: true })
export class DocumentUploadInput extends DocumentPlaceInput {}

@InputType({ description: 'A document with its content: give either content or base64.' })
export class IngestDocumentInput extends DocumentPlaceInput {
  @Text({
    optional: true,
    min: 0,
    max: 50_000_000,
    secrets: 'later', // cut out when the document is read
    description: 'Content of a text document, such as Markdown, HTML, CSV or source code.',
  })
  readonly content?: string;

  @Text({
    optional: true,
    max: 720_000_000,
    secrets: 'later',
    description: 'Content of a document of any format: its bytes as base64.',
  })
  readonly base64?: string;
}

@ArgsType()
export class IngestDocumentArgs {
  @Input(() => IngestDocumentInput, { spread: true, description: 'The document with its content.' })
  readonly document!: IngestDocumentInput;
}

@InputType({ description: 'Filter of documents. A document must meet all given conditions.' })
export class DocumentFilter {
  @Text({ optional: true, min: 0, max: 200, description: 'Only documents with exactly this root.' })
  readonly root?: string;

  @Text({ optional: true, ...SOURCE, description: 'Only documents whose source contains this text, ignoring case.' })
  readonly source?: string;

  @Text({ optional: true, max: 300, description: 'Only documents whose title contains this text, ignoring case.' })
  readonly title?: string;

  @Text({ optional: true, max: 128, description: 'Only documents of this media type, such as text/markdown.' })
  readonly mediaType?: string;

  @Text({
    optional: true,
    max: 64,
    description: 'Only documents whose content has this SHA-256 hash, in hexadecimal digits.',
  })
  readonly hash?: string;

  @Flag({ default: false, description: 'If true, closed documents are returned instead of open ones.' })
  readonly closed!: boolean;
}

@ArgsType()
export class DocumentsArgs extends PageArgs(20) {
  @Input(() => DocumentFilter, {
    optional: true,
    description: 'Conditions that the documents must meet; default none.',
  })
  readonly filter?: DocumentFilter;
}

@ArgsType()
export class DocumentIdArgs {
  @Id({ description: 'Id of the document.' })
  readonly id!: string;
}

@ArgsType()
export class DocumentLinksArgs {
  @Count({ min: 1, max: 1_000, default: 20, description: 'Maximum number of links, 1–1,000.' })
  readonly first!: number;
}
