import type { SectionText } from '../knowledge/section.js';

/** What could be read as a mark. */
const MARK = /(?<![\p{L}\p{N}])(k[a-z]*)\d+(?![\p{L}\p{N}])/gu;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The label of the marks of one context: the first of `k`, `ka`, … `kz`, `kaa`, … with which no text of the sections has a
 * mark, so that no stored text can pose as one.
 */
export function freeLabel(sections: readonly SectionText[]): string {
  const taken = new Set<string>();
  for (const { parts } of sections) {
    for (const part of parts) for (const [, label = ''] of part.matchAll(MARK)) taken.add(label);
  }
  for (let n = 0; ; n++) {
    const label = `k${lettersOf(n)}`;
    if (!taken.has(label)) return label;
  }
}

/** '', a, … z, aa, … */
function lettersOf(n: number): string {
  return n === 0 ? '' : lettersOf(Math.floor((n - 1) / LETTERS.length)) + (LETTERS[(n - 1) % LETTERS.length] ?? '');
}
