import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { StartTrialArgs, TrialArgs } from './trials.inputs.js';
import { Trial } from './trials.model.js';
import { TrialsService } from './trials.service.js';

@Resolver(() => Trial)
export class TrialsResolver {
  constructor(private readonly running: TrialsService) {}

  @Needs('reader')
  @Query(() => [Trial], { description: 'Trials of the namespace, newest first; at most 100.' })
  trials(@CurrentCaller() { namespace }: Caller): Promise<Trial[]> {
    return this.running.list(namespace);
  }

  @Needs('reviewer')
  @Mutation(() => Trial, {
    description:
      'Starts a trial of whether knowledge helps. It is left out of contexts, planning prompts and searches of the sessions that a hash of trial and session draws; a session counts once, with its first outcome, and callers without a session take no part. The arms are compared once, when the planned number of sessions has an outcome. At most three trials run at once. Repeating the call while the trial runs changes nothing.',
  })
  startTrial(@CurrentCaller() caller: Caller, @Args() args: StartTrialArgs): Promise<Trial> {
    return this.running.start(caller, args);
  }

  @Needs('reviewer')
  @Mutation(() => Trial, {
    description:
      'Stops a trial. It has no verdict then, because looking at the outcomes before all are known would find effects that are none. A trial that no longer runs stays as it is.',
  })
  stopTrial(@CurrentCaller() caller: Caller, @Args() { id }: TrialArgs): Promise<Trial> {
    return this.running.stop(caller, id);
  }
}
