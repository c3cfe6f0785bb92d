import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'State of the demo data of a namespace.' })
export class SampleReport {
  @Field({ description: 'Namespace that holds the demo data.' })
  readonly namespace!: string;

  @Field({ description: 'True if this call loaded or removed the demo data; false if there was nothing to do.' })
  readonly changed!: boolean;
}
