import type { Span } from './known.js';
import { randomBits } from './random-bits.js';
import { written } from './written.js';
import { isPlaceholder, isSamplePassword } from './placeholders.js';

// Finds passwords among the arguments of calls: `login("jo", "summer2024")`, `setPassword("summer2024")`,
// `fill('#password', 'summer2024')`. The call says that the value is a password, so it need not look random.

/** Calls that take a user and a password; the password is the last text that could be one. */
const LOGINS =
  /(?:connect|log_?[io]n|sign_?in|authenticate|auth|getconnection|database|begin|mysqli|pdo|ldap_bind|simple_bind_s|credential|usernamepassword|createconnection|simpleauth|\b(?:ftplib\.)?s?ftp(?:_tls)?(?=\())\w{0,24}\s?=?\s?[([]/g;
/** Calls that are given a key to sign or encrypt with. */
const SIGNERS =
  /(?:jwt\.(?:sign|verify|encode|decode)|\b(?:aes|des|tripledes|rc4)\.(?:encrypt|decrypt)|\bnew cryptr)\(/g;
const WITHOUT_BRACKET = /\b(?:basic_auth|http_basic_authenticate_with|digest_auth)\s(?=["'])/g;
/** Names of settings given as the first argument, with the value as the second. */
const SETTINGS =
  /\b(?:define|set\w{0,24}|putenv|put|put_env|setdefault|set_var|getenv|env|get|getOrDefault|get_or|getProperty|config|register|add\w{0,16}|append|header|option|property)\s?\(\s?["'][\w.-]{0,48}(?:pass(?:wor[dt]|wd|phrase)?|pwd|secret)["'],\s?["']/gi;
/** A password given alone, to a method named for it. */
const SETTERS =
  /(?:\b|[a-z_])(?:set|with|use|and)_?(?:[A-Z]\w{0,24})?(?:Password|password|Passwd|Passphrase|Secret|pass)\(\s?@?["']/g;
/** A password typed into a field. */
const TYPED =
  /(?:pass(?:wor[dt]|wd|phrase)?|pwd|secret)[\w-]{0,16}[\]"'`)]{0,6}(?:\)?\.(?:send_?keys|type|fill|clear|set_?value|set|val|typeText|enter_text|input|replaceText)\((?:\)\.(?:type|fill|send_?keys)\()?|,\s?)["'`]/gi;
/** What an agent types into a field for passwords: the field and its text, named, in either order. */
const FIELD_FIRST =
  /["']?(?:selector|ref|element|target|field|locator|name|label|id|css|xpath)["']?\s?[:=]\s?["'](?:\\.|[^"'\n\\]){0,80}?(?:pass|pwd|secret|\botp\b)(?:\\.|[^"'\n\\]|'(?=[^"\n]{0,40}")){0,48}["'],\s{0,40}["']?(?:text|value|content|input|string|keys)["']?\s?[:=]\s?["']/gi;
const TEXT_FIRST =
  /["']?\b(?:text|value|content|input|keys)["']?\s?[:=]\s?["'](?=([^"'\n]{4,160})["'],\s{0,40}["']?(?:selector|ref|element|target|field|locator|css|xpath)["']?\s?[:=]\s?["'][^"\n]{0,80}?(?:pass|pwd|secret))/gi;
/** Each match of the patterns below contains this. */
const NAMED = /(?:pass|pwd|secret)[\w-]{0,24}(?:["'`\])]|\(["'@ ])/;
const FIELDS = /pass|pwd|secret|otp/;
const TEXTS = /"((?:[^"\\\n]|\\.){0,160})"|'((?:[^'\\\n]|\\.){0,160})'/g;
const REACH = 240;
const SHORTEST = 6;
const LEAST_BITS = 4;
/** From these bits on, a value needs no digit. */
const SURELY_RANDOM = 8;

/** Finds passwords that are given to calls. @param small the text in lower case, with all characters at the same positions */
export function findInCalls(text: string, small: string): Span[] {
  const found: Span[] = [];
  for (const pattern of [LOGINS, SIGNERS, WITHOUT_BRACKET]) {
    for (const match of small.matchAll(pattern)) {
      const span = ofLogin(text, match.index + match[0].length, pattern === SIGNERS);
      if (span) found.push(span);
    }
  }
  if (FIELDS.test(small))
    for (const pattern of [FIELD_FIRST, TEXT_FIRST])
      for (const match of text.matchAll(pattern)) {
        const from = match.index + match[0].length;
        const value = valueAt(text, from, text.charAt(from - 1));
        if (value !== undefined && isTyped(value)) found.push(spanOf(from, value));
      }
  if (!NAMED.test(small)) return found;
  for (const pattern of [SETTINGS, SETTERS, TYPED]) {
    for (const match of text.matchAll(pattern)) {
      const from = match.index + match[0].length;
      const value = valueAt(text, from, text.charAt(from - 1));
      if (value !== undefined && isPassword(value)) found.push(spanOf(from, value));
    }
  }
  return found;
}

const spanOf = (from: number, value: string): Span => ({ from, to: from + value.length, rule: 'password in a call' });

function ofLogin(text: string, from: number, isAnyPlace: boolean): Span | undefined {
  const line = (text.slice(from, from + REACH).split(/[\n;)\]]/)[0] ?? '').trimEnd();
  if (!isAnyPlace && !/["'],\s?[^\n]{0,160}["']$|,\s?["'][^"'\n]{1,160}["']/.test(line)) return undefined;
  const texts = [...line.matchAll(TEXTS)].map((each) => ({ at: each.index + 1, value: each[1] ?? each[2] ?? '' }));
  // The first is a user, a server or a network, unless a variable precedes it.
  const firstIs = !isAnyPlace && /^\s?["']/.test(line) ? 1 : 0;
  const told = texts.slice(firstIs).find(({ value }) => isPassword(value));
  return told && spanOf(from + told.at, told.value);
}

function valueAt(text: string, from: number, quote: string): string | undefined {
  const part = text.slice(from, from + 160);
  const length = part.indexOf(quote);
  return length > 0 ? part.slice(0, length) : undefined;
}

/** Whether a text typed into a field for passwords is one: anything but a placeholder, a sample or a sentence. */
const isTyped = (value: string) =>
  value.length >= 4 &&
  !/\s/.test(value) &&
  !/[${}<>]/.test(value) &&
  (/\d|[!#^*&]/.test(value) || randomBits(value) >= LEAST_BITS) &&
  !isPlaceholder(value) &&
  !isSamplePassword(value, '@localhost');

/** Letters and digits as people make passwords, or anything random; no address, host, name of a version or sentence. */
function isPassword(value: string): boolean {
  if (value.length < SHORTEST || /[\s/\\:(){}<>[\]$%]|\.[a-z]{2,}$|@\w|^(?:v\d|[#.-])|^\d/i.test(value)) return false;
  if (/^(?:[hrep]s|sha|md|utf|latin|aes|rsa|hmac|blake|crc|base|cp|iso)[-_]?\d/i.test(value)) return false;
  if (
    (!/\d/.test(value) && randomBits(value) < SURELY_RANDOM) ||
    !/[A-Za-z]/.test(value) ||
    isPlaceholder(value) ||
    isSamplePassword(value, '@localhost')
  )
    return false;
  return (
    written(value) === 'surely' ||
    /^[A-Za-z]{4,}[-_.!#*+@]?\d{2,6}[!?.*#+$]*$/.test(value) ||
    randomBits(value) >= LEAST_BITS
  );
}
