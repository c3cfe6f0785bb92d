import type { Clause } from './event-description.js';

const SYMBOL = /[#$&*+\-./:<=>?@\\^~]/u;

/**
 * Converts a clause to exported form. Standard Prolog has no prefix operator `not`, so each one becomes `\+`; all other
 * text is unchanged.
 */
export function normaliseClause({ text, prefixNots }: Pick<Clause, 'text' | 'prefixNots'>): string {
  let result = '';
  let end = 0;
  for (const at of prefixNots) {
    result += text.slice(end, at);
    end = at + 'not'.length;
    // Adjacent symbol characters would be read as one atom, so a space separates them.
    result += `${SYMBOL.test(text.charAt(at - 1)) ? ' ' : ''}\\+${SYMBOL.test(text.charAt(end)) ? ' ' : ''}`;
  }
  return result + text.slice(end);
}
