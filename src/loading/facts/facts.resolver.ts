import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../common/caller.js';
import type { ConnectionOf } from '../../common/connection.js';
import { CurrentCaller } from '../../common/current-caller.js';
import { Needs } from '../../common/needs.js';
import { Decision } from '../../versions/change.model.js';
import { ContradictionsService } from './contradictions.service.js';
import { ContradictionsArgs, DecideContradictionArgs, DeclareRelationTypeArgs } from './facts.inputs.js';
import { type Contradiction, ContradictionConnection, DeclaredRelationType, RelationType } from './facts.model.js';
import { FactsService } from './facts.service.js';

@Resolver()
export class FactsResolver {
  constructor(
    private readonly facts: FactsService,
    private readonly decisions: ContradictionsService,
  ) {}

  @Needs('reader')
  @Query(() => [RelationType], { description: 'Types of relations that were declared functional, ordered by name.' })
  relationTypes(@CurrentCaller() { namespace }: Caller): Promise<readonly RelationType[]> {
    return this.facts.listTypes(namespace);
  }

  @Needs('reader')
  @Query(() => ContradictionConnection, {
    description:
      'Relations of the same source and functional type that begin at the same time but have different targets, ordered by source, type and time.',
  })
  contradictions(
    @CurrentCaller() { namespace }: Caller,
    @Args() args: ContradictionsArgs,
  ): Promise<ConnectionOf<Contradiction>> {
    return this.facts.listContradictions(namespace, args);
  }

  @Needs('reviewer')
  @Mutation(() => DeclaredRelationType, {
    description:
      'Declares whether a source has at most one relation of a type at a time. A relation of a functional type ends when the next one begins, in whatever order they are loaded, and is then no longer listed as current. Relations that are stored already are updated at once.',
  })
  declareRelationType(
    @CurrentCaller() { namespace }: Caller,
    @Args() { type, functional }: DeclareRelationTypeArgs,
  ): Promise<DeclaredRelationType> {
    return this.facts.declare(namespace, type, functional);
  }

  @Needs('reviewer')
  @Mutation(() => Decision, {
    description:
      'Decides on relations that review lists as CONTRADICTION: the given ones are removed, or hold together. The pieces of removed relations stay. undo reverts the decision.',
  })
  async decideContradiction(@CurrentCaller() caller: Caller, @Args() args: DecideContradictionArgs): Promise<Decision> {
    return { changeId: await this.decisions.decide(caller, args) };
  }
}
