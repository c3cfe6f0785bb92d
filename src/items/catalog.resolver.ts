import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { JSONValue } from '../common/scalars.js';
import { CatalogService } from './catalog.service.js';
import { ImportCatalogArgs, KnowledgeItemInput } from './items.inputs.js';
import { ImportReport, KnowledgeItem } from './items.model.js';

@Resolver()
export class CatalogResolver {
  constructor(private readonly catalog: CatalogService) {}

  @Needs('reader')
  @Query(() => JSONValue, {
    description: 'All items with their learnings, ordered by id, in the JSON format that importCatalog accepts.',
  })
  async exportCatalog(@CurrentCaller() { namespace }: Caller): Promise<Record<string, unknown>[]> {
    const records: Record<string, unknown>[] = [];
    for await (const record of this.catalog.exportCatalog(namespace)) records.push(record);
    return records;
  }

  // An import with reset deletes the trust and learnings of its items.
  @Needs(({ reset }) => (reset === true ? 'admin' : 'writer'))
  @Mutation(() => ImportReport, {
    description:
      'Imports a catalog. Up to 5,000 records are stored in one transaction; more records are stored in transactions of 1,000 each, ordered by id. Invalid records are skipped and reported. Repeating an import changes nothing, and continues an interrupted import.',
  })
  importCatalog(
    @CurrentCaller() caller: Caller,
    @Args() { items, application, reset }: ImportCatalogArgs,
  ): Promise<ImportReport> {
    return this.catalog.importCatalog(caller.namespace, items, { application, reset, author: caller });
  }

  @Needs('writer')
  @Mutation(() => KnowledgeItem, {
    description: 'Creates an item or replaces its documentation, keeping its trust and learnings.',
  })
  saveKnowledgeItem(
    @CurrentCaller() caller: Caller,
    @Args('input', {
      description: 'All fields of the item. Fields that are absent are reset, unless their description says otherwise.',
    })
    input: KnowledgeItemInput,
  ): Promise<KnowledgeItem> {
    return this.catalog.saveItem(caller.namespace, input, caller);
  }
}
