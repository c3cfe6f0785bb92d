import { Injectable } from '@nestjs/common';
import { inChunks } from '../graph/chunks.js';
import { GraphService } from '../graph/graph.service.js';
import {
  type Analyzer,
  beginWordEpoch,
  type Beginning,
  type CandidateFilter,
  type CountedWord,
  countEarlierWords,
  countFiltered,
  countKnowledge,
  countWords,
  createTextIndex,
  createVersionIndex,
  dropTextIndex,
  dropVersionIndex,
  type EarlierWord,
  type EarlierWordQueries,
  endWordEpochs,
  findAnyKnowledge,
  findBeginning,
  findNamedEntities,
  findNewer,
  findTextIndex,
  findThen,
  findWordCounts,
  findWordStatistics,
  type FoundThen,
  listAnalyzers,
  type NamedEntity,
  type Newer,
  type NewWordEpoch,
  type WordEpoch,
  type WordsToCount,
} from './search.statements.js';

/** Number of full-text indexes: one of current texts and one of earlier texts. */
const TEXT_INDEXES = 2;

/** Runs the statements that find and rank hits. */
@Injectable()
export class SearchRepository {
  constructor(private readonly graph: GraphService) {}

  async beginning(namespace: string): Promise<Beginning | undefined> {
    const [row] = await this.graph.run(findBeginning, { namespace });
    return row;
  }

  /** Returns what was written after a time, if anything that a search of these kinds reads was; otherwise undefined. */
  async newer(namespace: string, kinds: CandidateFilter['kinds'], known: Date): Promise<Newer | undefined> {
    const [newer] = await this.graph.run(findNewer, { namespace, kinds, known });
    return newer;
  }

  /** Returns states at another time by ref; knowledge that was not known then is absent. */
  async statesAt(namespace: string, refs: readonly string[], known: Date): Promise<ReadonlyMap<string, FoundThen>> {
    const rows = await inChunks(refs, (chunk) => this.graph.run(findThen, { namespace, refs: chunk, known }));
    return new Map(rows.map((row) => [row.ref, row]));
  }

  /** Counts words among the texts of earlier versions. */
  countEarlierWords(words: EarlierWordQueries, limit: number): Promise<EarlierWord[]> {
    return this.graph.run(countEarlierWords, { words, limit });
  }

  /** Lists entities with these names, ordered by name and id. */
  async namedEntities(namespace: string, names: readonly string[]): Promise<NamedEntity[]> {
    return this.graph.run(findNamedEntities, { asked: { namespace, names } });
  }

  /** Counts the nodes of these kinds in the namespace, and in all namespaces. */
  async count(namespace: string, kinds: CandidateFilter['kinds']): Promise<{ matching: number; total: number }> {
    const [counts] = await this.graph.run(countKnowledge, { asked: { namespace, kinds } });
    return counts ?? { matching: 0, total: 0 };
  }

  /** Counts the nodes that pass a filter; returns `limit` if there are more. */
  async countFiltered(
    { namespace, kinds, minTrust, updatedAfter, required }: CandidateFilter,
    limit: number,
  ): Promise<number> {
    const question = { namespace, kinds, updatedAfter, required };
    const [counts] = await this.graph.run(countFiltered, { question, minTrust, limit });
    return counts?.matching ?? 0;
  }

  /** Returns one piece of knowledge of any namespace; undefined in an empty database. */
  async anyKnowledge(): Promise<{ namespace: string; title: string } | undefined> {
    const [found] = await this.graph.run(findAnyKnowledge, {});
    return found;
  }

  wordEpochs(namespaces: readonly string[]): Promise<WordEpoch[]> {
    return this.graph.run(findWordStatistics, { asked: { namespaces } });
  }

  /** @returns the current epoch, whichever replica began it */
  async beginWordEpoch(epoch: NewWordEpoch): Promise<WordEpoch> {
    const [begun] = await this.graph.run(beginWordEpoch, { asked: epoch });
    if (!begun) throw new Error('begin-word-epoch returns one row');
    return begun;
  }

  wordCounts(words: readonly string[], of: readonly Pick<WordEpoch, 'namespace' | 'epoch'>[]): Promise<CountedWord[]> {
    return this.graph.run(findWordCounts, {
      asked: { words, of: of.map(({ namespace, epoch }) => ({ namespace, epoch })) },
    });
  }

  countWords(words: WordsToCount): Promise<CountedWord[]> {
    return this.graph.run(countWords, { asked: words });
  }

  /**
   * Returns the state and the analyzer of the full-text indexes. The analyzer is undefined while they differ, or while
   * one is missing.
   */
  async textIndexes(): Promise<{ readonly analyzer: string | undefined; readonly state: string }> {
    const found = await this.graph.run(findTextIndex, {});
    const analyzers = new Set(found.map(({ analyzer }) => analyzer));
    const isWhole = found.length === TEXT_INDEXES && analyzers.size === 1;
    const state = ['FAILED', 'POPULATING'].find((one) => found.some((index) => index.state === one)) ?? 'ONLINE';
    return { analyzer: isWhole ? found[0]?.analyzer : undefined, state };
  }

  /** Lists the analyzers that the database offers for full-text indexes, ordered by name. */
  async analyzers(): Promise<Analyzer[]> {
    return this.graph.run(listAnalyzers, {});
  }

  async recreateTextIndexes(analyzer: string): Promise<void> {
    await this.graph.run(dropTextIndex, {});
    await this.graph.run(dropVersionIndex, {});
    const indexConfig = { 'fulltext.analyzer': analyzer, 'fulltext.eventually_consistent': false };
    await this.graph.run(createTextIndex, { options: { indexConfig } });
    await this.graph.run(createVersionIndex, { options: { indexConfig } });
    await this.graph.run(endWordEpochs, {});
  }
}
