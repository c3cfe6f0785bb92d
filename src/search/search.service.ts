import { Inject, Injectable, Logger } from '@nestjs/common';
import { Histogram } from 'prom-client';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { BadUserInputError, DomainError, NotFoundError } from '../common/errors.js';
import { metrics } from '../common/metrics.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { modelProperty, vectorIndex, vectorProperty } from './embedding/embedding.repository.js';
import { Degradation } from './degradation.model.js';
import { EmbeddingService, type QueryVector } from './embedding/embedding.service.js';
import { EntityLinker, withoutHubs } from './entity-linker.js';
import { applicationToken, domainToken, entityToken, type FacetGroups, tagToken } from '../knowledge/facets.js';
import type { Kind } from '../knowledge/kind.js';
import type { Knowledge, KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { luceneQuery, termsOf } from './lucene.js';
import { Populations } from './population.js';
import { DECAY_GRACE, graphProfiles, lexicalWeights } from '../knowledge/profiles.js';
import { explain } from './explain.js';
import type { SearchHit, SearchResult } from './search.model.js';
import { SearchRepository } from './search.repository.js';
import type { WordBoosts } from './word-boosts.js';
import { WordStatistics } from './word-statistics.js';
import type { EntityLinks, GraphSearch, RankedHit, RankedHits, TextSearch, VectorSearch } from './search.statements.js';
import { breakEven, fetchFor } from './selectivity.js';

export interface SearchRequest {
  readonly query: string;
  /** All that are served, unless given. */
  readonly kinds?: readonly KnowledgeKind[] | undefined;
  readonly filter?:
    | {
        readonly minTrust?: number | undefined;
        readonly updatedAfter?: Date | undefined;
        readonly application?: string | undefined;
        /** Any of them. */
        readonly tags?: readonly string[] | undefined;
        readonly entityId?: string | undefined;
        readonly domain?: string | undefined;
      }
    | undefined;
  /** Facets that nodes of a kind must carry beside, one a group. */
  readonly required?: Partial<Readonly<Record<KnowledgeKind, FacetGroups>>> | undefined;
  /** Most hits, 1–100. */
  readonly first: number;
  /** Exponent of trust; TRUST_GAMMA unless given. */
  readonly gamma?: number;
  /** Gives all of a group of duplicates, not only its best. */
  readonly withDuplicates?: boolean;
}

const MAX_FIRST = 100;
const FULL_TEXT_HITS = 1_000;
/** Full-text hits whose cosine is measured whatever their chances. */
const SURE_HITS = 20;
/** The same of a search that looks at the graph, where a hit may be lifted that the vector index overlooked. */
const SURE_GRAPH_HITS = 100;
/** How often a search begins anew because the active model changed under it. */
const MODEL_CHANGES = 3;

/** Trust reorders what is near, so that the nearest are sometimes not enough; then this many times more are fetched. */
const WIDER = 4;
const MOST_WIDER = 16;
/** A fetched node costs as much as that many cosines. */
const FETCH_COST = 8;

/** An entity with more links than these, or with more documents, is not walked through. */
const WALKED = { mostLinks: 100, mostDocuments: 200 };
/** Best hits whose neighbours in the session are looked at. */
const STRONG_HITS = 200;

/** No caller can have this namespace. */
const NOBODY: Caller = { namespace: '', team: '', project: '' };

const NOTHING: RankedHits = { totalFound: 0, near: 0, hits: [], unseen: 0 };

const searchSeconds = new Histogram({
  name: 'heartwood_search_seconds',
  help: 'Time of one search, by how it was answered: text (words alone), index (vector index) or scan (every cosine)',
  labelNames: ['path'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

type SearchPath = 'text' | 'index' | 'scan';
type Answer = RankedHits & {
  readonly path: SearchPath;
  /** Cosine that counted as no nearness; undefined where words alone decided. */
  readonly floor?: number;
  readonly degraded?: Degradation | undefined;
};

/** A question, and what of it is not in the statements' parameters. */
interface Question {
  readonly query: string;
  readonly terms: readonly string[];
  /** Undefined where the namespace is all there is. */
  readonly boosts: Promise<WordBoosts | undefined>;
  /** Undefined where no piece is asked for, or there is none. */
  readonly links: Promise<EntityLinks | undefined>;
}

/** A search whose words are not weighed yet. */
type Unweighed = Omit<TextSearch, 'lucene'>;

/** How a search with a vector asks the database. Both give undefined when the model is no longer the active one. */
interface Ways {
  byIndex(fetch: number): Promise<RankedHits | undefined>;
  byScan(): Promise<RankedHits | undefined>;
}

@Injectable()
export class SearchService {
  private readonly logger = new Logger(SearchService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly repository: SearchRepository,
    private readonly populations: Populations,
    private readonly linker: EntityLinker,
    private readonly words: WordStatistics,
    private readonly registry: KnowledgeRegistry,
    private readonly embedding: EmbeddingService,
    private readonly clock: Clock,
  ) {}

  /**
   * Ranks the knowledge of a namespace by how well it fits and how far it has proved itself (docs/search.md). A query
   * without a word finds nothing. Ties are ordered by ref.
   *
   * @throws BadUserInputError when `first` is not 1–100
   */
  async search(caller: Caller, request: SearchRequest): Promise<SearchResult> {
    const started = performance.now();
    const { namespace } = caller;
    const { query, first, gamma = this.config.TRUST_GAMMA, withDuplicates = false } = request;
    if (!Number.isInteger(first) || first < 1 || first > MAX_FIRST) {
      throw BadUserInputError.of('first', 'max', `first must be a whole number from 1 to ${MAX_FIRST}`);
    }
    const kinds = [...new Set(request.kinds?.length ? request.kinds : this.registry.names())];
    const terms = termsOf(query);
    let found: Omit<Answer, 'path'> = NOTHING;
    let boosts: WordBoosts | undefined;
    if (terms.length > 0 && kinds.length > 0) {
      // Beside the embedding, so that it takes no time of its own.
      const links = this.definitions(kinds).some(({ mentionsEntities }) => mentionsEntities)
        ? this.linker.link(namespace, query)
        : Promise.resolve(undefined);
      const weighing = this.words.of(namespace, terms);
      const rank = withDuplicates ? this.rank.bind(this) : this.rankApart.bind(this);
      const question: Question = { query, terms, boosts: weighing, links };
      const answer = await rank(question, this.textSearch(caller, { ...request, gamma }, kinds));
      searchSeconds.observe({ path: answer.path }, (performance.now() - started) / 1_000);
      found = answer;
      boosts = await weighing;
    }
    const hits = await this.loaded(caller, found, gamma, boosts);
    const degraded = found.degraded === undefined ? [] : [found.degraded];
    return { hits, totalFound: found.totalFound, degraded, tookMs: performance.now() - started };
  }

  /** Share of a namespace's texts that have a vector of the active model, 0..1; null without one. */
  vectorShare({ namespace }: Caller): Promise<number | null> {
    return this.embedding.vectorShare(namespace);
  }

  /**
   * Has the database plan each statement that a search may send, which takes it up to a second each; the plans are kept
   * under the statement's text. Looks in a namespace that nobody has, so that nothing is found.
   */
  async planStatements(): Promise<void> {
    const query = 'plan';
    const terms = termsOf(query);
    const kinds = this.registry.names();
    const links: EntityLinks = { documents: 1, named: [], crowded: {}, hubs: [], hubWords: new Set() };
    const question: Question = { query, terms, boosts: Promise.resolve(undefined), links: Promise.resolve(links) };
    const search = await this.weighed(question, this.textSearch(NOBODY, { query, first: 1, gamma: 1 }, kinds));
    await Promise.all([
      this.repository.count(NOBODY.namespace, kinds),
      this.repository.namedEntities(NOBODY.namespace, [query]),
      this.repository.wordEpochs([NOBODY.namespace]),
      this.repository.wordCounts([query], []),
      this.repository.countWords({ namespace: NOBODY.namespace, epoch: 0, indexEpoch: 0, words: [], limit: 1 }),
    ]);
    await this.repository.byText(search);
    await this.repository.byGraph(await this.graphSearch(question, search, links));
    const embedded = this.embedding.anyVector();
    if (!embedded) return;
    const graphWays = await this.graphWays(question, search, links, embedded);
    for (const ways of [this.plainWays(search, embedded), graphWays]) {
      await ways.byScan();
      await ways.byIndex(1);
    }
  }

  /** @throws NotFoundError when no such kind is served; null when the namespace has no such knowledge */
  async knowledge(caller: Caller, kind: KnowledgeKind, id: string): Promise<Knowledge | null> {
    if (!this.registry.find(kind)) throw new NotFoundError('Kind of knowledge', kind);
    const ref = this.registry.refOf(kind, id);
    return (await this.registry.load(caller, [ref])).get(ref) ?? null;
  }

  /** A search by words alone, of which those with vectors are made. */
  private textSearch(
    caller: Caller,
    request: SearchRequest & { readonly gamma: number },
    kinds: readonly KnowledgeKind[],
  ): Unweighed {
    const { namespace } = caller;
    const { filter, gamma, first } = request;
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
      ...this.changing(definitions),
      whole: Object.fromEntries(
        definitions.flatMap(({ name, fromNode }) => (fromNode ? [[name, fromNode.properties]] : [])),
      ),
      first,
    };
  }

  /** Facets that the nodes of each kind must carry: those the filter asks for, and those this caller sees. */
  private required(
    caller: Caller,
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
      [...asked, ...(required?.[kind.name] ?? []), ...(kind.visibleTo?.(caller) ?? [])],
    ]);
    return Object.fromEntries(groups.filter(([, of]) => of.length > 0));
  }

  private definitions(kinds: readonly KnowledgeKind[]): Kind[] {
    return kinds.map((kind) => this.registry.get(kind));
  }

  /** What time and scope do to the score of each kind. */
  private changing(kinds: readonly Kind[]): Pick<TextSearch, 'decayPerMs' | 'decayGrace' | 'scopeWeights' | 'nowMs'> {
    return {
      decayPerMs: Object.fromEntries(
        kinds.flatMap(({ name, decayPerMs }) => (decayPerMs === undefined ? [] : [[name, decayPerMs]])),
      ),
      scopeWeights: Object.assign({}, ...kinds.map((kind) => kind.scopeWeights?.(this.config))) as Record<
        string,
        number
      >,
      decayGrace: DECAY_GRACE,
      nowMs: this.clock.now().getTime(),
    };
  }

  /** The best of each group of duplicates. More are ranked where leaving out the others leaves too few. */
  private async rankApart(question: Question, search: Unweighed): Promise<Answer> {
    for (let first = search.first; ; first *= WIDER) {
      const answer = await this.rank(question, { ...search, first });
      const hits = bestOfGroups(answer.hits);
      if (hits.length >= search.first || answer.hits.length < first) {
        return { ...answer, hits: hits.slice(0, search.first) };
      }
    }
  }

  private async rank(question: Question, unweighed: Unweighed): Promise<Answer> {
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
      const ways = links ? await this.graphWays(question, search, links, embedded) : this.plainWays(search, embedded);
      const answer = await this.rankWithVector(search, ways);
      if (answer) return { ...answer, floor: embedded.floor };
    }
    const [links, search] = await Promise.all([question.links, this.weighed(question, unweighed)]);
    const found = links
      ? await this.repository.byGraph(await this.graphSearch(question, search, links))
      : await this.repository.byText(search);
    return { ...(found ?? NOTHING), path: 'text', degraded };
  }

  private async weighed({ terms, boosts }: Question, search: Unweighed): Promise<TextSearch> {
    const { namespace, kinds, required } = search;
    const byWord = (await boosts)?.byWord;
    const lucene = luceneQuery({ namespace, kinds: this.definitions(kinds), required, terms, boosts: byWord });
    return { ...search, lucene };
  }

  private plainWays(search: TextSearch, { active, vector, floor, minCosine }: QueryVector): Ways {
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
    return {
      byIndex: (fetch) =>
        this.repository.byTextAndIndex({ ...exact, vectorIndex: vectorIndex(active.slot), fetch, sure: SURE_HITS }),
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
      byIndex: (fetch) => this.repository.byGraph({ ...exact, fetch }),
      byScan: () => this.repository.byGraph({ ...exact, scan: true }),
    };
  }

  private async graphSearch(
    { terms, boosts }: Question,
    search: TextSearch,
    links: EntityLinks,
    embedded?: QueryVector,
  ): Promise<GraphSearch> {
    const { lucene, kinds, updatedAfter, namespace, required } = search;
    const { wide, minTrust, gamma, scopeWeights, decayPerMs, decayGrace, nowMs, whole, first } = search;
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
        decayPerMs,
        whole,
      },
      vector: embedded?.vector ?? null,
      model: embedded?.active.model ?? null,
      slot: slot ?? null,
      vectorIndex: slot === undefined ? null : vectorIndex(slot),
      vectorProperty: slot === undefined ? null : vectorProperty(slot),
      modelProperty: slot === undefined ? null : modelProperty(slot),
      floor: embedded?.floor ?? 0,
      minCosine: embedded?.minCosine ?? 0,
      fetch: 0,
      scan: false,
      documents,
      sure: SURE_GRAPH_HITS,
      ...WALKED,
      strong: STRONG_HITS,
      open: 1 - Math.min(...Object.values(profiles).map(({ a }) => a)),
    };
  }

  /** @returns undefined when the model is no longer the active one */
  private async rankWithVector(search: TextSearch, ways: Ways): Promise<Answer | undefined> {
    const { first } = search;
    const { matching, total } = await this.populations.of(search, first);
    if (matching > breakEven(first, total)) {
      const indexed = await this.fromIndex(first, ways, matching, total);
      if (indexed !== 'scan') return indexed && { ...indexed, path: 'index' };
    }
    const scanned = await ways.byScan();
    return scanned && { ...scanned, path: 'scan' };
  }

  /**
   * Fetches more from the vector index until nothing unseen could be in the answer.
   *
   * @returns 'scan' where every cosine is the better way; undefined when the model is no longer the active one
   */
  private async fromIndex(
    first: number,
    ways: Ways,
    matching: number,
    total: number,
  ): Promise<RankedHits | 'scan' | undefined> {
    const least = fetchFor(first, matching, total);
    for (let fetch = least; fetch * FETCH_COST < matching; fetch *= WIDER) {
      const found = await ways.byIndex(fetch).catch((error: unknown) => {
        if (error instanceof DomainError) throw error;
        // The index is being built after a crash of the database, or is gone since the model has just changed.
        this.logger.warn(`the vector index does not serve: ${error instanceof Error ? error.message : String(error)}`);
        return 'scan' as const;
      });
      if (found === undefined || found === 'scan' || found.unseen <= (found.hits[first - 1]?.score ?? 0)) return found;
      if (fetch >= MOST_WIDER * least && found.near >= first && found.hits.length >= first) return found;
    }
    return 'scan';
  }

  private async loaded(
    caller: Caller,
    { hits: ranked, floor }: Omit<Answer, 'path'>,
    gamma: number,
    boosts: WordBoosts | undefined,
  ): Promise<SearchHit[]> {
    const words = {
      wordFactors: [...(boosts?.byWord ?? [])].map(([word, factors]) => ({ word, ...factors })),
      wordEpoch: boosts?.epoch ?? null,
    };
    const bare = ranked.flatMap(({ ref, properties }) => (properties ? [] : [ref]));
    const loaded = bare.length > 0 ? await this.registry.load(caller, bare) : undefined;
    return ranked.flatMap((hit) => {
      const { ref, id, kind, score, properties } = hit;
      const knowledge = properties ? fromValues(this.registry.get(kind), properties) : loaded?.get(ref);
      // Deleted between the two reads.
      if (!knowledge) return [];
      const explained = { ...explain(hit, this.registry.get(kind), gamma, floor), ...words };
      return [{ ref, id, kind, score, knowledge, explain: explained }];
    });
  }
}

/** @param values of the properties that the kind's `fromNode` takes, in their order */
function fromValues({ fromNode }: Kind, values: readonly unknown[]): Knowledge | undefined {
  return fromNode?.make(Object.fromEntries(fromNode.properties.map((name, index) => [name, values[index]])));
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
