import type { Pattern } from './event-description.js';

/** A pattern in Prolog notation, such as `obl(send_EPO(_,iServer))`. */
export function printPattern(pattern: Pattern): string {
  if (typeof pattern === 'string') return pattern;
  const [functor, args] = pattern;
  const inside = args.map(printPattern).join(',');
  return functor === '[]' ? `[${inside}]` : `${functor}(${inside})`;
}
