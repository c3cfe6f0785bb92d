/**
 * The fields of a value of any shape that a program stored, as rows of names and texts. Fields of inner objects are
 * named with the names of the outer ones: `arguments key`. Absent values are left out, and lists of texts and numbers
 * are written in one row.
 */
export function rowsOf(value: unknown, name = ''): readonly (readonly [name: string, text: string])[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') return [[name || 'value', typeof value === 'string' ? value : JSON.stringify(value)]];
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object' || part === null)) {
    return value.length === 0 ? [] : [[name || 'values', value.map(String).join(', ')]];
  }
  return Object.entries(value).flatMap(([field, inner]) =>
    rowsOf(inner, `${name} ${Array.isArray(value) ? Number(field) + 1 : field.replaceAll('_', ' ')}`.trim()),
  );
}

/** A field of a JSON value of unknown shape; undefined if it has none of this name. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** A text in a JSON value of unknown shape; '' if it has none of this name. */
export function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}
