import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { type MatchWords, subjectOf, tellingWords } from './match.js';
import { SearchRepository } from './search.repository.js';
import type { WordWeights } from './word-boosts.js';
import { formOf, formsOf, WordFinder } from './word-forms.js';

/** Prepares the computation of matches between hits and a question (docs/search.md). */
@Injectable()
export class Matching {
  private dropped: Promise<ReadonlySet<string>> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly repository: SearchRepository,
  ) {}

  /**
   * @param terms search terms of the question
   * @param weighing rarity of the terms; undefined if the database keeps no counts, in which case all words weigh the
   *   same
   */
  async wordsOf(
    question: string,
    terms: readonly string[],
    weighing: Promise<WordWeights | undefined>,
  ): Promise<MatchWords> {
    const forms = formsOf(this.config.FULLTEXT_ANALYZER);
    const [dropped, weights] = await Promise.all([this.droppedWords(), weighing]);
    const words = tellingWords(terms, dropped, forms);
    const finder = new WordFinder(
      words.map((word) => formOf(word, forms)),
      forms,
    );
    return {
      words: words.map((word) => ({ word, idf: weights?.rarityOf(word) ?? 1 })),
      finder,
      epoch: weights?.epoch ?? null,
      subject: weights ? subjectOf(question, words, (word) => weights.has(word), forms === 'porter') : 'known',
    };
  }

  /** Reads in advance the data that the first question would wait for. */
  async prepare(): Promise<void> {
    await this.droppedWords();
  }

  /** Returns the words that the analyzer drops. They are read from the database only once. */
  private droppedWords(): Promise<ReadonlySet<string>> {
    const reading = (this.dropped ??= this.readDropped());
    reading.catch(() => (this.dropped = undefined));
    return reading;
  }

  private async readDropped(): Promise<ReadonlySet<string>> {
    const analyzers = await this.repository.analyzers();
    return new Set(analyzers.find(({ analyzer }) => analyzer === this.config.FULLTEXT_ANALYZER)?.stopwords ?? []);
  }
}
