import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { SearchHit } from '../search/search.model.js';
import {
  MemoriesArgs,
  MemoryArgs,
  EditMemoryArgs,
  JudgeMemoriesArgs,
  MemorySignalArgs,
  MemoryInput,
  MemorySearchArgs,
  PromoteMemoryArgs,
  SimilarArgs,
} from './memories.inputs.js';
import { MemoryEditor } from './memories.editing.js';
import {
  Memory,
  MemoryConnection,
  MemoryFeedbackResult,
  MemorySearchResult,
  RecordedMemory,
  SessionTurn,
} from './memories.model.js';
import { MemoriesService } from './memories.service.js';
import { MergeMemoriesArgs } from './merging.inputs.js';
import { MemoryMerge } from './merging.model.js';
import { MemoryMerger } from './merging.service.js';

@Resolver(() => Memory)
export class MemoryResolver {
  constructor(
    private readonly bank: MemoriesService,
    private readonly editor: MemoryEditor,
    private readonly merger: MemoryMerger,
  ) {}

  @Needs('reader')
  @Query(() => MemorySearchResult, {
    description:
      'Searches the memories of the caller’s project, team and organisation. They are ordered by relevance · confidence · weight of the scope, best first. Each returned memory counts as used.',
  })
  memorySearch(@CurrentCaller() caller: Caller, @Args() args: MemorySearchArgs): Promise<MemorySearchResult> {
    return this.bank.search(caller, args);
  }

  @Needs('reader')
  @Query(() => Memory, {
    nullable: true,
    description: 'The memory with this id; null if there is none, or if the caller may not see it.',
  })
  async memory(@CurrentCaller() caller: Caller, @Args() { id }: MemoryArgs): Promise<Memory | null> {
    return (await this.bank.find(caller, id)) ?? null;
  }

  @Needs('reader')
  @Query(() => MemoryConnection, { description: 'Memories that the caller may see, newest first.' })
  memories(@CurrentCaller() caller: Caller, @Args() args: MemoriesArgs): Promise<ConnectionOf<Memory>> {
    return this.bank.list(caller, args);
  }

  @Needs('writer')
  @Mutation(() => RecordedMemory, {
    description:
      'Records a memory with an initial confidence of 0.8. If a memory of the same scope already says the same, the new one is stored as well, with a link to the first one (duplicateOf).',
  })
  recordMemory(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'Content and scope of the memory.' }) input: MemoryInput,
  ): Promise<RecordedMemory> {
    return this.bank.record(caller, input);
  }

  @Needs('writer')
  @Mutation(() => MemoryFeedbackResult, {
    description:
      'Records whether a memory helped. As soon as there is consensus, its confidence changes, by how much depends on the kind of the signal.',
  })
  memoryFeedback(@CurrentCaller() caller: Caller, @Args() args: MemorySignalArgs): Promise<MemoryFeedbackResult> {
    return this.bank.feedback(caller, args);
  }

  @Needs('writer')
  @Mutation(() => [MemoryFeedbackResult], {
    description:
      'Records for several memories whether they helped, like memoryFeedback. Either all judgements are recorded, or none.',
  })
  judgeMemories(@CurrentCaller() caller: Caller, @Args() args: JudgeMemoriesArgs): Promise<MemoryFeedbackResult[]> {
    return this.bank.judge(caller, args);
  }

  @Needs('writer')
  @Mutation(() => Memory, {
    description:
      'Edits the content of a memory, as a new version. Confidence, scope and evidence are kept. undo reverts the edit.',
  })
  async editMemory(@CurrentCaller() caller: Caller, @Args() args: EditMemoryArgs): Promise<Memory> {
    await this.editor.edit(caller, args);
    return this.bank.get(caller, args.id);
  }

  @Needs('reviewer')
  @Mutation(() => MemoryMerge, {
    description:
      'Merges a memory (the source) into another memory of the same scope with the same meaning (the target). From then on, searches find only the target, and the id of the source refers to the target. The target gets the tags of both; its text and confidence do not change. Repeating the call changes nothing; undo reverts it.',
  })
  async mergeMemories(@CurrentCaller() caller: Caller, @Args() args: MergeMemoriesArgs): Promise<MemoryMerge> {
    const merged = await this.merger.merge(caller, args);
    return { ...merged, memory: await this.bank.get(caller, args.target) };
  }

  @Needs('reviewer')
  @Mutation(() => Memory, {
    description:
      'Makes a memory visible to its team or the whole organisation. A scope can be widened, but not narrowed.',
  })
  promoteMemory(@CurrentCaller() caller: Caller, @Args() { id, scope }: PromoteMemoryArgs): Promise<Memory> {
    return this.bank.promote(caller, id, scope);
  }

  @Needs('reviewer')
  @Mutation(() => Memory, {
    description:
      'Takes a memory out of the archive with a confidence of 0.5. A memory that is not archived does not change.',
  })
  restoreMemory(@CurrentCaller() caller: Caller, @Args() { id }: MemoryArgs): Promise<Memory> {
    return this.bank.restore(caller, id);
  }

  @ResolveField(() => [SessionTurn], {
    description:
      'Turns of the session that support a distilled memory. Only callers who may see the session get them; promoting the memory to a wider scope does not show them to more callers.',
  })
  supportedBy(@CurrentCaller() caller: Caller, @Parent() memory: Memory): Promise<readonly SessionTurn[]> {
    return this.bank.supportOf(caller, memory);
  }

  @ResolveField(() => [SearchHit], { description: 'Similar memories that the caller may see, best first.' })
  similar(
    @CurrentCaller() caller: Caller,
    @Parent() memory: Memory,
    @Args() { first }: SimilarArgs,
  ): Promise<SearchHit[]> {
    return this.bank.similar(caller, memory, first);
  }
}
