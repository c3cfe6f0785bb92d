import type { Span } from './known.js';
import { madeUp, UUID } from './made-up.js';
import { randomBits } from './random-bits.js';
import { isResourceName } from './resource-names.js';
import { isPlaceholder } from './placeholders.js';
import { isAssignedSecret, VERSION } from './secret-values.js';

// Finds values that follow a word for a secret on the same line. Between the two may be a colon, an option, a call, an
// attribute or words of a sentence. The less random a value looks, the closer it must be to the word.

/** Possible beginnings of labels: plain words that a single quick pass can find. */
const ROUGH =
  /pass|pwd|pw|psk|kennw|mdp|mot de|contras|senha|wachtw|zugangsd|zugangsc|clave|parola|has[lł]o|парол|密码|パスワード|비밀번호|geheim|codice|codigo|código|chiave|identifi|cred|secur|secret|token|key|schl|auth|basic|cookie|sess|signat|hmac|seed|otp|2fa|mfa|communi|salt|hook|wifi|wi-fi|wlan|cle|clé|code|client|login|log in|logged in|connect|[\s"'`([,]-[ukpaw]|[\s"'`([,]\/p| user|\/user|--user/g;
/** Labels in three groups: for passwords, for keys, and for pairs of name and password. */
const LABEL =
  /(pass(?:w(?:or[dt]|d)|phrase|code|wort)|pass(?![a-z])|pwd|pw|psk|kennw[oö]rt|mot de passe|mdp|contrase[ñn]a|senha|wachtwoord|zugangsdaten|zugangscode|clave|parola|has[lł]o|пароль|密码|パスワード|비밀번호|identifiants|credential|creds|securestring)|(secret|token|(?<![a-z])key|key(?![a-z])|schl(?:ü|ue)ssel|authorization|auth|cookie|sess(?:ion)?_?id|session|signature|hmac|seed|otp|2fa|mfa|community|salt|hook|geheimnis|codice|c[oó]digo|chiave|wi-?fi|wlan|cl[ée](?![a-z])|code(?=\s?(?::|is|est|ist|lautet|es)\s))|(client[\w.]{0,20}\(|log(?:ged)? ?in|http-basic|basic ?auth|connect(?:ion)?\(|[\s"'`([,]-[ukpaw](?=[ '"]|[^\s-]{8})(?!ass|wd|ser|ey)|[\s"'`([,]\/p(?:ass)?:|[ /]user(?=[ :])|--user(?=[ =]))/y;
/** Number of characters after a label within which its value must begin. */
const WINDOW = 96;
const SKIPPED = /[\s<>,;=:&|]*/y;
/** A value in quotes, a value without quotes, or a single quote that encloses no value. */
const CANDIDATE =
  /"([^"\s\\]{6,512})(?=\\?")|'([^'\s\\]{6,512})(?=\\?')|`([^`\s\\]{6,512})(?=`)|([^\s"'`<>,;=:&|]{1,512}={0,2})|["'`]/y;
/** The text between a label and an assigned value. */
const ASSIGNMENT =
  /^[\w.-]{0,40}\\?["'`\])>]{0,3}\s{0,8}(?::=|=>|[:=,>(]|(?:is|was|lautet|ist|est|es|to)\b)?\s{0,4}(?:value["']?\s?[:=])?[\s"'`\\([{N]{0,6}$/;
/** Words that name public values. */
const PUBLIC = /(?:checksum|hash|sha\d+|digest|fingerprint|public)[^a-z0-9]?$/;
/** The text between `auth` and the second value of a pair. */
const PAIR = /^\s?=?\s?[([]\s?["'][^"'\n]{1,64}["'],\s?["']?$/;
/** Minimum random bits of a key; with fewer, the value is taken for a name. */
const LEAST_OF_KEYS = 0;
/** A name that continues like this after the label still refers to the password itself. */
const WITHOUT_MORE =
  /^(?:[_-]?(?:\d+|prod|production|dev|staging|stage|test|qa|old|new|value|plain|text|raw|db|root|admin))?$/i;
/** Separators that end the search for a value, since something else begins after them. */
const BARRIER = /[;{}]|[.!?]\s|\/\/|#\s|==|&&|\|\|/;
/** Labels of values that are not secret, such as checksums and ids. */
const TOLD =
  /(?:sha\d*|md5|hash|digest|checksum|commit|integrity|etag|version|fingerprint|uuid|(?:^|[^A-Za-z])ids?|(?<=[a-z])Ids?|\bref|public|serial)(?:[ _-]?key)?\W{0,12}$/;
const REST_EMPTY = /^[\w.-]{0,40}["'`]?\s?[:=,>|]?[-\s|>]{0,4}$/;

/** Finds secrets that follow a label. @param small the text in lower case, with characters at the same positions */
export function findLabelled(text: string, small: string): Span[] {
  const found: Span[] = [];
  const labels = labelsIn(small);
  let examined = 0;
  for (const [nth, { kind, from: begin, end }] of labels.entries()) {
    const next = labels[nth + 1]?.from ?? text.length;
    if (next <= end) continue;
    if (text[end] === '@' && text[begin - 1] === ':') continue; // `findInAddresses` finds the password in a URL.
    if (isWithinRandom(text, begin)) continue;
    if (PUBLIC.test(small.slice(Math.max(0, begin - 12), begin))) continue;
    const before = kind === 'password' && beforeItsName(text, begin);
    if (before) found.push(before);
    const to = Math.min(next, end + WINDOW, endOfLine(text, end));
    const rest = restOfName(text, kind, end);
    if (rest.length >= LONGEST_NAME) continue;
    let at = Math.max(end + rest.length, examined);
    while (at < to) {
      SKIPPED.lastIndex = at;
      SKIPPED.test(text);
      CANDIDATE.lastIndex = SKIPPED.lastIndex;
      if (SKIPPED.lastIndex >= to) break;
      const match = CANDIDATE.exec(text);
      if (!match) break;
      at = examined = CANDIDATE.lastIndex;
      const quote = match[4] === undefined ? match[0].charAt(0) : '';
      const whole = match[1] ?? match[2] ?? match[3] ?? (match[4] ?? '').replace(/[.,?)\]}|]+$/, '');
      // In a quoted pair of name and password, only the password is the value.
      const before = kind === 'pair' ? (/^[\w.@-]{1,64}:/.exec(whole)?.[0] ?? '') : '';
      const value = whole.slice(before.length);
      if (value.length < 5) continue;
      const from = match.index + quote.length + before.length;
      const gap = text.slice(end + rest.length, match.index);
      if (BARRIER.test(gap)) break;
      const behind = text.slice(from + value.length, from + value.length + 2);
      const isOption =
        /(?:^|\s)--?[\w-]{0,40}$/.test(text.slice(Math.max(0, begin - 42), begin)) && /^[\s=]$/.test(gap);
      if (!isSecret(kind, small.slice(begin, end), rest, value, quote, gap, behind, isOption)) continue;
      if (isInPath(text, from)) continue;
      found.push({ from, to: from + value.length, rule: RULES[kind] });
      break;
    }
  }
  return found;
}

/** Whether a label is a part of a random value. */
function isWithinRandom(text: string, at: number): boolean {
  const run = /[A-Za-z0-9+/_-]{8,24}$/.exec(text.slice(Math.max(0, at - 24), at))?.[0];
  if (run === undefined) return false;
  if (/\d/.test(run) && randomBits(run) >= 10) return true;
  return /[A-Za-z0-9]{8}$/.test(run) && randomBits(/[A-Za-z0-9]*$/.exec(run)?.[0] ?? '') >= 20;
}

type Kind = 'password' | 'key' | 'pair';
const RULES: Readonly<Record<Kind, string>> = {
  password: 'password behind its name',
  key: 'key or token behind its name',
  pair: 'password behind a name',
};

function labelsIn(small: string): { readonly kind: Kind; readonly from: number; readonly end: number }[] {
  const labels: { kind: Kind; from: number; end: number }[] = [];
  ROUGH.lastIndex = 0;
  for (let rough = ROUGH.exec(small); rough; rough = ROUGH.exec(small)) {
    LABEL.lastIndex = rough.index;
    const match = LABEL.exec(small);
    // After a failed match, search on from the next character, where another label may begin.
    ROUGH.lastIndex = match ? LABEL.lastIndex : rough.index + 1;
    if (!match) continue;
    const kind = match[1] !== undefined ? 'password' : match[2] !== undefined ? 'key' : 'pair';
    labels.push({ kind, from: rough.index, end: LABEL.lastIndex });
  }
  return labels;
}

/** Reads the rest of the name that contains the label. It is empty for a pair, whose value may follow immediately. */
function restOfName(text: string, kind: Kind, from: number): string {
  if (kind === 'pair') return '';
  REST.lastIndex = from;
  return REST.exec(text)?.[0] ?? '';
}

/** Finds a password before its label: “Use X as the password”. */
function beforeItsName(text: string, label: number): Span | undefined {
  const said = text.slice(Math.max(0, label - 112), label);
  if (!AS.test(said)) return undefined;
  const match = VALUE_AS.exec(said);
  const value = match?.[1] ?? '';
  if (match === null || madeUp(value) === 'no') return undefined;
  const from = label - said.length + match.index;
  return { from, to: from + value.length, rule: 'password before its name' };
}

const AS = /\s(?:as|als|comme|como|for)\s[\w' -]{0,32}$/i;
const VALUE_AS = /([^\s"'`]{6,64}?)[!?]?["'`]?\s(?:as|als|comme|como|for)\s(?:[\w'-]{1,12}\s){0,2}[\w-]{0,12}$/i;

/**
 * Whether the value is in a URL's path, such as the id of a page or commit; `findInAddresses` finds the secrets in
 * URLs.
 */
function isInPath(text: string, at: number): boolean {
  return /(?:https?:\/\/|\barn:)[^\s?"'<>]*$/.test(text.slice(Math.max(0, at - 160), at));
}

const LONGEST_NAME = 64;
const REST = new RegExp(`[\\w-]{0,${LONGEST_NAME}}`, 'y');

function endOfLine(text: string, from: number): number {
  const line = text.slice(from, from + WINDOW);
  const end = line.indexOf('\n');
  if (end < 0) return from + WINDOW;
  if (!REST_EMPTY.test(line.slice(0, end))) return from + end;
  // In lists, tables and some name-value pairs, the value is on the next line.
  const second = line.indexOf('\n', end + 1);
  return second < 0 ? from + WINDOW : from + second;
}

function isSecret(
  kind: Kind,
  label: string,
  rest: string,
  value: string,
  quote: string,
  gap: string,
  behind: string,
  isOption: boolean,
): boolean {
  if (quote === '' && (/[(){}[\]\\]/.test(value) || /^[([]/.test(behind))) return false;
  if (/^arn:|^[./~@$%-]|^0x|&\w+;|\/\/|@.*\.|\.(?:[a-z]{2,4})$/.test(value) || isPlaceholder(value)) return false;
  if (kind === 'key' && quote === '' && isResourceName(value)) return false;
  if (value.includes('${')) return false; // a template
  if (VERSION.test(value)) return false;
  const close = ASSIGNMENT.test(gap);
  const tight = close || /[:=]\s?["'`]?$/.test(gap);
  // For unquoted values a smaller share of words suffices to count as a name, since they may be names in a program.
  const grade = madeUp(value, quote === '' && !(tight && kind === 'password') ? 0.5 : 0.65);
  if (grade === 'no') {
    // The value has only letters, in an order that does not occur in words.
    if (close && value.length >= 8 && /^[A-Za-z]+$/.test(value) && randomBits(value) >= (kind === 'password' ? 14 : 30))
      return kind === 'password' || quote !== '';
    return (
      kind === 'password' &&
      close &&
      WITHOUT_MORE.test(rest) &&
      /[:=]|is|was|ist|lautet|est/.test(gap) &&
      isAssignedSecret(label, value, quote, behind)
    );
  }
  if (TOLD.test(gap)) return false;
  if (kind === 'key' && /[A-Za-z]/.test(value) && !/^[0-9a-f-]+$/i.test(value) && randomBits(value) < LEAST_OF_KEYS)
    return false;
  const plain = /^[0-9a-f]+$/i.test(value) || UUID.test(value);
  // A hexadecimal value or UUID after a label without an assignment is usually a fingerprint.
  if (
    plain &&
    !/[:=>]|\b(?:is|was|ist|lautet|est|es)\b|^["'`]?,|\(/.test(gap) &&
    !(gap === ' ' && (label !== 'key' || isOption))
  )
    return false;
  if (kind === 'password') return !plain || tight;
  if (kind === 'key')
    return grade === 'surely' || (value.length >= 8 && PAIR.test(gap)) || (tight && value.length >= 12);
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
  return (
    !plain && value.length >= 8 && (isMixed || (/\d/.test(value) && randomBits(value) >= (PAIR.test(gap) ? 8 : 14)))
  );
}
