import type { Source } from './source.js';
import type { Node } from './terms.js';
import { visit } from './term-parts.js';

/** Offsets, in a clause's text, of each `not` used as a prefix operator; `from` is the offset of the clause. */
export function prefixNots(term: Node, from: number, source: Source): number[] {
  const found: number[] = [];
  visit(term, (node) => {
    if (node[0] !== 'c' || node[3] !== 'not' || node[6].length !== 1) return;
    const [, , , , nameFrom, nameTo] = node;
    const start = source.offset(nameFrom);
    const end = source.offset(nameTo);
    if (source.text.slice(start, end) === 'not' && source.text[end] !== '(') found.push(start - from);
  });
  return found.sort((a, b) => a - b);
}
