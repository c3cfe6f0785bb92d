import { Extensions, Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'A record that was not stored, with the reason.' })
export class SkippedRecord {
  @Field(() => String, { nullable: true, description: 'Section of the document, if it has several.' })
  readonly section!: string | null;

  @Field(() => Int, { description: 'Position in the list, counted from 0.' })
  @Extensions({ minimum: 0 })
  readonly index!: number;

  @Field(() => String, { nullable: true, description: 'Id of the record; null if it has none.' })
  readonly id!: string | null;

  @Field(() => String, { nullable: true, description: 'Path of the first invalid field: kb_learnings.2.task.' })
  readonly field!: string | null;

  @Field({ description: 'Reason in words: the rules that the record violates.' })
  readonly reason!: string;
}
