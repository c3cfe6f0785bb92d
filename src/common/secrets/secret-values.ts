import { entropyOf } from './entropy.js';
import { EXPRESSION, isPlaceholder } from './placeholders.js';
import { randomBits } from './random-bits.js';
import { written } from './written.js';

// Text after "password =" is a secret in a configuration, but a name in a program. This file recognizes the ways in
// which programs write values that are not secret.

/** Names of types and values in programming languages. */
const KNOWN_WORD =
  /^(?:string|str|text|number|int(?:eger)?|float|double|bool(?:ean)?|any|unknown|never|object|dict|list|array|bytes?|buffer|char|varchar|uint8array|none|null|nil|undefined|nan|true|false|yes|no|void|self|this|required|optional|default|empty|hidden|disabled|enabled|auto|inherit|function|async|await|new|return|yield|lambda|not|and|or|typeof|import|export|const|let|var|class|type|interface)$/i;
export const VERSION = /^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]+)?$/;
/** Words of sentences. A value that contains one of them between spaces is a message for a reader. */
const SENTENCE =
  /(?:^|\s)(?:a|an|the|is|are|was|be|to|for|of|or|and|in|on|at|by|with|your|you|must|not|no|please|enter|invalid|required|if|this|that|has|have|can|cannot|will|should|from|as)(?:\s|$|[,.:;!?])/i;
const LABEL_WORD = /pass|pwd|secret|token|key|auth|cred|login|user/i;
/** Names of variables that end with a number. */
const NUMBERED_NAME =
  /(?:pass|pwd|secret|token|key|auth|hash|sha|md|base|utf|arg|val|value|var|str|tmp|buf|id|user|data|line|text|word|item|node|expr|param|field|name|type|index|num|pos|test|foo|bar|baz|obj|res|ret)_?\d{1,3}$|(?:^|_)(?:out|in|x|y|n|p|s|t|k|v|c|a|b)_?\d{1,3}$/i;
/** Names joined by dots, arrows or colons, as in member access. */
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\??\.|->|::)#?[A-Za-z_$][\w$]*)+$/;

/**
 * Whether a value is program code and not a literal.
 *
 * @param before the character before the value, a quote if it is quoted
 * @param behind the two characters after the value
 */
