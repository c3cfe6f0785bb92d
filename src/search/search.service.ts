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
import { Degradation } from '../embedding/degradation.model.js';
import { LEAST_MATCH_OF_WORDS } from '../embedding/models.js';
import { TrialsService } from '../trials/trials.service.js';
import { EntityLinker } from './entity-linker.js';
import { amendedBelow } from './amending/amending.js';
import { earlier, type Kind } from '../knowledge/kind.js';
import type { Knowledge, KnowledgeKind } from '../knowledge/knowledge.model.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { areTooMany, searchedTerms, termsOf } from './lucene.js';
import { explain } from './explain.js';
import { matchOf, type MatchWords } from './match.js';
import { Matching } from './matching.js';
import { knownThen, PastService } from './past.service.js';
import { type Answer, type Past, Ranking, type Search, type SearchRequest } from './ranking.js';
import type { SearchHit, SearchResult } from './search.model.js';
import type { HitThen, HoldsInstead, RankedHit } from './search.statements.js';
import type { WordBoosts } from './word-boosts.js';
import { WordStatistics } from './word-statistics.js';

const MAX_FIRST = 100;
/**
 * The result of a search, and the minimum match at which its best hit is likely to answer the question. The minimum is
 * reliable only if matches were computed.
 */
export interface FoundKnowledge extends SearchResult {
  readonly leastMatch: number;
}

/** What remains of hits without the contributions of some origins. */
export interface Remaining {
  /** What holds of some of them instead, by ref. */
  readonly instead: ReadonlyMap<string, HoldsInstead>;
  /** The remaining knowledge, by ref. */
  readonly knowledge: ReadonlyMap<string, Knowledge>;
}

/** What hits are given besides their rank. */
interface Loading {
  readonly floor: number | null;
  readonly gamma: number;
  readonly boosts: WordBoosts | undefined;
  readonly words: () => Promise<MatchWords>;
  readonly asOf: Date | undefined;
  readonly states: ReadonlyMap<string, HitThen>;
  /** True if all knowledge is given the trust of an untried entry. */
  readonly isUnlearned: boolean;
}

