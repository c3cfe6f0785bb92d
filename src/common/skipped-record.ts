import { Extensions, Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'A record that was not stored, with the reason.' })
export class SkippedRecord {
  @Field(() => String, {
    nullable: true,
    description: 'Section of the document that contains the record; null if the document has no sections.',
  })
  readonly section!: string | null;

  @Field(() => Int, { description: 'Position of the record in the list, counted from 0.' })
  @Extensions({ minimum: 0 })
  readonly index!: number;

  @Field(() => String, { nullable: true, description: 'Id of the record; null if it has none.' })
  readonly id!: string | null;

  @Field(() => String, { nullable: true, description: 'Path of the first invalid field, such as kb_learnings.2.task.' })
  readonly field!: string | null;

  @Field({ description: 'Reason why the record was skipped, in words.' })
  readonly reason!: string;
}
