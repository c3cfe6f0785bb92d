import type { Clause } from './event-description.js';

const SYMBOL = /[#$&*+\-./:<=>?@\\^~]/u;

/**
 * The clause as it is exported: standard Prolog, which has no prefix operator `not`, so that each becomes `\+`. All else
 * stays as it was written.
 */
export function normaliseClause({ text, prefixNots }: Pick<Clause, 'text' | 'prefixNots'>): string {
  let result = '';
  let end = 0;
  for (const at of prefixNots) {
    result += text.slice(end, at);
    end = at + 'not'.length;
    // Symbol characters side by side would make one atom.
    result += `${SYMBOL.test(text.charAt(at - 1)) ? ' ' : ''}\\+${SYMBOL.test(text.charAt(end)) ? ' ' : ''}`;
  }
  return result + text.slice(end);
}
