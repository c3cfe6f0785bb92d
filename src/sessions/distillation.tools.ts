import { Field, PickType } from '@nestjs/graphql';
import { AgentTools, type AgentToolSet, defineTool, ToolObject } from '../common/tool.js';
import { SessionInput } from './distillation.inputs.js';
import { DistillationJob, JobStatus } from './distillation.model.js';
import { DistillationService } from './distillation.service.js';

@ToolObject()
class QueuedSession extends PickType(DistillationJob, [
  'sessionId',
  'part',
  'firstTurn',
  'lastTurn',
  'skippedLines',
  'skippedTypes',
  'redacted',
  'error',
  'errorCode',
]) {
  @Field()
  readonly jobId!: string;

  @Field(() => JobStatus, { description: 'Call again with the same arguments to see how it went on.' })
  readonly status!: JobStatus;

  @Field(() => [String], { description: 'Ids of the memories that were distilled; empty until the job is done.' })
  readonly memoryIds!: readonly string[];

  @Field()
  readonly message!: string;
}

const MESSAGES: Readonly<Record<JobStatus, string>> = {
  QUEUED: 'Session queued for distillation',
  RUNNING: 'Session is being distilled',
  DONE: 'Session distilled',
  FAILED: 'Session could not be distilled',
};

/** MCP tools that queue sessions and report on their distillation. */
@AgentTools()
export class DistillationTools implements AgentToolSet {
  constructor(private readonly distillation: DistillationService) {}

  readonly tools = [
    defineTool({
      name: 'session_distill',
      role: 'writer',
      title: 'Distil a session into memories',
      description:
        'Takes the trace of a session, at its end or in between, in the format of your client, up to 1,000,000 characters. In the background, up to three reusable strategies, or anti-patterns to avoid, are extracted from it and become memories, which memory_search finds. The call returns immediately.',
      input: SessionInput,
      output: QueuedSession,
      lowerCase: true,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      run: async (caller, session) => {
        const job = await this.distillation.queueSession(caller, session);
        const memories = job.status === JobStatus.DONE ? await this.distillation.memoriesOf(caller, job) : [];
        return { ...job, jobId: job.id, memoryIds: memories.map(({ id }) => id), message: MESSAGES[job.status] };
      },
    }),
  ];
}
