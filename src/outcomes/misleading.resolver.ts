import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { MisleadingArgs } from './misleading.inputs.js';
import { Misleading, MisleadingConnection } from './misleading.model.js';
import { MisleadingService } from './misleading.service.js';

@Resolver(() => Misleading)
export class MisleadingResolver {
  constructor(
    private readonly misleaders: MisleadingService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  @Needs('reader')
  @Query(() => MisleadingConnection, {
    description:
      'Knowledge of all kinds that was followed by failures, as far as the caller may see it. Knowledge with the most failures comes first, then by ref. The numbers show an association, not a cause.',
  })
  misleading(@CurrentCaller() caller: Caller, @Args() args: MisleadingArgs): Promise<MisleadingConnection> {
    return this.misleaders.list(caller, args);
  }

  @ResolveField(() => Knowledge, {
    nullable: true,
    description: 'The knowledge in its current state; null if it was deleted meanwhile.',
  })
  async knowledge(@CurrentCaller() caller: Caller, @Parent() { ref }: Misleading): Promise<Knowledge | null> {
    return (await this.registry.load(caller, [ref])).get(ref) ?? null;
  }
}
