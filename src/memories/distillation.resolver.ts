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
      'Queues a session for distillation. LLM_UNAVAILABLE without an LLM; CONFLICT where the id stands for another trace.',
  })
  queueSession(@CurrentCaller() caller: Caller, @Args('input') input: SessionInput): Promise<DistillationJob> {
    return this.distillation.queueSession(caller, input);
  }

  @Mutation(() => DistillationJob, {
    description: 'Tries a FAILED job again. One that waits or runs stays as it is; one that is DONE is a CONFLICT.',
  })
  retryDistillation(
    @CurrentCaller() caller: Caller,
    @Args() { jobId }: RetryDistillationArgs,
  ): Promise<DistillationJob> {
    return this.distillation.retry(caller, jobId);
  }

  @Mutation(() => RetriedDistillations, {
    description: 'Tries all FAILED jobs again that fit the filter, such as after a setting was mended.',
  })
  async retryDistillations(
    @CurrentCaller() caller: Caller,
    @Args() { filter }: RetryDistillationsArgs,
  ): Promise<RetriedDistillations> {
    return { retried: await this.distillation.retryAll(caller, filter) };
  }

  @Subscription(() => DistillationJob, {
    description:
      'Jobs that change, on any replica; of quick changes the last. With a job: first as it stands, until it has ended.',
    resolve: (job: DistillationJob) => job,
  })
  distillationProgress(@CurrentCaller() caller: Caller, @Args() { jobId }: DistillationProgressArgs) {
    return this.progress.listen(caller, jobId);
  }

  @ResolveField(() => [Memory], { description: 'What the session taught.' })
  memories(@CurrentCaller() caller: Caller, @Parent() job: DistillationJob): Promise<Memory[]> {
    return this.distillation.memoriesOf(caller, job);
  }
}
