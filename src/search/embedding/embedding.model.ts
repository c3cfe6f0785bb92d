import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';

export enum JobStatus {
  QUEUED = 'QUEUED',
  RUNNING = 'RUNNING',
  DONE = 'DONE',
  FAILED = 'FAILED',
}

registerEnumType(JobStatus, { name: 'JobStatus' });

@ObjectType({ description: 'The change of all vectors to another model.' })
export class ReembedJob {
  @Field(() => ID)
  readonly id!: string;

  @Field({ description: 'The model that is changed to.' })
  readonly model!: string;

  @Field(() => JobStatus)
  readonly status!: JobStatus;

  @Field(() => Int, { description: 'Texts that have a vector of the model.' })
  readonly done!: number;

  @Field(() => Int, { description: 'Texts there are.' })
  readonly total!: number;
}
