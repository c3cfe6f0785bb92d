import bytePairs from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens as countQuickly } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';

/** Characters of one word, from which on the library's merging, quadratic in a word, is not used (100,000: 16 s). */
const LONG_WORD = 512;

/** Nothing in a text is a control token: `<|endoftext|>` is counted as the characters it has. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/** Tokens of a text in OpenAI's encoding o200k_base. Takes time in proportion to the text, whatever is in it. */
export function countTokens(text: string): number {
  if (text.length <= LONG_WORD) return countQuickly(text, PLAIN_TEXT);
  const words = text.match(O200K_TOKEN_SPLIT_REGEX) ?? [];
  if (words.every((word) => word.length <= LONG_WORD)) return countQuickly(text, PLAIN_TEXT);
  return words.reduce(
    (sum, word) => sum + (word.length <= LONG_WORD ? countQuickly(word, PLAIN_TEXT) : countLongWord(word)),
    0,
  );
}

let ranks: ReadonlyMap<string, number> | undefined;

/** Rank of every token by its bytes, one character a byte. Built when the first long word comes. */
function ranksByBytes(): ReadonlyMap<string, number> {
  ranks ??= new Map(
    bytePairs.map((token, rank): [string, number] => {
      const bytes = typeof token === 'string' ? Buffer.from(token, 'utf8') : Buffer.from(token);
      return [bytes.toString('latin1'), rank];
    }),
  );
  return ranks;
}

/**
 * Byte pair encoding with a heap: the pair of the lowest rank is merged first, the leftmost of equals, until no two
 * neighbours are a token together.
 */
function countLongWord(word: string): number {
  const rankOf = ranksByBytes();
  const bytes = Buffer.from(word, 'utf8').toString('latin1');
  const size = bytes.length;
  // A part begins at each index that was not merged into the one before; `ends` is where it ends.
  const ends = Int32Array.from({ length: size }, (_, index) => index + 1);
  const previous = Int32Array.from({ length: size }, (_, index) => index - 1);
  const heap = new PairHeap();
  const offer = (start: number) => {
    const middle = ends[start] ?? size;
    if (start < 0 || middle >= size) return;
    const end = ends[middle] ?? size;
    const rank = rankOf.get(bytes.slice(start, end));
    if (rank !== undefined) heap.push({ rank, start, middle, end });
  };
  for (let start = 0; start < size; start++) offer(start);

  let parts = size;
  for (let pair = heap.pop(); pair; pair = heap.pop()) {
    const { start, middle, end } = pair;
    // Merged otherwise since it was offered.
    if (ends[start] !== middle || ends[middle] !== end) continue;
    ends[start] = end;
    ends[middle] = -1;
    if (end < size) previous[end] = start;
    parts -= 1;
    const before = previous[start] ?? -1;
    if (before >= 0) offer(before);
    offer(start);
  }
  return parts;
}

interface Pair {
  readonly rank: number;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

/** Gives the pair of the lowest rank first, of equals the leftmost. */
class PairHeap {
  private readonly pairs: Pair[] = [];

  push(pair: Pair): void {
    const { pairs } = this;
    let at = pairs.push(pair) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = pairs[parent];
      if (!above || !comesFirst(pair, above)) break;
      pairs[at] = above;
      at = parent;
    }
    pairs[at] = pair;
  }

  pop(): Pair | undefined {
    const { pairs } = this;
    const [top] = pairs;
    const last = pairs.pop();
    if (!last || pairs.length === 0) return top;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [one, other] = [pairs[left], pairs[left + 1]];
      if (!one) break;
      const lesser = other && comesFirst(other, one) ? other : one;
      if (!comesFirst(lesser, last)) break;
      pairs[at] = lesser;
      at = lesser === one ? left : left + 1;
    }
    pairs[at] = last;
    return top;
  }
}

function comesFirst(a: Pair, b: Pair): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.start < b.start);
}
