import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { contentOf } from './content.js';
import { DocumentIdArgs, DocumentLinksArgs, DocumentsArgs, IngestDocumentArgs } from './documents.inputs.js';
import { Document, DocumentConnection, DocumentLink, DocumentReport, OpenLink } from './documents.model.js';
import { DocumentsService } from './documents.service.js';

@Resolver(() => Document)
export class DocumentsResolver {
  constructor(private readonly documents: DocumentsService) {}

  @Query(() => DocumentConnection, { name: 'documents', description: 'By root, then by source.' })
  documentsList(@CurrentCaller() { namespace }: Caller, @Args() args: DocumentsArgs): Promise<ConnectionOf<Document>> {
    return this.documents.list(namespace, args);
  }

  @Query(() => Document, { nullable: true, description: 'The document of this id, or null.' })
  async document(@CurrentCaller() { namespace }: Caller, @Args() { id }: DocumentIdArgs): Promise<Document | null> {
    return (await this.documents.find(namespace, id)) ?? null;
  }

  @ResolveField(() => [DocumentLink], {
    description:
      'Documents that it refers to, each once, the surest references first. Those that are closed are left out.',
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
      'Documents that refer to it, without duplicates, ordered by root, then source. Closed documents are left out.',
  })
  linkedFrom(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: Document,
    @Args() { first }: DocumentLinksArgs,
  ): Promise<readonly DocumentLink[]> {
    return this.documents.linkedFrom(namespace, id, first);
  }

  @ResolveField(() => [OpenLink], {
    description: 'Links in it that lead to no document, or for which several may be meant, in the order of the text.',
  })
  openLinks(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: Document,
    @Args() { first }: DocumentLinksArgs,
  ): Promise<readonly OpenLink[]> {
    return this.documents.openLinks(namespace, id, first);
  }

  @Mutation(() => DocumentReport, {
    nullable: true,
    description:
      'Reads a document of any format, cuts it into chunks and keeps these as pieces, without an LLM. Again, with another content, it follows the changes; an unchanged document writes nothing. One that cannot be read is a BAD_USER_INPUT whose rule is EMPTY, ENCRYPTED, NO_TEXT, BINARY, WRONG_ENCODING, TOO_LARGE, TIMED_OUT or BROKEN.',
  })
  ingestDocument(@CurrentCaller() caller: Caller, @Args() { document }: IngestDocumentArgs): Promise<DocumentReport> {
    return this.documents.ingest(caller, contentOf(document), document);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description:
      'Closes a document whose file is gone: its chunks are out of sight, and kept with what they said. Ingesting it again opens it with the same chunks; undo does, too. False when there was none that stands.',
  })
  closeDocument(@CurrentCaller() caller: Caller, @Args() { id }: DocumentIdArgs): Promise<boolean> {
    return this.documents.close(caller, id);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Deletes a document with its chunks and all that they said before. False when there was none.',
  })
  deleteDocument(@CurrentCaller() caller: Caller, @Args() { id }: DocumentIdArgs): Promise<boolean> {
    return this.documents.delete(caller, id);
  }
}
