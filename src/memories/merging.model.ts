import { Field, ID, ObjectType } from '@nestjs/graphql';
import { Memory } from './memories.model.js';

@ObjectType({ description: 'Result of merging two memories.' })
export class MemoryMerge {
  @Field(() => ID, { description: 'Id of the change that records the merge. Pass it to undo to revert the merge.' })
  readonly changeId!: string;

  @Field(() => ID, { description: 'Id of the merged memory, which now refers to the target.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Id of the memory that remains.' })
  readonly target!: string;

  @Field({ description: 'Result in one sentence.' })
  readonly message!: string;

  @Field(() => Memory, { description: 'The target after the merge.' })
  readonly memory!: Memory;
}
