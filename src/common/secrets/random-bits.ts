import { LETTERS, SURPRISE } from './letters.js';

// Estimates from the sequence of characters how likely it is that a value was drawn at random.

const CLASSES = new Int8Array(128).fill(-1);
for (const [nth, letter] of [...LETTERS].entries()) CLASSES[letter.charCodeAt(0)] = nth;
const DIGIT = LETTERS.length - 1;
for (let code = 48; code < 58; code++) CLASSES[code] = DIGIT;
const ZERO = '0'.charCodeAt(0);
const BITS = SURPRISE.map((row) => Float64Array.from(row, (letter) => (letter.charCodeAt(0) - ZERO) / 4));

/**
 * Compares two explanations of a value: a random draw from the kinds of characters in it, and a name or words. The
 * result tells in bits by how much the random draw is likelier; it is negative if a name or words are likelier. Each
 * pair of characters contributes at most some 10 bits.
 */
export function randomBits(whole: string): number {
  // A value without small letters is read in small letters: constants are written in capitals, but consist of words.
  const value = /[a-z]/.test(whole) ? whole : whole.toLowerCase();
  let [small, large, digit, bits, pairs] = [0, 0, 0, 0, 0];
  let last = -1;
  for (let at = 0; at < value.length; at++) {
    const kind = CLASSES[value.charCodeAt(at)] ?? -1;
    if (kind >= 0) {
      if (kind === DIGIT) digit = 10;
      else if (kind < 26) small = 26;
      else large = 26;
      if (last >= 0 && !(kind === DIGIT && last === DIGIT)) {
        bits += BITS[last]?.[kind] ?? 0;
        pairs++;
      }
    }
    last = kind;
  }
  return bits - pairs * Math.log2(small + large + digit || 1);
}
