import { Injectable } from '@nestjs/common';
import { countTokens, countTokensTask } from '../tokens.js';
import { turn } from '../turns.js';
import { Workers } from './workers.js';

/** Number of characters whose tokens can be counted in about 10 ms. */
const QUICK = 32_768;

/** Counts tokens without blocking the event loop, however long the texts are. */
@Injectable()
export class TokenCounter {
  private sincePause = 0;

  constructor(private readonly workers: Workers) {}

  /**
   * Tokens of a text in OpenAI's encoding o200k_base.
   *
   * @throws LimitExceededError when a long text takes too long
   */
  async count(text: string): Promise<number> {
    if (text.length > QUICK) return this.workers.run(countTokensTask, text);
    this.sincePause += text.length;
    if (this.sincePause > QUICK) {
      this.sincePause = text.length;
      await turn();
    }
    return countTokens(text);
  }
}
