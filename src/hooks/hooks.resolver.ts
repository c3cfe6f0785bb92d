import { Args, ArgsType, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { Flag, Id, Text } from '../common/validation.js';
import { Decision } from '../versions/change.model.js';
import { CapturesService } from './captures.service.js';
import { CaptureStatus, CapturedSessionTurn } from './hooks.model.js';

@ArgsType()
class CaptureStatusArgs {
  @Text({ optional: true, max: 64, description: 'Only of this client, such as claude-code; default all.' })
  readonly client?: string;
}

@ArgsType()
class SessionTurnsArgs {
  @Id({ description: 'Id of the session of a connected agent.' })
  readonly session!: string;
}

@ArgsType()
class DecideMatchArgs {
  @Text({ max: 600, printable: true, description: 'Id of the match (matchId of a review entry).' })
  readonly id!: string;

  @Flag({ description: 'Whether the step followed the knowledge.' })
  readonly followed!: boolean;
}

@Resolver()
export class HooksResolver {
  constructor(private readonly captures: CapturesService) {}

  @Needs('reader')
  @Query(() => CaptureStatus, { description: 'What connected agents (heartwood connect) have sent to this namespace.' })
  captureStatus(@CurrentCaller() caller: Caller, @Args() { client }: CaptureStatusArgs): Promise<CaptureStatus> {
    return this.captures.status(caller, client);
  }

  @Needs('reader')
  @Query(() => [CapturedSessionTurn], {
    description:
      'Turns of a session of a connected agent, oldest first, at most 500. Empty for an unknown session, and for one of another project.',
  })
  sessionTurns(@CurrentCaller() caller: Caller, @Args() { session }: SessionTurnsArgs): Promise<CapturedSessionTurn[]> {
    return this.captures.turns(caller, session);
  }

  @Needs('reviewer')
  @Mutation(() => Decision, {
    description:
      'Records whether a step of a connected agent followed the knowledge that it matched, so that the match no longer waits (review). Correct or record the knowledge itself as needed. undo reverts the decision.',
  })
  async decideMatch(@CurrentCaller() caller: Caller, @Args() { id, followed }: DecideMatchArgs): Promise<Decision> {
    return { changeId: await this.captures.decide(caller, id, followed) };
  }
}
