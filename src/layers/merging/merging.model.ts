import { Field, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'What became of two entities that were one.' })
export class EntityMerge {
  @Field(() => ID, { description: 'The change that the merge is; undo takes it.' })
  readonly changeId!: string;

  @Field(() => ID, { description: 'Stands for the target from now on.' })
  readonly source!: string;

  @Field(() => ID, { description: 'Entity that stays.' })
  readonly target!: string;

  @Field(() => Int, { description: 'Relations of the source, which lead from or to the target now.' })
  readonly relations!: number;

  @Field(() => Int, { description: 'Of these the ones that were the same as another one; that one stands.' })
  readonly collapsed!: number;

  @Field(() => Int, { description: 'Of these the ones between source and target, which are gone.' })
  readonly selfLoops!: number;

  @Field(() => Int, { description: 'Pieces that belonged to the source or said that they mention it.' })
  readonly pieces!: number;
}
