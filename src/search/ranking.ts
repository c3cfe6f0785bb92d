import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { DomainError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { applicationToken, domainToken, entityToken, type FacetGroups, tagToken } from '../knowledge/facets.js';
import type { Kind } from '../knowledge/kind.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { DECAY_GRACE, graphProfiles, lexicalWeights } from '../knowledge/profiles.js';
import { CountCache } from './count-cache.js';
import { Degradation } from './degradation.model.js';
import { modelProperty, vectorIndex, vectorProperty } from './embedding/embedding.repository.js';
import { EmbeddingService, type QueryVector } from './embedding/embedding.service.js';
import { withoutHubs } from './entity-linker.js';
import { luceneQuery } from './lucene.js';
import type { LeastMatch } from './match.js';
import { NO_LINKS, type Past, PAST_TEXT_HITS, pastSearch, SURE_PAST_HITS } from './past-search.js';
import { Populations } from './population.js';
import { SearchRepository } from './search.repository.js';
import type {
  EntityLinks,
  GraphSearch,
  HitsThen,
  PastSearch,
  RankedHit,
  RankedHits,
  TextSearch,
  VectorSearch,
} from './search.statements.js';
import { breakEven, fetchFor } from './selectivity.js';
import type { WordBoosts } from './word-boosts.js';

/** A search request of a feature. */
export interface SearchRequest {
  readonly query: string;
  /** Kinds to search, default all. */
  readonly kinds?: readonly KnowledgeKind[] | undefined;
  readonly filter?:
    | {
        readonly minTrust?: number | undefined;
        readonly updatedAfter?: Date | undefined;
        readonly application?: string | undefined;
        /** Hits must have at least one of these tags. */
        readonly tags?: readonly string[] | undefined;
        readonly entityId?: string | undefined;
        readonly domain?: string | undefined;
      }
    | undefined;
  /** Further facets that nodes of a kind must have: one of each group. */
  readonly required?: Partial<Readonly<Record<KnowledgeKind, FacetGroups>>> | undefined;
  /** Maximum number of hits, 1–100. */
  readonly first: number;
  /** Exponent of trust, default TRUST_GAMMA. */
  readonly gamma?: number;
  /** Minimum match of a hit, in [0,1]. */
  readonly minMatch?: number;
  /** True if the matches of all hits are computed; otherwise a match is computed when its field is requested. */
  readonly withMatch?: boolean;
  /** Searches the knowledge of this time, which the caller has checked (PastService). */
  readonly asOf?: Date | undefined;
  /** Leaves out hits with a period of validity that does not include this time. */
  readonly validAt?: Date | undefined;
  /** True if all hits of a group of duplicates are returned, not only the best. */
  readonly withDuplicates?: boolean;
}

/** Maximum factor for knowledge that always succeeded; untried knowledge has the factor 1 (docs/search.md). */
const HIGHEST_ESTIMATE = 2;

const FULL_TEXT_HITS = 1_000;
/** The cosine of this many best full-text hits is always computed. */
const SURE_HITS = 20;
/** The same number for a search that uses the graph, which may lift a hit that the vector index did not return. */
const SURE_GRAPH_HITS = 100;
/** Maximum number of restarts of a search because the active model changed. */
const MODEL_CHANGES = 3;

/** Trust reorders the hits, so the nearest nodes may not suffice. Then this many times more nodes are fetched. */
const WIDER = 4;
const MOST_WIDER = 16;
/** Cost of fetching one node from the vector index, in units of computing one cosine. */
const FETCH_COST = 8;

/** The graph search does not pass through an entity with more links or more documents than this. */
const WALKED = { mostLinks: 100, mostDocuments: 200 };
/** Number of best hits whose neighbours in the session are examined. */
const STRONG_HITS = 200;

const NOTHING: RankedHits = { totalFound: 0, near: 0, hits: [], unseen: 0 };

type SearchPath = 'text' | 'index' | 'scan';

/** Ranked hits and how they were found. */
export type Answer = RankedHits & {
  readonly path: SearchPath;
  /** Cosine of unrelated texts, which added nothing; undefined if words alone decided. */
  readonly floor?: number;
  /** Minimum match of the model; undefined if words alone decided. */
  readonly leastMatch?: LeastMatch;
  readonly degraded?: Degradation | undefined;
};

/** A question, with data that are not parameters of the statements. */
export interface Question {
  readonly query: string;
  readonly terms: readonly string[];
  /** Factors of the words; undefined if the whole index belongs to this namespace. */
  readonly boosts: Promise<WordBoosts | undefined>;
  /** Undefined if no pieces are searched, or there are none. */
  readonly links: Promise<EntityLinks | undefined>;
  /** Set for a search of another time; resolves to undefined if nothing was written since. */
  readonly past?: Promise<Past | undefined>;
}

/** A search before its words are weighted. */
export type Unweighed = Omit<TextSearch, 'lucene' | 'lift'>;

/** The two ways to search with a vector. Both return undefined if the model is no longer the active one. */
export interface Ways {
  /** True if the vector index returns only nodes of the namespace and the kinds. */
  readonly filtersInIndex: boolean;
  byIndex(fetch: number): Promise<RankedHits | undefined>;
  byScan(): Promise<RankedHits | undefined>;
}

/**
 * Decides how the database ranks the answers to a question: by which statement, from how many fetched nodes, and with
 * which fallback if there is no vector.
 */
@Injectable()
export class Ranking {
  private readonly logger = new Logger(Ranking.name);
  private readonly tried = new CountCache<boolean>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly repository: SearchRepository,
    private readonly populations: Populations,
    private readonly registry: KnowledgeRegistry,
    private readonly embedding: EmbeddingService,
    private readonly clock: Clock,
  ) {}

  /**
   * Parameters of a search by words alone, on which searches with vectors are based.
   *
   * @param gamma exponent of trust
   */
  textSearch(
    caller: Caller,
    request: SearchRequest & { readonly gamma: number },
    kinds: readonly KnowledgeKind[],
  ): Unweighed {
    const { namespace } = caller;
    const { filter, gamma, first, asOf } = request;
    const definitions = this.definitions(kinds);
    const required = this.required(caller, definitions, request);
    return {
      wide: FULL_TEXT_HITS,
      namespace,
      kinds,
      minTrust: filter?.minTrust ?? 0,
      updatedAfter: filter?.updatedAfter,
      required,
      weights: lexicalWeights(definitions, false),
      gamma,
      estimates: kinds.length > 1 && this.config.TRUST_BETWEEN_KINDS === 'estimate',
      ...this.changing(definitions, asOf ?? this.clock.now()),
      whole: Object.fromEntries(
        definitions.flatMap(({ name, fromNode }) => (fromNode ? [[name, fromNode.properties]] : [])),
      ),
      first,
    };
  }

  /** Returns the facets that the nodes of each kind must have to pass the filter. */
  requiredByFilter(request: SearchRequest, kinds: readonly KnowledgeKind[]): TextSearch['required'] {
    return this.required(undefined, this.definitions(kinds), request);
  }

  /** Returns the facets that the nodes of each kind must have to pass the filter and to be visible to this caller. */
  private required(
    caller: Caller | undefined,
    kinds: readonly Kind[],
    { filter = {}, required }: SearchRequest,
  ): TextSearch['required'] {
    const { application, tags, entityId, domain } = filter;
    const asked: FacetGroups = [
      ...(application === undefined ? [] : [[applicationToken(application)]]),
      ...(tags === undefined || tags.length === 0 ? [] : [tags.map(tagToken)]),
      ...(entityId === undefined ? [] : [[entityToken(entityId)]]),
      ...(domain === undefined ? [] : [[domainToken(domain)]]),
    ];
    const groups = kinds.map((kind): [KnowledgeKind, FacetGroups] => [
      kind.name,
      [...asked, ...(required?.[kind.name] ?? []), ...((caller && kind.visibleTo?.(caller)) ?? [])],
    ]);
    return Object.fromEntries(groups.filter(([, of]) => of.length > 0));
  }

  private definitions(kinds: readonly KnowledgeKind[]): Kind[] {
    return kinds.map((kind) => this.registry.get(kind));
  }

  /** Parameters by which time and scope change the scores of each kind. */
  private changing(
    kinds: readonly Kind[],
    at: Date,
  ): Pick<TextSearch, 'decayPerMs' | 'decayGrace' | 'scopeWeights' | 'nowMs'> {
    return {
      decayPerMs: Object.fromEntries(
        kinds.flatMap(({ name, decayPerMs }) => (decayPerMs === undefined ? [] : [[name, decayPerMs]])),
      ),
      scopeWeights: Object.assign({}, ...kinds.map((kind) => kind.scopeWeights?.(this.config))) as Record<
        string,
        number
      >,
      decayGrace: DECAY_GRACE,
      nowMs: at.getTime(),
    };
  }

  /** Returns the best hit of each group of duplicates. If too few hits are left without the others, more are ranked. */
  async rankApart(question: Question, search: Unweighed): Promise<Answer> {
    for (let first = search.first; ; first *= WIDER) {
      const answer = await this.rank(question, { ...search, first });
      const hits = bestOfGroups(answer.hits);
      if (hits.length >= search.first || answer.hits.length < first) {
        return { ...answer, hits: hits.slice(0, search.first) };
      }
    }
  }

  /**
   * Ranks by words and vectors. If the question has no vector, words alone decide, and the answer contains the reason.
   */
  async rank(question: Question, unweighed: Unweighed): Promise<Answer> {
    let degraded: Degradation | undefined = Degradation.EMBEDDER_UNAVAILABLE;
    for (let attempt = 0; attempt < MODEL_CHANGES; attempt++) {
      const [embedded, links, search] = await Promise.all([
        this.embedding.embedQuery(question.query, attempt > 0),
        question.links,
        this.weighed(question, unweighed),
      ]);
      if (!('vector' in embedded)) {
        ({ degraded } = embedded);
        break;
      }
      const answer = await this.byVector(question, search, links, embedded);
      if (answer) return { ...answer, floor: embedded.floor, leastMatch: embedded.leastMatch };
    }
    const [links, search] = await Promise.all([question.links, this.weighed(question, unweighed)]);
    return { ...((await this.byWords(question, search, links)) ?? NOTHING), path: 'text', degraded };
  }

  /** Adds the question's words in the query language of the full-text index. */
  async weighed({ terms, boosts }: Question, search: Unweighed): Promise<TextSearch> {
    const { namespace, kinds, required } = search;
    const byWord = (await boosts)?.byWord;
    const lucene = luceneQuery({ namespace, kinds: this.definitions(kinds), required, terms, boosts: byWord });
    return { ...search, lucene, lift: await this.liftOf(search) };
  }

  /** Maximum factor by which an estimate of success lifts a score: 1 in a namespace without any tried knowledge. */
  private async liftOf({ namespace, estimates, gamma }: Unweighed): Promise<number> {
    if (!estimates) return 1;
    const isTried = await this.tried.of(namespace, () => this.repository.anyTried(namespace));
    return isTried ? HIGHEST_ESTIMATE ** gamma : 1;
  }

  /** Ranks by words alone. */
  async byWords(
    question: Question,
    search: TextSearch,
    links: EntityLinks | undefined,
  ): Promise<RankedHits | undefined> {
    const past = await question.past;
    if (past) return this.at(await this.pastSearch(question, past, search, links));
    if (!links) return this.repository.byText(search);
    return this.repository.byGraph(await this.graphSearch(question, search, links));
  }

  /** Ranks by words and a vector. @returns undefined when the model is no longer the active one */
  async byVector(
    question: Question,
    search: TextSearch,
    links: EntityLinks | undefined,
    embedded: QueryVector,
  ): Promise<Answer | undefined> {
    return this.rankWithVector(search, await this.ways(question, search, links, embedded));
  }

  /** @param links entities of a question that pieces may answer, which are then ranked by the graph as well */
  async ways(
    question: Question,
    search: TextSearch,
    links: EntityLinks | undefined,
    embedded: QueryVector,
  ): Promise<Ways> {
    const past = await question.past;
    if (past) return this.pastWays(await this.pastSearch(question, past, search, links, embedded));
    return links ? this.graphWays(question, search, links, embedded) : this.plainWays(search, embedded);
  }

  private plainWays(search: TextSearch, embedded: QueryVector): Ways {
    const { active, vector, floor, minCosine, filtersInIndex } = embedded;
    const exact: VectorSearch = {
      ...search,
      weights: lexicalWeights(this.definitions(search.kinds), true),
      vector,
      model: active.model,
      slot: active.slot,
      vectorProperty: vectorProperty(active.slot),
      modelProperty: modelProperty(active.slot),
      floor,
      minCosine,
    };
    const sure = SURE_HITS;
    return {
      filtersInIndex,
      byIndex: (fetch) =>
        filtersInIndex
          ? this.repository.byTextAndFilteredIndex({ ...exact, fetch, sure })
          : this.repository.byTextAndIndex({ ...exact, vectorIndex: vectorIndex(active.slot), fetch, sure }),
      byScan: () => this.repository.byTextAndScan(exact),
    };
  }

  private async graphWays(
    question: Question,
    search: TextSearch,
    links: EntityLinks,
    embedded: QueryVector,
  ): Promise<Ways> {
    const exact = await this.graphSearch(question, search, links, embedded);
    return {
      filtersInIndex: false,
      byIndex: (fetch) => this.repository.byGraph({ ...exact, fetch }),
      byScan: () => this.repository.byGraph({ ...exact, scan: true }),
    };
  }

  /** Parameters of a search of another time. */
  private async pastSearch(
    question: Question,
    past: Past,
    search: TextSearch,
    links: EntityLinks | undefined,
    embedded?: QueryVector,
  ): Promise<PastSearch> {
    const exact = await this.graphSearch(question, search, links ?? NO_LINKS, embedded);
    const kinds = { all: this.definitions(search.kinds), mentioning: this.definitions(this.registry.mentioning()) };
    const own = (await question.boosts)?.byWord;
    return pastSearch(exact, past, { terms: question.terms, boosts: own, kinds, links });
  }

  private pastWays(exact: PastSearch): Ways {
    return {
      filtersInIndex: false,
      byIndex: (fetch) => this.at({ ...exact, fetch }),
      byScan: () => this.at({ ...exact, scan: true }),
    };
  }

  private async at(search: PastSearch): Promise<RankedHits | undefined> {
    let found: HitsThen | undefined;
    let { considered } = search;
    for (const wide of PAST_TEXT_HITS) {
      for (let sure = SURE_PAST_HITS; ; sure += found.unread) {
        found = await this.repository.at({ ...search, wide, considered, sure });
        if (!found || (found.unread === 0 && !found.wider)) break;
        if (found.wider) considered = wide;
      }
      if (!found?.filled || found.hits.length >= search.first) break;
      considered = Math.max(...PAST_TEXT_HITS);
    }
    return found;
  }

  private async graphSearch(
    { terms, boosts }: Question,
    search: TextSearch,
    links: EntityLinks,
    embedded?: QueryVector,
  ): Promise<GraphSearch> {
    const { lucene, kinds, updatedAfter, namespace, required } = search;
    const { wide, minTrust, gamma, scopeWeights, estimates, lift, decayPerMs, decayGrace, nowMs, whole, first } =
      search;
    const { documents, named, crowded, hubs } = links;
    const slot = embedded?.active.slot;
    const profiles = graphProfiles(this.definitions(kinds), embedded !== undefined);
    const luceneWithoutHubs =
      hubs.length === 0
        ? null
        : luceneQuery({
            namespace,
            kinds: this.definitions(this.registry.mentioning()),
            required,
            terms: withoutHubs(terms, links),
            boosts: (await boosts)?.byWord,
          });
    return {
      wide,
      minTrust,
      gamma,
      decayGrace,
      nowMs,
      first,
      question: {
        namespace,
        lucene,
        luceneWithoutHubs,
        named,
        crowded,
        hubs,
        kinds,
        updatedAfter,
        required,
        profiles,
        scopeWeights,
        estimates,
        lift,
        decayPerMs,
        whole,
      },
      embedded: {
        vector: embedded?.vector ?? null,
        model: embedded?.active.model ?? null,
        slot: slot ?? null,
        vectorIndex: slot === undefined ? null : vectorIndex(slot),
        vectorProperty: slot === undefined ? null : vectorProperty(slot),
        modelProperty: slot === undefined ? null : modelProperty(slot),
      },
      floor: embedded?.floor ?? 0,
      minCosine: embedded?.minCosine ?? 0,
      fetch: 0,
      scan: false,
      sure: SURE_GRAPH_HITS,
      documents,
      ...WALKED,
      strong: STRONG_HITS,
      open: 1 - Math.min(...Object.values(profiles).map(({ a }) => a)),
    };
  }

  /** @returns undefined when the model is no longer the active one */
  private async rankWithVector(search: TextSearch, ways: Ways): Promise<Answer | undefined> {
    const { first } = search;
    const { matching, indexed } = await this.populations.of(search, first, ways.filtersInIndex);
    if (matching > breakEven(first, indexed)) {
      const found = await this.fromIndex(first, ways, matching, indexed);
      if (found !== 'scan') return found && { ...found, path: 'index' };
    }
    const scanned = await ways.byScan();
    return scanned && { ...scanned, path: 'scan' };
  }

  /**
   * Fetches more from the vector index until no node that was not fetched could be in the answer.
   *
   * @returns 'scan' if computing every cosine is cheaper; undefined if the model is no longer the active one
   */
  private async fromIndex(
    first: number,
    ways: Ways,
    matching: number,
    indexed: number,
  ): Promise<RankedHits | 'scan' | undefined> {
    const least = fetchFor(first, matching, indexed);
    for (let fetch = least; fetch * FETCH_COST < matching; fetch *= WIDER) {
      const found = await ways.byIndex(fetch).catch((error: unknown) => {
        if (error instanceof DomainError) throw error;
        // The index is being rebuilt after a crash of the database, or is missing because the model has just changed.
        this.logger.warn(`the vector index does not serve: ${error instanceof Error ? error.message : String(error)}`);
        this.embedding.indexFailed();
        return 'scan' as const;
      });
      if (found === undefined || found === 'scan' || found.unseen <= (found.hits[first - 1]?.score ?? 0)) return found;
      if (fetch >= MOST_WIDER * least && found.near >= first && found.hits.length >= first) return found;
    }
    return 'scan';
  }
}

function bestOfGroups(hits: readonly RankedHit[]): RankedHit[] {
  const seen = new Set<string>();
  return hits.filter(({ group }) => {
    if (group === null) return true;
    if (seen.has(group)) return false;
    seen.add(group);
    return true;
  });
}
