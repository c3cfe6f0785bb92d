import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { Learning } from '../items/items.model.js';
import { ResolveLearningArgs, RetractArgs } from './corrections.inputs.js';
import { Retraction } from './corrections.model.js';
import { CorrectionsService } from './corrections.service.js';
import { LearningResolution } from './resolving.service.js';

@Resolver()
export class CorrectionsResolver {
  constructor(
    private readonly corrections: CorrectionsService,
    private readonly learnings: LearningResolution,
  ) {}

  @Needs('reviewer')
  @Mutation(() => Retraction, {
    description:
      'Retracts a wrong report: one observation with the learning that was recorded with it, the outcome of a context with all shares that it credited, what was captured in a session of a connected agent, or the report of a step, which becomes PENDING with the next revision number. Nothing is erased: the ledger gets an opposite entry, and the trust is computed without the retracted ones. Steps that were reported together with an outcome are not retracted with it. Repeating the call returns the first answer.',
  })
  retract(@CurrentCaller() caller: Caller, @Args() args: RetractArgs): Promise<Retraction> {
    return this.corrections.retract(caller, args);
  }

  @Needs('reviewer')
  @Mutation(() => Learning, {
    description:
      'Marks the cause of a learning as corrected: the learning no longer appears in prompts and lists, and its observations no longer count. A new failure is new evidence. Repeating the call changes nothing.',
  })
  resolveLearning(@CurrentCaller() caller: Caller, @Args() args: ResolveLearningArgs): Promise<Learning> {
    return this.learnings.resolve(caller, args);
  }
}
