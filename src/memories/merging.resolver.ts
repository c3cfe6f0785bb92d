import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { MergeMemoriesArgs } from './merging.inputs.js';
import { MemoryMerge } from './merging.model.js';
import { MemoryMerger } from './merging.service.js';

@Resolver()
export class MemoryMergerResolver {
  constructor(private readonly merger: MemoryMerger) {}

  @Mutation(() => MemoryMerge, {
    description:
      "Merges a memory into another one of its scope with the same meaning. From then on only the target is found and returned; the id of the source refers to the target, which has the tags of both. The target's text and confidence do not change. Repeating the call changes nothing; undo reverts it.",
  })
  mergeMemories(@CurrentCaller() caller: Caller, @Args() args: MergeMemoriesArgs): Promise<MemoryMerge> {
    return this.merger.merge(caller, args);
  }
}
