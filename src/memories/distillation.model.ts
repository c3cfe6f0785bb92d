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
  name: 'SessionOutcome',
  description: 'How a session ended; its memories begin with confidence 0.7, 0.6 or 0.5.',
});

@ObjectType({ description: 'The distillation of a session, or of a part of it: what it taught becomes memories.' })
export class DistillationJob {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly sessionId!: string;

  @Field(() => Int, { description: 'Which part of the session, from 1: a longer trace of it adds one.' })
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

  @Field(() => JobStatus)
  readonly status!: JobStatus;

  @Field(() => Int, { description: 'Tries begun so far; one that found the LLM away does not count.' })
  readonly attempts!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Why it failed or waits for another try; of a DONE one, what of the reply could not be used.',
  })
  readonly error!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Code of that failure: LLM_UNAVAILABLE, LLM_REFUSED, LLM_FILTERED, LLM_CUT_OFF, LLM_INVALID_REPLY or INTERNAL; null where a job waits or ended without one.',
  })
  readonly errorCode!: string | null;

  @Field(() => String, { nullable: true, description: 'What the LLM answered; secrets are cut out.' })
  readonly reply!: string | null;

  @Field(() => DateTime)
  readonly queuedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was DONE or FAILED.' })
  readonly finishedAt!: Date | null;
}

@ObjectType({ description: 'What a retry of several jobs did.' })
export class RetriedDistillations {
  @Field(() => Int, { description: 'Jobs that had failed, fit the filter, and are on the queue again.' })
  readonly retried!: number;
}

@ObjectType()
export class DistillationJobConnection extends Connection(DistillationJob) {}
