import { isPlaceholder } from './placeholders.js';
import { isRandom } from './random.js';
import type { Span } from './span.js';

// Finds values by the name before them: `password=…`, `"apiKey": "…"`, `--token …`, `<secret>…</secret>`. The name
// decides, not how random the value looks. Only code, placeholders and references are no values.

/**
 * Names whose value is a secret whatever it is, and names that also occur before ordinary values (`token`, `key`): there
 * the value must have the form of a secret.
 */
const NAME =
  /(pass(?:wor[dt]|wd|phrase|code)|(?<!by|com|tres|sur|over|under)pass(?![a-z])|passwort|pwd|(?<![a-z])pw(?![a-z])|psk|secret|authorization|(?:api|app|access|account|private|secret|auth|encryption|master|signing|license|shared|shared[_ -]?access|admin|service|subscription|deploy)[_. -]?(?:key|secret)|(?:access|auth|refresh|api|session|bearer|bot|private|id|security|personal[_ -]?access|app|user|deploy|service)[_. -]?token)|(token|key|credentials?|creds|auth|sig|session(?:[_-]?id)?|cookie|otp|pat|webhook)/gi;
/** The rest of an identifier after the word that decides; with any other rest, the name says something else. */
const TAIL =
  /^(?:[_-]?(?:\d{1,3}|base|value|b64|base64|prod|dev|test|staging|live|old|new|plain|text|raw|root|admin))?$/i;
