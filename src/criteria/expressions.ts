import { RE2JS } from 're2js';

// Expressions of callers. RE2 takes linear time for any pattern; it knows neither lookarounds nor references.

/** Maximum characters of an expression. */
export const LONGEST_EXPRESSION = 500;

const FLAGS = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;
const compiled = new Map<string, RE2JS>();
/** Maximum number of compiled expressions that are kept. */
const KEPT = 200;

/**
 * @returns the expression, which ignores case; `^` and `$` stand for the ends of lines
 * @throws RE2JSException when the expression is malformed
 */
export function expressionOf(source: string, flags = FLAGS): RE2JS {
  const key = `${flags}/${source}`;
  let pattern = compiled.get(key);
  if (!pattern) {
    if (compiled.size >= KEPT) compiled.clear();
    compiled.set(key, (pattern = RE2JS.compile(source, flags)));
  }
  return pattern;
}

export function isFound(source: string, text: string): boolean {
  return expressionOf(source).matcher(text).find();
}
