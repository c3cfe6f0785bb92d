import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller } from '../../common/current-caller.js';
import { Needs } from '../../common/needs.js';
import { DecidedSupersession } from '../../entities/entities.model.js';
import { DecideSupersessionArgs } from './supersessions.inputs.js';
import { Supersessions } from './supersessions.service.js';

@Resolver()
export class SupersessionsResolver {
  constructor(private readonly supersessions: Supersessions) {}

  @Needs('reviewer')
  @Mutation(() => DecidedSupersession, {
    description:
      'Decides on two pieces that review lists as POSSIBLE_SUPERSESSION. With SUPERSEDE, the content of the later piece becomes a new version of the earlier piece, which keeps its id, trust and evidence, and the later piece is removed; undo reverts this. With KEEP_BOTH, neither piece changes.',
  })
  decideSupersession(
    @CurrentCaller() caller: Caller,
    @Args() args: DecideSupersessionArgs,
  ): Promise<DecidedSupersession> {
    return this.supersessions.decide(caller, args);
  }
}
