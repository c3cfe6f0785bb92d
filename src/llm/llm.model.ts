import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'The language model that plans where no agent brings its own.' })
export class LlmStatus {
  @Field({ description: 'LLM_MODEL is set, and OPENAI_API_KEY or OPENAI_BASE_URL.' })
  readonly configured!: boolean;

  @Field(() => String, { nullable: true, description: 'Name of the model; null if no LLM is configured.' })
  readonly model!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its server answered within two seconds, at most ten seconds ago; null where none is configured.',
  })
  readonly reachable!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the server took none of the last requests: it refuses the login (401, 403), or does not know the model (404). Sessions wait meanwhile and are tried again each minute. Null as soon as a request is taken.',
  })
  readonly problem!: string | null;
}
