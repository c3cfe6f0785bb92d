import { Field, ID, ObjectType } from '@nestjs/graphql';
import { Memory } from './memories.model.js';

@ObjectType({ description: 'Result of merging two memories.' })
export class MemoryMerge {
  @Field(() => ID, { description: 'The change that the merge is; undo takes it.' })
  readonly changeId!: string;

  @Field(() => ID, { description: 'Stands for the target from now on.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Memory that stays.' })
  readonly target!: string;

  @Field({ description: 'Result in one sentence.' })
  readonly message!: string;

  @Field(() => Memory, { description: 'The target as it is now.' })
  readonly memory!: Memory;
}
