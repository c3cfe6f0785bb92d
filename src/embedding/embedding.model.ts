import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';

export enum JobStatus {
  QUEUED = 'QUEUED',
  RUNNING = 'RUNNING',
  DONE = 'DONE',
  FAILED = 'FAILED',
}

registerEnumType(JobStatus, {
  valuesMap: {
    DONE: { description: 'The job ended with a result.' },
    FAILED: { description: 'The job ended without a result; its field `error` says why.' },
    QUEUED: { description: 'The job waits to be run.' },
    RUNNING: { description: 'The job is being run.' },
  },
  name: 'JobStatus',
  description: 'State of a job.',
});

@ObjectType({ description: 'Job that computes the vectors of all texts with a new model.' })
export class ReembedJob {
  @Field(() => ID, { description: 'Id that the service created.' })
  readonly id!: string;

  @Field({ description: 'The new model.' })
  readonly model!: string;

  @Field(() => JobStatus, { description: 'State of the job.' })
  readonly status!: JobStatus;

  @Field(() => Int, { description: 'Number of texts that already have a vector of the new model.' })
  readonly done!: number;

  @Field(() => Int, { description: 'Number of all texts.' })
  readonly total!: number;
}
