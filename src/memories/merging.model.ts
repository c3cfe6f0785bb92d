import { Field, ID, ObjectType } from '@nestjs/graphql';
import { Memory } from './memories.model.js';

@ObjectType({ description: 'What became of two memories that said the same.' })
export class MemoryMerge {
  @Field(() => ID, { description: 'The change that the merge is; undo takes it.' })
  readonly changeId!: string;

  @Field(() => ID, { description: 'Stands for the target from now on.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Memory that stays.' })
  readonly target!: string;

  @Field({ description: 'What was done, in one sentence.' })
  readonly message!: string;

  @Field(() => Memory, { description: 'The target as it is now.' })
  readonly memory!: Memory;
}
