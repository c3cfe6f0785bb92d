import { ArgsType, InputType } from '@nestjs/graphql';
import { PageArgs } from '../common/connection.js';
import { Choice, Id, Ids, Input, Text, Texts, Time } from '../common/validation.js';
import { JobStatus, SessionOutcome } from './distillation.model.js';
import { MemoryScope } from '../memories/memories.model.js';

/** Maximum number of characters of a trace in a GraphQL request: a few hundred pages. */
export const TRACE_MAX_LENGTH = 1_000_000;

/**
 * The arguments that describe a session, without its trace. Long traces are sent separately, as an HTTP request body.
 */
@InputType({ isAbstract: true })
export class SessionTraceInput {
  @Id({
    description:
      'Id of the session, chosen by the caller. Submitting the same trace again returns its job. A longer trace that begins with the same turns adds a part. Any other trace fails with CONFLICT.',
  })
  readonly sessionId!: string;

  @Choice(() => SessionOutcome, {
    description:
      'Whether the session reached its goal. If it is UNKNOWN, a later call with the same trace or a longer one can state it.',
  })
  readonly outcome!: SessionOutcome;

  @Choice(() => MemoryScope, { default: MemoryScope.PROJECT, description: 'Who may see the job and its memories.' })
  readonly scope!: MemoryScope;
}

@InputType({ description: 'A session to distil.' })
export class SessionInput extends SessionTraceInput {
  @Text({
    max: TRACE_MAX_LENGTH,
    secrets: 'later', // cut out of its turns
    description:
      'Transcript in the format of your client: Claude Code, Codex, Gemini CLI, opencode, messages of OpenAI, Anthropic or LangChain, Responses items, an MCP log, or text with `Role:` lines or paragraphs. Other JSON is refused with the rule UNKNOWN_FORMAT. Secrets are removed before it is stored or sent.',
  })
  readonly trace!: string;
}

@ArgsType()
export class DistillationJobArgs {
  @Id({ description: 'Id of the job.' })
  readonly id!: string;
}

@ArgsType()
export class DistillationJobsArgs extends PageArgs(20) {
  @Choice(() => JobStatus, { optional: true, description: 'Only jobs with this status.' })
  readonly status?: JobStatus;
}

@InputType({
  description:
    'Filter of failed jobs. A job must meet all given conditions. An empty filter selects all failed jobs that the caller may see.',
})
export class DistillationRetryFilter {
  @Ids({ optional: true, maxEntries: 1_000, description: 'Only jobs with these ids.' })
  readonly jobIds?: readonly string[];

  @Ids({ optional: true, maxEntries: 1_000, description: 'Only jobs of these sessions.' })
  readonly sessionIds?: readonly string[];

  @Texts({
    optional: true,
    maxEntries: 20,
    max: 64,
    description:
      'Only jobs that failed with one of these codes (`DistillationJob.errorCode`), such as LLM_UNAVAILABLE.',
  })
  readonly errorCodes?: readonly string[];

  @Time({ optional: true, description: 'Only jobs queued at this time or later.' })
  readonly queuedFrom?: Date;

  @Time({ optional: true, description: 'Only jobs queued at this time or earlier.' })
  readonly queuedUntil?: Date;
}

@ArgsType()
export class RetryDistillationsArgs {
  @Input(() => DistillationRetryFilter, {
    optional: true,
    spread: true,
    description: 'Filter of the jobs that are retried.',
  })
  readonly filter?: DistillationRetryFilter;
}

@ArgsType()
export class DistillationProgressArgs {
  @Id({
    optional: true,
    description:
      'Id of a job; then its current state is sent first, and its changes until it has ended. By default, changes of all jobs are sent.',
  })
  readonly jobId?: string;
}
