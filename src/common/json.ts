import { compare } from './text.js';

/** Whether parsed JSON is an object, which excludes null and lists. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an object's own field. `constructor` and other names that every object inherits find nothing. */
export function ownValue<Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
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

/**
 * False if a value certainly has more characters as JSON. It ends as soon as that is known, so that a value that is much
 * too long need not be written.
 *
 * @param depth levels of lists and objects that are counted
 */
export function mayFit(value: unknown, characters: number, depth: number): boolean {
  return roomAfter(value, characters, depth) >= 0;
}

/** @returns what is left of some characters, or a bit more; negative if nothing is left */
function roomAfter(value: unknown, room: number, depth: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null || depth <= 0) return room - 1;
  let left = room - 1;
  if (Array.isArray(value)) {
    for (const entry of value as readonly unknown[]) {
      left = roomAfter(entry, left, depth - 1) - 1;
      if (left < 0) break;
    }
    return left;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields)) {
    // Two quotes, a colon, and a comma or a brace.
    left = roomAfter(fields[name], left, depth - 1) - name.length - 4;
    if (left < 0) break;
  }
  return left;
}

/** JSON with sorted keys; an empty string for undefined, which JSON cannot represent. */
export function canonicalJson(value: unknown): string {
  const sorted = (_: string, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b))) : inner;
  // Contrary to its type, JSON.stringify(undefined) returns undefined.
  return JSON.stringify(value, sorted) ?? '';
}
