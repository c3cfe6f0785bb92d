import type { Span } from './known.js';
import { madeUp, UUID } from './made-up.js';
import { isAssignedSecret, isPlaceholder } from './secret-values.js';

// A word that names a secret, and behind it on the same line something that nobody writes: whatever stands between them, a
// colon, an option, a call, an attribute or the words of a sentence. What is made up less clearly has to stand closer.

/** Where one of the words may begin: plain words, which are found in one quick pass. */
const ROUGH =
  /pass|pwd|pw|psk|kennw|mdp|mot de|contras|senha|wachtw|zugangsd|zugangsc|clave|parola|has[lł]o|парол|密码|パスワード|비밀번호|geheim|codice|codigo|código|chiave|identifi|cred|secur|secret|token|key|schl|auth|basic|cookie|sess|signat|hmac|seed|otp|2fa|mfa|communi|salt|hook|wifi|wi-fi|wlan|cle|clé|code|client|login|log in|logged in|connect|[\s"'`([,]-[ukpaw]|[\s"'`([,]\/p| user|\/user|--user/g;
/** Words for passwords; for keys; and for where a name and its password stand beside each other. */
const LABEL =
  /(pass(?:w(?:or[dt]|d)|phrase|code|wort)|pass(?![a-z])|pwd|pw|psk|kennw[oö]rt|mot de passe|mdp|contrase[ñn]a|senha|wachtwoord|zugangsdaten|zugangscode|clave|parola|has[lł]o|пароль|密码|パスワード|비밀번호|identifiants|credential|creds|securestring)|(secret|token|(?<![a-z])key|key(?![a-z])|schl(?:ü|ue)ssel|authorization|auth|cookie|sess(?:ion)?_?id|session|signature|hmac|seed|otp|2fa|mfa|community|salt|hook|geheimnis|codice|c[oó]digo|chiave|wi-?fi|wlan|cl[ée](?![a-z])|code(?=\s?(?::|is|est|ist|lautet|es)\s))|(client[\w.]{0,20}\(|log(?:ged)? ?in|http-basic|basic ?auth|connect(?:ion)?\(|[\s"'`([,]-[ukpaw](?=[ '"]|[^\s-]{8})(?!ass|wd|ser|ey)|[\s"'`([,]\/p(?:ass)?:|[ /]user(?=[ :])|--user(?=[ =]))/y;
/** Characters behind a label in which its value begins. */
const WINDOW = 96;
const SKIPPED = /[\s<>,;=:&|]*/y;
/** What stands in quotes, what stands without, and a quote that is none. */
const CANDIDATE =
  /"([^"\s\\]{6,512})(?=\\?")|'([^'\s\\]{6,512})(?=\\?')|`([^`\s\\]{6,512})(?=`)|([^\s"'`<>,;=:&|]{1,512}={0,2})|["'`]/y;
/** Between a label and what is assigned to it. */
const ASSIGNMENT =
  /^[\w.-]{0,40}\\?["'`\])>]{0,3}\s{0,8}(?::=|=>|[:=,>(]|(?:is|was|lautet|ist|est|es|to)\b)?\s{0,4}(?:value["']?\s?[:=])?[\s"'`\\([{N]{0,6}$/;
/** Names of what anybody may see. */
const PUBLIC = /(?:checksum|hash|sha\d+|digest|fingerprint|public)[^a-z0-9]?$/;
/** Between `auth` and the second value of a pair. */
const PAIR = /^\s?=?\s?[([]\s?["'][^"'\n]{1,64}["'],\s?["']?$/;
/** What a name may end with and still be that of the password itself. */
const WITHOUT_MORE =
  /^(?:[_-]?(?:\d+|prod|production|dev|staging|stage|test|qa|old|new|value|plain|text|raw|db|root|admin))?$/i;
/** Behind one of these something else begins. */
const BARRIER = /[;{}]|[.!?]\s|\/\/|#\s|==|&&|\|\|/;
/** Numbers that are told of what is no secret. */
const TOLD =
  /(?:sha\d*|md5|hash|digest|checksum|commit|integrity|etag|version|fingerprint|uuid|(?:^|[^A-Za-z])ids?|(?<=[a-z])Ids?|\bref|public|serial)(?:[ _-]?key)?\W{0,12}$/;
const REST_EMPTY = /^[\w.-]{0,40}["'`]?\s?[:=,>|]?[-\s|>]{0,4}$/;

/** What stands behind a word that names it. @param small the text in small letters, character by character */
export function findLabelled(text: string, small: string): Span[] {
  const found: Span[] = [];
  const labels = labelsIn(small);
  let examined = 0;
  for (const [nth, { kind, from: begin, end }] of labels.entries()) {
    const next = labels[nth + 1]?.from ?? text.length;
    if (next <= end) continue;
    if (PUBLIC.test(small.slice(Math.max(0, begin - 12), begin))) continue;
    const before = kind === 'password' && beforeItsName(text, begin);
    if (before) found.push(before);
    const to = Math.min(next, end + WINDOW, endOfLine(text, end));
    const rest = restOfName(text, kind, end);
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
      // Of a name and its password in one pair of quotes the password.
      const before = kind === 'pair' ? (/^[\w.@-]{1,64}:/.exec(whole)?.[0] ?? '') : '';
      const value = whole.slice(before.length);
      if (value.length < 5) continue;
      const from = match.index + quote.length + before.length;
      const gap = text.slice(end + rest.length, match.index);
      if (BARRIER.test(gap)) break;
      const behind = text.slice(from + value.length, from + value.length + 2);
      if (!isSecret(kind, small.slice(begin, end), rest, value, quote, gap, behind)) continue;
      if (isInPath(text, from)) continue;
      found.push({ from, to: from + value.length, rule: RULES[kind] });
      break;
    }
  }
  return found;
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
    // One word may begin within what only looked like another.
    ROUGH.lastIndex = match ? LABEL.lastIndex : rough.index + 1;
    if (!match) continue;
    const kind = match[1] !== undefined ? 'password' : match[2] !== undefined ? 'key' : 'pair';
    labels.push({ kind, from: rough.index, end: LABEL.lastIndex });
  }
  return labels;
}

/** A label may stand inside a name; of an option its value may follow at once. */
function restOfName(text: string, kind: Kind, from: number): string {
  if (kind === 'pair') return '';
  REST.lastIndex = from;
  return REST.exec(text)?.[0] ?? '';
}

/** “Use X as the password”. */
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
const VALUE_AS = /([^\s"'`]{6,64})["'`]?\s(?:as|als|comme|como|for)\s(?:[\w'-]{1,12}\s){0,2}[\w-]{0,12}$/i;

/** Ids of pages and commits; what is a secret in an address is found by `findInAddresses`. */
function isInPath(text: string, at: number): boolean {
  return /(?:https?:\/\/|\barn:)[^\s?"'<>]*$/.test(text.slice(Math.max(0, at - 160), at));
}

const REST = /[\w-]{0,64}/y;

function endOfLine(text: string, from: number): number {
  const line = text.slice(from, from + WINDOW);
  const end = line.indexOf('\n');
  if (end < 0) return from + WINDOW;
  if (!REST_EMPTY.test(line.slice(0, end))) return from + end;
  // Of a list, a table and a pair of name and value the value stands on the next line.
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
): boolean {
  if (quote === '' && (/[(){}[\]\\]/.test(value) || /^[([]/.test(behind))) return false;
  if (/^arn:|^[./~@$%-]|^0x|&\w+;|\/\/|@.*\.|\.(?:[a-z]{2,4})$/.test(value) || isPlaceholder(value)) return false;
  const close = ASSIGNMENT.test(gap);
  const tight = close || /[:=]\s?["'`]?$/.test(gap);
  // What a program calls by a name is told from it by less.
  const grade = madeUp(value, quote === '' && !(tight && kind === 'password') ? 0.5 : 0.65);
  if (grade === 'no') {
    return (
      kind === 'password' &&
      close &&
      WITHOUT_MORE.test(rest) &&
      /[:=]|is|was|ist|lautet|est/.test(gap) &&
      isAssignedSecret(label, value, quote, behind)
    );
  }
  if (TOLD.test(gap)) return false;
  const plain = /^[0-9a-f]+$/i.test(value) || UUID.test(value);
  // A fingerprint is told behind the word alone.
  if (plain && !/[:=]|\b(?:is|was|ist|lautet|est|es)\b|^["'`]?,|\(/.test(gap) && !(gap === ' ' && label !== 'key'))
    return false;
  if (kind === 'password') return !plain || tight;
  if (kind === 'key')
    return grade === 'surely' || (value.length >= 8 && PAIR.test(gap)) || (tight && value.length >= 12);
  return !plain && value.length >= 8 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}
