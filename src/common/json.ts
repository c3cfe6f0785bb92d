import { compare } from './text.js';

/** Tells whether parsed JSON is an object, neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that says nothing: JSON has null for what is not there. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether lists and objects stand in each other at most so deep; what else a value may be has no depth. */
export function isAtMostDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isAtMostDeep(inner, depth - 1));
}

/** JSON with sorted keys; empty for undefined, which JSON cannot write. */
export function canonicalJson(value: unknown): string {
  const sorted = (_: string, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b))) : inner;
  // The types do not say so, but JSON.stringify(undefined) is undefined.
  return JSON.stringify(value, sorted) ?? '';
}
