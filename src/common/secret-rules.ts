import { isPlaceholder, isSamplePassword } from './secrets/placeholders.js';
import { isAssignedSecret } from './secrets/secret-values.js';

// Failure reports contain text from screens and commands, and with it keys and passwords. These are cut out before
// anything is stored or logged. All patterns run in linear time, since the text comes from outside. Their test builds
// hostile texts from each pattern's own words.

export const REDACTED = '[redacted]';

/** A replacer function for `replace`: it gets the match, its groups, its position, and the text. */
export type Mend = (
  match: string,
  first?: string,
  second?: string,
  third?: string,
  fourth?: string,
  at?: number,
  text?: string,
) => string;

/** A pattern that recognizes one kind of secret, and its replacement. */
export interface SecretRule {
  /** Name of the kind of secret, used in messages in place of the secret. */
  readonly name: string;
  readonly pattern: RegExp;
  /** The replacement; `$1` keeps the label before the secret. */
  readonly mended: string | Mend;
}

const BEHIND_LABEL = `$1${REDACTED}`;

/** Secrets that may contain matches of other rules. They are replaced first; otherwise only a part would be cut out. */
const OUTER: readonly SecretRule[] = [
  {
    name: 'private key',
    // The key up to its end line; if the end is missing, the lines of the key. The marker alone, as in programs, is no
    // match.
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----)[\w+/=\s\\:,."'()-]){8,}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\\[nr]|[\r\n]){1,4}[ \t]{0,16}[A-Za-z0-9+/=]{3,}(?![^\s\\"']))+)/g,
    // Documents put dots in place of the key.
    mended: (match) => (/-----(?:\\[nr]|\s){0,8}(?:\.{2,}|…)/.test(match) ? match : REDACTED),
  },
  {
    name: 'password in an address',
    // A redacted password does not match: after "password:", the match would extend to the next "@".
    pattern: /(:\/\/[^\s:/@]{0,256}:)(?!\[redacted\])([^\s/@]{1,256})(?=@)/g,
    mended: (match, before = '', password = '', _third, _fourth, at = 0, text = '') =>
      isSamplePassword(password, text.slice(at + match.length, at + match.length + 64))
        ? match
        : `${before}${REDACTED}`,
  },
];