export function isCode(value: string, before: string, behind: string): boolean {
  const bare = value.replace(/[;,)\]}>]+$/, '');
  if (isPlaceholder(bare) || KNOWN_WORD.test(bare) || EXPRESSION.test(value)) return true;
  // The type `String!` may not be null, and `string?` may be.
  if (before === '' && KNOWN_WORD.test(bare.replace(/[!?]$/, ''))) return true;
  if (/^["'`]$/.test(before)) return isQuotedName(bare);
  if (/^\s?[([]|^\.[A-Za-z_]|^\?\./.test(behind) || /[(){}<>[\]]/.test(bare)) return true;
  if (/^[!&*@=|>?]/.test(bare)) return true;
  if (MEMBER.test(bare)) return !bare.split(/\??\.|->|::/).some(looksRandom);
  // A name of one or several words.
  if (/^[A-Za-z_$][A-Za-z_$]*$/.test(bare)) return true;
  if (/^[A-Za-z_$][\w$]*$/.test(bare)) return NUMBERED_NAME.test(bare) || wordsOf(bare);
  if (/^(?:\.{0,2}\/|~\/|https?:|file:|[A-Za-z]:\\)/.test(bare)) return true;
  return /^[A-Za-z]+(?:[-./:][A-Za-z]+)+$/.test(bare) || /^-?\d+(?:\.\d+)*$/.test(bare);
}

function isQuotedName(value: string): boolean {
  if (/^(?:\.{0,2}\/|~\/|https?:|file:|[A-Za-z]:\\)/.test(value)) return true;
  if (/\$\{|\{\d*\}|%[sd](?!\w)|%\(|#\{|\\[wdsSb]|\(\?[:=!]/.test(value)) return true;
  if (SENTENCE.test(value)) return true;
  // Names and headings: words with any separators.
  if (/^[A-Za-z]+(?:[-_. :/]+(?:[A-Za-z]+|\d{1,4}))+[:.?!]?$/.test(value) && !looksRandom(value)) return true;
  return /^[A-Za-z_$][\w$]*$/.test(value) && (NUMBERED_NAME.test(value) || (/[_A-Z]/.test(value) && wordsOf(value)));
}

/** Whether a name consists of words in camel case, snake case or capitals, with numbers of up to three digits. */
function wordsOf(name: string): boolean {
  if (/\d{4}/.test(name)) return false;
  const words = name
    .split(/_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/)
    .filter((word) => word !== '');
  const letters = words.filter((word) => /[A-Za-z]/.test(word));
  const long = letters.filter((word) => word.length >= 3 && /[aeiouy]/i.test(word));
  // Short parts are a sign of random letters.
  const length = letters.reduce((sum, word) => sum + word.length, 0) / Math.max(1, words.length);
  return (
    long.length > 0 &&
    length >= 3 &&
    2 * long.length >= letters.length &&
    words.length - letters.length <= 1 + letters.length / 3
  );
}

function looksRandom(part: string): boolean {
  return part.length >= 12 && /\d/.test(part) && entropyOf(part) >= 3 && !wordsOf(part);
}

/** From these bits on (randomBits), a quoted password of letters and marks is no name. */
const RANDOM = 8;

/** Letters and digits of a password as people make one; a name of code ends with its number. */
const isPeoples = (value: string) =>
  /^[a-z]{4,}\d{1,4}[a-z]{4,}$/i.test(value) &&
  !LABEL_WORD.test(value) &&
  !KNOWN_WORD.test(value) &&
  !NUMBERED_NAME.test(value);

/** Words of a password as people make one: "plum-Rocket-6", "walrus88Piano". A name of code has other words. */
const looksMadeByPeople = (value: string) =>
  /^[A-Za-z]{3,}(?:[-_.]?(?:[A-Za-z]{3,}|\d{1,4})){1,4}$/.test(value) &&
  /\d/.test(value) &&
  /[A-Z]|[-_.]/.test(value.slice(1)) &&
  written(value) === 'surely';

/**
 * Whether a value that is assigned to a name such as password, key or token is a secret.
 *
 * @param label the name that the value is assigned to
 * @param quote the quote before the value, or an empty string
 */
export function isAssignedSecret(label: string, value: string, quote: string, behind: string): boolean {
  if (value === '') return false;
  const isPassword = /pass|pwd/i.test(label);
  const bare = value.replace(/[;,)\]}]+$/, '');
  // A word that is neither a type nor a common name may be a password, as in the settings `PASSWORD=letmein`.
  const plainWord = /^[a-z]{6,}$/.test(bare) && !KNOWN_WORD.test(bare) && !LABEL_WORD.test(bare);
  if (isPlaceholder(bare)) return false;
  const isSetting = label === label.toUpperCase();
  if (plainWord && ((isPassword && quote !== '') || isSetting) && !/^\s?[([.]/.test(behind)) return true;
  // A single quoted word may be a password, but not a key.
  if (!isPassword && quote !== '' && /^[A-Za-z]{1,16}$/.test(bare)) return false;
  if (isPassword && /^\d{6,}$/.test(bare)) return true;
  if (isPassword && quote === '' && /^[a-z]{3,}\d{1,4}$/.test(bare) && !NUMBERED_NAME.test(bare))
    return !/^\s?[([.]/.test(behind);
  // A pair among others, as in connection strings: `user=app pass=morning7bell host=db`.
  if (isPassword && quote === '' && /^(?:[\s&]|$)/.test(behind) && isPeoples(bare)) return true;
  if (isSetting && /(?:PASS\w*|PWD|SECRET)$/.test(label) && written(bare) === 'words') return true;
  if (isPassword && (quote !== '' || isSetting) && looksMadeByPeople(bare)) return !/^\s?[([.]/.test(behind);
  if (isPassword && quote !== '' && /^[A-Za-z]+(?:[-_.!#*+][A-Za-z]+)+$/.test(bare) && randomBits(bare) >= RANDOM)
    return true;
  if (isCode(value, quote, behind)) return false;
  return quote === '' ? /[\d!#$%^&*+~]/.test(bare) && bare.length >= 5 : bare.length >= 3;
}
