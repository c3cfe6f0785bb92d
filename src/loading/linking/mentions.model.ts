import { Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({
  description: 'State of automatic mentions: whether texts are linked to the entities they name, and the progress.',
})
export class AutomaticMentions {
  @Field({
    description:
      'Whether texts are linked automatically to the entities they name; default true. `setAutomaticMentions` changes it.',
  })
  readonly enabled!: boolean;

  @Field({ description: 'True if no text is waiting and no job is running.' })
  readonly done!: boolean;

  @Field(() => Int, { description: 'Number of linked texts.' })
  readonly linked!: number;

  @Field(() => Int, { description: 'Number of texts and names that wait to be linked.' })
  readonly waiting!: number;
}
