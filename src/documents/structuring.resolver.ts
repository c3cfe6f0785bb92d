import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { StructureDocumentsArgs, StructuringArgs } from './structuring.inputs.js';
import { Structuring, StructuringReport } from './structuring.model.js';
import { StructuringService } from './structuring.service.js';

@Resolver()
export class StructuringResolver {
  constructor(private readonly structuring: StructuringService) {}

  @Needs('reader')
  @Query(() => Structuring, {
    name: 'structuring',
    description: 'Number of chunks of documents that the LLM has read, and the estimated cost of reading the others.',
  })
  estimate(@CurrentCaller() { namespace }: Caller, @Args() { ids }: StructuringArgs): Promise<Structuring> {
    return this.structuring.estimate(namespace, ids);
  }

  @Needs('writer')
  @Mutation(() => StructuringReport, {
    description:
      'Lets the LLM extract facts, relations and metadata from the next unread chunks of documents. The facts of each chunk are stored separately, as a check-in that is linked to the chunk. A repeated call continues with the remaining chunks. Facts of changed chunks are replaced, and facts of removed chunks are undone.',
  })
  structureDocuments(
    @CurrentCaller() caller: Caller,
    @Args() args: StructureDocumentsArgs,
  ): Promise<StructuringReport> {
    return this.structuring.structure(caller, args);
  }
}
