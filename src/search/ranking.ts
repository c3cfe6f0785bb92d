import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../common/caller.js';
import { Clock } from '../common/clock.js';
import { DomainError } from '../common/errors.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { GraphService } from '../graph/graph.service.js';
import type { LeastMatch } from '../embedding/models.js';
import { applicationToken, domainToken, entityToken, type FacetGroups, tagToken } from '../knowledge/facets.js';
import type { Kind } from '../knowledge/kind.js';
import type { KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { symbolTokens } from '../knowledge/symbols.js';
import { DECAY_GRACE, rankProfiles } from '../knowledge/profiles.js';
import { findAndRank, type NearestBy, only, ranked, type Ranked } from './candidates.js';
import { CountCache } from '../common/count-cache.js';
import { Degradation } from '../embedding/degradation.model.js';
import { modelProperty, vectorIndex, vectorProperty } from '../embedding/embedding.repository.js';
import { EmbeddingService, type QueryVector } from '../embedding/embedding.service.js';
import { withoutHubs } from './entity-linker.js';
import { luceneQuery } from './lucene.js';
import { Populations } from './population.js';
import {
  type AskedKind,
  type AskedQuestion,
  type AskedVector,
  type CandidateFilter,
  describeLinks,
  type EntityLinks,
  type HoldsInstead,
  type RankedHit,
  type TextLinks,
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
  /** Minimum match of the best hit, in [0,1]; without it, there are no hits. `usual` means that of contexts. Default 0. */
  readonly minMatch?: number | 'usual';
  /** True if the matches of all hits are computed; otherwise a match is computed when its field is requested. */
  readonly withMatch?: boolean;
  /** Searches the knowledge of this time, which the caller has checked (PastService). */
  readonly asOf?: Date | undefined;
  /** Leaves out hits with a period of validity that does not include this time. */
  readonly validAt?: Date | undefined;
  /** True if all hits of a group of duplicates are returned, not only the best. */
  readonly withDuplicates?: boolean;
}

/**
 * Maximum gain of a score by trust above that of an untried entry of the kind. Of 40 questions over four kinds, the first hit
 * was not the best match for 4 with a gain of 0.1, for 6 with 0.25, and for 22 with an unbounded one.
 */
const BONUS = 0.1;

/** Share of a namespace's texts without a vector above which an answer is degraded. */
const PENDING_SHARE = 0.05;

/** Maximum numbers of candidates of each source. */
const CANDIDATES = { words: 100, ofSessions: 200, vector: 50, most: 200 };
/** Texts read from a full-text index where a filter that the index cannot check leaves some out. */
const OVER_FETCHED = 1_000;
/** Maximum number of restarts of a search because the active model changed. */
const MODEL_CHANGES = 3;
/** Cost of fetching one node from the vector index, in units of computing one cosine. */
const FETCH_COST = 8;
/** An entity with more links or more documents than this passes nothing on. */
const WALKED = { mostLinks: 100, mostDocuments: 200 };

const UNLINKED: TextLinks = { hasSessions: false, hasMentions: false };

const NO_VECTOR: AskedVector = {
  vector: null,
  model: null,
  slot: null,
  vectorIndex: null,
  vectorProperty: null,
  modelProperty: null,
  floor: 0,
  minCosine: 1,
};

/** How candidates by vector were found; `text` means that words alone decided. */
type SearchPath = 'text' | 'index' | 'scan';

/** Ranked hits and how they were found. */
export interface Answer extends Ranked {
  readonly path: SearchPath;
  /** Cosine of unrelated texts, which added nothing; undefined if words alone decided. */
  readonly floor?: number;
  /** Minimum match of the model; undefined if words alone decided. */
  readonly leastMatch?: LeastMatch;
  readonly degraded?: Degradation | undefined;
}

/** A search of another time. */
export interface Past {
  readonly known: Date;
  /** Factors of the words in the index of earlier texts. */
  readonly boosts: WordBoosts['byWord'] | undefined;
  /** True if knowledge was archived or restored since, so that present facets do not say who could see it. */
  readonly archived: boolean;
}

/** A question, with what is read about it while it is embedded. */
export interface Question {
  readonly query: string;
  /** The words that are searched. */
  readonly terms: Promise<readonly string[]>;
  /** Factors of the words; undefined if the whole index belongs to this namespace. */
  readonly boosts: Promise<WordBoosts | undefined>;
  /** Undefined if no kind that mentions entities is searched, or there are no such texts. */
  readonly links: Promise<EntityLinks | undefined>;
  /** Resolves to undefined if the search asks of the present, or if nothing was written since. */
  readonly past: Promise<Past | undefined>;
}

/** A search before its question is read. */
export interface Search {
  readonly caller: Caller;
  readonly kinds: readonly KnowledgeKind[];
  readonly request: SearchRequest & { readonly gamma: number };
}

/** Finds candidates by small statements, and has search/rank order them. */
@Injectable()
export class Ranking {
  private readonly logger = new Logger(Ranking.name);
  private readonly links = new CountCache<TextLinks>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly graph: GraphService,
    private readonly populations: Populations,
    private readonly registry: KnowledgeRegistry,
    private readonly embedding: EmbeddingService,
    private readonly clock: Clock,
  ) {}

  /** Whether so many texts wait for a vector that answers by meaning are incomplete. */
  async isPending(namespace: string): Promise<boolean> {
    const share = await this.embedding.vectorShare(namespace);
    return share !== null && 1 - share > PENDING_SHARE;
  }

  /**
   * Ranks by words and vectors. If the question has no vector, words alone decide, and the answer contains the reason.
   */
  async rank(question: Question, search: Search): Promise<Answer> {
    let degraded: Degradation | undefined = Degradation.EMBEDDER_UNAVAILABLE;
    for (let attempt = 0; attempt < MODEL_CHANGES; attempt++) {
      const embedded = await this.embedding.embedQuery(question.query, attempt > 0);
      if (!('vector' in embedded)) {
        ({ degraded } = embedded);
        break;
      }
      const answer = await this.byVector(question, search, embedded);
      if (answer.hits.length > 0) return answer;
      // Nothing is found, too, if another model has become the active one.
      const active = await this.embedding.refresh();
      if (active?.model === embedded.active.model && active.slot === embedded.active.slot) return answer;
    }
    return { ...(await this.byWords(question, search)), degraded };
  }

  /** Finds candidates and ranks them, in one read transaction. */
  find(asked: AskedQuestion, embedded: AskedVector, by: NearestBy): Promise<Ranked> {
    return this.graph.read((transaction) => findAndRank(transaction, asked, embedded, by));
  }

  async byWords(question: Question, search: Search): Promise<Answer> {
    const asked = await this.questionOf(question, search, false);
    return { ...(await this.find(asked, NO_VECTOR, undefined)), path: 'text' };
  }

  async byVector(question: Question, search: Search, embedded: QueryVector): Promise<Answer> {
    const { floor, leastMatch, filtersInIndex } = embedded;
    const asked = await this.questionOf(question, search, true);
    const vector = askedVector(embedded);
    const filter = this.filterOf(search, asked);
    const { matching, indexed } = await this.populations.of(filter, asked.first, filtersInIndex);
    const fetch = fetchFor(asked.first, matching, indexed);
    if (matching > breakEven(asked.first, indexed) && fetch * FETCH_COST < matching) {
      try {
        const by = filtersInIndex ? 'filtered index' : 'index';
        const found = await this.find({ ...asked, fetch }, vector, by);
        // Where the nearest of the whole are not those of the filter, too few are left.
        if (found.near >= asked.first) return { ...found, path: 'index', floor, leastMatch };
      } catch (error) {
        if (error instanceof DomainError) throw error;
        // The index is being rebuilt after a crash of the database, or is missing because the model has just changed.
        this.logger.warn(`the vector index does not serve: ${error instanceof Error ? error.message : String(error)}`);
        this.embedding.indexFailed();
      }
    }
    return { ...(await this.find(asked, vector, 'scan')), path: 'scan', floor, leastMatch };
  }

  /** Ranks by words and vectors, with the given source of candidates by vector. */
  async planned(question: Question, search: Search, embedded: QueryVector, by: 'index' | 'scan'): Promise<Ranked> {
    const asked = {
      ...(await this.questionOf(question, search, true)),
      fetch: 1,
      hasSessions: true,
      hasMentions: true,
    };
    const filtered = by === 'index' && embedded.filtersInIndex;
    return this.find(asked, askedVector(embedded), filtered ? 'filtered index' : by);
  }

  /**
   * Ranks candidates of an earlier ranking again, each group of duplicates as one.
   *
   * @param instead what holds of some of them instead, by ref
   * @param refs those that remain
   */
  again(
    { question, embedded, candidates, states }: Ranked,
    minTrust: number,
    instead: ReadonlyMap<string, HoldsInstead>,
    refs: ReadonlySet<string>,
  ): Promise<readonly RankedHit[]> {
    const holds = new Map<string, HoldsInstead>(states);
    for (const [ref, changed] of instead) holds.set(ref, { ...states.get(ref), ...changed });
    return ranked(this.graph, { ...question, minTrust, isApart: true }, embedded, only(candidates, refs), holds);
  }

  /** Ranks texts whose relevance the caller knows, in (0,1], by ref. */
  async given(
    search: Search,
    relevances: ReadonlyMap<string, number>,
    instead: ReadonlyMap<string, HoldsInstead>,
  ): Promise<readonly RankedHit[]> {
    if (relevances.size === 0) return [];
    const none: Question = {
      query: '',
      terms: Promise.resolve([]),
      boosts: Promise.resolve(undefined),
      links: Promise.resolve(undefined),
      past: Promise.resolve(undefined),
    };
    const refs = [...relevances.keys()];
    const zeros = refs.map(() => 0);
    const candidates = { refs, words: zeros, links: zeros, chain: zeros, given: [...relevances.values()] };
    return ranked(this.graph, await this.questionOf(none, search, false), NO_VECTOR, candidates, instead);
  }

  /** The parameters of the statements of a search. */
  private async questionOf(
    { query, terms, boosts, links, past }: Question,
    search: Search,
    withVectors: boolean,
  ): Promise<AskedQuestion> {
    const { caller, kinds, request } = search;
    const { filter = {}, first, gamma, withDuplicates = false } = request;
    const { minTrust = 0, updatedAfter } = filter;
    const definitions = kinds.map((name) => this.registry.get(name));
    const [own, named, then, linked, asked] = await Promise.all([boosts, links, past, this.linksOf(search), terms]);
    const required = this.required(caller, definitions, request);
    const present = then?.archived ? this.required(undefined, definitions, request) : required;
    // In conversations, the names of those who speak are in too many texts to be words of a question.
    const told = linked.hasSessions && named ? withoutHubs(asked, named) : asked;
    const words = { namespace: caller.namespace, kinds: definitions, terms: told, symbols: symbolTokens(query) };
    const isFiltered = minTrust > 0 || updatedAfter !== undefined || then !== undefined;
    const wide = Math.min(
      CANDIDATES.most,
      Math.max(linked.hasSessions ? CANDIDATES.ofSessions : CANDIDATES.words, 2 * first),
    );
    return {
      namespace: caller.namespace,
      names: kinds,
      withheld: [...(caller.withheld?.refs ?? [])],
      kinds: Object.fromEntries(
        definitions.map((kind) => [kind.name, this.askedKind(kind, required[kind.name] ?? [])]),
      ),
      profiles: rankProfiles(definitions, withVectors),
      scopeWeights: Object.assign({}, ...definitions.map((kind) => kind.scopeWeights?.(this.config))) as Record<
        string,
        number
      >,
      documents: named?.documents ?? 0,
      named: named?.named ?? [],
      hubs: linked.hasSessions ? (named?.hubs ?? []) : [],
      ...linked,
      minTrust,
      decayGrace: DECAY_GRACE,
      updatedAfter,
      nowMs: (request.asOf ?? this.clock.now()).getTime(),
      gamma,
      bonus: BONUS,
      first,
      isApart: !withDuplicates,
      lucene: told.length === 0 ? '' : luceneQuery({ ...words, required: present, boosts: own?.byWord }),
      // An earlier text has the facets of its time, including those by which callers see it.
      earlier: then ? luceneQuery({ ...words, required, boosts: then.boosts }) : null,
      known: then?.known ?? null,
      read: isFiltered ? OVER_FETCHED : wide,
      wide,
      fetch: 0,
      nearest: Math.min(CANDIDATES.most, Math.max(CANDIDATES.vector, 2 * first)),
      linked: CANDIDATES.most,
      ...WALKED,
    };
  }

  private askedKind(kind: Kind, required: FacetGroups): AskedKind {
    return {
      usual: kind.usualTrust?.(this.config) ?? 1,
      decayPerMs: kind.decayPerMs ?? 0,
      required,
      whole: kind.fromNode?.properties ?? null,
    };
  }

  private filterOf({ kinds, request }: Search, { namespace, minTrust, updatedAfter, kinds: of }: AskedQuestion) {
    const groups = kinds.map((kind): [KnowledgeKind, FacetGroups] => [kind, of[kind]?.required ?? []]);
    const required = Object.fromEntries(groups.filter(([, group]) => group.length > 0));
    // The facets and trusts of another time are checked by search/rank.
    const isPast = request.asOf !== undefined;
    const filter: CandidateFilter = { namespace, kinds, minTrust, updatedAfter, required };
    return isPast ? { ...filter, minTrust: 0, updatedAfter: undefined, required: {} } : filter;
  }

  /** Returns the facets that the nodes of each kind must have to pass the filter and to be visible to this caller. */
  private required(
    caller: Caller | undefined,
    kinds: readonly Kind[],
    { filter = {}, required }: SearchRequest,
  ): CandidateFilter['required'] {
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

  /** What links the texts that are searched, as far as their kinds use it. */
  private async linksOf({ caller, kinds }: Search): Promise<TextLinks> {
    const definitions = kinds.map((kind) => this.registry.get(kind));
    // Pieces of a session name their profile themselves.
    const mentions = definitions.some(({ mentionsEntities }) => mentionsEntities);
    if (!mentions && !definitions.some(({ profile }) => profile.session !== undefined)) return UNLINKED;
    const { namespace } = caller;
    const { hasSessions, hasMentions } = await this.links.of(namespace, async () => {
      const [links] = await this.graph.run(describeLinks, { asked: { namespace } });
      return links ?? UNLINKED;
    });
    return { hasSessions, hasMentions: hasMentions && mentions };
  }
}

function askedVector({ active, vector, floor, minCosine }: QueryVector): AskedVector {
  const { model, slot } = active;
  return {
    vector,
    model,
    slot,
    vectorIndex: vectorIndex(slot),
    vectorProperty: vectorProperty(slot),
    modelProperty: modelProperty(slot),
    floor,
    minCosine,
  };
}
