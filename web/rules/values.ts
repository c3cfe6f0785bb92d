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
