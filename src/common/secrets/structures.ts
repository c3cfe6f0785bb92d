import type { Span } from './known.js';
import { randomBits } from './random-bits.js';
import { isPlaceholder } from './placeholders.js';

// Finds passwords whose name stands elsewhere: in the element before, at the head of a column, in the name of a block,
// or in the line above a value that stands alone.

const PASSWORD_NAME =
  /^[\w .-]{0,32}?(?:pass(?:word|wd|phrase|wort|code)?|pwd|pw|psk|secret|kennwort|contrase[ñn]a|senha|wachtwoord|mot de passe|mdp|hasło|heslo|(?:api|access|auth|private|secret)[ _-]?(?:key|token)|token)$/i;

/** The head of a column of passwords. */
const HEAD =
  /^(?:[\p{L}-]{2,12}[ _-])?(?:pass(?:word|wd|phrase|wort|code)|pwd|pw|kennwort|contrase[ñn]a|senha|wachtwoord|mot de passe|mdp|hasło|heslo|secret|api[ _-]?key|pin)s?$/iu;
/** `<key>Password</key><string>…</string>`, `<name>…</name><value>…</value>`. */
const ELEMENTS =
  /<(key|name|param-name|entry-name)>([\w .-]{2,48})<\/\1>\s{0,40}<(string|value|param-value|entry-value)>([^<>\s]{4,256})(?=<\/\3>)/gi;
/** `<Password><Value>…</Value></Password>`, as in the answers of an installation. */
const NESTED =
  /<(\w{0,24}(?:password|passwd|passphrase|secret))>\s{0,40}<(value|string|plaintext)>([^<>\s]{4,256})(?=<\/\2>)/gi;
