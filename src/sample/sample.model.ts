import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'State of the demo data of a namespace.' })
export class SampleReport {
  @Field({ description: 'Namespace that holds the demo data.' })
  readonly namespace!: string;

  @Field({ description: 'Whether this call loaded or removed it; false where there was nothing to do.' })
  readonly changed!: boolean;
}
