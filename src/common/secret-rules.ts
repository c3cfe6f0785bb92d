// Reports of failures carry what stood on a screen or in a command, and with it keys and passwords. They are cut out
// before anything is stored or logged. Patterns are linear in the length of the text: it comes from outside. Their test
// builds hostile texts out of each pattern's own words.

export const REDACTED = '[redacted]';

export interface SecretRule {
  /** What is told of a text that was refused, in place of the secret. */
  readonly name: string;
  readonly pattern: RegExp;
  /** What takes its place; `$1`, a label before it, stays. */
  readonly mended: string | ((match: string, ...groups: (string | undefined)[]) => string);
}

const BEHIND_LABEL = `$1${REDACTED}`;

/** They may hold what the others know: a part of them alone would be cut out. */
const OUTER: readonly SecretRule[] = [
  {
    name: 'private key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    mended: REDACTED,
  },
  {
    name: 'password in an address',
    // What was cut out already is none: behind "password:" it would be taken up to the next "@".
    pattern: /(:\/\/[^\s:/@]{0,256}:)(?!\[redacted\])[^\s/@]{1,256}(?=@)/g,
    mended: BEHIND_LABEL,
  },
];

/** Whole secrets that are known by their form. */
const SECRETS: readonly SecretRule[] = [
  { name: 'API key', pattern: /\bsk-[A-Za-z0-9_-]{16,}/g }, // OpenAI, Anthropic and others
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
].map((rule) => ({ ...rule, mended: REDACTED }));

/**
 * A beginning that nothing follows is matched, too, and stays: passed over in one go, while a pattern that failed on it
 * would begin again at each further `-eyJ` in it and read to its end (300 KB took 16.5 s).
 */
const JSON_WEB_TOKEN: SecretRule = {
  name: 'JSON web token',
  pattern: /\beyJ[A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)?/g,
  mended: (match, rest) => (rest === undefined ? match : REDACTED),
};

/** Secrets that are known by what stands before them, which stays. */
const LABELLED: readonly SecretRule[] = [
  { name: 'bearer token', pattern: /(\bbearer\s{1,8})[A-Za-z0-9._~+/=-]{8,}/gi, mended: BEHIND_LABEL },
  {
    name: 'authorization header',
    pattern: /(\bauthorization["']?\s{0,8}[:=]\s{0,8}["']?(?:basic|token|digest)\s{1,8})[^\s"',;]+/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password, key or token',
    pattern:
      /((?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|(?:access|auth|refresh|api|session)[_-]?token)["']?\s{0,8}[:=]\s{0,8})(?:(["'])(?:(?!\2)[^\n])*\2|["']?[^\s"',;&]+)/gi,
    // With its quotes: else what follows them would be of the value the next time.
    mended: `$1$2${REDACTED}$2`,
  },
];

/**
 * Further ones, in texts that are refused rather than mended: a value with a letter and a digit behind a plain "token",
 * or behind words that say what it is.
 */
const SUSPECT: readonly SecretRule[] = [
  {
    name: 'password, key or token',
    pattern: /(\btoken["']?\s{0,8}[:=]\s{0,8}["']?)(?=[^\s"',;]{0,64}\d)(?=[^\s"',;]{0,64}[A-Za-z])[^\s"',;]{6,}/gi,
    mended: BEHIND_LABEL,
  },
  {
    name: 'password, key or token',
    pattern:
      /(\b(?:password|passwd|passphrase|api[ _-]?key|secret key|access token)\s{1,4}(?:is|was)\s{1,4}["']?)(?=[^\s"',;]{0,64}\d)[^\s"',;]{6,}/gi,
    mended: BEHIND_LABEL,
  },
];

/** A name whose whole value is a secret. */
export const SECRET_NAME =
  /^(?:password|passwd|passphrase|pwd|secret|token|authorization|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|(?:access|auth|refresh|api|session)[_-]?token)$/i;

/** What is cut out of texts. */
export const REDACTING: readonly SecretRule[] = [...OUTER, ...SECRETS, JSON_WEB_TOKEN, ...LABELLED];
/** What a text that must hold no secret is refused for. */
export const REFUSED: readonly SecretRule[] = [...REDACTING, ...SUSPECT];
