import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller } from '../../common/current-caller.js';
import { Entity } from '../layers.model.js';
import { LayersService } from '../layers.service.js';
import { MergeEntitiesArgs } from './merging.inputs.js';
import { EntityMerge } from './merging.model.js';
import { MergingService } from './merging.service.js';

@Resolver(() => EntityMerge)
export class MergingResolver {
  constructor(
    private readonly merging: MergingService,
    private readonly knowledge: LayersService,
  ) {}

  @Mutation(() => EntityMerge, {
    nullable: true,
    description:
      'Merges an entity into another: relations, pieces and mentions of the source are those of the target, and its id stands for it. Of a field that both have, the target’s stands; the source’s is a version of the target. undo takes it back.',
  })
  mergeEntities(@CurrentCaller() caller: Caller, @Args() { source, target }: MergeEntitiesArgs): Promise<EntityMerge> {
    return this.merging.mergeEntities(caller, source, target);
  }

  @ResolveField(() => Entity, { nullable: true, description: 'The target as it is now.' })
  async entity(@CurrentCaller() { namespace }: Caller, @Parent() { target }: EntityMerge): Promise<Entity | null> {
    return (await this.knowledge.findEntity(namespace, target)) ?? null;
  }
}
