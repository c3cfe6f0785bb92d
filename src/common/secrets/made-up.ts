import { randomBits } from './random-bits.js';

// Judges a value by its characters alone: random, or written as a name, a word or a number.

/** A technical term with a number (sha256, utf-8), which is part of names. */
const TECHNICAL =
  /(?<![A-Za-z0-9])(?:sha|md|utf|base|x|rfc|iso|aes|rsa|des|hmac|pbkdf|pkcs|oauth|http|ipv|win|mp|ec|ed|secp|curve|cp|latin|int|uint|float|python|java|node|arm|amd|v)[-_]?\d{1,5}(?![A-Za-z0-9])/i;
/** Key combinations. */
const KEYS = /^(?:(?:ctrl|control|alt|option|shift|cmd|command|meta|super|win|strg|umschalt)[+-])+\S{1,12}$/i;
/** Names of algorithms, of several parts. */
const ALGORITHM = /PBKDF2|WithHmac|HmacSHA|withRSA|(?:AES|SHA)[-_]?(?:1|128|192|224|256|384|512)(?!\d)/i;
const LONGEST_ALGORITHM = 40;
const DIGITS_ALONE = /^[\d.:,/+TZx-]+$/;
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ALPHABET = /abcdefghij|0123456789|ABCDEFGHIJ/;
/** Codes that are printed in groups, to be typed by hand. */
const GROUPS = /^(?:[A-Za-z0-9]{4,6}-){2,}[A-Za-z0-9]{4,6}$/;
const HEX = /^(?:0x)?[0-9a-f]+$/i;
const PIECES = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;
const WORD =
  /^(?:[A-Z]?(?=[a-z]*[aeiouy])(?![a-z]*[^aeiouy]{5})[a-z]{3,}|(?=[A-Z]*[AEIOUY])(?![A-Z]*[^AEIOUY]{5})[A-Z]{3,})$/;
/**
 * From this number of random bits on, the pieces of a value are not in the order of words, even if each could be a
 * word.
 */
const RANDOM_ORDER = 12;
/**
 * `no` if a value does not look random; `perhaps` if it looks random enough right after a label; `surely` if it does
 * anywhere near a label.
 */
export type MadeUp = 'no' | 'perhaps' | 'surely';

/**
 * Judges how random a value looks, compared to one that is written by hand.
 *
 * @param mostly share of its characters in words, in [0,1], from which the value counts as a name
 */
export function madeUp(value: string, mostly = 0.65): MadeUp {
  const bare = value.replace(/=+$/, '');
  if (bare.length < 8 || bare.length > 512 || DIGITS_ALONE.test(bare) || ALPHABET.test(bare) || KEYS.test(bare))
    return 'no';
  if (bare.length < LONGEST_ALGORITHM && ALGORITHM.test(bare)) return 'no';
  if (HEX.test(bare)) return bare.length >= 32 && /[a-f]/i.test(bare) && /\d/.test(bare) ? 'perhaps' : 'no';
  if (UUID.test(bare)) return 'perhaps';
  const counted = { lower: 0, upper: 0, digit: 0, mark: 0 };
  let changes = 0;
  let last: keyof typeof counted | undefined;
  for (const character of bare) {
    const kind = kindOf(character);
    if (kind === undefined) continue; // a separator between parts of names
    counted[kind]++;
    if (last && last !== kind && !(last === 'upper' && kind === 'lower')) changes++;
    last = kind;
  }
  if (GROUPS.test(bare) && counted.digit > 0 && counted.lower + counted.upper > 0) return 'perhaps';
  const kinds = Object.values(counted).filter((count) => count > 0).length;
  if (counted.lower + counted.upper === 0 || counted.digit + counted.mark === 0) return 'no';
  // The value contains marks that do not occur in names.
  const marked = bare.length >= 8 && counted.digit > 0 && /[!#%^*?$&]/.test(bare) && !/[(){}[\]<>]/.test(bare);
  if (
    (!marked && inWords(bare) >= mostly && randomBits(bare) < RANDOM_ORDER) ||
    (bare.length < 24 && TECHNICAL.test(bare))
  )
    return 'no';
  const share = changes / bare.length;
  if (kinds >= 3) {
    if (bare.length >= 16 && share >= 0.2 && changes >= 5) return 'surely';
    return changes >= 2 && (counted.digit > 0 || counted.mark > 1) ? 'perhaps' : 'no';
  }
  if (bare.length >= 20 && share >= 0.25) return 'surely';
  return bare.length >= 10 && changes >= 4 && share >= 0.2 ? 'perhaps' : 'no';
}

function kindOf(character: string): 'lower' | 'upper' | 'digit' | 'mark' | undefined {
  if (character >= 'a' && character <= 'z') return 'lower';
  if (character >= 'A' && character <= 'Z') return 'upper';
  if (character >= '0' && character <= '9') return 'digit';
  return '-_./:'.includes(character) ? undefined : 'mark';
}

/** The share of the value's characters that belong to words. */
function inWords(value: string): number {
  let [words, all] = [0, 0];
  for (const [piece] of value.matchAll(PIECES)) {
    all += piece.length;
    if (WORD.test(piece)) words += piece.length;
  }
  return all === 0 ? 0 : words / all;
}