/** Before a name that is part of a reference, such as `${PASSWORD:-…}`, of a resource, or of a choice (`? 'secret' : …`). */
const IN_REFERENCE = /\$\{[\w.$-]{0,60}$|\barn:[\w:/-]{0,150}$|\?\s{0,2}["'`][\w-]{0,40}$/;
/** What may stand between a name and its value. The groups are the sign, and the quote of the value with its escapes. */
const BETWEEN =
  /\\?["'`\])}*]{0,3}(?:(\s{0,8}(?::=|=>|\?=|==?>?|:)\*{0,3}\s{0,8}(?:[|>][-+]?\n\s{1,16})?|\s{1,4}-AsPlainText\s{1,4}|\s{0,2}[>(,]\s{0,4}|\\?["']?\s{1,4}value\s{0,2}=\s{0,2}|\\?["']?\s{0,2}\n\s{1,16}value:\s{1,4}|<\/key>\s{0,16}<string>|[ \t]{1,4}(?:is|was)(?:\s{0,4}:)?\s{1,4}|[ \t]{1,4}))(\\{0,3}["'`])?/y;
/** A value without quotes. Separators belong to it unless another name and value follow. */
const BARE = /(?:[^\s"'`,;&<>]|[,;&](?!["'\s]|$|[\w.-]{0,40}[=:])){1,512}/y;
const LONGEST = 2_048;

/** Finds the values of names. @param text with escaped line breaks and tabs shown as such, at the same positions */
export function findNamed(text: string): Span[] {
  const found: Span[] = [];
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const end = NAME.lastIndex;
    // The word may begin another: `otp` stands in `rootPassword`.
    NAME.lastIndex = match.index + 1;
    const rest = /^[\w-]{0,40}/.exec(text.slice(end, end + 40))?.[0] ?? '';
    if (!TAIL.test(rest)) continue;
    const head = /[\w.$-]{0,40}$/.exec(text.slice(Math.max(0, match.index - 40), match.index))?.[0] ?? '';
    // A name begins with a word: `monkey` and `author` have none.
    const isWord =
      !/[A-Za-z]$/.test(head) || (/[a-z]$/.test(head) && /^[A-Z]/.test(match[0])) || match[1] !== undefined;
    if (!isWord || IN_REFERENCE.test(text.slice(Math.max(0, match.index - 160), match.index))) continue;
    const span = valueAfter(text, end + rest.length, {
      head,
      name: match[0] + rest,
      isStrong: match[1] !== undefined,
      isOption:
        head.startsWith('-') &&
        /(?:^|[\s"'`([,])$/.test(text.slice(Math.max(0, match.index - head.length - 1), match.index - head.length)),
    });
    if (span === undefined) continue;
    NAME.lastIndex = Math.max(end, span.to);
    found.push(span);
  }
  return found;
}

interface Name {
  /** The part of the identifier before the word. */
  readonly head: string;
  readonly name: string;
  /** Whether the value is a secret whatever it is. */
  readonly isStrong: boolean;
  /** Whether it is an option of a command, such as `--password`. */
  readonly isOption: boolean;
}

function valueAfter(text: string, at: number, name: Name): Span | undefined {
  BETWEEN.lastIndex = at;
  const between = BETWEEN.exec(text);
  if (!between) return undefined;
  const [, sign = '', quote = ''] = between;
  let from = BETWEEN.lastIndex;
  const isOption = name.isOption && /^\s*$/.test(sign);
  const kind = sign.trim();
  if (kind === '==' || text.startsWith(']: #', at)) return undefined;
  if ((kind === '(' || kind === ',') && (quote === '' || quote === '`' || !name.isStrong || /get$/i.test(name.head)))
    return undefined;
  if (kind === ',' && !/["']/.test(text.charAt(at))) return undefined;
  if (kind === '' && !isOption && !/pass|pwd|^pw$|psk/i.test(name.name)) return undefined;
  if (quote !== '') {
    const closed = closing(text, from, quote);
    if (closed !== undefined) {
      const value = text.slice(from, closed);
      // Code between marks of Markdown is no value: a call, an option, a pattern.
      if (quote === '`' && /^--?[a-z]|[({]/.test(value)) return undefined;
      // SQL has no sign: `WITH PASSWORD 'x'`.
      if (kind === '' && !isOption && name.name !== name.name.toUpperCase() && !isMixed(value)) return undefined;
      if (kind === ',' && /^[\w-]*$/.test(value) && !/\d/.test(value)) return undefined;
      const scheme =
        /^(?:basic|bearer|token|digest|apikey|[A-Za-z-]{2,20}-key)\s+(?:token=|key=)?/i.exec(value)?.[0] ?? '';
      const bare = value.slice(scheme.length);
      return isQuotedSecret(bare, name) ? spanOf(from + scheme.length, bare, name) : undefined;
    }
  }
  const scheme =
    /^(?:(?:basic|bearer|token|digest|apikey|[A-Za-z-]{2,20}-key)\s{1,4})?(?:token=|key=)?/i.exec(
      text.slice(from, from + 40),
    )?.[0] ?? '';
  if (/auth|^key$|token/i.test(name.name)) from += scheme.length;
  BARE.lastIndex = from;
  const whole = BARE.exec(text)?.[0] ?? '';
  const value = whole.replace(/[.,;:)\]}|]+$/, '');
  const isCutShort = /^(?:\.{3}|…)/.test(text.slice(from + value.length, from + value.length + 3));
  if (value === '' || (isCutShort && /^[A-Za-z]{0,8}(?:[-_][A-Za-z]{0,8}){0,3}$/.test(value))) return undefined;
  if (kind === '>' && text.slice(from + value.length, from + value.length + 2) !== '</') return undefined;
  // Without a sign, the value must look like a password: "the initial password ……, to be changed".
  if (kind === '' && !isOption && !isMixed(value)) return undefined;
  const behind = text.slice(from + value.length, from + value.length + 24);
  const isSecret = isBareSecret(value, { ...name, sign, behind, isOption, isScheme: scheme !== '' });
  return isSecret ? spanOf(from, value, name) : undefined;
}

/** Whether a value has letters of both cases and a digit, or a digit and a mark, as passwords do and words do not. */
const isMixed = (value: string) =>
  value.length >= 8 &&
  /\d/.test(value) &&
  !/^[A-Z]{2,}[-_]?\d|:\/\/|^\d+\.\d/.test(value) &&
  (/[!#%^*?$&]/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value.slice(1))));

const spanOf = (from: number, value: string, { isStrong }: Name): Span => ({
  from,
  to: from + value.length,
  rule: isStrong ? 'value of a secret name' : 'random value of a key or token',
});

/** The position of the closing quote on the same line. */
function closing(text: string, from: number, quote: string): number | undefined {
  const part = text.slice(from, from + LONGEST);
  const at = part.indexOf(quote);
  if (at < 0 || part.slice(0, at).includes('\n')) return undefined;
  return from + at;
}

/** Words of names; a text with one of them is about secrets, or names one. */
const NAMING = /^-----|pass|pwd|secret|token|key|cred|auth|login/i;

function isQuotedSecret(value: string, { name, isStrong }: Name): boolean {
  if (value === '' || isPlaceholder(value.trim())) return false;
  if (!isStrong) return isToken(value, name);
  if (/[:?]\s*$/.test(value)) return false;
  if (/\s/.test(value)) return !NAMING.test(value) && !/[.:!?]$|\s(?:is|must|not|your|the)\s/i.test(value);
  if (isReference(value)) return false;
  return !isPathOrPattern(value) && (value.length >= 3 || /\d/.test(value));
}

/** Whether a value is a name of several words that speaks of a secret, as those of fields, variables and resources do. */
const isReference = (value: string) =>
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) ||
  (/^-----|^[A-Za-z]+(?:[-_./:][A-Za-z]+)+$|^[a-z]+(?:[A-Z][a-z]+)+$/.test(value) && NAMING.test(value));

interface Bare extends Name {
  readonly sign: string;
  /** The characters after the value. */
  readonly behind: string;
  readonly isScheme: boolean;
}

function isBareSecret(value: string, given: Bare): boolean {
  const { isStrong, name, sign, behind, isOption, isScheme } = given;
  const isElement = sign.endsWith('>') && !sign.includes('=');
  if (isPlaceholder(value.replace(/[!?[\]]+$/, '')) || (!isElement && (isReference(value) || isCode(value, given))))
    return false;
  if (!isStrong) return isToken(value, name);
  if (isScheme) return value.length >= 4;
  const isPlain = /^[A-Za-z]+$/.test(value);
  // After "is", most words are no values; nor are those that a sentence follows, as in "password: see vault".
  if (/\b(?:is|was)\b/.test(sign)) return /\d/.test(value) && value.length >= 6;
  if (isPlain && /^[ \t]+[A-Za-z(]/.test(behind) && !isOption && sign.trim() !== '=') return false;
  if (isOption && isPlain && (/^[A-Z]+$|^(?:string|file|stdin)$/.test(value) || /^[ \t]+[a-z]+[\s,.)]/.test(behind)))
    return false;
  return value.length >= 3;
}

/** Whether a value after a plain `token` or `key` has the form of one. */
function isToken(value: string, name: string): boolean {
  if (isPathOrPattern(value) || /\s/.test(value) || (/^[A-Za-z_][\w.]*$/.test(value) && NAMING.test(value)))
    return false;
  if (/token|pat$|creds|credential/i.test(name))
    return (
      isRandom(value) ||
      (value.length >= 6 &&
        /\d/.test(value) &&
        /[A-Za-z]/.test(value) &&
        !/^[a-z_.]+\d{1,3}$/i.test(value) &&
        !/^v?\d+\./.test(value))
    );
  return isRandom(value);
}

function isPathOrPattern(value: string): boolean {
  return /^(?:\.{0,2}\/|~\/|https?:|file:|[A-Za-z]:\\|arn:)|\[\^?[\w]-|\\[dws]|\(\?[:=!<]|\{\d+,?\d*\}$/.test(value);
}

/** Whether a value without quotes is an expression of a program: a call, a member, a variable, a type. */
function isCode(value: string, { sign, behind, name }: Bare): boolean {
  const next = value + behind;
  if (
    /^(?:new|await|not|in|and|or|if|else|return|lambda|async|function|const|let|var|import|from|typeof|is|f|r|b|rb|rf|N|L|u8?)(?=["'`\s(])/.test(
      next,
    )
  )
    return true;
  // A cmdlet of PowerShell, and the next option of a command.
  if (/^[A-Z][a-z]+-[A-Z]\w+$|^--?[a-z]/.test(value)) return true;
  if (
    /^[!&*=|>+:/\\[({]|^-+$|^@\w+$/.test(value) ||
    /^[A-Za-z_$][\w$.]*\(/.test(next) ||
    (/^\w+$/.test(value) && /^\s=/.test(behind)) ||
    isPathOrPattern(value)
  )
    return true;
  if (
    /^[A-Za-z_$][\w$.]*(?:\??\.[A-Za-z_]|->|::|\(|\[|<|\?\.)/.test(next) &&
    !/^[A-Za-z_$][\w$]*\.(?=\s|$)/.test(next)
  ) {
    // Members are names; a part with digits inside is none.
    return !value.split(/[.(]/).some((part) => /[a-z]\d+[a-z]/i.test(part) && part.length >= 8);
  }
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return !/pass|pwd|pw|psk|pin/i.test(name) || value.length < 4;
  // The name of a variable, which itself speaks of a secret; and a type before a bracket or a mark.
  if (/^[A-Za-z_$][\w$]*$/.test(value) && NAMING.test(value) && !/\d{3,}$|[a-z]\d+[a-z]/i.test(value) && sign !== '=')
    return true;
  if (
    /^[a-z_$][\w$]*$/i.test(value) &&
    sign === '=' &&
    /^[,)]/.test(behind) &&
    (NAMING.test(value) || /^[a-z_]+$/i.test(value))
  )
    return true;
  return /^[A-Z_a-z][A-Za-z_]*[?!]?$/.test(value) && sign.trim() === ':' && /^(?:\s?[)\]},;|?>]| =)/.test(behind);
}

/** Names of JSON fields whose whole value is a secret. */
const FIELD =
  /^(?:password|passwd|passphrase|passcode|pwd|secret|token|authorization|(?:\w{1,40}[_-])?(?:password|passwd|secret)|(?:api|access|private|secret|auth|account)[_-]?key|client[_-]?secret|(?:access|auth|refresh|api|session|bearer|bot)[_-]?token|psk)$/i;

/** Whether the value of a JSON field is a secret because of its name. */
export const isNamedSecret = (name: string, value: string) =>
  FIELD.test(name) && value.trim() !== '' && !isPlaceholder(value);
