import type { Rule } from './criteria-rules.js';
import type { Finding, Given } from './finding.js';

// Judges the entries themselves: whether they are exactly those that are wanted, and how they are spelt.

const UNDECIDED: Finding = { met: undefined, credit: 0, aspect: 'accuracy' };

/**
 * Judges whether the entries are exactly the given ones. The criterion fails only if a word is missing, or if the words
 * are in the wrong order however the text is read.
 */
export function judgeExactly(
  { values, isOrdered }: Omit<Extract<Rule, { kind: 'exactly' }>, 'kind'>,
  phrase: string,
  given: Given,
): Finding {
  const isOfNumbers = values.every((value) => typeof value === 'number');
  const delivered = isOfNumbers ? given.content.numbers.map(String) : given.content.items.map(bare);
  const wanted = isOfNumbers ? values.map(String) : values.map((value) => bare(String(value)));
  const inOrder = (entries: readonly string[]) => (isOrdered ? entries : entries.toSorted()).join('\n');
  if (inOrder(delivered) === inOrder(wanted)) return { met: true, credit: 1, aspect: 'completeness' };
  const text = bare(given.content.text);
  const missing = wanted.filter((value) => (isOfNumbers ? !delivered.includes(value) : !text.includes(value)));
  // The text may contain the words in this order in a form that is not read as a list.
  const isReadable = delivered.length > 0 && delivered.every((entry) => wanted.includes(entry));
  const mayBe = !isReadable && missing.length === 0 && mayBeOrdered(wanted, text, isOrdered);
  if (isOfNumbers ? !given.content.isNumeric : mayBe) {
    return UNDECIDED;
  }
  const share = (wanted.length - missing.length) / Math.max(1, wanted.length);
  return {
    met: false,
    // Something is wrong even if no entry is missing, so the credit is below 1.
    credit: Math.min(share, 1 - 1 / Math.max(2, wanted.length)),
    aspect: 'completeness',
    issue: `${phrase}: ${missing.length > 0 ? `${missing.slice(0, 5).join(', ')} missing` : 'other entries, or another order, delivered'}`,
    suggestion: `Ask for ${phrase}`,
  };
}

/** True if the words stand in this order in the text, by their first or by their last occurrences. */
function mayBeOrdered(words: readonly string[], text: string, isOrdered: boolean): boolean {
  if (!isOrdered) return true;
  const ascends = (places: readonly number[]) => places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  return ascends(words.map((word) => text.indexOf(word))) || ascends(words.map((word) => text.lastIndexOf(word)));
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\s"'“”*_-]+|[\s"'“”*_.,;-]+$/g, '')
    .normalize('NFC');
}

/** Judges the spelling of words and names. An entry with further words, such as an article, is undecided. */
export function judgeSpelling(
  { begins, ends, letters }: Omit<Extract<Rule, { kind: 'spelling' }>, 'kind'>,
  phrase: string,
  { content }: Given,
): Finding {
  const { items, table, json } = content;
  if (table || items.length === 0 || (json && items.some((item) => /^[[{]/.test(item)))) return UNDECIDED;
  const entries = items.map(bare);
  const held = entries.map((entry) => {
    const isWord = /^[\p{L}'’-]+$/u.test(entry);
    const plain = entry.normalize('NFD').replace(/\p{M}/gu, '');
    if (begins !== undefined)
      return plain.startsWith(begins) || entry.startsWith(begins) ? true : isWord ? false : undefined;
    if (ends !== undefined) return isWord ? plain.endsWith(ends) || entry.endsWith(ends) : undefined;
    return isWord && !/['’-]/.test(entry) ? [...entry].length === letters : undefined;
  });
  const wrong = entries.filter((_, at) => held[at] === false);
  // One long entry is a sentence rather than a list.
  if (wrong.length === 0) return held.includes(undefined) ? UNDECIDED : { met: true, credit: 1, aspect: 'accuracy' };
  return {
    met: false,
    credit: 1 - wrong.length / entries.length,
    aspect: 'accuracy',
    issue: `${phrase}: not so ${wrong
      .slice(0, 5)
      .map((entry) => `"${entry.slice(0, 200)}"`)
      .join(', ')}`,
    suggestion: `Ask for entries ${phrase}`,
  };
}
