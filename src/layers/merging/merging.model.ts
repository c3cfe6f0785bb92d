import { Field, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Result of merging two entities.' })
export class EntityMerge {
  @Field(() => ID, { description: 'Id of the change that records the merge; undo(changeId) reverts it.' })
  readonly changeId!: string;

  @Field(() => ID, { description: 'Id of the merged entity, now an alias of the target.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Id of the remaining entity.' })
  readonly target!: string;

  @Field(() => Int, { description: 'Number of relations of the source, which were moved to the target.' })
  readonly relations!: number;

  @Field(() => Int, { description: 'Number of these that were equal to another relation, which is kept.' })
  readonly collapsed!: number;

  @Field(() => Int, { description: 'Number of these between source and target, which were removed.' })
  readonly selfLoops!: number;

  @Field(() => Int, { description: 'Number of pieces that belonged to the source or listed it as mentioned.' })
  readonly pieces!: number;
}
