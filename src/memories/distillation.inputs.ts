import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Id, Ids, Input, Text, Texts, Time } from '../common/validation.js';
import { JobStatus, SessionOutcome } from './distillation.model.js';
import { MemoryScope } from './memories.model.js';

/** Maximum number of characters of a session's trace: a few hundred pages. */
const TRACE_MAX_LENGTH = 1_000_000;

@InputType()
export class SessionInput {
  @Id({
    description:
      'Your id of the session. A session is distilled once: the same again gives its job, another trace is a CONFLICT.',
  })
  readonly sessionId!: string;

  @Text({
    max: TRACE_MAX_LENGTH,
    description:
      'What happened: a JSON list of {role, content}, or text in paragraphs. Secrets are cut out before it is stored or sent.',
  })
  readonly trace!: string;

  @Choice(() => SessionOutcome, { description: 'Whether the session reached its goal.' })
  readonly outcome!: SessionOutcome;

  @Choice(() => MemoryScope, { default: MemoryScope.PROJECT, description: 'Who sees the job and its memories.' })
  readonly scope!: MemoryScope;
}

@ArgsType()
export class DistillationJobArgs {
  @Id()
  readonly id!: string;
}

@ArgsType()
export class DistillationJobsArgs extends PageArgs(20) {
  @Choice(() => JobStatus, { optional: true })
  readonly status?: JobStatus;
}

@ArgsType()
export class RetryDistillationArgs {
  @Id()
  readonly jobId!: string;
}

@InputType({ description: 'Which failed jobs; each condition narrows, and none takes all that the caller sees.' })
export class DistillationRetryFilter {
  @Ids({ optional: true, maxEntries: 1_000, description: 'Only jobs of these sessions.' })
  readonly sessionIds?: readonly string[];

  @Texts({
    optional: true,
    maxEntries: 20,
    max: 64,
    description:
      'Only those that failed with one of these codes (`DistillationJob.errorCode`), such as LLM_UNAVAILABLE.',
  })
  readonly errorCodes?: readonly string[];

  @Time({ optional: true, description: 'Only those queued then or later.' })
  readonly queuedFrom?: Date;

  @Time({ optional: true, description: 'Only those queued then or earlier.' })
  readonly queuedUntil?: Date;
}

@ArgsType()
export class RetryDistillationsArgs {
  @Input(() => DistillationRetryFilter, { optional: true, spread: true })
  readonly filter?: DistillationRetryFilter;
}

@ArgsType()
export class DistillationProgressArgs {
  @Id({ optional: true, description: 'Only this job, from how it stands now until it has ended.' })
  readonly jobId?: string;
}
