import { Args, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { paced } from '../common/turns.js';
import {
  CompleteLearningArgs,
  EditLearningArgs,
  ItemArgs,
  KnowledgeItemsArgs,
  LearningArgs,
  LearningInput,
  LearningsArgs,
  LearningsByTimeArgs,
  TransitiveArgs,
  VerifyLearningArgs,
} from './items.inputs.js';
import {
  AttachedLearning,
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

  @Needs('reader')
  @Query(() => KnowledgeItem, { nullable: true, description: 'The knowledge item with this id, or null.' })
  async knowledgeItem(@CurrentCaller() { namespace }: Caller, @Args() { id }: ItemArgs): Promise<KnowledgeItem | null> {
    return (await this.kb.findItem(namespace, id)) ?? null;
  }

  @Needs('reader')
  @Query(() => KnowledgeItemConnection, {
    description: 'Knowledge items in the order of orderBy, by default ordered by id.',
  })
  knowledgeItems(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: KnowledgeItemsArgs,
  ): Promise<ConnectionOf<KnowledgeItem>> {
    return this.kb.listItems(namespace, args);
  }

  @ResolveField(() => LearningConnection, {
    description: 'Learnings, verified ones first, then newest first; those without a known fix come last.',
  })
  learnings(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id, asOf }: KnowledgeItem,
    @Args() args: LearningsArgs,
  ): Promise<ConnectionOf<Learning>> {
    return this.kb.listLearnings(namespace, id, args, asOf ?? null);
  }

  @ResolveField(() => [KnowledgeItem], {
    description:
      'Items that must be carried out before this item, without duplicates, in the order to carry them out. Cycles are not followed.',
  })
  async requires(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id, asOf }: KnowledgeItem,
    @Args() { transitive }: TransitiveArgs,
  ): Promise<readonly (KnowledgeItem | Promise<KnowledgeItem>)[]> {
    return paced(await this.kb.requires(namespace, id, transitive, asOf));
  }

  @ResolveField(() => [KnowledgeItem], {
    description: 'Items that need this item, without duplicates, nearest first.',
  })
  async requiredBy(
    @CurrentCaller() { namespace }: Caller,
    @Parent() { id }: KnowledgeItem,
    @Args() { transitive }: TransitiveArgs,
  ): Promise<readonly (KnowledgeItem | Promise<KnowledgeItem>)[]> {
    return paced(await this.kb.requiredBy(namespace, id, transitive));
  }

  @ResolveField(() => [String], {
    description: 'Prerequisites that are neither the id of an item nor the output state of an item.',
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

  @ResolveField(() => Reliability, {
    description: 'Number of uses and failures so far, and the estimated success rate.',
  })
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

  @Needs('reader')
  @Query(() => Learning, { nullable: true, description: 'The learning with this id, or null.' })
  async learning(@CurrentCaller() { namespace }: Caller, @Args() { id }: LearningArgs): Promise<Learning | null> {
    return (await this.kb.findLearning(namespace, id)) ?? null;
  }

  @Needs('reader')
  @Query(() => LearningConnection, { description: 'Learnings of all items, newest first.' })
  learnings(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: LearningsByTimeArgs,
  ): Promise<ConnectionOf<Learning>> {
    return this.lists.list(namespace, args);
  }

  @Needs('writer')
  @Mutation(() => Learning, {
    description:
      'Records the approach that worked after a failure whose recovery was unknown. Repeating the call with the same text changes nothing; with a different text it fails with CONFLICT.',
  })
  async completeLearning(
    @CurrentCaller() caller: Caller,
    @Args() { id, recoveryApproach }: CompleteLearningArgs,
  ): Promise<Learning> {
    const changeId = await this.editor.complete(caller, id, recoveryApproach);
    return { ...(await this.kb.getLearning(caller.namespace, id)), changeId };
  }

  @Needs('reviewer')
  @Mutation(() => Learning, {
    description:
      'Records a person’s verdict on a learning. The verdict is valid until a person decides otherwise, or undo reverts it. Prompts leave out learnings that are wrong.',
  })
  async verifyLearning(
    @CurrentCaller() caller: Caller,
    @Args() { id, verified }: VerifyLearningArgs,
  ): Promise<Learning> {
    const changeId = await this.editor.verify(caller, id, verified);
    return { ...(await this.kb.getLearning(caller.namespace, id)), changeId };
  }

  @Needs('writer')
  @Mutation(() => Learning, {
    description:
      'Edits the content of a learning, as a new version. Trust, evidence and verification are kept. undo reverts the edit.',
  })
  async editLearning(@CurrentCaller() caller: Caller, @Args() args: EditLearningArgs): Promise<Learning> {
    await this.editor.edit(args, caller);
    return this.kb.getLearning(caller.namespace, args.id);
  }

  @ResolveField(() => KnowledgeItem, { description: 'Item that the learning is attached to.' })
  item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: Learning): Promise<KnowledgeItem> {
    return this.kb.getItem(namespace, itemId);
  }

  @ResolveField(() => Int, { description: 'Number of plans whose prompt contained the learning.' })
  async timesShown(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).shown;
  }

  @ResolveField(() => Int, {
    description:
      'Number of plans whose prompt contained the learning and that have a step from its item. Steps carried over by a recovery are not counted.',
  })
  async timesReused(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).reused;
  }

  @ResolveField(() => Int, { description: 'Number of steps that were reported to follow the learning.' })
  async timesFollowed(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).followed;
  }

  @ResolveField(() => Int, { description: 'Number of steps that followed the learning and succeeded.' })
  async timesSucceeded(@CurrentCaller() { namespace }: Caller, @Parent() { id }: Learning): Promise<number> {
    return (await this.kb.learningUsesOf(namespace, id)).succeeded;
  }
}

@Resolver(() => AttachedLearning)
export class AttachedLearningResolver {
  constructor(private readonly kb: ItemsService) {}

  @Needs('writer')
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

  @ResolveField(() => KnowledgeItem, { description: 'Current state of the item.' })
  item(@CurrentCaller() { namespace }: Caller, @Parent() { itemId }: AttachedLearning): Promise<KnowledgeItem> {
    return this.kb.getItem(namespace, itemId);
  }
}
