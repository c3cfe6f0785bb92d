import { Args, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import {
  DistillationJobArgs,
  DistillationJobsArgs,
  DistillationProgressArgs,
  RetryDistillationsArgs,
  SessionInput,
} from './distillation.inputs.js';
import { DistillationJob, DistillationJobConnection, RetriedDistillations } from './distillation.model.js';
import { DistillationProgress } from './distillation.progress.js';
import { DistillationService } from './distillation.service.js';
import { Memory } from '../memories/memories.model.js';

@Resolver(() => DistillationJob)
export class DistillationResolver {
  constructor(
    private readonly distillation: DistillationService,
    private readonly progress: DistillationProgress,
  ) {}

  @Needs('reader')
  @Query(() => DistillationJob, { nullable: true, description: 'The distillation job with this id, or null.' })
  async distillationJob(@CurrentCaller() caller: Caller, @Args() { id }: DistillationJobArgs) {
    return (await this.distillation.find(caller, id)) ?? null;
  }

  @Needs('reader')
  @Query(() => DistillationJobConnection, { description: 'Distillation jobs that the caller may see, newest first.' })
  distillationJobs(
    @CurrentCaller() caller: Caller,
    @Args() args: DistillationJobsArgs,
  ): Promise<ConnectionOf<DistillationJob>> {
    return this.distillation.list(caller, args);
  }

  @Needs('writer')
  @Mutation(() => DistillationJob, {
    description:
      'Queues a session for distillation. Fails with LLM_UNAVAILABLE if no LLM is configured, and with CONFLICT if the session has a different trace already.',
  })
  queueSession(
    @CurrentCaller() caller: Caller,
    @Args('input', { description: 'The session with its trace.' }) input: SessionInput,
  ): Promise<DistillationJob> {
    return this.distillation.queueSession(caller, input);
  }

  @Needs('writer')
  @Mutation(() => RetriedDistillations, {
    description: 'Retries all FAILED jobs that match the filter, for example after a setting was corrected.',
  })
  async retryDistillations(
    @CurrentCaller() caller: Caller,
    @Args() { filter }: RetryDistillationsArgs,
  ): Promise<RetriedDistillations> {
    return { retried: await this.distillation.retryAll(caller, filter) };
  }

  @Needs('reader')
  @Subscription(() => DistillationJob, {
    description:
      'Changes of distillation jobs, on any replica. If several changes of a job follow one another quickly, only the last one is sent. If jobId is given, the current state of the job is sent first, and the subscription ends with the job.',
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
