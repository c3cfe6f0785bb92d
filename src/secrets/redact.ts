import { findKnown } from './gitleaks.js';
import { findNamed, isNamedSecret } from './names.js';
import { findNearby } from './nearby.js';
import { findShapes } from './shapes.js';
import { REDACTED } from './span.js';

/** One place where something was cut out. */
export interface Redaction {
  /** Path, in dots, of the text from which the secret was cut; empty if there is only one text. */
  readonly path: string;
  readonly rule: string;
}

/** One secret that was cut out of a text. */
export interface Cut {
  readonly rule: string;
  /** Line of the text in which the secret began, counted from 0. */
  readonly line: number;
}

/** A text without its secrets. */
export interface Redacted {
  readonly text: string;
  readonly cuts: readonly Cut[];
}

/**
 * Replaces secrets by `[redacted]`: values of names such as `password`, keys of known services, private keys, passwords
 * in addresses and commands, and random values next to a naming word. Nothing else changes, line numbers included. The
 * time is linear in the length of the text, and the function is idempotent.
 */
export function redacting(text: string): Redacted {
  const seen = unescaped(text);
  const spans = [...findKnown(seen), ...findShapes(seen), ...findNamed(seen), ...findNearby(seen)];
  const pieces: string[] = [];
  const cuts: Cut[] = [];
  let [end, line] = [0, 0];
  for (const { from, to, rule, isKnown = false } of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const value = text.slice(from, to);
    // A span that contains an earlier redaction is skipped: that part, and its surroundings, are not a secret.
    if (value.includes(REDACTED) || REDACTED.includes(value)) continue;
    // Line breaks stay, so that citations of a document remain right.
    if (value.includes('\n') || (!isKnown && isPublic(value, text.slice(Math.max(0, from - 40), from)))) continue;
    if (from >= end) {
      const kept = text.slice(end, from);
      line += kept.split('\n').length - 1;
      pieces.push(kept, REDACTED);
      cuts.push({ rule, line });
    }
    end = Math.max(end, to);
  }
  return { text: pieces.join('') + text.slice(end), cuts };
}

export const redactText = (text: string): string => redacting(text).text;

/** The text with escaped line breaks and tabs shown as such, and all characters at the same positions. */
function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/(?<!\\)\\[nrt]/g, (escape) => (escape === '\\t' ? '\t ' : '\n ')) : text;
}

/** Public values that look like keys: certificates, public keys, checksums, pictures, and ids of known services. */
const PUBLIC_VALUE =
  /^(?:pk_(?:live|test)_|AAAA[BCE]3Nza|MI[IGH][\w+/]{40,}|sha\d{3}-|\/9j\/|iVBORw0KGgo|R0lGOD|UklGR|JVBERi0|d09G[MR]|UEsDB|age1|RW[A-Z][\w+/]{53}$|0x[0-9a-fA-F]{40}$|arn:)/;
const PUBLIC_NAME =
  /(?:sha(?:1|224|256|384|512)?sum|sha-?\d*|md5|integrity|checksum|digest|hash|etag|fingerprint|thumbprint|h1|base64|public[_ -]?key|publishable[_ -]?key|site[_ -]?key|(?:^|[^A-Za-z])ids?|[a-z]Ids?|traceparent|kid|jti|uuid|badge(?:\.svg)?\?(?:\w{1,12}=\w{1,12}&)?token)(?:[/ _-][\w-]{1,32})?\W{0,6}$/i;
/** Keys and tokens that are public or no secrets: those of pages, databases, caches and asymmetric encryption. */
const PUBLIC_KEY =
  /(?:(?<![A-Za-z])(?:public|publishable|pub|site|primary|foreign|partition|sort|cache|restore|idempotency|dedup\w*|i18n|object|s3|host|sync|resume|page|next|continuation|pagination|cancellation|csrf|xsrf|hot|row|group|sec-websocket|existing|gpg|rsa|max|min|eos|bos|pad|unk|cls|sep|mask)|[a-z](?:Public|Page|Next|Sync|Cache))[_. -]?(?:key|token)s?\W{0,6}$|existing[_-]?secret\W{0,6}$/i;

const isPublic = (value: string, before: string) =>
  PUBLIC_VALUE.test(value) || PUBLIC_KEY.test(before) || (PUBLIC_NAME.test(before) && !/secret|pass/i.test(before));

/** The rules that cut something out of a text, each once. */
export const rulesOf = (cuts: readonly Cut[]): readonly string[] => [...new Set(cuts.map(({ rule }) => rule))];

/** A JSON value without its secrets, and where they were. */
export interface RedactedJson {
  readonly value: unknown;
  readonly redactions: readonly Redaction[];
}

/** Name of the rule for the values of fields such as `password`. */
const BY_NAME = 'value of a secret name';

/** Redacts every string of a JSON value; the value of a field such as `password` is cut as a whole. */
export function redactJson(value: unknown, path = ''): RedactedJson {
  const redactions: Redaction[] = [];
  return { value: redactedJson(value, path, redactions), redactions };
}

function redactedJson(value: unknown, path: string, told: Redaction[]): unknown {
  if (typeof value === 'string') {
    const { text, cuts } = redacting(value);
    for (const rule of rulesOf(cuts)) told.push({ path, rule });
    return text;
  }
  if (Array.isArray(value)) return value.map((inner, index) => redactedJson(inner, inside(path, String(index)), told));
  if (typeof value !== 'object' || value === null) return value;
  const isKubernetes = (value as { kind?: unknown }).kind === 'Secret';
  return Object.fromEntries(
    Object.entries(value).map(([given, inner]) => {
      const name = redacting(given);
      // A name that is a secret is not told.
      const at = name.cuts.length > 0 ? path : inside(path, given);
      for (const rule of rulesOf(name.cuts)) told.push({ path, rule });
      if (typeof inner === 'string' && isNamedSecret(given, inner)) {
        told.push({ path: at, rule: BY_NAME });
        return [name.text, REDACTED];
      }
      if (isKubernetes && /^(?:data|stringData)$/.test(given) && typeof inner === 'object' && inner !== null)
        return [
          name.text,
          Object.fromEntries(
            Object.entries(inner as object).map(([key, one]) => [key, cutWhole(one, inside(at, key), told)]),
          ),
        ];
      return [name.text, redactedJson(inner, at, told)];
    }),
  );
}

function cutWhole(value: unknown, path: string, told: Redaction[]): unknown {
  if (value === REDACTED || value === '') return value;
  told.push({ path, rule: 'data of a Kubernetes Secret' });
  return REDACTED;
}

const inside = (path: string, step: string) => (path === '' ? step : `${path}.${step}`);

/** The name of the first rule that finds a secret in the text. Redacted parts are not searched. */
export const secretIn = (text: string): string | undefined => redacting(text).cuts[0]?.rule;

/** The first secret in the field names and strings of a JSON value. */
export const secretInJson = (value: unknown): Redaction | undefined => redactJson(value).redactions[0];
