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
      'Merges a memory into another of its scope that says the same: only the target is found and given from then on, the id of the source stands for it, and it has the tags of both. Its text and confidence stay. A repeat changes nothing; undo takes it back.',
  })
  mergeMemories(@CurrentCaller() caller: Caller, @Args() args: MergeMemoriesArgs): Promise<MemoryMerge> {
    return this.merger.merge(caller, args);
  }
}