const NO_WORDS: Promise<MatchWords | undefined> = Promise.resolve(undefined);

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
    private readonly words: WordStatistics,
    private readonly matching: Matching,
    private readonly registry: KnowledgeRegistry,
    private readonly past: PastService,
    private readonly trials: TrialsService,
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
   * Ties are broken by ref. What a trial withholds from the caller's session is left out.
   *
   * @param without returns what remains of the 100 best hits, which are then ranked again, filtered by `minTrust`
   * @throws BadUserInputError when `first` is not 1–100, or nothing was known yet at `asOf`
   */
  async search(
    from: Caller,
    request: SearchRequest,
    without?: (hits: readonly SearchHit[]) => Promise<Remaining>,
  ): Promise<FoundKnowledge> {
    const started = performance.now();
    const { namespace } = from;
    const { query, first, minMatch = 0, asOf, validAt } = request;
    if (!Number.isInteger(first) || first < 1 || first > MAX_FIRST) {
      throw BadUserInputError.of('first', 'max', `first must be a whole number from 1 to ${MAX_FIRST}`);
    }
    const kinds = [...new Set(request.kinds?.length ? request.kinds : this.registry.names())];
    const all = termsOf(query);
    const past = this.pastOf(namespace, kinds, all, asOf);
    if (all.length === 0 || kinds.length === 0) {
      await past;
      return { hits: [], totalFound: 0, degraded: [], leastMatch: 0, tookMs: performance.now() - started };
    }
    // What follows runs in parallel with the embedding, so that it adds no time. A failure is thrown where it is awaited.
    const isMeasured = request.withMatch === true || minMatch !== 0;
    const mentioning = kinds.some((kind) => this.registry.get(kind).mentionsEntities);
    const links = mentioning ? this.linker.link(namespace, query) : Promise.resolve(undefined);
    const isCounted = isMeasured || areTooMany(all);
    const weighing = this.words.of(namespace, all, isCounted);
    const boosts = weighing.then((weights) => weights?.boosts);
    // A word that no text has would take the place of one that finds something.
    const terms = weighing.then((weights) =>
      searchedTerms(all, weights && ((word) => (weights.has(word) ? weights.rarityOf(word) : -1))),
    );
    const words = once(async () =>
      this.matching.wordsOf(query, await terms, isCounted ? weighing : this.words.of(namespace, all, true)),
    );
    const measuring = isMeasured ? words() : NO_WORDS;
    const pending = this.ranking.isPending(namespace);
    const drawing = this.trials.drawn(from);
    for (const each of [past, links, boosts, terms, measuring, pending, drawing]) each.catch(() => undefined);
    const [caller, resolved] = await Promise.all([drawing, this.linker.resolved(namespace, request.filter, asOf)]);
    const { isUnlearned } = caller.withheld;
    const gamma = isUnlearned ? 0 : (request.gamma ?? this.config.TRUST_GAMMA);
    const filter = isUnlearned ? { ...resolved, minTrust: 0 } : resolved;
    // Of another time or without some origins, hits are left out after the ranking, of at most the 100 best.
    const wide = { ...request, filter: without ? { ...filter, minTrust: 0 } : filter };
    const search: Search = {
      caller,
      kinds,
      request: {
        ...wide,
        gamma,
        first: without || validAt ? MAX_FIRST : first,
        withDuplicates: wide.withDuplicates || without !== undefined,
      },
    };
    const answer = await this.ranking.rank({ query, terms, boosts, links, past }, search);
    const loading: Loading = {
      floor: answer.floor ?? null,
      gamma,
      boosts: await boosts,
      words,
      asOf,
      states: answer.states,
      isUnlearned,
    };
    const remaining = await without?.(await this.loaded(caller, answer.hits, loading));
    const ranked = remaining
      ? await this.ranking.again(answer, filter?.minTrust ?? 0, remaining.instead, new Set(remaining.knowledge.keys()))
      : answer.hits;
    const found = (await this.loaded(caller, ranked, loading, remaining?.knowledge))
      .filter(({ knowledge }) => holdsAt(knowledge as Validity, validAt))
      .slice(0, first);
    const measured = isMeasured ? await Promise.all(found.map(withMatch)) : found;
    const leastMatch = await this.leastMatch(answer, measuring);
    const least = minMatch === 'usual' ? leastMatch : minMatch;
    const hits = measured.some(({ match = 0 }) => match >= least) ? amendedLast(measured) : [];
    searchSeconds.observe({ path: answer.path }, (performance.now() - started) / 1_000);
    const degraded = answer.degraded ?? ((await pending) ? Degradation.VECTORS_PENDING : undefined);
    return {
      hits,
      totalFound: answer.hits[0]?.totalFound ?? 0,
      degraded: degraded === undefined ? [] : [degraded],
      leastMatch,
      tookMs: performance.now() - started,
    };
  }

  /**
   * Ranks knowledge whose relevance is known, as search/rank does for every hit.
   *
   * @param relevances by ref, in (0,1]
   * @param asOf time of which the trusts are used; default the present
   */
  async given(
    caller: Caller,
    kind: KnowledgeKind,
    relevances: ReadonlyMap<string, number>,
    asOf?: Date | null,
  ): Promise<ReadonlyMap<string, Pick<SearchHit, 'score' | 'explain'>>> {
    const gamma = caller.withheld?.isUnlearned ? 0 : this.config.TRUST_GAMMA;
    const states = asOf ? await this.past.states(caller.namespace, [...relevances.keys()], asOf) : undefined;
    const kept = states ? new Map([...relevances].filter(([ref]) => states.has(ref))) : relevances;
    const request = { query: '', first: Math.max(1, kept.size), gamma, asOf: asOf ?? undefined, withDuplicates: true };
    const ranked = await this.ranking.given({ caller, kinds: [kind], request }, kept, states ?? new Map());
    const definition = this.registry.get(kind);
    const others = { gamma, floor: null, wordFactors: [], wordEpoch: null, measure: () => Promise.resolve(undefined) };
    return new Map(ranked.map((hit) => [hit.ref, { score: hit.score, explain: explain(hit, definition, others) }]));
  }

  /**
   * Returns the data that a search of another time needs; undefined for the present, and if nothing was written since,
   * because a present search then finds the same.
   *
   * @throws BadUserInputError when nothing was known yet at `asOf`
   */
  private async pastOf(
    namespace: string,
    kinds: readonly KnowledgeKind[],
    terms: readonly string[],
    asOf: Date | undefined,
  ): Promise<Past | undefined> {
    if (!asOf) return undefined;
    // Started now, since it takes as long as finding out whether it is needed.
    const counting = this.words.of(namespace, terms, true);
    counting.catch(() => undefined);
    const [newer] = await Promise.all([this.past.newer(namespace, kinds, asOf), this.past.check(namespace, asOf)]);
    if (!newer) return undefined;
    return {
      known: asOf,
      archived: newer.archived,
      boosts: terms.length === 0 ? undefined : await this.words.ofEarlier(terms, counting, newer.texts),
    };
  }

  /** The match at which the best hit is likely to answer the question. */
  private async leastMatch(
    { leastMatch = LEAST_MATCH_OF_WORDS }: Answer,
    measuring: Promise<MatchWords | undefined>,
  ): Promise<number> {
    const { subject = 'known' } = (await measuring) ?? {};
    return { known: leastMatch.usual, unknown: leastMatch.ofUnknown, foreign: leastMatch.ofForeign }[subject];
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

  /** @throws NotFoundError when no such kind is served; null when the namespace has no such knowledge */
  async knowledge(caller: Caller, kind: KnowledgeKind, id: string): Promise<Knowledge | null> {
    if (!this.registry.find(kind)) throw new NotFoundError('Kind of knowledge', kind);
    const ref = this.registry.refOf(kind, id);
    return (await this.registry.load(caller, [ref])).get(ref) ?? null;
  }

  /** @param instead knowledge by ref that is given to the hits in place of what is stored */
  private async loaded(
    caller: Caller,
    ranked: readonly RankedHit[],
    { floor, gamma, boosts, words, asOf, states, isUnlearned }: Loading,
    instead?: ReadonlyMap<string, Knowledge>,
  ): Promise<SearchHit[]> {
    const wordFactors = [...(boosts?.byWord ?? [])].map(([word, factors]) => ({ word, ...factors }));
    const common = { gamma, floor, wordFactors, wordEpoch: boosts?.epoch ?? null };
    const bare = instead ? [] : ranked.flatMap(({ ref, properties }) => (properties ? [] : [ref]));
    const loaded = bare.length > 0 ? await this.registry.load(caller, bare, asOf !== undefined) : undefined;
    const hits: SearchHit[] = [];
    // The matches of all hits are computed together, and only on request. The computation yields to other requests, since
    // texts may be long.
    const matches = once(async () => {
      const of = await words();
      return mapInTurns(hits, ({ knowledge: { title, text }, explain }) => matchOf(of, `${title}\n${text}`, explain));
    });
    for (const hit of ranked) {
      const { ref, id, kind: name, score, trust, properties, group } = hit;
      const kind = this.registry.get(name);
      const current = instead?.get(ref) ?? (properties ? knowledgeOf(kind, hit, properties) : loaded?.get(ref));
      // The knowledge was deleted between the two reads.
      if (!current) continue;
      const then = states.get(ref) ?? { updatedAt: current.updatedAt, version: null };
      const learned = asOf && !instead ? earlier(kind, current, knownThen(then, trust, asOf)) : current;
      const knowledge = isUnlearned ? untried(learned, hit.usual) : learned;
      const place = hits.length;
      const explained = explain(isUnlearned ? { ...hit, trust: hit.usual, trustFactor: 1 } : hit, kind, {
        ...common,
        measure: async () => (await matches())[place],
      });
      hits.push({ ref, id, kind: name, score, knowledge, explain: explained, ...(group !== null && { group }) });
    }
    return hits;
  }
}

