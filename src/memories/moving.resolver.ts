import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { MovedMemories } from './memories.model.js';
import { MoveMemoriesArgs } from './moving.inputs.js';
import { MemoryMover } from './moving.service.js';

@Resolver()
export class MemoryMoverResolver {
  constructor(private readonly mover: MemoryMover) {}

  @Needs('reviewer')
  @Mutation(() => MovedMemories, {
    description:
      'Moves memories of the caller’s project to another project, at most 500 in one call. Memories whose scope is TEAM or ORG are not moved.',
  })
  moveMemories(@CurrentCaller() caller: Caller, @Args() args: MoveMemoriesArgs): Promise<MovedMemories> {
    return this.mover.move(caller, args);
  }
}
