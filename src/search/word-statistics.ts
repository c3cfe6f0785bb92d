import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { DomainError } from '../common/errors.js';
import { compare } from '../common/text.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { LruCache } from '../common/lru-cache.js';
import { countQueries } from './lucene.js';
import { Populations } from './population.js';
import { SearchRepository } from './search.repository.js';
import type { CandidateFilter, CountedWord, EarlierWord, WordEpoch } from './search.statements.js';
import { boostOf, rarity, type WordBoost, type WordBoosts, type WordCount, type WordWeights } from './word-boosts.js';

/** Represents the whole index in place of a namespace; no namespace has this name. */
const INDEX = '';

/** An epoch ends when the number of documents has grown or shrunk by this factor, … */
const GROWTH = 1.1;
/** … but not before this time, since a bulk of writes is one change; */
const SHORTEST_EPOCH_MS = 3_000;
/** … and at the latest after this time, since texts change, too. */
const LONGEST_EPOCH_MS = 3_600_000;
/** Start of an epoch that is certain to have ended. */
const LONG_AGO = new Date(0);

/** Maximum time until a replica learns of an epoch that another one began. */
const LOOK_EVERY_MS = 1_000;
/** If the database failed to store counts, searches do without counts for this time. */
const PAUSE_MS = 60_000;

/** Maximum number of documents that are counted per word; each takes 0.4 µs. */
const MOST_COUNTED = 100_000;
/** A word that does not occur in the namespace is not counted, but looked up again after this time. */
const ABSENT_MS = 3_000;
/** Maximum number of unused words that are deleted at once. */
const FORGOTTEN = 1_000;

const ABSENT: WordCount = { inTitle: 0, inText: 0 };

const CACHED_WORDS = 20_000;
const CACHED_NAMESPACES = 1_000;

/** Count of a word among earlier texts, and when it was made. */
interface EarlierCount extends EarlierWord {
  readonly since: Date;
}

interface Epochs {
  readonly own: WordEpoch;
  readonly index: WordEpoch;
}

/** Weight of a word that occurs in the namespace. */
interface Weight {
  readonly boost: WordBoost;
  readonly own: WordCount;
}

/**
 * The full-text index weighs words by statistics over all its namespaces. This class gives each word the factor that
 * makes it as rare as it is in its own namespace. Counts are made when a word is first needed, and stored in the graph
 * under an epoch, so that all replicas rank alike.
 */
@Injectable()
export class WordStatistics {
  private readonly logger = new Logger(WordStatistics.name);
  private readonly epochs = new LruCache<string, { readonly value: Promise<Epochs>; until: number }>(CACHED_NAMESPACES);
  private readonly weights = new LruCache<string, { readonly weight: Weight | undefined; readonly until: number }>(
    CACHED_WORDS,
  );
  private readonly earlier = new LruCache<string, EarlierCount>(CACHED_WORDS);
  private pausedUntil = 0;

  constructor(
    private readonly repository: SearchRepository,
    private readonly populations: Populations,
    private readonly registry: KnowledgeRegistry,
    private readonly clock: Clock,
  ) {}

  /**
   * @param words search terms
   * @param evenAlone true counts even if the whole index belongs to this namespace
   * @returns undefined if nothing was counted or counts cannot be stored; words then have the weights of the index
   */
  async of(namespace: string, words: readonly string[], evenAlone = false): Promise<WordWeights | undefined> {
    if (performance.now() < this.pausedUntil) return undefined;
    try {
      const { matching, total } = await this.populations.of(everything(namespace, this.registry.names()), 1);
      const isAlone = matching >= total;
      if (matching === 0 || (isAlone && !evenAlone)) return undefined;
      const epochs = await this.epochsOf(namespace, { own: matching, index: total });
      const weights = await this.weightsOf(namespace, epochs, words);
      const { epoch, documents } = epochs.own;
      return {
        epoch,
        documents,
        countOf: (word) => weights.get(word.toLowerCase())?.own ?? ABSENT,
        boosts: isAlone
          ? undefined
          : { epoch, byWord: new Map([...weights].map(([word, { boost }]) => [word, boost])) },
        has: (word) => weights.has(word.toLowerCase()),
        rarityOf: (word) => {
          const { inTitle, inText } = weights.get(word.toLowerCase())?.own ?? ABSENT;
          return rarity(Math.max(inTitle, inText), documents);
        },
      };
    } catch (error) {
      // Searches work even if nothing can be written, because of a full disk or a read-only database.
      if (!(error instanceof DomainError)) throw error;
      this.pausedUntil = performance.now() + PAUSE_MS;
      this.logger.warn(`words count as in the whole index for a minute: ${error.message}`);
      return undefined;
    }
  }

