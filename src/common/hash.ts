import { createHash } from 'node:crypto';
import { canonicalJson } from './json.js';

/** SHA-256 of a text, in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Hash of a JSON value, regardless of the order of its keys: 32 hexadecimal digits. Hashes are stored, so it must not change. */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, 32);
}

/** Hash of a list as JSON: 64 hexadecimal digits. Stored with memories and sessions, so it must not change. */
export function hashOfParts(parts: readonly unknown[]): string {
  return sha256(JSON.stringify(parts));
}
