import type { Span } from './known.js';
import { UUID } from './made-up.js';
import { isNamedPublic } from './names.js';
import { randomBits } from './random-bits.js';
import { isPlaceholder } from './secret-values.js';

// Finds values that look random on a line about passwords, keys or logins, wherever on it they are: "sign in as admin
// with X", `ks.load(file, "X".toCharArray())`. The line's subject is only examined where a value looks random, so a text
// without such values costs one pass.

/** What the surroundings of a value are about. */
const SECRET =
  /toCharArray|keystore|\.jks\b|\.p12\b|\.pfx\b|http-basic|pass(?![a-z]*(?:ed|es|ing|ive|age|enger|port|iert|é)(?![a-z]))|pwd|\bpw\b|\bpws\b|\bpsk\b|kennw|\bmdp\b|mot de passe|contras|senha|wachtw|clave|parola|has[lł]o|парол|密码|パスワード|비밀번호|geheim|secret|credential|creds\b|zugangsd|token|api[ _-]?key|apikey|[a-z]_key\b|[a-z]Key\b|\bkey\b|schl(?:ü|ue)ssel|\bcl[ée]\b|chiave|authori[sz]ation|bearer|\bauth/i;
const LOGIN =
  /log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in|anmeld|eingelogg|einlogg|connect|conex|connexion|accedi|account|konto|compte|cuenta|\buser|(?<=\s)-[up]\b|benutzer|utilisateur|usuario|utente|nutzer|admin|\broot\b|\bvpn\b|\bs?ftp\b|\bssh\b|wi-?fi|wlan|zugang|zugriff|cookie|session|login|code|licen[sc]e|lizenz|\bpin\b|unlock|entsperr|decrypt|entschl|encrypt|webhook|\bhmac|\bjwt|signing|setup|\bmfa\b|\b2fa\b|totp/i;
const SHORTEST = 8;
const LONGEST = 160;
/** Bits of randomness required near a word of the first list, and near one of the second. */
const BITS = { named: 6, secret: 12, login: 18 };
/** Between a word for passwords and its value. */
const IS = /(?:[:=]|\b(?:is|was|now|to|ist|lautet|war|est|es|era|è|jest|to|auf|à|a))\s{0,2}["'`«„“*]{0,2}\s?$/i;
const BEFORE = 160;
const BEHIND = 64;
const PASSWORD =
  /pass|pwd|\bpw\b|-pw\b|\bpsk\b|kennw|\bmdp\b|mot de passe|contras|senha|wachtw|clave|parola|has[lł]o|пароль|密码|パスワード|비밀번호|zugangsd|geheim|secret/i;
/** Names of algorithms, and numbers of reports about weaknesses. */
const TECHNICAL =
  /(?:CBC|GCM|HS|RS|ES|PS|KW|SHA|AES|RSA|ECDH|HMAC|TLS|DES)[-_+]?\d{1,4}(?:[-_+]|$)|^(?:GHSA|CVE|CWE|RFC|ISO|U\+)[-_]?[\w-]+|^[A-Z]\d{3}[A-Z]{2}/;
/** Dates, versions, file names, domains, and parts of addresses. */
const ORDINARY =
  /^\d{4}-\d\d-\d\d|^v?\d+\.\d+|\.[a-z]{2,5}$|^[a-z]+:\/\/|@.*\.|^[\w.-]+\/[\w./-]*$|^0x|^#|&\w+=|^[/~.-]|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$|^[\w-]+\.[\w-]+\.[\w.-]+$|\\|%[0-9A-F]{2}|^(?:rs|es|hs|ps)\d{3}$/i;

const enum Kind {
  Separator,
  Digit,
  Letter,
  Mark,
}
const KINDS = new Uint8Array(128).fill(Kind.Separator);
for (const [kind, characters] of [
  [Kind.Digit, '0123456789'],
  [Kind.Letter, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [Kind.Mark, '!#%^*&$?~+@_/=-.:'],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}

/** Finds values that look random near words about secrets or logins. */
export function findNearby(text: string): Span[] {
  const found: Span[] = [];
  let [begin, digits, letters] = [0, 0, 0];
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? (KINDS[text.charCodeAt(at)] ?? Kind.Separator) : Kind.Separator;
    if (kind === Kind.Digit) digits++;
    else if (kind === Kind.Letter) letters++;
    if (kind !== Kind.Separator) continue;
    if (digits > 0 && letters > 1 && at - begin >= SHORTEST && at - begin <= LONGEST) {
      const span = spanIn(text, begin, at);
      if (span) found.push(span);
    }
    begin = at + 1;
    digits = letters = 0;
  }
  return found;
}

function spanIn(text: string, begin: number, end: number): Span | undefined {
  const run = text.slice(begin, end);
  // A name before the value, an assignment, a user before a slash or colon; and marks of the sentence behind.
  const value = run.replace(/^.*?[=](?=.)|^[\w.@-]*?[:/](?=[^/])/, '').replace(/[.:!?&/-]+$/, '');
  if (value.length < SHORTEST || !/\d/.test(value) || ORDINARY.test(value)) return undefined;
  if (/^[0-9a-f:-]+$/i.test(value) || UUID.test(value) || isPlaceholder(value)) return undefined;
  if (/abcdefghij|0123456789/i.test(value) || TECHNICAL.test(value)) return undefined;
  const bits = randomBits(value);
  if (bits < BITS.named) return undefined;
  const from = begin + run.lastIndexOf(value);
  if (/^[a-z]{1,12}\.[\w$]+$/.test(value) && !/["'`]/.test(text.charAt(from - 1))) return undefined;
  const said = text.slice(Math.max(0, from - BEFORE), from);
  const before = said.slice(said.lastIndexOf('\n') + 1);
  const line = from - before.length;
  if (/:\/\/\S*$/.test(before) || isNamedPublic(before)) return undefined;
  const after = text.slice(from + value.length, from + value.length + BEHIND).split('\n')[0] ?? '';
  if (/^[([]|^\.[a-z]\w*(?!\w*\()/.test(after)) return undefined;
  if (bits < BITS.secret) {
    if (!(IS.test(before) && PASSWORD.test(before))) return undefined;
  } else {
    const around = `${isAlone(before, after) ? linesBefore(text, line) : before} ${after}`;
    if (
      !SECRET.test(around) &&
      !(bits >= BITS.login && value.length >= 10 && LOGIN.test(around)) &&
      !isGrouped(value, bits)
    )
      return undefined;
  }
  return { from, to: from + value.length, rule: 'random value near a name' };
}

/** Whether nothing else is on the line, apart from marks of a list or a quotation. */
const isAlone = (before: string, after: string) =>
  /^[\s>*"'`-]{0,8}$/.test(before) && /^[\s"'`.,;]{0,4}(?:\\n|$)/.test(after);

/** The two lines before a line. */
function linesBefore(text: string, line: number): string {
  return text
    .slice(Math.max(0, line - BEFORE), line)
    .split('\n')
    .slice(-3)
    .join('\n');
}

/** Whether it is a password for one program, as services print them in groups. */
const isGrouped = (value: string, bits: number) =>
  bits >= BITS.login &&
  /^(?:[A-Za-z0-9]{5}-){4}[A-Za-z0-9]{5}$/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value);
