import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { MergeMemoriesArgs } from './merging.inputs.js';
import { MemoryMerge } from './merging.model.js';
import { MemoryMerger } from './merging.service.js';

@Resolver()
export class MemoryMergerResolver {
  constructor(private readonly merger: MemoryMerger) {}

  @Needs('reviewer')
  @Mutation(() => MemoryMerge, {
    description:
      'Merges a memory (the source) into another memory of the same scope with the same meaning (the target). From then on, searches find only the target, and the id of the source refers to the target. The target gets the tags of both; its text and confidence do not change. Repeating the call changes nothing; undo reverts it.',
  })
  mergeMemories(@CurrentCaller() caller: Caller, @Args() args: MergeMemoriesArgs): Promise<MemoryMerge> {
    return this.merger.merge(caller, args);
  }
}
