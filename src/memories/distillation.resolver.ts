import { Args, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import {
  DistillationJobArgs,
  DistillationJobsArgs,
  DistillationProgressArgs,
  RetryDistillationArgs,
  RetryDistillationsArgs,
  SessionInput,
} from './distillation.inputs.js';
import { DistillationJob, DistillationJobConnection, RetriedDistillations } from './distillation.model.js';
import { DistillationProgress } from './distillation.progress.js';
import { DistillationService } from './distillation.service.js';
import { Memory } from './memories.model.js';

@Resolver(() => DistillationJob)
export class DistillationResolver {
  constructor(
    private readonly distillation: DistillationService,
    private readonly progress: DistillationProgress,
  ) {}

  @Query(() => DistillationJob, { nullable: true, description: 'The job of this id, or null.' })
  async distillationJob(@CurrentCaller() caller: Caller, @Args() { id }: DistillationJobArgs) {
    return (await this.distillation.find(caller, id)) ?? null;
  }

  @Query(() => DistillationJobConnection, { description: 'Newest first.' })
  distillationJobs(
    @CurrentCaller() caller: Caller,
    @Args() args: DistillationJobsArgs,
  ): Promise<ConnectionOf<DistillationJob>> {
    return this.distillation.list(caller, args);
  }

  @Mutation(() => DistillationJob, {
    description:
      'Queues a session for distillation. LLM_UNAVAILABLE without an LLM; CONFLICT if the id belongs to another trace.',
  })
  queueSession(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The session with its trace.' }) input: SessionInput,
  ): Promise<DistillationJob> {
    return this.distillation.queueSession(caller, input);
  }

  @Mutation(() => DistillationJob, {
    description: 'Retries a FAILED job. A job that waits or runs does not change; a DONE job is a CONFLICT.',
  })
  retryDistillation(
    @CurrentCaller() caller: Caller,
    @Args() { jobId }: RetryDistillationArgs,
  ): Promise<DistillationJob> {
    return this.distillation.retry(caller, jobId);
  }

  @Mutation(() => RetriedDistillations, {
    description: 'Retries all FAILED jobs that match the filter, for example after a setting was corrected.',
  })
  async retryDistillations(
    @CurrentCaller() caller: Caller,
    @Args() { filter }: RetryDistillationsArgs,
  ): Promise<RetriedDistillations> {
    return { retried: await this.distillation.retryAll(caller, filter) };
  }

  @Subscription(() => DistillationJob, {
    description:
      'Changes of jobs on any replica; of quick successions the last. With jobId, the current state first, until the job has ended.',
    resolve: (job: DistillationJob) => job,
  })
  distillationProgress(@CurrentCaller() caller: Caller, @Args() { jobId }: DistillationProgressArgs) {
    return this.progress.listen(caller, jobId);
  }

  @ResolveField(() => [Memory], { description: 'Memories distilled from the session.' })
  memories(@CurrentCaller() caller: Caller, @Parent() job: DistillationJob): Promise<Memory[]> {
    return this.distillation.memoriesOf(caller, job);
  }
}
