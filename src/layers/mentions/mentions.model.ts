import { Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({
  description: 'State of automatic mentions: whether texts are linked to the entities they name, and the progress.',
})
export class AutomaticMentions {
  @Field({ description: 'Whether texts are linked. `setAutomaticMentions` changes it; the default is true.' })
  readonly enabled!: boolean;

  @Field({ description: 'True if no text waits and no job runs.' })
  readonly done!: boolean;

  @Field(() => Int, { description: 'Number of linked texts.' })
  readonly linked!: number;

  @Field(() => Int, { description: 'Number of texts and names that wait to be linked.' })
  readonly waiting!: number;
}
