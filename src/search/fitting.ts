import type { TokenCounter } from '../common/workers/token-counter.js';
import type { SearchHit } from './search.model.js';

/**
 * Returns the first hits whose titles and texts together have at most `maxTokens` tokens; all hits if it is undefined.
 *
 * @throws LimitExceededError when a long text takes too long
 */
export async function fitting(
  hits: readonly SearchHit[],
  maxTokens: number | undefined,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<readonly SearchHit[]> {
  if (maxTokens === undefined) return hits;
  let left = maxTokens;
  for (const [place, { knowledge }] of hits.entries()) {
    left -= await tokens.count(`${knowledge.title}\n${knowledge.text}`);
    if (left < 0) return hits.slice(0, place);
  }
  return hits;
}
