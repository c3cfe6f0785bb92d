import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import type { Span } from './known.js';

// Finds the words from which a wallet is restored. All wallets take them from the lists of BIP-39, which contain no
// articles or prepositions, so a sentence has no twelve of them in a row and no label is needed.

/** Minimum number of words of a seed phrase (BIP-39: 12, 15, 18, 21 or 24). */
const SHORTEST = 12;
/** Numbers of letters of the words of the lists; a composed letter is one, a letter with a separate accent two. */
const LENGTHS = { least: 3, most: 12 };
/** Text between two words: blanks, line breaks, commas, quotation marks, numbers of a list. */
const BETWEEN = /^[\s,;|/"'`[\]().:\d#*•–-]{1,16}$/;

/** The lists that contain a word, one bit for each. */
const lists = new Map<string, number>();
for (const [nth, list] of [english, french, spanish, italian, portuguese, czech].entries())
  for (const word of list)
    for (const form of new Set([word.normalize('NFC'), word.normalize('NFD')]))
      lists.set(form, (lists.get(form) ?? 0) | (1 << nth));

/** Small letters, with accents composed or separate. */
const isLetter = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0x24f) || (code >= 0x300 && code <= 0x36f);

/** Finds runs of words of one list. @param small the text in lower case, with all characters at the same positions */
export function findSeedPhrases(small: string): Span[] {
  const found: Span[] = [];
  let run: { words: string[]; from: number; to: number; lists: number } | undefined;
  const end = () => {
    if (run && new Set(run.words).size >= SHORTEST - 1 && run.words.length >= SHORTEST && !isSorted(run.words))
      found.push({ from: run.from, to: run.to, rule: 'words of a wallet', known: true });
    run = undefined;
  };
  let begin = -1;
  for (let at = 0; at <= small.length; at++) {
    if (isLetter(small.charCodeAt(at))) {
      if (begin < 0) begin = at;
      continue;
    }
    if (begin >= 0 && at - begin >= LENGTHS.least) {
      const word = at - begin <= LENGTHS.most ? small.slice(begin, at) : '';
      const known = lists.get(word) ?? 0;
      const shared = run && BETWEEN.test(small.slice(run.to, begin)) ? run.lists & known : 0;
      if (run && shared > 0) {
        run.words.push(word);
        run.to = at;
        run.lists = shared;
      } else {
        if (run) end();
        if (known > 0) run = { words: [word], from: begin, to: at, lists: known };
      }
    }
    begin = -1;
  }
  end();
  return found;
}

/**
 * True for a part of a word list, in the order of the alphabet. A seed phrase is in that order only by rare chance.
 * Languages sort accents differently, so a few pairs may be out of order.
 */
function isSorted(words: readonly string[]): boolean {
  const bare = words.map((word) => word.normalize('NFD').replace(/[^a-z]/g, ''));
  const ascending = bare.filter((word, nth) => nth > 0 && (bare[nth - 1] ?? '') <= word).length;
  return ascending >= 0.9 * (words.length - 1);
}
