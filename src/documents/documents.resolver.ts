import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { contentOf } from './content.js';
import { DocumentIdArgs, DocumentLinksArgs, DocumentsArgs, IngestDocumentArgs } from './documents.inputs.js';
import { Document, DocumentConnection, DocumentLink, DocumentReport, OpenLink } from './documents.model.js';
import { DocumentsService } from './documents.service.js';

@Resolver(() => Document)
export class DocumentsResolver {
  constructor(private readonly documents: DocumentsService) {}

  @Needs('reader')
  @Query(() => DocumentConnection, {
    name: 'documents',
    description: 'Documents of the namespace, ordered by root, then source.',
  })
  documentsList(@CurrentCaller() { namespace }: Caller, @Args() args: DocumentsArgs): Promise<ConnectionOf<Document>> {
    return this.documents.list(namespace, args);
  }

  @Needs('reader')
  @Query(() => Document, { nullable: true, description: 'The document with this id, or null.' })
  async document(@CurrentCaller() { namespace }: Caller, @Args() { id }: DocumentIdArgs): Promise<Document | null> {
    return (await this.documents.find(namespace, id)) ?? null;
  }

  @ResolveField(() => [DocumentLink], {
    description:
      'Documents that this document refers to, without duplicates, most certain references first. Closed documents are left out.',
  })
  linksTo(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: Document,
    @Args() { first }: DocumentLinksArgs,
  ): Promise<readonly DocumentLink[]> {
    return this.documents.linksTo(namespace, id, first);
  }

  @ResolveField(() => [DocumentLink], {
    description:
      'Documents that refer to this document, without duplicates, ordered by root, then source. Closed documents are left out.',
  })
  linkedFrom(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: Document,
    @Args() { first }: DocumentLinksArgs,
  ): Promise<readonly DocumentLink[]> {
    return this.documents.linkedFrom(namespace, id, first);
  }

  @ResolveField(() => [OpenLink], {
    description:
      'Links of this document for which no document, or more than one, was found. They are in the order of the text.',
  })
  openLinks(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: Document,
    @Args() { first }: DocumentLinksArgs,
  ): Promise<readonly OpenLink[]> {
    return this.documents.openLinks(namespace, id, first);
  }

  @Needs('writer')
  @Mutation(() => DocumentReport, {
    description:
      'Reads a document of any format, cuts it into chunks and stores the chunks as pieces, without an LLM. If the document was ingested before, changed chunks are updated; if it did not change, nothing is written. A document that cannot be read fails with BAD_USER_INPUT and one of the rules EMPTY, ENCRYPTED, NO_TEXT, BINARY, UNSUPPORTED, WRONG_ENCODING, TOO_LARGE, TOO_COMPLEX, TIMED_OUT and BROKEN.',
  })
  ingestDocument(@CurrentCaller() caller: Caller, @Args() { document }: IngestDocumentArgs): Promise<DocumentReport> {
    return this.documents.ingest(caller, contentOf(document), document);
  }

  @Needs('writer')
  @Mutation(() => Boolean, {
    description:
      'Closes a document whose file no longer exists. Its chunks are hidden, but kept with their content. Ingesting the document again reopens it with the same chunks, and so does undo. Returns false if there is no open document with this id.',
  })
  closeDocument(@CurrentCaller() caller: Caller, @Args() { id }: DocumentIdArgs): Promise<boolean> {
    return this.documents.close(caller, id);
  }
}