/** A block named for a password, with its value: `variable "db_password" { default = "…"`. */
const BLOCKS =
  /\b(?:variable|parameter|param|secret)\s{1,4}"?(?:[\w-]{1,48}"\s{1,4}")?([\w-]{2,64})"?\s{0,4}\{[^{}]{0,240}?\b(?:default|value)\s{0,16}[=:]\s{0,4}"([^"\s$]{4,256})(?=")/g;

/** Each announcement and each head of a table contains one of these. */
const TOPIC =
  /metamask|wallet|private|pass|pwd|psk|cred|login|log-in|zugang|kennw|senha|contrase|wachtw|secret|token|key|mdp|openssl|op read|get-login/;
/** The line above a value that stands alone names it: in words, or as a command that prints it. */
const ANNOUNCED =
  /(?:\b|_)(?:pass(?:word|wd|phrase|wort|code)|pwd|psk|log-?in|zugang|zugangsdaten|kennwort|mot de passe|contraseñ?a|senha|wachtwoord|creds|credentials|(?:pre-?shared|api|access|auth|private|secret|master|encryption|signing|jwt|session|bearer|deploy)[ _.-]?(?:key|token|secret)|secret|token|metamask|wallet|private key|clé privée)(?:s|_\w{1,12})?\b|(?:\$|#|>|%)\s.{0,120}(?:\.key\b|[_./-](?:token|secret|password|passwd)\b|\bopenssl rand\b|\bpwgen\b|print-access-token|get-login-password|\bpass show\b|\bop read\b|\bauth token\b|find-generic-password|\bsecrets?\b)/i;
const NOT_ANNOUNCED =
  /sha-?\d|md5|hash|digest|commit|fingerprint|checksum|public|\bids?\b|_id\b|uuid|version|trace|request|revision|\btree\b|\bref\b|etag|\bgit\b|\btx|transaction|contract|\baddress|cursor|sum\b|page[_ -]?token|next/i;
/** The secret that belongs to a public id. */
const OF_ID =
  /\b(?:secret|pass(?:word|wort)|kennwort|mot de passe)\b[^\n]{0,16}\b(?:for|of|zur?|zum|der|des|du|de|to)\b/i;
const ALONE = /^[\s>|]{0,8}["'`]?([A-Za-z0-9+/_=!#%^*.@-]{12,512})["'`]?[ \t\r]{0,4}$/;

/** Finds passwords by the structure around them. @param small the text in lower case, with all characters at the same positions */
export function findInStructures(text: string, small: string): Span[] {
  const found: Span[] = [];
  const add = (from: number, value: string, known?: boolean) =>
    found.push({ from, to: from + value.length, rule: 'password beside its name', ...(known && { known }) });
  for (const { 0: all, 2: name = '', 4: value = '', index } of text.matchAll(ELEMENTS))
    if (PASSWORD_NAME.test(name) && isValue(value)) add(index + all.length - value.length, value);
  if (text.includes('<'))
    for (const { 0: all, 3: value = '', index } of text.matchAll(NESTED))
      if (isValue(value)) add(index + all.length - value.length, value);
  if (text.includes('{'))
    for (const { 0: all, 1: name = '', 2: value = '', index } of text.matchAll(BLOCKS))
      if (PASSWORD_NAME.test(name) && isValue(value)) add(index + all.length - value.length, value);
  if (!text.includes('\n') || !TOPIC.test(small)) return found;

  let [at, columns, rows] = [0, undefined as Columns | undefined, 0];
  const above: string[] = [];
  for (const line of text.split('\n')) {
    const value = line.length < 12 ? undefined : ALONE.exec(line)?.[1];
    // The line above was judged; its last words say nothing about the value.
    if (value !== undefined && isRandomAlone(value) && isAnnounced(above)) add(at + line.indexOf(value), value, true);
    const found = columns && cellOf(line, columns);
    if (found === undefined) columns = columnsOf(line, small.slice(at, at + line.length));
    else if (++rows > MOST_ROWS) columns = undefined;
    else if (isCell(found.value)) add(at + found.from, found.value);
    if (found === undefined) rows = 0;
    if (line.trim() !== '') {
      above.unshift(line);
      above.length = Math.min(above.length, 2);
    }
    at += line.length + 1;
  }
  return found;
}

/** True for a line that holds a user's name alone, as between the words for a login and its password. */
const isUser = (line: string) => /^[\s>*-]{0,8}[\w.@+-]{2,48}\s{0,4}$/.test(line);

const isAnnounced = (above: readonly string[]) =>
  above.some(
    (line, nth) =>
      (nth === 0 || isUser(above[0] ?? '')) &&
      line.length <= 240 &&
      ANNOUNCED.test(line) &&
      (OF_ID.test(line) || !NOT_ANNOUNCED.test(line)) &&
      !/[{;]\s*$/.test(line),
  );

/** A hexadecimal key, or a random one; base64 of several lines is data. */
const isRandomAlone = (value: string) =>
  /^(?:0x)?[0-9a-f]{24,128}$/i.test(value) ? /\d/.test(value) && /[a-f]/i.test(value) : randomBits(value) >= 12;

interface Columns {
  readonly between: string;
  readonly count: number;
  readonly nth: number;
}

const MOST_ROWS = 200;

/** The column of passwords, if the line is the head of a table. */
function columnsOf(line: string, small: string): Columns | undefined {
  if (line.length > 240 || !TOPIC.test(small)) return undefined;
  const between = ['|', '\t', ';', ','].find((mark) => line.includes(mark));
  if (between === undefined) return undefined;
  const cells = line.split(between);
  if (
    cells.filter((cell) => cell.trim() !== '').length < 2 ||
    cells.some((cell) => cell.length > 40 || /[=:(){}<>]/.test(cell))
  )
    return undefined;
  const nth = cells.findIndex((cell) => HEAD.test(cell.trim().replace(/^["'*]+|["'*]+$/g, '')));
  return nth < 0 ? undefined : { between, count: cells.length, nth };
}

/** The cell of a row; undefined if the line is no row of the table. */
function cellOf(line: string, { between, count, nth }: Columns): { value: string; from: number } | undefined {
  const cells = line.split(between);
  if (cells.length !== count || cells.filter((cell) => cell.trim() !== '').length < 2) return undefined;
  const cell = cells[nth] ?? '';
  const value = cell.trim().replace(/^["'`]+|["'`]+$/g, '');
  const before = cells.slice(0, nth).reduce((sum, each) => sum + each.length + 1, 0);
  return { value, from: before + cell.indexOf(value) };
}

const isValue = (value: string) =>
  !isPlaceholder(value) && !/^[$%{<(]/.test(value) && (/\d|[!#^*&]/.test(value) || randomBits(value) >= 8);

const isCell = (value: string) =>
  value.length >= 5 &&
  !/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(value) &&
  !/\s/.test(value) &&
  /[A-Za-z]/.test(value) &&
  isValue(value) &&
  !/[()]/.test(value);