/** Secrets that are recognized by their own form. */
const SECRETS: readonly SecretRule[] = [
  { name: 'API key', pattern: /\bsk-(?=[A-Za-z_-]{0,64}\d|[A-Za-z]{16})[A-Za-z0-9_-]{16,}/g }, // OpenAI, Anthropic and others
  { name: 'Stripe key', pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { name: 'AWS key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'Google key', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { name: 'GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{30,}/g },
  { name: 'GitHub token', pattern: /\bgithub_pat_[A-Za-z0-9_]{30,}/g },
  { name: 'GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{16,}/g },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g },
].map((rule) => ({ ...rule, mended: (match) => (isPlaceholder(match) ? match : REDACTED) }));

/**
 * Also matches a beginning without the rest, and leaves it unchanged, so that it is skipped in one step. A pattern that
 * failed there would start again at each further `-eyJ` and read to the end of the run (300 KB took 16.5 s).
 */
const JSON_WEB_TOKEN: SecretRule = {
  name: 'JSON web token',
  pattern: /\beyJ[A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)?/g,
  mended: (match, rest) => (rest === undefined ? match : REDACTED),
};

/** Text before a label that marks the value as public: the name of a resource, or a checksum. */
const OF_THE_PUBLIC = /\barn:[\w:/-]*$|(?:checksum|hash|sha\d+|digest|fingerprint|existing)[/_.-]?$/i;

/** Secrets that are recognized by the label before them, which is kept. */
const LABELLED: readonly SecretRule[] = [
  {
    name: 'bearer token',
    pattern: /(\bbearer\s{1,8})(?=[A-Za-z._~+/=-]{0,256}\d)[A-Za-z0-9._~+/=-]{8,}/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'authorization header',
    pattern: /(\bauthorization["']?\s{0,8}[:=]\s{0,8}["']?(?:basic|token|digest)\s{1,8})[^\s"',;]+/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password, key or token',
    pattern:
      /((?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|(?:access|auth|refresh|api|session)[_-]?token)\\?["']?\s{0,8}(?::=|=>|[:=])\s{0,8})(?:(\\?["'`])((?:(?!\2)[^\n])*)\2|["']?([^\s"',;&]+))/gi,
    // The quotes are kept; otherwise a second pass would count the following text as part of the value.
    mended: (match, before = '', quote = '', quoted, bare = '', at = 0, text = '') => {
      const behind = text.slice(at + match.length, at + match.length + 2);
      const label = /^[\w-]+/.exec(before)?.[0] ?? before;
      const whole = /[A-Za-z_-]*$/.exec(text.slice(Math.max(0, at - 32), at))?.[0] ?? '';
      if (OF_THE_PUBLIC.test(text.slice(Math.max(0, at - 160), at))) return match;
      if (!isAssignedSecret(whole + label, quoted ?? bare, quote.slice(-1), behind)) return match;
      // Closing brackets after an unquoted value belong to the surrounding text.
      const closing = quoted === undefined ? (/[)\]}>]+$/.exec(bare)?.[0] ?? '') : '';
      return `${before}${quote}${REDACTED}${quote}${closing}`;
    },
  },
  {
    name: 'password in a command',
    pattern:
      /((?:^|\s)--?(?:password|passwd|pass|secret|token|api-?key|auth-?token)(?:=|\s{1,4})["']?)(?![-$<{[])(?=[^\s"']{0,64}[\d!#%^*])([^\s"']{5,256})/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'token of a login',
    pattern:
      /(\blogin\s{1,4}(?:-{1,2}[\w-]{1,20}(?:[ =][\w@.-]{1,64})?\s{1,4}){0,3})(?=[\w-]{0,64}\d)([A-Za-z0-9_-]{24,256})\b/g,
    mended: BEHIND_LABEL,
  },
  {
    name: 'authorization header',
    pattern:
      /(\bauthorization["']?\s{0,8}[:=]\s{0,8}["']?[A-Za-z]{4,16}\s{1,4})(?=[^\s"',;]{0,64}\d)([^\s"',;]{16,2048})/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'key as the user of an address',
    pattern: /(:\/\/)(?=[A-Za-z0-9]{0,64}\d)([A-Za-z0-9]{24,128})(?=@)/g,
    mended: BEHIND_LABEL,
  },
  {
    name: 'key behind its name',
    pattern:
      /(\b(?:api|secret|access|auth|license)[ _-]?(?:key|token)\s{1,4})(?=[A-Za-z_-]{0,64}\d)([A-Za-z0-9_-]{20,256})\b/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'setting named as a secret',
    pattern:
      /(\b(?![A-Z0-9_]{0,60}PUBLIC)[A-Z][A-Z0-9_]{0,60}_(?:PAT|TOKEN|KEY|SECRET|CREDENTIALS?)\s?[=:]\s?["']?)(?=[^\s"',;]{0,64}\d)(?![^\s"',;]{0,128}[()[\]{}<>$])([A-Za-z0-9_+/=.:-]{16,2048})(?![^\s"',;])/g,
    mended: BEHIND_LABEL,
  },
  {
    name: 'webhook',
    pattern: /(\/(?:api\/)?webhooks?\/\d{6,24}\/)([A-Za-z0-9_-]{24,256})/g,
    mended: BEHIND_LABEL,
  },
  {
    name: 'Braintree token',
    pattern: /(\baccess_token\$(?:production|sandbox)\$)([0-9a-z]{16}\$[0-9a-f]{32})/g,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password in XML',
    pattern:
      /(<(?:password|passwd|secret|token|api-?key|client-?secret|access-?key|private-?key)>)(?!\s|\$|\[|\{)([^<\s]{4,512})(?=<\/)/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password in SQL',
    pattern: /(\bidentified\s{1,4}by\s{1,4}['"])(?!\[redacted\])([^'"\n]{3,128})(?=['"])/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password in .netrc',
    pattern: /(\blogin\s{1,4}\S{1,128}\s{1,4}password\s{1,4})(?!\[redacted\])(?=\S{0,64}\d)(\S{8,128})/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password in .pgpass',
    pattern: /(^[\w.*-]{1,128}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:)(?!\[redacted\])([^\s:]{4,128})$/gm,
    mended: BEHIND_LABEL,
  },
  {
    name: 'signature or key in an address',
    pattern:
      /([?&](?:sig|signature|x-amz-signature|x-goog-signature|access_token|api_?key|auth|token|secret|key)=)(?=[^&\s"'<>]{0,64}\d)(?![\w-]{0,4}\[redacted\])([^&\s"'<>]{12,512})/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password hash',
    pattern: /(^|[^\w$])\$(?:2[abxy]|5|6|y|1|apr1|argon2(?:id|i|d))\$[./A-Za-z0-9$=,+]{20,200}/g,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password in a sentence',
    pattern:
      /(\b(?:password|passwd|passphrase|api[ _-]?key|secret key|access token)\s{1,4}(?:is|was)\s{1,4}["'`]?)(?=[^\s"'`,;]{0,64}\d)([^\s"'`,;]{6,})/gi,
    mended: BEHIND_LABEL,
  },
];

/**
 * Further rules, for texts that are rejected instead of redacted: a value with a letter and a digit after a plain
 * "token".
 */
export const SUSPECT: readonly SecretRule[] = [
  {
    name: 'password, key or token',
    pattern: /(\btoken["']?\s{0,8}[:=]\s{0,8}["']?)(?=[^\s"',;]{0,64}\d)(?=[^\s"',;]{0,64}[A-Za-z])[^\s"',;]{6,}/gi,
    mended: BEHIND_LABEL,
  },
];

/** Names of fields whose whole value is a secret. */
export const SECRET_NAME =
  /^(?:password|passwd|passphrase|pwd|secret|token|authorization|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|(?:access|auth|refresh|api|session)[_-]?token)$/i;

/** The rules by which secrets are cut out of texts. */
export const REDACTING: readonly SecretRule[] = [...OUTER, ...SECRETS, JSON_WEB_TOKEN, ...LABELLED];
