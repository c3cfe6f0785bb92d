import { Args, Float, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { Caller } from '../common/caller.js';
import { CurrentCaller } from '../common/current-caller.js';
import { Needs } from '../common/needs.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import { Knowledge } from '../knowledge/knowledge.model.js';
import { EmbeddingService } from '../embedding/embedding.service.js';
import { fitting } from './fitting.js';
import { KnowledgeArgs, SearchArgs } from './search.inputs.js';
import { MatchTerm, ScoreExplanation, SearchHit, SearchResult } from './search.model.js';
import { SearchService } from './search.service.js';

@Resolver(() => SearchResult)
export class SearchResolver {
  constructor(
    private readonly searching: SearchService,
    private readonly embedding: EmbeddingService,
    private readonly tokens: TokenCounter,
  ) {}

  @Needs('reader')
  @Query(() => SearchResult, {
    description: 'Searches knowledge of all kinds. Hits are ordered by relevance times trust.',
  })
  async search(@CurrentCaller() caller: Caller, @Args() { maxTokens, ...args }: SearchArgs): Promise<SearchResult> {
    const found = await this.searching.search(caller, { ...args, minMatch: args.minMatch ?? 'usual' });
    return { ...found, hits: await fitting(found.hits, maxTokens, this.tokens) };
  }

  @ResolveField(() => Float, {
    nullable: true,
    description:
      "Share of the namespace's texts that have a vector of the active model, in [0,1]. The other texts are found by words only. The number may be some seconds old. Null without a model.",
  })
  vectorShare(@CurrentCaller() { namespace }: Caller): Promise<number | null> {
    return this.embedding.vectorShare(namespace);
  }

  @Needs('reader')
  @Query(() => Knowledge, { nullable: true, description: 'The knowledge of this kind with this id, or null.' })
  knowledge(@CurrentCaller() caller: Caller, @Args() { kind, id }: KnowledgeArgs): Promise<Knowledge | null> {
    return this.searching.knowledge(caller, kind, id);
  }
}

/** Fields of a hit that are computed only if they are requested. */
@Resolver(() => SearchHit)
export class SearchHitResolver {
  @ResolveField(() => Float)
  async match(@Parent() { match, explain }: SearchHit): Promise<number> {
    return match ?? (await explain.measure?.())?.match ?? 0;
  }
}

@Resolver(() => ScoreExplanation)
export class ScoreExplanationResolver {
  @ResolveField(() => [MatchTerm])
  async terms(@Parent() { terms, measure }: ScoreExplanation): Promise<readonly MatchTerm[]> {
    return terms ?? (await measure?.())?.terms ?? [];
  }

  @ResolveField(() => Int, { nullable: true })
  async termEpoch(@Parent() { termEpoch, measure }: ScoreExplanation): Promise<number | null> {
    return termEpoch ?? (await measure?.())?.termEpoch ?? null;
  }
}
