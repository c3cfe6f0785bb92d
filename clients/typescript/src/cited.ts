/** Marks in brackets, one or several: `[k1]`, `[k1, k3]`. */
const MARKS = /\[([^[\]]*)\]/g;
const SEPARATORS = /[\s,;]+/;

/**
 * The knowledge whose marks stand in an answer.
 *
 * @param marks the mark of each hit, as the service gave them: k1, k2, …; no stored text of that context has one of them
 * @returns refs in the order of the hits, each once; undefined without a known mark, which says nothing about what was used
 */
export function citedIn(
  answer: string,
  marks: readonly string[],
  hits: readonly { readonly ref: string }[],
): string[] | undefined {
  const found = new Set([...answer.matchAll(MARKS)].flatMap(([, inside = '']) => inside.split(SEPARATORS)));
  const refs = hits.filter((_hit, place) => found.has(marks[place] ?? '[')).map(({ ref }) => ref);
  return refs.length > 0 ? refs : undefined;
}
