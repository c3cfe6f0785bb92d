import { Args, ArgsType, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller } from '../../common/current-caller.js';
import { Needs } from '../../common/needs.js';
import { Flag } from '../../common/validation.js';
import { AutomaticMentions } from './mentions.model.js';
import { MentionsService } from './mentions.service.js';

@ArgsType()
export class SetAutomaticMentionsArgs {
  @Flag({ description: 'Whether texts of this namespace are linked to the entities they name.' })
  readonly enabled!: boolean;
}

@Resolver()
export class MentionsResolver {
  constructor(private readonly mentions: MentionsService) {}

  @Needs('reader')
  @Query(() => AutomaticMentions, {
    description:
      'State of automatic mentions in this namespace: whether texts are linked to the entities they name, and the progress of linking.',
  })
  automaticMentions(@CurrentCaller() { namespace }: Caller): Promise<AutomaticMentions> {
    return this.mentions.state(namespace);
  }

  @Needs('reviewer')
  @Mutation(() => AutomaticMentions, {
    description:
      'Turns automatic mentions of this namespace on or off. If they are turned on, all texts are linked to the entities they name. If they are turned off, all automatic mentions are deleted, together with entities that were created only because of them, and the search uses only mentions that callers supplied.',
  })
  setAutomaticMentions(
    @CurrentCaller() { namespace }: Caller,
    @Args() { enabled }: SetAutomaticMentionsArgs,
  ): Promise<AutomaticMentions> {
    return this.mentions.setEnabled(namespace, enabled);
  }

  @Needs('admin')
  @Mutation(() => AutomaticMentions, {
    description:
      'Links all texts of this namespace again to the entities they name, in the background; `automaticMentions` shows when it is done. If automatic mentions are off, the call fails with CONFLICT.',
  })
  relink(@CurrentCaller() { namespace }: Caller): Promise<AutomaticMentions> {
    return this.mentions.relink(namespace);
  }
}
