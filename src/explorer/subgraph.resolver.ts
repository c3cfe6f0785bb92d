import { Args, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { SubgraphArgs } from './subgraph.inputs.js';
import { Subgraph } from './subgraph.model.js';
import { SubgraphService } from './subgraph.service.js';

@Resolver(() => Subgraph)
export class SubgraphResolver {
  constructor(private readonly subgraphs: SubgraphService) {}

  @Needs('reader')
  @Query(() => Subgraph, {
    description: 'Neighbourhood of a node, for a drawing: its nodes, nearest first, and the edges between them.',
  })
  subgraph(@CurrentCaller() caller: Caller, @Args() args: SubgraphArgs): Promise<Subgraph> {
    return this.subgraphs.around(caller, args);
  }
}
