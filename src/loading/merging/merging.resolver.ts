import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../common/caller.js';
import { CurrentCaller } from '../../common/current-caller.js';
import { Needs } from '../../common/needs.js';
import { Decision } from '../../versions/change.model.js';
import { Entity } from '../../entities/entities.model.js';
import { EntitiesService } from '../../entities/entities.service.js';
import { KeepApartArgs, MergeEntitiesArgs } from './merging.inputs.js';
import { EntityMerge } from './merging.model.js';
import { MergingService } from './merging.service.js';

@Resolver(() => EntityMerge)
export class MergingResolver {
  constructor(
    private readonly merging: MergingService,
    private readonly knowledge: EntitiesService,
  ) {}

  @Needs('reviewer')
  @Mutation(() => EntityMerge, {
    description:
      'Merges an entity (the source) into another one (the target). Relations, pieces and mentions of the source become those of the target, and the id of the source becomes an alias of the target. If both have a value for a field, the target keeps its own value; the value of the source is stored in a version of the target. undo reverts the merge.',
  })
  mergeEntities(@CurrentCaller() caller: Caller, @Args() { source, target }: MergeEntitiesArgs): Promise<EntityMerge> {
    return this.merging.mergeEntities(caller, source, target);
  }

  @Needs('reviewer')
  @Mutation(() => Decision, {
    description:
      'Records that two entities are different, so that review does not list them as POSSIBLE_DUPLICATE any more. They can still be merged. undo reverts the decision.',
  })
  async keepApart(@CurrentCaller() caller: Caller, @Args() { one, other }: KeepApartArgs): Promise<Decision> {
    return { changeId: await this.merging.keepApart(caller, one, other) };
  }

  @ResolveField(() => Entity, { nullable: true, description: 'The target after the merge.' })
  async entity(@CurrentCaller() { namespace }: Caller, @Parent() { target }: EntityMerge): Promise<Entity | null> {
    return (await this.knowledge.findEntity(namespace, target)) ?? null;
  }
}
