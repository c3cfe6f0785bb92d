import { Field, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Result of merging two entities.' })
export class EntityMerge {
  @Field(() => ID, { description: 'Id of the change that records the merge; undo(changeId) reverts it.' })
  readonly changeId!: string;

  @Field(() => ID, { description: 'Id of the merged entity, now an alias of the target.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Id of the remaining entity.' })
  readonly target!: string;

  @Field(() => Int, { description: 'Number of relations of the source. They were moved to the target.' })
  readonly relations!: number;

  @Field(() => Int, {
    description: 'Number of moved relations that became equal to another relation and were therefore removed.',
  })
  readonly collapsed!: number;

  @Field(() => Int, {
    description: 'Number of moved relations that connected source and target and were therefore removed.',
  })
  readonly selfLoops!: number;

  @Field(() => Int, { description: 'Number of pieces that belonged to the source or listed it as mentioned.' })
  readonly pieces!: number;
}
