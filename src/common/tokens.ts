import bytePairs from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens as countQuickly } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { workerTask } from './workers/worker-task.js';

/**
 * Length of a word, in characters, from which the library is not used, because its merging takes quadratic time (16 s
 * for 100,000 characters).
 */
const LONG_WORD = 512;

/** Control tokens are disabled: `<|endoftext|>` is counted as ordinary characters. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Number of tokens of a text in OpenAI's encoding o200k_base. Takes time linear in the text, whatever its content; use
 * TokenCounter for texts without a small limit.
 */
export function countTokens(text: string): number {
  if (text.length <= LONG_WORD) return countQuickly(text, PLAIN_TEXT);
  const words = text.match(O200K_TOKEN_SPLIT_REGEX) ?? [];
  if (words.every((word) => word.length <= LONG_WORD)) return countQuickly(text, PLAIN_TEXT);
  return words.reduce(
    (sum, word) => sum + (word.length <= LONG_WORD ? countQuickly(word, PLAIN_TEXT) : countLongWord(word)),
    0,
  );
}

export const countTokensTask = workerTask(countTokens, import.meta.url);

let ranks: ReadonlyMap<string, number> | undefined;

/** Rank of every token, by its bytes as one character each. The map is built when the first long word occurs. */
function ranksByBytes(): ReadonlyMap<string, number> {
  ranks ??= new Map(
    bytePairs.map((token, rank): [string, number] => {
      const bytes = typeof token === 'string' ? Buffer.from(token, 'utf8') : Buffer.from(token);
      return [bytes.toString('latin1'), rank];
    }),
  );
  return ranks;
}

/** Number of bytes of the longest token. Longer pairs are not looked up. */
const LONGEST_TOKEN = bytePairs.reduce(
  (longest, token) => Math.max(longest, typeof token === 'string' ? Buffer.byteLength(token) : token.length),
  0,
);

/**
 * Byte pair encoding: the adjacent pair that forms the token with the lowest rank is merged first (the leftmost one if
 * several have this rank), until no pair is left. Pairs are grouped by rank, so that a long word of one repeated
 * letter, which has few different pairs, takes one pass for each.
 */
function countLongWord(word: string): number {
  const rankOf = ranksByBytes();
  const bytes = Buffer.from(word, 'utf8').toString('latin1');
  const size = bytes.length;
  // `ends` contains the end of the part that begins at each index, or 0 if the index was merged into an earlier part.
  const ends = Int32Array.from({ length: size }, (_, index) => index + 1);
  const previous = Int32Array.from({ length: size }, (_, index) => index - 1);
  const queue = new PairQueue();
  const offer = (start: number) => {
    const middle = ends[start] ?? size;
    const end = ends[middle] ?? size;
    if (middle >= size || end - start > LONGEST_TOKEN) return;
    const rank = rankOf.get(bytes.slice(start, end));
    if (rank !== undefined) queue.push(rank, start, end - start);
  };
  for (let start = 0; start < size; start++) offer(start);

  let parts = size;
  for (let pair = queue.pop(); pair; pair = queue.pop()) {
    const { start, length } = pair;
    const middle = ends[start] ?? 0;
    const end = ends[middle] ?? 0;
    // A pair is skipped if one of its parts has been merged with another part meanwhile. Parts of the same length at
    // the same position have the same bytes.
    if (middle === 0 || middle >= size || end - start !== length) continue;
    ends[start] = end;
    ends[middle] = 0;
    if (end < size) previous[end] = start;
    parts -= 1;
    const before = previous[start] ?? -1;
    if (before >= 0) offer(before);
    offer(start);
  }
  return parts;
}

/** Pairs of one rank, which all form the same token. */
interface Rank {
  readonly length: number;
  /** Where they start. */
  starts: number[];
  /** Number of pairs that were already returned. */
  given: number;
  sorted: boolean;
}

/** A queue that returns the pair with the lowest rank first, and the leftmost of several. */
class PairQueue {
  private readonly ranks = new Map<number, Rank>();
  /** Ranks that have pairs, as a heap. */
  private readonly heap: number[] = [];

  push(rank: number, start: number, length: number): void {
    let pairs = this.ranks.get(rank);
    if (!pairs) {
      pairs = { length, starts: [], given: 0, sorted: true };
      this.ranks.set(rank, pairs);
    }
    if (pairs.given === pairs.starts.length) {
      pairs.starts = [];
      pairs.given = 0;
      pairs.sorted = true;
      this.rise(rank);
    }
    if (start < (pairs.starts.at(-1) ?? -1)) pairs.sorted = false;
    pairs.starts.push(start);
  }

  pop(): { readonly start: number; readonly length: number } | undefined {
    const [rank] = this.heap;
    const pairs = rank === undefined ? undefined : this.ranks.get(rank);
    if (!pairs) return undefined;
    if (!pairs.sorted) {
      pairs.starts = pairs.starts.slice(pairs.given).sort((a, b) => a - b);
      pairs.given = 0;
      pairs.sorted = true;
    }
    const start = pairs.starts[pairs.given++] ?? 0;
    if (pairs.given === pairs.starts.length) this.sink();
    return { start, length: pairs.length };
  }

  private rise(rank: number): void {
    const { heap } = this;
    let at = heap.push(rank) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= rank) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = rank;
  }

  /** Removes the lowest rank from the heap. */
  private sink(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      if (one === undefined) break;
      const lesser = other !== undefined && other < one ? other : one;
      if (lesser >= last) break;
      heap[at] = lesser;
      at = lesser === one ? left : left + 1;
    }
    heap[at] = last;
  }
}
