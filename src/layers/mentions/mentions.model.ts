import { Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({
  description: 'State of automatic mentions: whether texts are linked to the entities they name, and how many are.',
})
export class AutomaticMentions {
  @Field({ description: 'Whether texts are linked. `setAutomaticMentions` changes it; the default is true.' })
  readonly enabled!: boolean;

  @Field({ description: 'True if no text waits and no job runs.' })
  readonly done!: boolean;

  @Field(() => Int, { description: 'Texts that are linked.' })
  readonly linked!: number;

  @Field(() => Int, { description: 'Texts and names that wait to be linked.' })
  readonly waiting!: number;
}
