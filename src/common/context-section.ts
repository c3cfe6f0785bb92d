import { Extensions, Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'A section of a prompt text. It has a title and contains one kind of information.' })
export class ContextSection {
  @Field({
    description:
      'Kind of information in the section. In a context, knowledge_items are the items that were found, and also_needed are their prerequisites. In provided knowledge it is the infoType of the pieces: user_profile, instructions, context, skills, or any other.',
  })
  readonly infoType!: string;

  @Field({ description: 'Text of the section, as it occurs in the text of the context.' })
  readonly text!: string;

  @Field(() => Int, { description: 'Number of tokens of this text alone (o200k_base).' })
  @Extensions({ minimum: 0 })
  readonly tokens!: number;
}
