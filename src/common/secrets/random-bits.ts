import { LETTERS, SURPRISE } from './letters.js';

// How likely it is that a value was drawn at random, judged by which characters follow each other.

const CLASSES = new Int8Array(128).fill(-1);
for (const [nth, letter] of [...LETTERS].entries()) CLASSES[letter.charCodeAt(0)] = nth;
const DIGIT = LETTERS.length - 1;
for (let code = 48; code < 58; code++) CLASSES[code] = DIGIT;
const ZERO = '0'.charCodeAt(0);
const BITS = SURPRISE.map((row) => Float64Array.from(row, (letter) => (letter.charCodeAt(0) - ZERO) / 4));

/**
 * By how many bits the value is likelier as a random draw from the kinds of characters that it contains than as a name
 * or as words; negative if names and words are likelier. A pair of characters changes it by at most some 10 bits.
 */
export function randomBits(whole: string): number {
  // Constants are written in capitals, whose order in words is that of small letters.
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