  /**
   * Computes factors for the index of earlier texts. They make a word as rare there as it is among the current texts of
   * the namespace, so that scores of earlier and current texts are comparable.
   *
   * @param counting weights of the words in the namespace, counted even if the whole index belongs to it
   * @param texts number of earlier texts in the index
   * @returns by word in lower case; undefined if current texts are not counted
   */
  async ofEarlier(
    words: readonly string[],
    counting: Promise<WordWeights | undefined>,
    texts: number,
  ): Promise<WordBoosts['byWord'] | undefined> {
    const lower = [...new Set(words.map((word) => word.toLowerCase()))].sort(compare);
    const [own, counted] = await Promise.all([counting, this.earlierCounts(lower, texts)]);
    if (!own) return undefined;
    return new Map(
      counted.map(({ word, documents, ...count }) => [
        word,
        boostOf(own.countOf(word), count, { own: own.documents, index: documents }),
      ]),
    );
  }

  /** Counts words among earlier texts. A count is kept as long as that of an epoch, one of an absent word for 3 s. */
  private async earlierCounts(words: readonly string[], texts: number): Promise<readonly EarlierCount[]> {
    const now = this.clock.now();
    const isCurrent = (known: EarlierCount) =>
      known.inTitle + known.inText === 0 ? now.getTime() - known.since.getTime() < ABSENT_MS : holds(known, texts, now);
    const known = words.map((word) => this.earlier.get(word));
    const missing = words.filter((_, place) => !(known[place] && isCurrent(known[place])));
    const queries = missing.map((word) => ({ word, ...countQueries(INDEX, word) }));
    const asked = queries.map(({ word, title, text }) => ({ word, title, text }));
    const counted = asked.length === 0 ? [] : await this.repository.countEarlierWords(asked, MOST_COUNTED);
    const fresh = new Map(counted.map((count) => [count.word, { ...count, since: now }]));
    for (const [word, count] of fresh) this.earlier.set(word, count);
    return words.flatMap((word, place) => fresh.get(word) ?? known[place] ?? []);
  }

  /**
   * Makes the database plan the statements that count words, without counting anything: the namespace that represents
   * the index contains no knowledge. The epoch that begins here has already ended, so that the first search begins a
   * new one with the current number of documents.
   */
  async prepare(words: readonly string[]): Promise<void> {
    const [known] = await this.repository.wordEpochs([INDEX]);
    // -1 is never the number of the current epoch, so an existing epoch is not ended.
    const { epoch } = await this.begin(INDEX, known ? -1 : 0, 0, null, LONG_AGO);
    const none = { namespace: INDEX, epoch };
    await this.repository.wordCounts(words, [none]);
    const queries = words.map((word) => ({ word, isNew: false, ...countQueries(INDEX, word) }));
    await this.repository.countWords({ ...none, indexEpoch: epoch, words: queries, limit: 1 });
  }

  private epochsOf(namespace: string, documents: { own: number; index: number }): Promise<Epochs> {
    const known = this.epochs.get(namespace);
    if (known && known.until > performance.now()) return known.value;
    const value = this.currentEpochs(namespace, documents);
    const entry = { value, until: performance.now() + LOOK_EVERY_MS };
    this.epochs.set(namespace, entry);
    value.catch(() => this.epochs.delete(namespace));
    return value;
  }

