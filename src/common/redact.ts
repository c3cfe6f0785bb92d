// Reports of failures carry what stood on a screen or in a command, and with it keys and passwords. They are cut out
// before anything is stored or logged. Patterns are linear in the length of the text: it comes from outside.

const REDACTED = '[redacted]';

/** Whole secrets that are known by their form. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\bsk-[A-Za-z0-9_-]{16,}/g, // OpenAI, Anthropic and others
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g, // Stripe
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, // AWS
  /\bAIza[A-Za-z0-9_-]{35}/g, // Google
  /\bgh[pousr]_[A-Za-z0-9]{30,}/g, // GitHub
  /\bgithub_pat_[A-Za-z0-9_]{30,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g, // GitLab
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, // Slack
  /\bhf_[A-Za-z0-9]{30,}/g, // Hugging Face
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g, // SendGrid
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, // JSON web tokens
];

/** Secrets that are known by what stands before them, which stays. */
const LABELLED: readonly RegExp[] = [
  /(\bbearer\s{1,8})[A-Za-z0-9._~+/=-]{8,}/gi,
  /(\bauthorization["']?\s{0,8}[:=]\s{0,8}["']?(?:basic|token|digest)\s{1,8})[^\s"',;]+/gi,
  /(:\/\/[^\s:/@]{0,256}:)[^\s/@]{1,256}(?=@)/g,
  /((?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|(?:access|auth|refresh|api|session)[_-]?token)["']?\s{0,8}[:=]\s{0,8})(?:"[^"\n]*"|'[^'\n]*'|[^\s"',;&]+)/gi,
];

const SECRET_NAME =
  /^(?:password|passwd|passphrase|pwd|secret|token|authorization|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|(?:access|auth|refresh|api|session)[_-]?token)$/i;

/** Replaces keys of common vendors, bearer tokens, passwords and private keys by `[redacted]`. Doing it twice is doing it once. */
export function redactText(text: string): string {
  let redacted = text;
  for (const pattern of SECRETS) redacted = redacted.replace(pattern, REDACTED);
  for (const pattern of LABELLED) redacted = redacted.replace(pattern, `$1${REDACTED}`);
  return redacted;
}

/** The same in every string of a JSON value; under a name such as `password` the whole string goes. */
export function redactJson(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && inner !== '' && SECRET_NAME.test(name) ? REDACTED : redactJson(inner),
    ]),
  );
}
