import { isPlaceholder } from './placeholders.js';
import { isRandom } from './random.js';
import type { Span } from './span.js';

// Finds secrets by the form around them: private keys, addresses with a password, commands, and the data of a Kubernetes
// Secret. All patterns take linear time: each is bounded and begins with a word.

interface Shape {
  readonly rule: string;
  /** Its last group is the secret. */
  readonly pattern: RegExp;
}

export const SHAPES: readonly Shape[] = [
  { rule: 'password in an address', pattern: /:\/\/[^\s:/@"'<>]{0,256}:([^\s/@"'<>]{1,256})(?=@)/dg },
  { rule: 'key in an address', pattern: /:\/\/([A-Za-z0-9_-]{24,256})(?=@)/dg },
  { rule: 'password of a command', pattern: /\bsshpass\s{1,4}-p\s{0,4}["']?([^\s"']{3,256})/dg },
  {
    rule: 'password of a command',
    pattern: /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,256}?\s-p["']?([^\s"'-][^\s"']{2,255})/dg,
  },
  {
    rule: 'password of a command',
    pattern:
      /\b(?:(?:docker|podman|helm registry) login|twine|cypher-shell|redis-cli)\b[^\n]{0,256}?\s(?:-p|-a)\s{1,4}["']?([^\s"'-][^\s"']{4,255})/dg,
  },
  { rule: 'password of a command', pattern: /-AsPlainText\s{1,4}(?:-Force\s{1,4})?["']([^"'\n]{1,256})["']/dgi },
  {
    rule: 'password of a command',
    pattern: /\bConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["']([^"'\n]{1,256})["']/dgi,
  },
  {
    rule: 'password in SQL',
    pattern:
      /\bidentified\s{1,4}(?:with\s{1,4}\w{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?['"]([^'"\n]{1,128})['"]/dgi,
  },
  { rule: 'password in .netrc', pattern: /\blogin\s{1,4}\S{1,128}\s{1,4}password\s{1,4}(\S{3,128})/dgi },
  {
    rule: 'setting',
    pattern:
      /^\s{0,8}(?:ENV|ARG|requirepass|masterauth)\s{1,4}(?:\w{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|KEY)\s{1,4})?(?<=(?:PASSWORD|PASSWD|SECRET|TOKEN|KEY|requirepass|masterauth)\s{1,4})([^\s=]{3,256})/dgm,
  },
  { rule: 'bearer token', pattern: /\bbearer\s{1,4}(?=[\w.~+/=-]{0,256}\d)([\w.~+/=-]{12,4096})/dgi },
  {
    rule: 'API key',
    pattern:
      /\b((?:sk-|tskey-|CFPAT-|NRAK-|xkeysib-)(?=[A-Za-z_-]{0,64}\d|[A-Za-z]{16})[A-Za-z0-9_-]{16,512}|(?:hf|gsk|r8|whsec|dckr_pat)_(?=[A-Za-z-]{0,64}\d)[A-Za-z0-9-]{20,256})(?!_)/dg,
  },
  {
    rule: 'signature of an address',
    pattern: /[?&](?:sig|signature|x-amz-signature|x-goog-signature)=([^&\s"'<>]{16,512})/dgi,
  },
  { rule: 'webhook', pattern: /\/(?:api\/)?webhooks?\/\d{6,24}\/([A-Za-z0-9_-]{24,256})/dg },
];

/** A private key: its body, in one line with escapes or in several. The lines that mark it stay. */
export const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----((?:[\r\n\s]|\\[nr])(?:[A-Za-z0-9+/=_-](?!-{4}BEGIN|----END)|[\s:,.()]|\\[nr]){0,16384})/dg;
/** The beginning of a JSON web token is skipped in one step if the rest is missing. */
const JSON_WEB_TOKEN = /\b(eyJ[A-Za-z0-9_-]{8,}(?:(\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*))?)/dg;

/** Says that an object of Kubernetes is a Secret. */
const SECRET_OBJECT = /\bkind["']?\s?:\s?["']?Secret\b/;

export function findShapes(text: string): Span[] {
  const found: Span[] = [];
  for (const { rule, pattern } of SHAPES)
    for (const { indices } of text.matchAll(pattern)) {
      const [from, to] = indices?.at(-1) ?? [0, 0];
      const value = text.slice(from, to);
      if (!isPlaceholder(value) && !isSampleAddress(rule, value)) found.push({ from, to, rule, isKnown: true });
    }
  for (const { indices, 1: token = '', 2: rest } of text.matchAll(JSON_WEB_TOKEN)) {
    const from = indices?.[1]?.[0] ?? 0;
    if (rest !== undefined) found.push({ from, to: from + token.length, rule: 'JSON web token', isKnown: true });
  }
  if (text.includes('PRIVATE KEY')) found.push(...privateKeys(text));
  if (SECRET_OBJECT.test(text)) found.push(...ofSecretObjects(text));
  return found;
}
const isSampleAddress = (rule: string, value: string) => rule === 'key in an address' && !isRandom(value);

/** Each line of a key is cut by itself, so that the lines of the text keep their numbers. */
function privateKeys(text: string): Span[] {
  const found: Span[] = [];
  for (const { indices, 1: body = '' } of text.matchAll(PRIVATE_KEY)) {
    const [start] = indices?.[1] ?? [0];
    for (const { 0: line, index } of body.matchAll(/[^\s\\](?:[^\n\r\\]|\\(?![nr]))*/g)) {
      const value = line.trimEnd();
      if (/^[A-Za-z0-9+/=]{3,}$|: /.test(value))
        found.push({ from: start + index, to: start + index + value.length, rule: 'private key', isKnown: true });
    }
  }
  return found;
}

/** A file of YAML may hold several objects, of which each has its own kind. */
function ofSecretObjects(text: string): Span[] {
  let start = 0;
  return text.split(/^(?=---\s*$)/m).flatMap((object) => {
    const from = start;
    start += object.length;
    return SECRET_OBJECT.test(object) ? ofKubernetes(object, from) : [];
  });
}

/**
 * The entries of `data` and `stringData` of a Secret, in YAML or JSON.
 *
 * @param start where the object begins in its file
 */
function ofKubernetes(text: string, start: number): Span[] {
  const found: Span[] = [];
  let at = start;
  /** The indentation of `data:`; undefined outside of it. */
  let data: number | undefined;
  for (const line of text.split('\n')) {
    const indent = /^[ \t]*(?:- )?/.exec(line)?.[0].length ?? 0;
    const blank = line.trim() === '';
    if (data !== undefined && !blank && indent <= data) data = undefined;
    if (data !== undefined && !blank) {
      const before = /^\s*["']?[\w.-]+["']?\s*:\s*(?:[|>][-+]?\s*$)?["']?|^\s*["']?/.exec(line)?.[0] ?? '';
      const value = line.slice(before.length).replace(/["']?,?\s*$/, '');
      if (value !== '' && !isPlaceholder(value) && value !== '{' && value !== '}')
        found.push({
          from: at + before.length,
          to: at + before.length + value.length,
          rule: 'data of a Kubernetes Secret',
          isKnown: true,
        });
    }
    if (/^\s*["']?(?:data|stringData)["']?\s*:\s*\{?\s*$/.test(line)) data = indent;
    at += line.length + 1;
  }
  for (const { 1: inner = '', indices } of text.matchAll(/"(?:data|stringData)"\s{0,4}:\s{0,4}\{([^{}\n]{1,8192})\}/dg))
    for (const { 1: value = '', index, 0: all } of inner.matchAll(/:\s{0,4}"([^"]{1,8192})"/g)) {
      const from = start + (indices?.[1]?.[0] ?? 0) + index + all.length - value.length - 1;
      if (!isPlaceholder(value))
        found.push({ from, to: from + value.length, rule: 'data of a Kubernetes Secret', isKnown: true });
    }
  return found;
}
