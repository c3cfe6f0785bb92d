import { Extensions, Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'A titled part of a prompt text: one kind of information.' })
export class ContextSection {
  @Field({
    description:
      'In a context, knowledge_items: items that were found; also_needed: their prerequisites, in order. For provided knowledge, the infoType of its pieces: user_profile, instructions, context, skills, or any other.',
  })
  readonly infoType!: string;

  @Field({ description: 'Text of the section, as it occurs in the text of the context.' })
  readonly text!: string;

  @Field(() => Int, { description: 'Number of tokens of this text alone (o200k_base).' })
  @Extensions({ minimum: 0 })
  readonly tokens!: number;
}
