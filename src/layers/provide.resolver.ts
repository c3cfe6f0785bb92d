import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { formatRetrieval } from './formatter.js';
import { RetrievalResult } from './layers.model.js';
import { FormattedArgs, ProvideKnowledgeArgs } from './provide.inputs.js';
import { ProvidedKnowledge } from './provide.model.js';
import { KnowledgeProvider } from './provide.service.js';

@Resolver(() => RetrievalResult)
export class ProvideResolver {
  constructor(private readonly provider: KnowledgeProvider) {}

  @Query(() => ProvidedKnowledge, {
    description:
      'Returns knowledge for a question, grouped into the sections of a prompt: user_profile, instructions, context, skills and others.',
  })
  provideKnowledge(@CurrentCaller() caller: Caller, @Args() args: ProvideKnowledgeArgs): Promise<ProvidedKnowledge> {
    return this.provider.provideKnowledge(caller, args);
  }

  @ResolveField(() => String, {
    description:
      'The whole result as one text with the sections [Metadata], [Global Metadata], [Knowledge] and [Relationships]; empty sections are left out. The same result gives the same text.',
  })
  formatted(@Parent() result: RetrievalResult, @Args() options: FormattedArgs): string {
    return formatRetrieval(result, options);
  }
}
