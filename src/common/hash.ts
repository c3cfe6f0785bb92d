import { createHash } from 'node:crypto';
import { canonicalJson } from './json.js';

/** SHA-256 of a text, in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Hash of a JSON value, regardless of the order of its keys: 32 hexadecimal digits. Because hashes are stored, the
 * function must not change.
 */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, 32);
}

/**
 * Hash of a list as JSON: 64 hexadecimal digits. Because hashes are stored with memories and sessions, the function
 * must not change.
 */
export function hashOfParts(parts: readonly unknown[]): string {
  return sha256(JSON.stringify(parts));
}
