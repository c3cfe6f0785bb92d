import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { SearchHit } from '../search/search.model.js';
import {
  MemoriesArgs,
  MemoryArgs,
  JudgeMemoriesArgs,
  MemoryFeedbackArgs,
  MemoryInput,
  MemorySearchArgs,
  PromoteMemoryArgs,
  SignalInput,
  SimilarArgs,
} from './memories.inputs.js';
import {
  Memory,
  MemoryConnection,
  MemoryFeedbackResult,
  MemorySearchResult,
  RecordedMemory,
  SessionTurn,
} from './memories.model.js';
import { MemoriesService } from './memories.service.js';

@Resolver(() => Memory)
export class MemoryResolver {
  constructor(private readonly bank: MemoriesService) {}

  @Query(() => MemorySearchResult, {
    description:
      'Memories of the caller’s project, team and organisation, best first: relevance · confidence · weight of the scope. Being returned counts as a use.',
  })
  memorySearch(@CurrentCaller() caller: Caller, @Args() args: MemorySearchArgs): Promise<MemorySearchResult> {
    return this.bank.search(caller, args);
  }

  @Query(() => Memory, { nullable: true, description: 'Null where the caller sees no such memory.' })
  async memory(@CurrentCaller() caller: Caller, @Args() { id }: MemoryArgs): Promise<Memory | null> {
    return (await this.bank.find(caller, id)) ?? null;
  }

  @Query(() => MemoryConnection, { description: 'What the caller sees, newest first.' })
  memories(@CurrentCaller() caller: Caller, @Args() args: MemoriesArgs): Promise<ConnectionOf<Memory>> {
    return this.bank.list(caller, args);
  }

  @Mutation(() => RecordedMemory, {
    description:
      'Records a memory with an initial confidence of 0.8. One that says what another of its scope says already is kept and linked to that.',
  })
  recordMemory(@CurrentCaller() caller: Caller, @Args('input') input: MemoryInput): Promise<RecordedMemory> {
    return this.bank.record(caller, input);
  }

  @Mutation(() => MemoryFeedbackResult, {
    description: 'Says whether a memory helped: +0.30 or −0.20 of its confidence, once enough agree.',
  })
  memoryFeedback(@CurrentCaller() caller: Caller, @Args() args: MemoryFeedbackArgs): Promise<MemoryFeedbackResult> {
    return this.bank.feedback(caller, args);
  }

  @Mutation(() => [MemoryFeedbackResult], {
    description:
      'Says of several memories whether they helped, as memoryFeedback does: all of it is recorded, or nothing.',
  })
  judgeMemories(@CurrentCaller() caller: Caller, @Args() args: JudgeMemoriesArgs): Promise<MemoryFeedbackResult[]> {
    return this.bank.judge(caller, args);
  }

  @Mutation(() => MemoryFeedbackResult, {
    description: 'Says what came of a memory: task completion +0.10 or −0.05, code stability +0.20 or −0.15.',
  })
  addSignal(@CurrentCaller() caller: Caller, @Args('input') input: SignalInput): Promise<MemoryFeedbackResult> {
    return this.bank.addSignal(caller, input);
  }

  @Mutation(() => Memory, {
    description: 'Lets its team, or all of the organisation, see a memory. A scope is only raised.',
  })
  promoteMemory(@CurrentCaller() caller: Caller, @Args() { id, scope }: PromoteMemoryArgs): Promise<Memory> {
    return this.bank.promote(caller, id, scope);
  }

  @Mutation(() => Memory, {
    description:
      'Takes a memory out of the archive, with a confidence of 0.5; one that is not archived stays as it is.',
  })
  restoreMemory(@CurrentCaller() caller: Caller, @Args() { id }: MemoryArgs): Promise<Memory> {
    return this.bank.restore(caller, id);
  }

  @Mutation(() => Boolean, {
    description: 'Deletes a memory with its evidence; false where the caller sees no such memory.',
  })
  deleteMemory(@CurrentCaller() caller: Caller, @Args() { id }: MemoryArgs): Promise<boolean> {
    return this.bank.delete(caller, id);
  }

  @ResolveField(() => [SessionTurn], {
    description:
      'Turns of its session that a distilled memory rests on, for those who see the session: a memory that was promoted does not take them along.',
  })
  supportedBy(@CurrentCaller() caller: Caller, @Parent() memory: Memory): Promise<readonly SessionTurn[]> {
    return this.bank.supportOf(caller, memory);
  }

  @ResolveField(() => [SearchHit], { description: 'Memories near to it, of those the caller sees, best first.' })
  similar(
    @CurrentCaller() caller: Caller,
    @Parent() memory: Memory,
    @Args() { first }: SimilarArgs,
  ): Promise<SearchHit[]> {
    return this.bank.similar(caller, memory, first);
  }
}
