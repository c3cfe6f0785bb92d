import { secretIn } from '../common/redact.js';
import type { Chunk } from './chunks.js';

// Leaves out chunks that contain secrets. Pure functions.

/** A chunk that is not stored, and the reason. */
export interface LeftOut {
  readonly page: number | null;
  /** Line at which the secret begins; null in formats without lines. */
  readonly line: number | null;
  /** The kind of secret, never the secret itself. */
  readonly rule: string;
}

export interface Sifted {
  readonly chunks: readonly Chunk[];
  readonly leftOut: readonly LeftOut[];
}

/** Number of characters on each side of a chunk boundary that are searched for a secret that the boundary splits. */
const BORDER = 300;
const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/;
const KEY_ENDS = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY/;

/**
 * Separates chunks with secrets from chunks without secrets. If a secret is split between two chunks, both are left
 * out.
 */
export function withoutSecrets(chunks: readonly Chunk[]): Sifted {
  const rules = chunks.map(
    ({ text, searched, place }) => secretIn(text) ?? secretIn(searched ?? '') ?? secretIn(place.headings.join('\n')),
  );
  let isInKey = false;
  chunks.forEach(({ text, continues }, n) => {
    if (continues && isInKey) rules[n] ??= 'private key';
    if (KEY_ENDS.test(text)) isInKey = false;
    else if (KEY_BEGINS.test(text)) isInKey = true;
    else if (!continues) isInKey = false;
    const before = chunks[n - 1];
    if (!continues || !before) return;
    const [head, tail] = [before.text.slice(-BORDER), text.slice(0, BORDER)];
    if (secretIn(head) !== undefined || secretIn(tail) !== undefined) return;
    const rule = secretIn(`${head}${tail}`) ?? secretIn(`${head} ${tail}`) ?? secretIn(`${head}\n${tail}`);
    rules[n - 1] ??= rule;
    rules[n] ??= rule;
  });
  return {
    chunks: chunks.filter((_, n) => rules[n] === undefined),
    leftOut: chunks.flatMap((chunk, n) => {
      const rule = rules[n];
      return rule === undefined ? [] : [{ page: chunk.place.page, line: lineOf(chunk), rule }];
    }),
  };
}

/** The first line that alone is recognised as a secret; otherwise the first line of the chunk. */
function lineOf({ text, place: { fromLine, toLine } }: Chunk): number | null {
  if (fromLine === null) return null;
  const lines = text.split('\n');
  const found = lines.findIndex((line) => secretIn(line) !== undefined || KEY_BEGINS.test(line));
  // The text may have more lines than the chunk covers in the document, because a table's header is repeated above the
  // rows.
  const before = toLine === null ? 0 : Math.max(0, lines.length - (toLine - fromLine + 1));
  return found < 0 ? fromLine : Math.min(toLine ?? Infinity, fromLine + Math.max(0, found - before));
}
