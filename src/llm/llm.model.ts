import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'The language model that plans where no agent brings its own.' })
export class LlmStatus {
  @Field({ description: 'LLM_MODEL is set, and OPENAI_API_KEY or OPENAI_BASE_URL.' })
  readonly configured!: boolean;

  @Field(() => String, { nullable: true })
  readonly model!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its server answered within two seconds, at most ten seconds ago; null where none is configured.',
  })
  readonly reachable!: boolean | null;
}