/** When something was said: as it states itself, or when it was stored; messages of one time are in the order of their session. */
interface Timed {
  readonly occurredAt?: Date | null;
  readonly session?: string | null;
  readonly position?: number;
}

/** The hits, each directly below a later one that says that it changes it; scores stay as they are. */
function amendedLast(hits: readonly SearchHit[]): readonly SearchHit[] {
  const timeOf = ({ knowledge }: SearchHit) => ((knowledge as Timed).occurredAt ?? knowledge.createdAt).getTime();
  const isLater = (one: SearchHit, other: SearchHit) => {
    const [a, b] = [one.knowledge as Timed, other.knowledge as Timed];
    if (timeOf(one) !== timeOf(other)) return timeOf(one) > timeOf(other);
    return a.session !== undefined && a.session === b.session && (a.position ?? 0) > (b.position ?? 0);
  };
  const texts = hits.map((hit) => ({ hit, text: `${hit.knowledge.title}\n${hit.knowledge.text}` }));
  return amendedBelow(texts, (one, other) => isLater(one.hit, other.hit)).map(({ hit }) => hit);
}

async function withMatch(hit: SearchHit): Promise<SearchHit> {
  const { match, ...parts } = (await hit.explain.measure?.()) ?? {};
  return { ...hit, match, explain: { ...hit.explain, ...parts } };
}

/** The knowledge with the trust of an untried entry of its kind. The confidence of a memory is the same number. */
function untried(knowledge: Knowledge, trust: number): Knowledge {
  return { ...knowledge, trust, ...('confidence' in knowledge && { confidence: trust }) };
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