  private async currentEpochs(namespace: string, documents: { own: number; index: number }): Promise<Epochs> {
    const now = this.clock.now();
    const found = await this.repository.wordEpochs([namespace, INDEX]);
    const ofIndex = found.find((epoch) => epoch.namespace === INDEX);
    const index =
      ofIndex && holds(ofIndex, documents.index, now)
        ? ofIndex
        : await this.begin(INDEX, ofIndex?.epoch ?? 0, documents.index, null);
    const ofNamespace = found.find((epoch) => epoch.namespace === namespace);
    const isCurrent = ofNamespace?.indexEpoch === index.epoch && holds(ofNamespace, documents.own, now);
    const own = isCurrent
      ? ofNamespace
      : await this.begin(namespace, ofNamespace?.epoch ?? 0, documents.own, index.epoch);
    return { own, index };
  }

  private begin(
    namespace: string,
    seen: number,
    documents: number,
    indexEpoch: number | null,
    now = this.clock.now(),
  ): Promise<WordEpoch> {
    return this.repository.beginWordEpoch({ namespace, seen, documents, indexEpoch, now, forgotten: FORGOTTEN });
  }

  /** @returns weights by word, in lower case; words that do not occur in the namespace are absent */
  private async weightsOf(
    namespace: string,
    epochs: Epochs,
    words: readonly string[],
  ): Promise<ReadonlyMap<string, Weight>> {
    const keyOf = (word: string) => `${namespace}\n${epochs.own.epoch}\n${word}`;
    const lower = [...new Set(words.map((word) => word.toLowerCase()))].sort(compare);
    const known = new Map(lower.map((word) => [word, this.weights.get(keyOf(word))]));
    const missing = lower.filter((word) => !((known.get(word)?.until ?? 0) > performance.now()));
    if (missing.length > 0) {
      const counts = await this.countsOf(namespace, epochs, missing);
      const documents = { own: epochs.own.documents, index: epochs.index.documents };
      for (const word of missing) {
        const [own, index] = [counts.own.get(word), counts.index.get(word)];
        const weight = own && index && { boost: boostOf(own, index, documents), own };
        const entry = { weight, until: weight ? Number.POSITIVE_INFINITY : performance.now() + ABSENT_MS };
        this.weights.set(keyOf(word), entry);
        known.set(word, entry);
      }
    }
    return new Map([...known].flatMap(([word, entry]) => (entry?.weight ? [[word, entry.weight]] : [])));
  }

  /** @returns counts by word; words that do not occur in the namespace are absent */
  private async countsOf(
    namespace: string,
    { own, index }: Epochs,
    words: readonly string[],
  ): Promise<Record<keyof Epochs, ReadonlyMap<string, WordCount>>> {
    const counts = { own: new Map<string, WordCount>(), index: new Map<string, WordCount>() };
    const keep = (rows: readonly CountedWord[]) => {
      for (const { namespace: of, word, ...count } of rows) counts[of === INDEX ? 'index' : 'own'].set(word, count);
    };
    keep(await this.repository.wordCounts(words, [own, index]));
    const uncounted = words
      .filter((word) => !(counts.own.has(word) && counts.index.has(word)))
      .map((word) => ({ word, isNew: !counts.index.has(word), ...countQueries(namespace, word) }));
    if (uncounted.length > 0) {
      const { epoch } = own;
      const asked = { namespace, epoch, indexEpoch: index.epoch, words: uncounted, limit: MOST_COUNTED };
      keep(await this.repository.countWords(asked));
    }
    return counts;
  }
}

function everything(namespace: string, kinds: CandidateFilter['kinds']): CandidateFilter {
  return { namespace, kinds, minTrust: 0, updatedAfter: undefined, required: {} };
}

/** True while the counts of an epoch still represent how rare words are. */
function holds({ documents, since }: Pick<WordEpoch, 'documents' | 'since'>, now: number, at: Date): boolean {
  const age = at.getTime() - since.getTime();
  if (age < SHORTEST_EPOCH_MS) return true;
  return age < LONGEST_EPOCH_MS && now <= GROWTH * documents && documents <= GROWTH * now;
}
