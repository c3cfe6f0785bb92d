import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { StructureDocumentsArgs, StructuringArgs } from './structuring.inputs.js';
import { Structuring, StructuringReport } from './structuring.model.js';
import { StructuringService } from './structuring.service.js';

@Resolver()
export class StructuringResolver {
  constructor(private readonly structuring: StructuringService) {}

  @Query(() => Structuring, {
    name: 'structuring',
    description: 'How many chunks of documents the LLM has read, and what the others are likely to cost.',
  })
  estimate(@CurrentCaller() { namespace }: Caller, @Args() { ids }: StructuringArgs): Promise<Structuring> {
    return this.structuring.estimate(namespace, ids);
  }

  @Mutation(() => StructuringReport, {
    nullable: true,
    description:
      'Has the LLM read facts, relations and metadata from the next unread chunks of documents. Each chunk is stored by itself, as a check-in that is linked to it; a repeated call goes on with the chunks that are left. Facts of chunks that changed are replaced, and those of chunks that are gone are undone.',
  })
  structureDocuments(
    @CurrentCaller() caller: Caller,
    @Args() args: StructureDocumentsArgs,
  ): Promise<StructuringReport> {
    return this.structuring.structure(caller, args);
  }
}
