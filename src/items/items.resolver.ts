import { Args, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { JSONValue } from '../common/scalars.js';
import {
  CompleteLearningArgs,
  EditLearningArgs,
  ImportCatalogArgs,
  ItemArgs,
  KnowledgeItemInput,
  KnowledgeItemsArgs,
  LearningInput,
  LearningsArgs,
  LearningsByTimeArgs,
  TransitiveArgs,
  VerifyLearningArgs,
} from './items.inputs.js';
import {
  AttachedLearning,
  ImportReport,
  KnowledgeItem,
  KnowledgeItemConnection,
  Learning,
  LearningConnection,
  Reliability,
} from './items.model.js';
import { ItemsService } from './items.service.js';
import { LearningEditor } from './learning-editor.service.js';
import { LearningLists } from './learning-lists.service.js';

@Resolver(() => KnowledgeItem)
export class KnowledgeItemResolver {
  constructor(private readonly kb: ItemsService) {}

  @Query(() => KnowledgeItem, { nullable: true, description: 'The item of this id, or null.' })
  async knowledgeItem(@CurrentCaller() { namespace }: Caller, @Args() { id }: ItemArgs): Promise<KnowledgeItem | null> {
    return (await this.kb.findItem(namespace, id)) ?? null;
  }

  @Query(() => KnowledgeItemConnection, { description: 'Knowledge items, by id or by trust.' })
  knowledgeItems(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: KnowledgeItemsArgs,
  ): Promise<ConnectionOf<KnowledgeItem>> {
    return this.kb.listItems(namespace, args);
  }

  @Query(() => JSONValue, {
    description: 'All items with their learnings, by id, in the JSON that importCatalog takes.',
  })
  async exportCatalog(@CurrentCaller() { namespace }: Caller): Promise<Record<string, unknown>[]> {
    const records: Record<string, unknown>[] = [];
    for await (const record of this.kb.exportCatalog(namespace)) records.push(record);
    return records;
  }

  @Mutation(() => ImportReport, {
    description:
      'Brings a catalog in: up to 5,000 records in one transaction, more of them by the thousand, in the order of their ids, each thousand whole or not at all. Wrong records are skipped and reported; doing it again changes nothing, and goes on where one broke off.',
  })
  importCatalog(
    @CurrentCaller() caller: Caller,
    @Args() { items, application, reset }: ImportCatalogArgs,
  ): Promise<ImportReport> {
    return this.kb.importCatalog(caller.namespace, items, { application, reset, author: caller });
  }

  @Mutation(() => KnowledgeItem, {
    description: 'Creates an item or replaces its documentation, keeping its trust and learnings.',
  })
  saveKnowledgeItem(
    @CurrentCaller() caller: Caller,
    @Args('input', {
      description: 'All fields of the item; those left out are reset unless their description says otherwise.',
    })
    input: KnowledgeItemInput,
  ): Promise<KnowledgeItem> {
    return this.kb.saveItem(caller.namespace, input, caller);
  }

  @Mutation(() => Boolean, {
    description: 'Deletes an item with its learnings and evidence; false if there is none.',
  })
  deleteKnowledgeItem(@CurrentCaller() caller: Caller, @Args() { id }: ItemArgs): Promise<boolean> {
    return this.kb.deleteItem(caller.namespace, id, caller);
  }

  @ResolveField(() => LearningConnection, {
    description: 'Learnings, verified ones first, then newest first; those that await a recovery come last.',
  })
  learnings(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id, asOf }: KnowledgeItem,
    @Args() args: LearningsArgs,
  ): Promise<ConnectionOf<Learning>> {
    return this.kb.listLearnings(namespace, id, args, asOf ?? null);
  }

  @ResolveField(() => [KnowledgeItem], {
    description: 'Items that must be carried out before, each once, in that order. Cycles are not followed.',
  })
  requires(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id, asOf }: KnowledgeItem,
    @Args() { transitive }: TransitiveArgs,
  ): Promise<KnowledgeItem[]> {
    return this.kb.requires(namespace, id, transitive, asOf);
  }

  @ResolveField(() => [KnowledgeItem], {
    description: 'Items that need this one, each once, nearest first.',
  })
  requiredBy(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: KnowledgeItem,
    @Args() { transitive }: TransitiveArgs,
  ): Promise<KnowledgeItem[]> {
    return this.kb.requiredBy(namespace, id, transitive);
  }

  @ResolveField(() => [String], {
    description: 'Prerequisites that are neither an item nor the output state of one.',
  })
  unresolvedPrerequisites(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: KnowledgeItem,
  ): Promise<readonly string[]> {
    return this.kb.unresolvedPrerequisites(namespace, id);
  }

  @ResolveField(() => String, { description: 'The item as a planning prompt shows it, with up to 3 learnings.' })
  formatted(@CurrentCaller() { namespace }: Caller, @Parent() item: KnowledgeItem): Promise<string> {
    return this.kb.formatItem(namespace, item);
  }

  @ResolveField(() => Reliability, { description: 'Uses and failures so far.' })
  reliability(@CurrentCaller() { namespace }: Caller, @Parent() { id }: KnowledgeItem): Promise<Reliability> {
    return this.kb.reliability(namespace, id);
  }
}

