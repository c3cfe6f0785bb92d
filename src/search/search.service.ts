import { Inject, Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import type { Caller } from '../common/caller.js';
import { BadUserInputError, NotFoundError } from '../common/errors.js';
import { metrics, quantileOf } from '../common/metrics.js';
import { once } from '../common/once.js';
import { mapInTurns } from '../common/turns.js';
import { holdsAt, type Validity } from '../common/validity.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { EmbeddingService } from './embedding/embedding.service.js';
import { Aliases } from './aliases.service.js';
import { EntityLinker } from './entity-linker.js';
import { earlier, type Kind, type KnownThen } from '../knowledge/kind.js';
import type { Knowledge, KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { termsOf } from './lucene.js';
import { explain } from './explain.js';
import { LEAST_MATCH_OF_WORDS, matchOf, type MatchWords } from './match.js';
import { Matching } from './matching.js';
import type { Past } from './past-search.js';
import { knownThen, PastService } from './past.service.js';
import { type Answer, type Question, Ranking, type SearchRequest, type Unweighed } from './ranking.js';
import type { SearchHit, SearchResult } from './search.model.js';
import type { RankedHit } from './search.statements.js';
import type { WordBoosts } from './word-boosts.js';
import { WordStatistics } from './word-statistics.js';

const MAX_FIRST = 100;
/** If too few hits match well enough, or were true at the requested time, this many times more hits are ranked. */
const WIDER = 4;

/**
 * The result of a search, and the minimum match at which its best hit is likely to answer the question. The minimum is
 * reliable only if matches were computed.
 */
export interface FoundKnowledge extends SearchResult {
  readonly leastMatch: number;
}

interface PastRequest {
  readonly kinds: readonly KnowledgeKind[];
  readonly terms: readonly string[];
  readonly request: SearchRequest;
  readonly filtering: Promise<SearchRequest['filter']>;
}

/** What hits are given besides their rank. */
interface Loading {
  readonly boosts: WordBoosts | undefined;
  readonly words: () => Promise<MatchWords>;
  readonly asOf: Date | undefined;
}

type Found = Pick<SearchResult, 'hits' | 'totalFound'> & Pick<Answer, 'leastMatch' | 'degraded'>;
const searchSeconds = new Histogram({
  name: 'heartwood_search_seconds',
  help: 'Time of one search, by how it was answered: text (words alone), index (vector index) or scan (every cosine)',
  labelNames: ['path'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Searches all kinds of knowledge and explains each score. */
@Injectable()
export class SearchService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly ranking: Ranking,
    private readonly linker: EntityLinker,
    private readonly aliases: Aliases,
    private readonly words: WordStatistics,
    private readonly matching: Matching,
    private readonly registry: KnowledgeRegistry,
    private readonly embedding: EmbeddingService,
    private readonly past: PastService,
  ) {}

  /**
   * Returns the 95th percentile of the search times of this process in milliseconds, as a bucket bound of /metrics;
   * null before the first search and above 10 s.
   */
  async p95Ms(): Promise<number | null> {
    const seconds = await quantileOf(searchSeconds, 0.95);
    return seconds === undefined || seconds === Infinity ? null : seconds * 1_000;
  }

  /**
   * Ranks the knowledge of a namespace by relevance and trust (docs/search.md). A query without a word finds nothing.
   * Ties are broken by ref.
   *
   * @throws BadUserInputError when `first` is not 1–100, or nothing was known yet at `asOf`
   */
  async search(caller: Caller, request: SearchRequest): Promise<FoundKnowledge> {
    const started = performance.now();
    const { namespace } = caller;
    const { query, first, gamma = this.config.TRUST_GAMMA, minMatch = 0, asOf } = request;
    if (!Number.isInteger(first) || first < 1 || first > MAX_FIRST) {
      throw BadUserInputError.of('first', 'max', `first must be a whole number from 1 to ${MAX_FIRST}`);
    }
    const kinds = [...new Set(request.kinds?.length ? request.kinds : this.registry.names())];
    const terms = termsOf(query);
    const filtering = this.resolved(namespace, request.filter, request.asOf);
    const past = asOf ? this.pastOf(namespace, asOf, { kinds, terms, request, filtering }) : Promise.resolve(undefined);
    // They run in parallel with the embedding. If they fail, the failure is thrown where they are awaited.
    for (const each of [filtering, past]) each.catch(() => undefined);
    let found: Found = { hits: [], totalFound: 0 };
    let unknown = false;
    if (terms.length > 0 && kinds.length > 0) {
      // Runs in parallel with the embedding, so that it adds no time.
      const links = kinds.some((kind) => this.registry.get(kind).mentionsEntities)
        ? this.linker.link(namespace, query)
        : Promise.resolve(undefined);
      const isMeasured = request.withMatch === true || minMatch > 0;
      const weighing = this.words.of(namespace, terms, isMeasured);
      const boosts = weighing.then((weights) => weights?.boosts);
      const words = once(() =>
        this.matching.wordsOf(query, terms, isMeasured ? weighing : this.words.of(namespace, terms, true)),
      );
      if (isMeasured) words().catch(() => undefined); // the search started early; where its result is awaited, a failure is thrown
      const filter = await filtering;
      const asked = this.ranking.textSearch(caller, { ...request, filter, gamma }, kinds);
      const answer = await this.answer({ query, terms, boosts, links, past }, asked, request, async (ranked) => {
        const hits = await this.loaded(caller, ranked, gamma, { boosts: await boosts, words, asOf });
        return isMeasured ? Promise.all(hits.map(measured)) : hits;
      });
      searchSeconds.observe({ path: answer.path }, (performance.now() - started) / 1_000);
      found = answer;
      unknown = isMeasured && (await words()).namesUnknown;
    }
    await past;
    const { hits, totalFound, leastMatch: least = LEAST_MATCH_OF_WORDS } = found;
    const leastMatch = unknown ? least.ofUnknown : least.usual;
    const degraded = found.degraded === undefined ? [] : [found.degraded];
    return { hits, totalFound, degraded, leastMatch, tookMs: performance.now() - started };
  }

  /**
   * Returns the data that a search of another time needs; undefined if nothing was written since, because a present
   * search then finds the same.
   *
   * @throws BadUserInputError when nothing was known yet at `asOf`
   */
  private async pastOf(
    namespace: string,
    asOf: Date,
    { kinds, terms, request, filtering }: PastRequest,
  ): Promise<Past | undefined> {
    // Started now, since it takes as long as finding out whether it is needed.
    const counting = this.words.of(namespace, terms, true);
    counting.catch(() => undefined);
    const [newer] = await Promise.all([this.past.newer(namespace, kinds, asOf), this.past.check(namespace, asOf)]);
    if (!newer) return undefined;
    const [boosts, filter] = await Promise.all([this.words.ofEarlier(terms, counting, newer.texts), filtering]);
    const required = newer.archived ? this.ranking.requiredByFilter({ ...request, filter }, kinds) : undefined;
    return { known: asOf, boosts, required };
  }

  /** Replaces the id of a merged entity in the filter by the id of its target, at the time of the search. */
  private async resolved(
    namespace: string,
    filter: SearchRequest['filter'],
    asOf?: Date,
  ): Promise<SearchRequest['filter']> {
    if (filter?.entityId === undefined) return filter;
    return { ...filter, entityId: await this.aliases.resolve(namespace, filter.entityId, asOf) };
  }

  /**
   * Returns the `first` best hits, among the 100 best, that match well enough and were true at the requested time. If
   * too few are left, more are ranked.
   */
  private async answer(
    question: Question,
    asked: Unweighed,
    { first, minMatch = 0, validAt, withDuplicates = false }: SearchRequest,
    load: (answer: Answer) => Promise<SearchHit[]>,
  ): Promise<Found & Pick<Answer, 'path'>> {
    for (let wide = first; ; wide = Math.min(MAX_FIRST, WIDER * wide)) {
      const search = { ...asked, first: wide };
      const ranked = await (withDuplicates
        ? this.ranking.rank(question, search)
        : this.ranking.rankApart(question, search));
      const hits = (await load(ranked)).filter(
        ({ match = 0, knowledge }) => match >= minMatch && holdsAt(knowledge as Validity, validAt),
      );
      const isAll = (minMatch === 0 && !validAt) || ranked.hits.length < wide || wide === MAX_FIRST;
      if (isAll || hits.length >= first) return { ...ranked, hits: hits.slice(0, first) };
    }
  }

  /**
   * Computes how well short texts match a question by their words, each in [0,1], in the order of the texts: the share
   * of the idf of the question's words that a text's words cover.
   */
  async matchesOf({ namespace }: Caller, question: string, texts: readonly string[]): Promise<number[]> {
    const terms = termsOf(question);
    if (terms.length === 0 || texts.length === 0) return texts.map(() => 0);
    const words = await this.matching.wordsOf(question, terms, this.words.of(namespace, terms, true));
    const none = { cosine: null, floor: null };
    return mapInTurns(texts, (text) => matchOf(words, text, none).match);
  }

  /**
   * Returns the share of a namespace's texts that have a vector of the active model, in [0,1]; null without an active
   * model.
   */
  vectorShare({ namespace }: Caller): Promise<number | null> {
    return this.embedding.vectorShare(namespace);
  }

  /** @throws NotFoundError when no such kind is served; null when the namespace has no such knowledge */
  async knowledge(caller: Caller, kind: KnowledgeKind, id: string): Promise<Knowledge | null> {
    if (!this.registry.find(kind)) throw new NotFoundError('Kind of knowledge', kind);
    const ref = this.registry.refOf(kind, id);
    return (await this.registry.load(caller, [ref])).get(ref) ?? null;
  }

  private async loaded(
    caller: Caller,
    { hits: ranked, floor }: Omit<Answer, 'path'>,
    gamma: number,
    { boosts, words, asOf }: Loading,
  ): Promise<SearchHit[]> {
    const common = {
      floor: floor ?? null,
      wordFactors: [...(boosts?.byWord ?? [])].map(([word, factors]) => ({ word, ...factors })),
      wordEpoch: boosts?.epoch ?? null,
    };
    const bare = ranked.flatMap(({ ref, properties }) => (properties ? [] : [ref]));
    const loaded = bare.length > 0 ? await this.registry.load(caller, bare, asOf !== undefined) : undefined;
    const hits: SearchHit[] = [];
    // The matches of all hits are computed together, and only on request. The computation yields to other requests, since
    // texts may be long.
    const matches = once(async () => {
      const of = await words();
      return mapInTurns(hits, ({ knowledge: { title, text }, explain }) => matchOf(of, `${title}\n${text}`, explain));
    });
    for (const hit of ranked) {
      const { ref, id, kind: name, score, properties, group } = hit;
      const kind = this.registry.get(name);
      const current = properties ? knowledgeOf(kind, hit, properties) : loaded?.get(ref);
      const knowledge = current && asOf ? earlier(kind, current, thenOf(hit, current, asOf)) : current;
      // The knowledge was deleted between the two reads.
      if (!knowledge) continue;
      const place = hits.length;
      const explained = explain(hit, kind, gamma, { ...common, measure: async () => (await matches())[place] });
      hits.push({ ref, id, kind: name, score, knowledge, explain: explained, ...(group !== null && { group }) });
    }
    return hits;
  }
}

async function measured(hit: SearchHit): Promise<SearchHit> {
  const { match, ...parts } = (await hit.explain.measure?.()) ?? {};
  return { ...hit, match, explain: { ...hit.explain, ...parts } };
}

function thenOf({ trust, then }: RankedHit, { updatedAt }: Knowledge, at: Date): KnownThen {
  return knownThen(then ?? { updatedAt, version: null }, trust, at);
}

/** @param values values of the properties that the kind's `fromNode` needs, in their order */
function knowledgeOf(
  { fromNode }: Kind,
  { createdMs, updatedMs }: RankedHit,
  values: readonly unknown[],
): Knowledge | undefined {
  if (!fromNode) return undefined;
  const stored: Record<string, unknown> = { createdAt: new Date(createdMs), updatedAt: new Date(updatedMs) };
  for (const [index, name] of fromNode.properties.entries()) stored[name] = values[index];
  return fromNode.make(stored);
}
