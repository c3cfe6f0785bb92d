import { Extensions, Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'A record that was left out, and why; nothing of it was stored.' })
export class SkippedRecord {
  @Field(() => String, { nullable: true, description: 'Part of the document, where it has several.' })
  readonly section!: string | null;

  @Field(() => Int, { description: 'Its place in the list, counted from 0.' })
  @Extensions({ minimum: 0 })
  readonly index!: number;

  @Field(() => String, { nullable: true, description: 'Null where the record has none that could be read.' })
  readonly id!: string | null;

  @Field(() => String, { nullable: true, description: 'The first wrong field, in dots: kb_learnings.2.task.' })
  readonly field!: string | null;

  @Field({ description: 'The rules it breaks.' })
  readonly reason!: string;
}
