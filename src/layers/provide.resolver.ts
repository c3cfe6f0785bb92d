import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { formatRetrieval } from './formatter.js';
import { LayersService } from './layers.service.js';
import { FormattedArgs, ProvideKnowledgeArgs } from './provide.inputs.js';
import { ProvidedKnowledge } from './provide.model.js';
import { KnowledgeProvider } from './provide.service.js';
import { RetrievalResult } from './retrieval.model.js';

@Resolver(() => RetrievalResult)
export class ProvideResolver {
  constructor(
    private readonly provider: KnowledgeProvider,
    private readonly knowledge: LayersService,
  ) {}

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
    return formatRetrieval(await this.knowledge.byRelevance(caller, result), options);
  }
}
