import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'State of the language model (LLM) that the service itself uses.' })
export class LlmStatus {
  @Field({ description: 'True if the setting LLM_MODEL and one of OPENAI_API_KEY and OPENAI_BASE_URL are set.' })
  readonly configured!: boolean;

  @Field(() => String, { nullable: true, description: 'Name of the model; null if no LLM is configured.' })
  readonly model!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the server of the LLM answered within two seconds. The answer is at most ten seconds old; null if no LLM is configured.',
  })
  readonly reachable!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason why the server of the LLM rejected the last requests: it refused the login (401, 403), or does not know the model (404). Meanwhile, sessions wait and are retried every minute. Null as soon as a request is accepted.',
  })
  readonly problem!: string | null;
}
