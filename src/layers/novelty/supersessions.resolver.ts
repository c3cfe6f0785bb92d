import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller } from '../../common/current-caller.js';
import { DecidedSupersession } from '../layers.model.js';
import { DecideSupersessionArgs } from './supersessions.inputs.js';
import { Supersessions } from './supersessions.service.js';

@Resolver()
export class SupersessionsResolver {
  constructor(private readonly supersessions: Supersessions) {}

  @Mutation(() => DecidedSupersession, {
    description:
      'Decides on two pieces that review lists as POSSIBLE_SUPERSESSION. SUPERSEDE writes the content of the later piece into the earlier one as a new version, which keeps id, trust and evidence, and removes the later piece; undo reverts that. KEEP_BOTH changes neither piece.',
  })
  decideSupersession(
    @CurrentCaller() caller: Caller,
    @Args() args: DecideSupersessionArgs,
  ): Promise<DecidedSupersession> {
    return this.supersessions.decide(caller, args);
  }
}
