import { Args, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { JSONValue } from '../common/scalars.js';
import {
  CompleteLearningArgs,
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
import { LearningLists } from './learning-lists.service.js';

@Resolver(() => KnowledgeItem)
export class KnowledgeItemResolver {
  constructor(private readonly kb: ItemsService) {}

  @Query(() => KnowledgeItem, { nullable: true, description: 'The item of this id, or null.' })
  async knowledgeItem(@CurrentCaller() { namespace }: Caller, @Args() { id }: ItemArgs): Promise<KnowledgeItem | null> {
    return (await this.kb.findItem(namespace, id)) ?? null;
  }

  @Query(() => KnowledgeItemConnection)
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
    @CurrentCaller() { namespace, agent: by }: Caller,
    @Args() { items, application, reset }: ImportCatalogArgs,
  ): Promise<ImportReport> {
    return this.kb.importCatalog(namespace, items, { application, reset, by });
  }

  @Mutation(() => KnowledgeItem, {
    description: 'Creates an item or replaces its documentation; its trust and learnings stay.',
  })
  saveKnowledgeItem(
    @CurrentCaller() { namespace, agent }: Caller,
    @Args('input') input: KnowledgeItemInput,
  ): Promise<KnowledgeItem> {
    return this.kb.saveItem(namespace, input, agent ?? null);
  }

  @Mutation(() => Boolean, {
    description: 'Deletes an item with its learnings and evidence; false when there was none.',
  })
  deleteKnowledgeItem(@CurrentCaller() { namespace }: Caller, @Args() { id }: ItemArgs): Promise<boolean> {
    return this.kb.deleteItem(namespace, id);
  }

  @ResolveField(() => LearningConnection, {
    description: 'Verified first, then newest; those that await a recovery come after all others.',
  })
  learnings(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: KnowledgeItem,
    @Args() args: LearningsArgs,
  ): Promise<ConnectionOf<Learning>> {
    return this.kb.listLearnings(namespace, id, args);
  }

  @ResolveField(() => [KnowledgeItem], {
    description: 'Items its prerequisites lead to, each once, in the order to carry them out. Ends on cycles.',
  })
  requires(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: KnowledgeItem,
    @Args() { transitive }: TransitiveArgs,
  ): Promise<KnowledgeItem[]> {
    return this.kb.requires(namespace, id, transitive);
  }

  @ResolveField(() => [KnowledgeItem], {
    description: 'Items whose prerequisites lead here, each once, nearest first.',
  })
  requiredBy(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: KnowledgeItem,
    @Args() { transitive }: TransitiveArgs,
  ): Promise<KnowledgeItem[]> {
    return this.kb.requiredBy(namespace, id, transitive);
  }

  @ResolveField(() => [String], {
    description: 'Prerequisites that are neither an item nor a state that some item produces.',
  })
  unresolvedPrerequisites(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: KnowledgeItem,
  ): Promise<readonly string[]> {
    return this.kb.unresolvedPrerequisites(namespace, id);
  }

  @ResolveField(() => String, { description: 'As put into a planning prompt, with up to 3 learnings.' })
  formatted(@CurrentCaller() { namespace }: Caller, @Parent() item: KnowledgeItem): Promise<string> {
    return this.kb.formatItem(namespace, item);
  }

  @ResolveField(() => Reliability)
  reliability(@CurrentCaller() { namespace }: Caller, @Parent() { id }: KnowledgeItem): Promise<Reliability> {
    return this.kb.reliability(namespace, id);
  }
}

@Resolver(() => Learning)
export class LearningResolver {
  constructor(
    private readonly kb: ItemsService,
    private readonly lists: LearningLists,
  ) {}

  @Query(() => LearningConnection, { description: 'What was learned, of all items, newest first.' })
  learnings(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: LearningsByTimeArgs,
  ): Promise<ConnectionOf<Learning>> {
    return this.lists.list(namespace, args);
  }

  @Mutation(() => Learning, {
    description:
      'Says what worked after a failure whose recovery was not known. The same text again changes nothing; another one is a CONFLICT.',
  })
  completeLearning(
    @CurrentCaller() { namespace }: Caller,
    @Args() { id, recoveryApproach }: CompleteLearningArgs,
  ): Promise<Learning> {
    return this.kb.completeLearning(namespace, id, recoveryApproach);
  }

  @Mutation(() => Learning, {
    description:
      'A person says whether a learning holds. That stands until a person says otherwise. One that does not hold is in no prompt.',
  })
  verifyLearning(
    @CurrentCaller() { namespace }: Caller,
    @Args() { id, verified }: VerifyLearningArgs,
  ): Promise<Learning> {
    return this.kb.verifyLearning(namespace, id, verified);
  }

  @ResolveField(() => KnowledgeItem, { description: 'What it corrects.' })
  item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: Learning): Promise<KnowledgeItem> {
    return this.kb.getItem(namespace, itemId);
  }

  @ResolveField(() => Int, { description: 'Plans whose prompt carried it.' })
  async timesShown(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).shown;
  }

  @ResolveField(() => Int, {
    description: 'Of those, plans with a step from its item; steps that a recovery carried over do not count.',
  })
  async timesReused(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).reused;
  }

  @ResolveField(() => Int, { description: 'Steps that say they follow it.' })
  async timesFollowed(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).followed;
  }

  @ResolveField(() => Int, { description: 'Of those, steps that succeeded.' })
  async timesSucceeded(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).succeeded;
  }
}

@Resolver(() => AttachedLearning)
export class AttachedLearningResolver {
  constructor(private readonly kb: ItemsService) {}

  @Mutation(() => AttachedLearning, {
    description: 'Attaches a learning to the item it corrects and lowers its trust to max(0.5, trust · 0.95).',
  })
  attachLearning(@CurrentCaller() caller: Caller, @Args('input') input: LearningInput): Promise<AttachedLearning> {
    return this.kb.attachLearning(caller, input);
  }

  @ResolveField(() => Learning)
  learning(@CurrentCaller() { namespace }: Caller, @Parent() { learningId }: AttachedLearning): Promise<Learning> {
    return this.kb.getLearning(namespace, learningId);
  }

  @ResolveField(() => KnowledgeItem, { description: 'As it stands now.' })
  item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: AttachedLearning): Promise<KnowledgeItem> {
    return this.kb.getItem(namespace, itemId);
  }
}
