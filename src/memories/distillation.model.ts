import { Field, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Connection } from '../common/connection.js';
import { CutSecret } from '../common/redaction.model.js';
import { DateTime } from '../common/scalars.js';
import { JobStatus } from '../search/embedding/embedding.model.js';

export { JobStatus };

export enum SessionOutcome {
  SUCCESS = 'SUCCESS',
  FAILURE = 'FAILURE',
  UNKNOWN = 'UNKNOWN',
}

registerEnumType(SessionOutcome, {
  valuesMap: {
    FAILURE: { description: 'The session missed its goal.' },
    SUCCESS: { description: 'The session reached its goal.' },
    UNKNOWN: { description: 'The outcome is unknown.' },
  },
  name: 'SessionOutcome',
  description: 'How a session ended; its memories begin with confidence 0.7, 0.6 or 0.5.',
});

@ObjectType({ description: 'The distillation of a session, or of a part of it: what it taught becomes memories.' })
export class DistillationJob {
  @Field(() => ID, { description: 'Made by the service; ids made later sort behind.' })
  readonly id!: string;

  @Field(() => ID, { description: 'Session that is distilled.' })
  readonly sessionId!: string;

  @Field(() => Int, {
    description: 'Number of the session’s part, from 1. A longer trace of the same session adds a part.',
  })
  readonly part!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'First turn of the part; null of sessions that version 0.2 stored.',
  })
  readonly firstTurn!: number | null;

  @Field(() => Int, { nullable: true, description: 'Last turn of the part.' })
  readonly lastTurn!: number | null;

  @Field(() => Int, { description: 'Lines and records of the trace that could not be read, and were passed over.' })
  readonly skippedLines!: number;

  @Field(() => [CutSecret], {
    description: 'Secrets that were cut out of the trace before it was stored; `trace.12` is turn 12. At most 100.',
  })
  readonly redacted!: readonly CutSecret[];

  @Field(() => JobStatus, { description: 'State of the job.' })
  readonly status!: JobStatus;

  @Field(() => Int, { description: 'Number of attempts so far, without those for which the LLM was unavailable.' })
  readonly attempts!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Why the job failed or will be retried; for a DONE job, which parts of the reply were unusable.',
  })
  readonly error!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Code of that failure: LLM_UNAVAILABLE, LLM_REFUSED, LLM_FILTERED, LLM_CUT_OFF, LLM_INVALID_REPLY or INTERNAL; null where a job waits or ended without one.',
  })
  readonly errorCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Reply of the LLM, without secrets.' })
  readonly reply!: string | null;

  @Field(() => DateTime, { description: 'Time at which the session was queued.' })
  readonly queuedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Time at which the job became DONE or FAILED.' })
  readonly finishedAt!: Date | null;
}

@ObjectType({ description: 'Result of retrying several jobs.' })
export class RetriedDistillations {
  @Field(() => Int, { description: 'Jobs that had failed, fit the filter, and are on the queue again.' })
  readonly retried!: number;
}

@ObjectType({ description: 'One page of a list.' })
export class DistillationJobConnection extends Connection(DistillationJob) {}
