import { compare } from './text.js';

/** Whether parsed JSON is an object, which excludes null and lists. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a field has no value: JSON uses null for absent values. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether lists and objects are nested at most this deep; other values have depth 0. */
export function isAtMostDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth <= 0) return false;
  if (Array.isArray(value)) return value.every((inner) => isAtMostDeep(inner, depth - 1));
  // Object.values takes three times as long for an object with 100,000 fields.
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.keys(fields).every((name) => isAtMostDeep(fields[name], depth - 1));
}

/** JSON with sorted keys; an empty string for undefined, which JSON cannot represent. */
export function canonicalJson(value: unknown): string {
  const sorted = (_: string, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b))) : inner;
  // Contrary to its type, JSON.stringify(undefined) returns undefined.
  return JSON.stringify(value, sorted) ?? '';
}
