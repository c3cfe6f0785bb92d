import type { GraphQLResolveInfo } from 'graphql';
import { Args, Info, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { asksOnlyFor } from '../common/selection.js';
import { formatRetrieval } from './formatter.js';
import { FormattedArgs, ProvideKnowledgeArgs } from './provide.inputs.js';
import { ProvidedKnowledge } from './provide.model.js';
import { KnowledgeProvider } from './provide.service.js';
import { RetrieveArgs } from './retrieval.inputs.js';
import { RetrievalResult } from './retrieval.model.js';
import { RetrievalService } from './retrieval.service.js';

/** Fields of a retrieval for which its pieces are not needed. */
const WITHOUT_PIECES = new Set(['metadata', 'globalMetadata', 'graphContext', 'moreRelations', 'time', '__typename']);

@Resolver(() => RetrievalResult)
export class RetrievalResolver {
  constructor(
    private readonly provider: KnowledgeProvider,
    private readonly retrieval: RetrievalService,
  ) {}

  @Needs('reader')
  @Query(() => RetrievalResult, {
    description:
      'Knowledge of the three layers: metadata of an entity and metadata shared by all entities; pieces that the search finds; relations around the entity with their pieces.',
  })
  retrieve(
    @CurrentCaller() caller: Caller,
    @Args() args: RetrieveArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<RetrievalResult> {
    return this.retrieval.retrieve(caller, args, { pieces: !asksOnlyFor(WITHOUT_PIECES, info) });
  }

  @Needs('reader')
  @Query(() => ProvidedKnowledge, {
    description:
      'Returns knowledge for a question, grouped into the sections of a prompt: user_profile, instructions, context, skills and others.',
  })
  provideKnowledge(@CurrentCaller() caller: Caller, @Args() args: ProvideKnowledgeArgs): Promise<ProvidedKnowledge> {
    return this.provider.provideKnowledge(caller, args);
  }

  @ResolveField(() => String, {
    description:
      'The whole result as one text with the sections [Metadata], [Global Metadata], [Knowledge] and [Relationships]; empty sections are left out. If there are more relations than firstRelations, or more than 50 of one type, they are chosen by RELEVANCE, and the number of the others is given. The same result gives the same text.',
  })
  async formatted(
    @CurrentCaller() caller: Caller,
    @Parent() result: RetrievalResult,
    @Args() options: FormattedArgs,
  ): Promise<string> {
    return formatRetrieval(await this.retrieval.byRelevance(caller, result), options);
  }
}
