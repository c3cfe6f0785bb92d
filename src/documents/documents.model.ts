import { Extensions, Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { DateTime } from '../common/scalars.js';

@ObjectType({ isAbstract: true, description: 'A file or page that was ingested. Its chunks are pieces.' })
export class DocumentFields {
  @Field(() => ID, { description: 'Made by the service.' })
  readonly id!: string;

  @Field({ description: 'Folder that it was ingested from; empty where none was named.' })
  readonly root!: string;

  @Field({ description: 'Path relative to the root, or URL; unique in its root.' })
  readonly source!: string;

  @Field({ description: 'As it was recognized: text/markdown, application/pdf.' })
  readonly mediaType!: string;

  @Field({ description: 'SHA-256 of the content, in hexadecimal digits.' })
  readonly hash!: string;

  @Field({ description: 'As given, else of the document itself, else the name of its file.' })
  readonly title!: string;

  @Field(() => DateTime, { description: 'When its content was ingested last; an unchanged one keeps its time.' })
  readonly ingestedAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was closed, since its file was gone; null while it stands. Ingesting it again opens it.',
  })
  readonly closedAt!: Date | null;

  @Field(() => Int, { description: 'Number of its chunks; of one that is closed those that it had.' })
  @Extensions({ minimum: 0 })
  readonly chunks!: number;
}

@ObjectType({ description: 'A file or page that was ingested. Its chunks are pieces.' })
export class Document extends DocumentFields {}

export enum ReferenceForm {
  LINK = 'LINK',
  WIKI = 'WIKI',
  NAME = 'NAME',
  TITLE = 'TITLE',
}

registerEnumType(ReferenceForm, {
  name: 'ReferenceForm',
  description: 'How a document refers to another one.',
  valuesMap: {
    LINK: { description: 'A link of Markdown, HTML or Word.' },
    WIKI: { description: 'A wiki link: [[Pumps]].' },
    NAME: { description: 'The name of a file in the text: plant/pumps.md.' },
    TITLE: {
      description:
        'A title of two words or more that is quoted, emphasized or written with capitals: "Care of the Pumps".',
    },
  },
});

@ObjectType({ description: 'A reference from one document to another.' })
export class DocumentLink {
  @Field(() => Document, { description: 'The other document.' })
  readonly document!: Document;

  @Field(() => ReferenceForm, { description: 'How it is written; of several references the surest.' })
  readonly form!: ReferenceForm;

  @Field({ description: 'Address, name or title as it stands in the text.' })
  readonly text!: string;

  @Field(() => Int, { nullable: true, description: 'Counted from 1; null in formats without lines.' })
  readonly line!: number | null;
}

@ObjectType({ description: 'A link that leads to no document that is there.' })
export class OpenLink {
  @Field(() => ReferenceForm, { description: 'LINK or WIKI.' })
  readonly form!: ReferenceForm;

  @Field({ description: 'Address or name as it stands in the text.' })
  readonly text!: string;

  @Field(() => Int, { nullable: true, description: 'Counted from 1; null in formats without lines.' })
  readonly line!: number | null;

  @Field(() => Int, {
    description: 'Documents that may be meant: 0 where none goes by the name, 2 or more where nobody knows which.',
  })
  @Extensions({ minimum: 0 })
  readonly candidates!: number;
}

@ObjectType({ description: 'One page of a list.' })
export class DocumentConnection extends Connection(Document) {}

export enum IngestOutcome {
  CREATED = 'CREATED',
  UPDATED = 'UPDATED',
  RENAMED = 'RENAMED',
  UNCHANGED = 'UNCHANGED',
}

registerEnumType(IngestOutcome, {
  name: 'IngestOutcome',
  description: 'What became of a document.',
  valuesMap: {
    CREATED: { description: 'The document was new.' },
    UPDATED: { description: 'The document replaced an earlier one.' },
    RENAMED: {
      description: 'The same content was known under another source of its root; its id and its chunks stay.',
    },
    UNCHANGED: { description: 'Nothing was written.' },
  },
});

@ObjectType({ description: 'A chunk that was not stored, because it holds what looks like a secret.' })
class LeftOutChunk {
  @Field(() => Int, { nullable: true, description: 'Counted from 1; null in formats without pages.' })
  readonly page!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Line of the secret, counted from 1; null in formats without lines.',
  })
  readonly line!: number | null;

  @Field({ description: 'The rule that it breaks: GitHub token. Never the secret itself.' })
  readonly rule!: string;
}

/** The fields of a document that MCP tools return, without those that need further queries. */
@ObjectType({ isAbstract: true })
export class IngestedDocument {
  @Field(() => DocumentFields, { description: 'The document as it is stored.' })
  readonly document!: DocumentFields;

  @Field(() => IngestOutcome, { description: 'Whether the document was new, changed or unchanged.' })
  readonly outcome!: IngestOutcome;

  @Field(() => Int, { description: 'Chunks that are new.' })
  @Extensions({ minimum: 0 })
  readonly created!: number;

  @Field(() => Int, { description: 'Chunks whose text or place is another one; they keep their ids.' })
  @Extensions({ minimum: 0 })
  readonly updated!: number;

  @Field(() => Int, { description: 'Chunks that stayed as they were.' })
  @Extensions({ minimum: 0 })
  readonly unchanged!: number;

  @Field(() => Int, {
    description: 'Chunks that the document has no more: out of sight, and kept with their versions.',
  })
  @Extensions({ minimum: 0 })
  readonly closed!: number;

  @Field(() => [LeftOutChunk], { description: 'In the order of the text. Known only when the document was read.' })
  readonly leftOut!: readonly LeftOutChunk[];
}

@ObjectType({ description: 'What the ingestion of a document did.' })
export class DocumentReport extends IngestedDocument {
  @Field(() => Document, { description: 'The document as it is stored.' })
  declare readonly document: Document;
}
