import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import type { ConnectionOf } from '../common/connection.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { ObservedEvidence, ObservedEvidenceConnection } from '../evidence/evidence.model.js';
import { ObservationsArgs } from './knowledge.inputs.js';
import { Knowledge } from './knowledge.model.js';
import { KnowledgeRegistry } from './knowledge.registry.js';
import { ObservationsService } from './observations.service.js';

@Resolver(() => ObservedEvidence)
export class ObservationsResolver {
  constructor(
    private readonly observations: ObservationsService,
    private readonly registry: KnowledgeRegistry,
  ) {}

  @Needs('reader')
  @Query(() => ObservedEvidenceConnection, {
    description: 'Observations of all knowledge that the caller may see, newest first.',
  })
  evidence(@CurrentCaller() caller: Caller, @Args() args: ObservationsArgs): Promise<ConnectionOf<ObservedEvidence>> {
    return this.observations.list(caller, args);
  }

  @ResolveField(() => Knowledge, { nullable: true, description: 'Current knowledge; null if it was deleted.' })
  async knowledge(@CurrentCaller() caller: Caller, @Parent() { ref }: ObservedEvidence): Promise<Knowledge | null> {
    return (await this.registry.load(caller, [ref])).get(ref) ?? null;
  }
}
