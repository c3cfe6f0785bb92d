import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'The language model that makes plans for agents that do not bring their own.' })
export class LlmStatus {
  @Field({ description: 'True if LLM_MODEL is set, and OPENAI_API_KEY or OPENAI_BASE_URL.' })
  readonly configured!: boolean;

  @Field(() => String, { nullable: true, description: 'Name of the model; null if no LLM is configured.' })
  readonly model!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its server answered within two seconds, checked at most ten seconds ago; null if no LLM is configured.',
  })
  readonly reachable!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the server rejected the last requests: it refuses the login (401, 403), or does not know the model (404). Sessions wait meanwhile and are retried every minute. Null as soon as a request is accepted.',
  })
  readonly problem!: string | null;
}
