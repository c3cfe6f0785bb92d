import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'The demo data of a namespace.' })
export class SampleReport {
  @Field()
  readonly namespace!: string;

  @Field({ description: 'Whether this call loaded or removed it; false where there was nothing to do.' })
  readonly changed!: boolean;
}