@Resolver(() => Learning)
export class LearningResolver {
  constructor(
    private readonly kb: ItemsService,
    private readonly lists: LearningLists,
    private readonly editor: LearningEditor,
  ) {}

  @Query(() => LearningConnection, { description: 'Learnings of all items, newest first.' })
  learnings(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: LearningsByTimeArgs,
  ): Promise<ConnectionOf<Learning>> {
    return this.lists.list(namespace, args);
  }

  @Mutation(() => Learning, {
    description:
      'Records what worked after a failure whose recovery was unknown. Repeating the same text changes nothing; another text is a CONFLICT.',
  })
  async completeLearning(
    @CurrentCaller() caller: Caller,
    @Args() { id, recoveryApproach }: CompleteLearningArgs,
  ): Promise<Learning> {
    await this.editor.complete(caller, id, recoveryApproach);
    return this.kb.getLearning(caller.namespace, id);
  }

  @Mutation(() => Learning, {
    description:
      'Records the judgement of a person on whether a learning holds, until a person decides otherwise. A learning that does not hold is in no prompt.',
  })
  async verifyLearning(
    @CurrentCaller() caller: Caller,
    @Args() { id, verified }: VerifyLearningArgs,
  ): Promise<Learning> {
    await this.editor.verify(caller, id, verified);
    return this.kb.getLearning(caller.namespace, id);
  }

  @Mutation(() => Learning, {
    description:
      'Writes what a learning says anew, as a new version; trust, evidence and whether it is verified stay. undo takes it back.',
  })
  async editLearning(@CurrentCaller() caller: Caller, @Args() args: EditLearningArgs): Promise<Learning> {
    await this.editor.edit(args, caller);
    return this.kb.getLearning(caller.namespace, args.id);
  }

  @ResolveField(() => KnowledgeItem, { description: 'The item it is attached to.' })
  item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: Learning): Promise<KnowledgeItem> {
    return this.kb.getItem(namespace, itemId);
  }

  @ResolveField(() => Int, { description: 'Number of plans whose prompt contained it.' })
  async timesShown(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).shown;
  }

  @ResolveField(() => Int, {
    description: 'Number of these plans that have a step from its item, without steps carried over by a recovery.',
  })
  async timesReused(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).reused;
  }

  @ResolveField(() => Int, { description: 'Number of steps that state that they follow it.' })
  async timesFollowed(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).followed;
  }

  @ResolveField(() => Int, { description: 'Number of these steps that succeeded.' })
  async timesSucceeded(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).succeeded;
  }
}

@Resolver(() => AttachedLearning)
export class AttachedLearningResolver {
  constructor(private readonly kb: ItemsService) {}

  @Mutation(() => AttachedLearning, {
    description: 'Attaches a learning to an item and lowers the trust of the item to max(0.5, trust · 0.95).',
  })
  attachLearning(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The observed failure or correction, and its item.' }) input: LearningInput,
  ): Promise<AttachedLearning> {
    return this.kb.attachLearning(caller, input);
  }

  @ResolveField(() => Learning, { description: 'The learning as it is stored.' })
  learning(@CurrentCaller() { namespace }: Caller, @Parent() { learningId }: AttachedLearning): Promise<Learning> {
    return this.kb.getLearning(namespace, learningId);
  }

  @ResolveField(() => KnowledgeItem, { description: 'Its current state.' })
  item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: AttachedLearning): Promise<KnowledgeItem> {
    return this.kb.getItem(namespace, itemId);
  }
}
