import { z } from 'zod';
import { AgentTools, type AgentToolSet, defineTool } from '../common/tool.js';
import { validateInput } from '../common/validation.js';
import { SessionInput, TRACE_MAX_LENGTH } from './distillation.inputs.js';
import { JobStatus, SessionOutcome } from './distillation.model.js';
import { DistillationService } from './distillation.service.js';
import { MemoryScope } from './memories.model.js';

const lower = <Name extends string>(names: Readonly<Record<Name, string>>) =>
  Object.values<string>(names).map((name) => name.toLowerCase());

const input = z.strictObject({
  session_id: z
    .string()
    .min(1)
    .max(512)
    .describe('Your id of the session. The same session again gives its job; another trace under it is a CONFLICT.'),
  trace: z
    .string()
    .min(1)
    .max(TRACE_MAX_LENGTH)
    .describe('What happened: a JSON list of {role, content}, or text in paragraphs. Secrets are cut out.'),
  outcome: z.enum(lower(SessionOutcome)).describe('Whether the session reached its goal.'),
  scope: z.enum(lower(MemoryScope)).default('project').describe('Who sees the memories.'),
});

const output = z.strictObject({
  job_id: z.string(),
  session_id: z.string(),
  status: z.enum(lower(JobStatus)).describe('Call again with the same arguments to see how it went on.'),
  memory_ids: z.array(z.string()).describe('What the session taught, once it is done.'),
  error: z.string().nullable().describe('Why it failed, or waits for another try.'),
  message: z.string(),
});

const MESSAGES: Readonly<Record<JobStatus, string>> = {
  QUEUED: 'Session queued for distillation',
  RUNNING: 'Session is being distilled',
  DONE: 'Session distilled',
  FAILED: 'Session could not be distilled',
};

@AgentTools()
export class DistillationTools implements AgentToolSet {
  constructor(private readonly distillation: DistillationService) {}

  readonly tools = [
    defineTool({
      name: 'session_distill',
      title: 'Distil a session into memories',
      description:
        'Hand in the trace of a session that has ended. In the background up to three reusable strategies, or anti-patterns to avoid, are extracted from it and become memories that memory_search finds. Returns at once.',
      input,
      output,
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      run: async (caller, { session_id, trace, outcome, scope }) => {
        const session = validateInput(SessionInput, {
          sessionId: session_id,
          trace,
          outcome: outcome.toUpperCase(),
          scope: scope.toUpperCase(),
        });
        const job = await this.distillation.queueSession(caller, session);
        const memories = job.status === JobStatus.DONE ? await this.distillation.memoriesOf(caller, job) : [];
        return {
          job_id: job.id,
          session_id: job.sessionId,
          status: job.status.toLowerCase(),
          memory_ids: memories.map(({ id }) => id),
          error: job.error,
          message: MESSAGES[job.status],
        };
      },
    }),
  ];
}
