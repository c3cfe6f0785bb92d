import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Count, Flag, Id, Input, Text } from '../common/validation.js';

const SOURCE = { max: 1_000 };

/** Arguments that describe a document, shared by GraphQL, MCP and HTTP. */
@InputType({ isAbstract: true })
export class DocumentPlaceInput {
  @Text({ ...SOURCE, description: 'Path relative to the root, with slashes, or URL. Its ending tells the format.' })
  readonly source!: string;

  @Text({ min: 0, max: 200, default: '', description: 'Folder that it is from: sources are unique in it.' })
  readonly root!: string;

  @Text({ optional: true, max: 128, description: 'Only where neither content nor source tell the format.' })
  readonly mediaType?: string;

  @Text({ optional: true, max: 300, description: 'In place of the title that the document has by itself.' })
  readonly title?: string;

  @Id({ optional: true, description: 'Entity that its chunks belong to; they are nobody’s without one.' })
  readonly entityId?: string;

  @Text({ optional: true, ...SOURCE, description: 'Source that it had before: it was renamed, and may have changed.' })
  readonly movedFrom?: string;

  @Flag({
    default: false,
    description:
      'Whether a document of the same content under another source is still there, so that this is a copy. By default it was renamed.',
  })
  readonly copy!: boolean;
}

/** Query parameters of a file upload, whose request body is the file. */
@InputType({ isAbstract: true })
export class DocumentUploadInput extends DocumentPlaceInput {}

@InputType({ description: 'A document with its content: give either content or base64.' })
export class IngestDocumentInput extends DocumentPlaceInput {
  @Text({ optional: true, min: 0, max: 50_000_000, description: 'Of a text: Markdown, HTML, CSV, source code.' })
  readonly content?: string;

  @Text({ optional: true, max: 720_000_000, description: 'Of any format: its bytes in Base64.' })
  readonly base64?: string;
}

@ArgsType()
export class IngestDocumentArgs {
  @Input(() => IngestDocumentInput, { spread: true, description: 'The document with its content.' })
  readonly document!: IngestDocumentInput;
}

@InputType({ description: 'Documents that fit all that is given.' })
export class DocumentFilter {
  @Text({ optional: true, min: 0, max: 200, description: 'Of this root exactly.' })
  readonly root?: string;

  @Text({ optional: true, ...SOURCE, description: 'With this in their source, whatever its case.' })
  readonly source?: string;

  @Text({ optional: true, max: 300, description: 'With this in their title, whatever its case.' })
  readonly title?: string;

  @Text({ optional: true, max: 128, description: 'Only documents of this media type, such as text/markdown.' })
  readonly mediaType?: string;

  @Text({ optional: true, max: 64, description: 'SHA-256 of the content.' })
  readonly hash?: string;

  @Flag({ default: false, description: 'Those that were closed, in place of those that stand.' })
  readonly closed!: boolean;
}

@ArgsType()
export class DocumentsArgs extends PageArgs(20) {
  @Input(() => DocumentFilter, { optional: true })
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
